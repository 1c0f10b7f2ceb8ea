"""The whole SQL*Plus collector, `segtier_collect.sql`, written from the catalogue by `make collector`."""

from __future__ import annotations

from importlib.resources import files

from segtier.collect.catalogue import NO_LICENCE, Query, queries
from segtier.collect.sqlplus import NOT_ITS_OWN, block, why_skipped

VERSION = "1"


def collector_script() -> str:
    """The text of segtier_collect.sql: ASCII, no line longer than SQL*Plus 10.2 takes."""
    parts = (_template("begin"), *(block(query) for query in queries()), _template("awr"), manifest(), _template("end"))
    return "\n".join(parts).replace("<VERSION>", VERSION).replace("\n\n\n", "\n\n")


def manifest() -> str:
    """The statements that write one line per file into manifest.csv."""
    return _template("manifest") + "".join(_file_line(query) for query in queries()) + 'PROMPT "#end"\nSPOOL OFF\n'


def _file_line(query: Query) -> str:
    state = f"CASE '&e_{query.name}.' WHEN 'done' THEN 'done' WHEN 'skipped' THEN 'skipped' ELSE 'failed' END"
    skipped = f"'{why_skipped(query)}'"
    if query.licence == NO_LICENCE:
        skipped = f"CASE '&own_state.' WHEN 'skipped' THEN '{NOT_ITS_OWN}' ELSE {skipped} END"
    reason = f"CASE '&e_{query.name}.' WHEN 'done' THEN '' WHEN 'skipped' THEN {skipped} ELSE 'see the file' END"
    rows = f"CASE WHEN '&e_{query.name}.' = 'done' THEN TO_CHAR(&n_{query.name}. - 1) END"
    return (
        f'SELECT \'"file","{query.file}","\' || {rows}\n'
        f'    || \'","","\' || {state}\n'
        f"    || '\",\"' || {reason} || '\"' AS line FROM dual;\n"
    )


def failures() -> str:
    """Statements that name the files whose query failed."""
    return "".join(
        f"SELECT 'FAILED  {query.file}' AS line FROM dual WHERE '&e_{query.name}.' = 'started';\n"
        for query in queries()
    )


def _template(name: str) -> str:
    text = files("segtier.collect").joinpath("parts", f"{name}.sql").read_text(encoding="utf-8")
    return text.replace("<FAILURES>\n", failures())
