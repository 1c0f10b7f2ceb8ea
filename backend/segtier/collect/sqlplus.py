"""One query as a block of a SQL*Plus script: it asks which columns exist, then spools the rows as CSV lines.

SQL*Plus has no IF. A block that may not apply begins every line with `&skip.`, which is empty or the two hyphens of a
comment; a column that may not exist is a substitution variable, which is the column or a NULL. Both get their values
from a query over dba_tab_columns, through COLUMN ... NEW_VALUE. Releases before 12.2 have no CSV output, so every
row is one concatenated line. Its last branch prints the end mark, which thus appears only where the query ran
through. The NOPRINT columns beside it leave behind whether it did (`e_...`) and how many lines it printed (`n_...`).
Every block is a read-only transaction of its own: one over the whole run would need undo of its whole length (ORA-01555).
A block that may not apply is skipped unless its query over dba_tab_columns says otherwise, so that no licensed view
is read where that query fails.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from segtier.collect.catalogue import DIAGNOSTICS_PACK, NO_LICENCE, STATSPACK, Column, Query
from segtier.collect.compose import TYPED_NULL, Need, Option, required_views, select, view_of
from segtier.collect.dictionary import OLDEST, UNVERIFIED
from segtier.dataclass import dataclass

TIME_FORMAT = 'YYYY-MM-DD"T"HH24:MI:SS'
NOT_ITS_OWN = "only the history of another database was asked for"
FAILED = "the query stopped; SQL*Plus says why above this line"


@dataclass(slots=True)
class AtRunTime:
    """The Chooser of a script: what is not certain becomes a variable &p1., &p2. and so on.

    A block without the views in `required` is skipped as a whole, so their columns need no question of their own.
    """

    required: frozenset[str] = frozenset()
    probes: list[tuple[str, tuple[Option, ...], str]] = field(default_factory=list)
    dba: str = "&dba."
    con_id: str = "&pdb."

    def choose(self, options: Sequence[Option], otherwise: str) -> str:
        uncertain: list[Option] = []
        for option in options:
            if all(map(self._is_certain, option.needs)):
                otherwise = option.text
                break
            uncertain.append(option)
        if not uncertain:
            return otherwise
        name = f"p{len(self.probes) + 1}"
        self.probes.append((name, tuple(uncertain), otherwise))
        return f"&{name}."

    def _is_certain(self, need: Need) -> bool:
        view = view_of(need)
        if need.view in self.required and need.column:
            column = view.column(need.column)
            return column.mark != UNVERIFIED and column.since <= max(view.since, OLDEST)
        return _is_certain(need)


def block(query: Query) -> str:
    """The lines that collect one query into its file, with a line break at the end."""
    chooser = AtRunTime(frozenset(views[0] for views in required_views(query) if len(views) == 1))
    text = csv_select(query, chooser)
    wanted = _wanted(query)
    skip = "&skip." if wanted or query.licence == NO_LICENCE else ""
    lines = [
        f"-- {query.name}: {query.title}",
        *_definitions(query, chooser, wanted),
        *_probe(query, chooser, wanted),
        *(skip + line for line in _collect(query, text)),
        "",
    ]
    return "\n".join(lines) + "\n"


def csv_select(query: Query, chooser: AtRunTime) -> str:
    """The SELECT that prints one line per row and the end mark."""
    names = [f"c{number}" for number in range(1, len(query.columns) + 1)]
    inner = select(query, chooser, names).replace("\n", "\n      ")
    for bound in ("window_begin", "window_end"):
        inner = inner.replace(f":{bound}", f"TO_DATE('&{bound}.', '{TIME_FORMAT}')")
    inner = inner.replace(":dbid", "&dbid.")
    values = "\n    || ',' || ".join(
        csv_value(column, f"q.{name}") for column, name in zip(query.columns, names, strict=True)
    )
    return (
        f"SELECT r.line, r.e_{query.name}, TO_CHAR(ROWNUM) AS n_{query.name} FROM (\n"
        f"  SELECT /*+ NO_PQ_CONCURRENT_UNION */\n    {values} AS line, 'started' AS e_{query.name}\n"
        f"    FROM (\n      {inner}\n    ) q\n"
        f"  UNION ALL\n  SELECT '\"#end\"', 'done' FROM dual\n) r"
    )


def csv_value(column: Column, name: str) -> str:
    """A value in quotes: quotes doubled, each line break one blank, NULL nothing."""
    if column.kind == "number":
        return f"'\"' || TO_CHAR({name}) || '\"'"
    if column.kind == "time":
        return f"'\"' || TO_CHAR({name}, '{TIME_FORMAT}') || '\"'"
    kept = f"SUBSTRB({name}, 1, {column.keep})" if column.keep else name
    flat = f"REPLACE(REPLACE(REPLACE({kept}, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' ')"
    return f"'\"' || REPLACE({flat}, '\"', '\"\"') || '\"'"


def header(query: Query) -> str:
    return ",".join(f'"{column.name}"' for column in query.columns)


def why_skipped(query: Query) -> str:
    """What the manifest says of a file that was not collected."""
    if query.licence == DIAGNOSTICS_PACK:
        return "needs the Diagnostics Pack, which was not asked for or is switched off"
    if query.licence == STATSPACK:
        return "Statspack is not installed, or the Diagnostics Pack is used"
    return "not asked for" if query.heavy else "this release has no such view"


def _collect(query: Query, text: str) -> list[str]:
    end = f"e_{query.name}"
    return [
        "SET TERMOUT ON",
        f"PROMPT {query.file}",
        "SET TERMOUT OFF",
        "COMMIT;",
        "SET TRANSACTION READ ONLY;",
        f"SPOOL &folder.{query.file}",
        f"PROMPT {header(query)}",
        *f"{text};".splitlines(),
        f"SELECT '\"#failed\",\"{FAILED}\"' AS line FROM dual WHERE '&{end}.' = 'started';",
        "SPOOL OFF",
    ]


def _definitions(query: Query, chooser: AtRunTime, wanted: str) -> list[str]:
    return [
        f"DEFINE skip = '{'--' if wanted else _of_own('skip', query)}'",
        f"DEFINE e_{query.name} = '{'skipped' if wanted else _of_own('state', query)}'",
        f"DEFINE n_{query.name} = '0'",
        f"COLUMN e_{query.name} NEW_VALUE e_{query.name} NOPRINT",
        f"COLUMN n_{query.name} NEW_VALUE n_{query.name} NOPRINT",
        *(f"DEFINE {name} = '{otherwise or ' '}'" for name, _, otherwise in chooser.probes),
    ]


def _of_own(what: str, query: Query) -> str:
    """What `skip` or the state is at first: whether the database connected to is read is known before the first block."""
    return f"&own_{what}." if query.licence == NO_LICENCE else {"skip": " ", "state": "started"}[what]


def _probe(query: Query, chooser: AtRunTime, wanted: str) -> list[str]:
    """One query that sets every variable of the block; nothing where the block has none."""
    columns = [
        f"CASE {_cases(options)} ELSE '{otherwise or ' '}' END AS {name}" for name, options, otherwise in chooser.probes
    ]
    if wanted:
        columns.append(f"CASE WHEN {wanted} THEN ' ' ELSE '--' END AS skip")
        columns.append(f"CASE WHEN {wanted} THEN 'started' ELSE 'skipped' END AS e_{query.name}")
    if not columns:
        return []
    tables = ", ".join(sorted({_table(need) for need in _probed_needs(query, chooser)}))
    condition = f"\n WHERE x.owner IN ('SYS', 'PERFSTAT')\n   AND x.table_name IN ({tables})" if tables else ""
    source = f"dba_tab_columns x{condition}" if tables else "dual"
    return ("SELECT " + ",\n       ".join(columns) + f"\n  FROM {source};").splitlines()


def _cases(options: Sequence[Option]) -> str:
    return " ".join(
        "WHEN " + "\n        AND ".join(map(_exists, option.needs)) + " THEN '" + option.text.replace("'", "''") + "'"
        for option in options
    )


def _wanted(query: Query) -> str:
    """The condition under which the file is collected; empty where it always is."""
    conditions = []
    if query.licence != NO_LICENCE:
        conditions.append(f"'&pack.' = '{'yes' if query.licence == DIAGNOSTICS_PACK else 'no'}'")
    if query.heavy:
        conditions.append("'&buffers.' = 'yes'")
    if query.licence == NO_LICENCE and (query.heavy or _uncertain_views(query)):
        conditions.append("'&own_state.' = 'started'")
    conditions += [_exists(Need(views[0])) for views in _uncertain_views(query)]
    return "\n        AND ".join(conditions)


def _uncertain_views(query: Query) -> list[tuple[str, ...]]:
    """Views that may not be there; where another one is enough the file is always collected."""
    return [
        views
        for views in required_views(query)
        if len(views) == 1 and (not _is_certain(Need(views[0])) or query.licence == STATSPACK)
    ]


def _probed_needs(query: Query, chooser: AtRunTime) -> list[Need]:
    needs = [need for _, options, _ in chooser.probes for option in options for need in option.needs]
    return [*needs, *(Need(views[0]) for views in _uncertain_views(query))]


def _exists(need: Need) -> str:
    column = f" AND x.column_name = '{need.column.upper()}'" if need.column else ""
    return f"COUNT(CASE WHEN x.table_name = {_table(need)}{column} THEN 1 END) > 0"


def _table(need: Need) -> str:
    return "'" + view_of(need).table_name.replace("{dba}", "&dba_upper.") + "'"


def _is_certain(need: Need) -> bool:
    view = view_of(need)
    return view.certain and (not need.column or view.column(need.column).certain)


__all__ = [
    "FAILED",
    "NOT_ITS_OWN",
    "TIME_FORMAT",
    "TYPED_NULL",
    "AtRunTime",
    "block",
    "csv_select",
    "csv_value",
    "header",
    "why_skipped",
]
