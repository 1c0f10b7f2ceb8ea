"""Every statement and block a plan can emit, against an independent PL/SQL grammar (no Oracle server runs here).

The grammar is an npm package: `npm ci --prefix backend/tests/ddl_grammar` installs it. What it does not know is
listed in `GAPS`, each with the manual that has it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest

from segtier.plan.bundle.reviewed import review_files
from segtier.plan.sqlplus import ddl
from segtier.plan.write_plan import write_plan
from tests.oracle_grammar import digest, errors_of, parse, remembered
from tests.sqlplus_reader import skeleton, units
from tests.unit.plan import rds_requests
from tests.unit.plan.inventories import known_request
from tests.unit.plan.requests import as_run
from tests.unit.plan.test_bundle import VARIANTS
from tests.unit.plan.test_golden import SEGMENTS

GAPS = ((re.compile(r"\.compression\b"), ".compression_"),)
"""Words the grammar takes for keywords only. COMPRESSION is a column: Reference, DBA_TABLES."""

NAME, TEXT, COUNT = r"[a-z_]+", r"'[^']+'", r"[0-9]+"
TEXTS, SIZES = rf"{TEXT}(?:, {TEXT})*", rf"{COUNT}[KMGT]?(?:, {COUNT}[KMGT]?)*"
"""Lists as DB_FLASH_CACHE_FILE and DB_FLASH_CACHE_SIZE take them."""
FORMS = {
    "SQL Language Reference, ALTER SYSTEM, switch_logfile_clause": r"ALTER SYSTEM SWITCH LOGFILE",
    "SQL Language Reference, ALTER SYSTEM, archive_log_clause": r"ALTER SYSTEM ARCHIVE LOG CURRENT",
    "SQL Language Reference, ALTER SYSTEM, checkpoint_clause": r"ALTER SYSTEM CHECKPOINT GLOBAL",
    "SQL Language Reference, ALTER SYSTEM, alter_system_set_clause": (
        rf"ALTER SYSTEM SET {NAME} = (?:{TEXTS}|{SIZES}) SCOPE = (?:SPFILE|MEMORY) SID = '\*'"
    ),
    "SQL Language Reference, ALTER SYSTEM, alter_system_reset_clause": (
        rf"ALTER SYSTEM RESET {NAME} SCOPE = SPFILE SID = '\*'"
    ),
    "SQL Language Reference, ALTER SESSION, alter_session_set_clause": (
        rf'ALTER SESSION SET (?:{NAME} = {COUNT}|CURRENT_SCHEMA = "[^"]+")'
    ),
    "SQL Language Reference, ALTER TABLE, modify_table_default_attrs": (
        r'ALTER TABLE "[^"]+"\."[^"]+" MODIFY DEFAULT ATTRIBUTES TABLESPACE "[^"]+"'
    ),
    "SQL Language Reference 12.2, ALTER TABLE, move_table_clause, UPDATE INDEXES": (
        r'ALTER TABLE "[^"]+"\."[^"]+" MOVE ONLINE(?: TABLESPACE "[^"]+")?'
        r'(?: LOB \("[^"]+"\) STORE AS (?:SECURE|BASIC)FILE \(TABLESPACE "[^"]+"\))*'
        r' UPDATE INDEXES \("[^"]+" TABLESPACE "[^"]+"(?:, "[^"]+" TABLESPACE "[^"]+")*\)'
    ),
    "SQL Language Reference, ALTER TABLE, partition_attributes": (
        r'ALTER TABLE "[^"]+"\."[^"]+" MODIFY PARTITION "[^"]+" STORAGE \(FLASH_CACHE (?:KEEP|NONE|DEFAULT)\)'
    ),
    "SQL Language Reference 11.2, CREATE TABLESPACE, tablespace_encryption_spec": (
        rf'CREATE BIGFILE TABLESPACE "[^"]+" DATAFILE (?:{TEXT} )?SIZE {COUNT}[GM] AUTOEXTEND ON NEXT {COUNT}M'
        rf" MAXSIZE {COUNT}[GM] EXTENT MANAGEMENT LOCAL AUTOALLOCATE SEGMENT SPACE MANAGEMENT AUTO ENCRYPTION USING {TEXT}"
        r" DEFAULT STORAGE \(ENCRYPT\)"
    ),
    "SQL Language Reference, CREATE PFILE": rf"CREATE PFILE = {TEXT} FROM SPFILE",
}
"""Whole statements the grammar lacks: a narrow rule each, with the manual that has it."""

SLOTS = {
    "statement": 'ALTER TABLE "SOE"."ORDERS" MOVE ONLINE TABLESPACE "SSD_DATA"',
    "items": '"ORDERS_PK" TABLESPACE "SSD_INDX", "ORDERS_IX" TABLESPACE "SSD_INDX"',
    "schema": '"SOE"',
    "table": '"SOE"."ORDERS"',
    "column": '"NOTE"',
    "kind": "SECUREFILE",
    "lobs": 'LOB ("NOTE") STORE AS SECUREFILE (TABLESPACE "SSD_DATA")',
    "overflow": '"SSD_OVER"',
    "algorithm": "'AES256'",
    "index": '"SOE"."ORDERS_PK"',
    "tablespace": '"SSD_DATA"',
    "seconds": "60",
    "container": '"PDB1"',
    "file": "'+SSDDATA'",
    "size": "10G",
    "next": "1024M",
    "most": "100G",
    "user": '"SOE"',
    "thread": "1",
    "group": "11",
    "members": "'+SSDREDO'",
    "bytes": "1073741824",
    "blocksize": "512",
    "file_id": "7",
    "name": "ssddata",
    "value": "'+SSDFLASH'",
    "sizes": "70G, 0",
    "use": "KEEP",
    "partition": '"P1"',
    "redundancy": "NORMAL",
    "place": "'/rdsdbdata2/db'",
    "disks": "'/dev/segtier/ssddata/d*'",
    "asm": "19.0",
    "rdbms": "19.0",
}
PARTS = ('PARTITION "P1"', 'SUBPARTITION "P1_S1"')

BROKEN = [
    "ALTER SYSTEM SWITCH LOGFILES;",
    "ALTER SYSTEM SET db_flash_cache_size = 140 GB SCOPE = SPFILE SID = '*';",
    "ALTER SYSTEM SET db_flash_cache_file = '+A' SCOPE = SPFILE;",
    "ALTER SYSTEM RESET db_flash_cache_size = 1 SCOPE = SPFILE SID = '*';",
    "ALTER SYSTEM SET db_flash_cache_size = 70G 70G SCOPE = MEMORY SID = '*';",
    "CREATE PFILE 'x' FROM SPFILE;",
    'ALTER TABLE "A"."B" MOVE TABLESPACE;',
    'ALTER TABLE "A"."B" MOVE PARTITION TABLESPACE "C";',
    'ALTER INDEX "A"."B" REBUILT TABLESPACE "C";',
    'ALTER INDEX "A"."B" REBUILD TABLESPACE "C" ONLINE ONLINE NOW;',
    "ALTER DATABASE ADD LOGFILE THREAD GROUP 3 ('x') SIZE 1;",
    "ALTER DATABASE DROP LOGFILE GROUP;",
    "CREATE BIGFILE TABLESPACE DATAFILE '+A' SIZE 1G;",
    "BEGIN :s_a := ; END;\n/",
    "DECLARE l NUMBER BEGIN NULL; END;\n/",
]


def templates() -> dict[str, ddl.Ddl]:
    return {name: value for name, value in vars(ddl).items() if isinstance(value, ddl.Ddl)}


def rendered() -> Iterable[str]:
    for name, template in templates().items():
        if name in ("LOB_ITEM", "INDEX_ITEM"):  # parts of others
            continue
        for part in PARTS if "{part}" in template.text else ("",):
            yield template.literal(**SLOTS, part=part) + ";"


def emitted() -> Iterable[str]:
    """Everything the plans make a server read."""
    plans = [write_plan(request).files for _, request in (*VARIANTS, *rds_requests.VARIANTS)]
    for files in (review_files(("Nobody approved it.",), "0" * 64, "unreviewed"), *plans):
        for file in as_run(files):
            for unit in units(file.text) if file.path.endswith(".sql") else []:
                if unit.kind != "command":
                    yield unit.text + (";" if unit.kind == "statement" else "\n/")


def planned() -> Iterable[str]:
    """Every statement of the operations: those put together when the plan is written."""
    requests = [request for _, request in VARIANTS] + [known_request(move=move) for move in SEGMENTS.values()]
    for request in requests:
        for one in write_plan(request).operations:
            for text in (one.statement, one.otherwise, one.inverse, one.inverse_otherwise):
                if text is not None:
                    yield text.replace('""', '"HOME"') + ";"


def form(text: str) -> str:
    """What a grammar sees of a text: figures, the inside of literals and how many rows a list has make no difference."""
    text = re.sub(r"\b[0-9]+\b", "1", skeleton(text))
    text = re.sub(r"(?<= \|\| | := )(?:NULL|UNISTR\('\?'\)|'\?')(?= \|\| CHR)", "'?'", text)
    text = re.sub(r"(?<= := )(?:NULL|UNISTR\('\?'\)|'\?'|1(?:\.1)?)(?=;)", "'?'", text)
    text = re.sub(r"^(  :s_rows := :s_rows [^\n]+\n)(?:\1)+", r"\1", text, flags=re.MULTILINE)
    for pattern, replacement in GAPS:
        text = pattern.sub(replacement, text)
    return text


def by_rule(text: str) -> bool:
    return any(re.fullmatch(rule + ";", text) for rule in FORMS.values())


def test_every_statement_is_known() -> None:
    assert not errors_of(text for text in rendered() if not by_rule(text))


def test_what_is_broken_is_found() -> None:
    assert not [text for text in BROKEN if by_rule(text) or digest(text) in remembered()]
    assert all(parse(BROKEN))


def test_every_rule_is_needed() -> None:
    """A form that no plan uses, or that the grammar knows, has no rule."""
    ours = [text for text in rendered() if by_rule(text)]
    assert len({rule for rule in FORMS.values() for text in ours if re.fullmatch(rule + ";", text)}) == len(FORMS)
    assert all(parse(ours))


@pytest.mark.timeout(3600)
def test_every_query_and_block_is_known() -> None:
    """Each form once."""
    errors = errors_of(text for text in map(form, (*emitted(), *planned())) if not by_rule(text))
    assert not {text[:300]: error for text, error in errors.items()}


def test_what_is_remembered_is_read_again() -> None:
    """Some short forms, parsed whatever is remembered: the memory is of this grammar."""
    short = [text for text in dict.fromkeys(map(form, emitted())) if len(text) < 200]
    assert not any(parse(short[:: max(1, len(short) // 5)]))


PREFIXES = (
    "p_sql",
    "'SELECT ",
    "'ALTER SESSION SET ddl_lock_timeout",
    "'ALTER SESSION SET CURRENT_SCHEMA",
    "'BEGIN DBMS_PART.",
    "CASE WHEN :s_release >= 18",
)
"""How what is put together at run time begins; the last sleeps."""


@pytest.mark.parametrize("name", templates())
def test_plsql_form_builds_the_same_statement(name: str) -> None:
    """The expression a script evaluates at run time gives the text that the grammar saw."""
    template = templates()[name]
    slots = {**SLOTS, "part": PARTS[0]}
    expression = template.plsql(**{key: "'" + value.replace("'", "''") + "'" for key, value in slots.items()})
    terms = re.findall(r"'((?:[^']|'')*)'(?: \|\| |$)", expression)
    assert "".join(term.replace("''", "'") for term in terms) == template.literal(**slots)


def test_every_template_is_used_by_some_plan() -> None:
    """What EXECUTE IMMEDIATE can run is in `ddl`, and nothing in `ddl` is there for show."""
    text = "\n".join((*emitted(), *planned()))
    for name, template in templates().items():
        opening = re.split(r"\{", template.text.replace("'", "''"))[0].strip()
        assert opening in text, name
    for dynamic in re.findall(r"EXECUTE IMMEDIATE ([^\n;]+)", text):
        assert dynamic.startswith(PREFIXES), dynamic
