"""70_after.sql: a snapshot, and statistics of what has moved. 80_verify.sql: a query and a verdict for each thing that must hold.

Source: PL/SQL Packages and Types Reference, DBMS_WORKLOAD_REPOSITORY and DBMS_STATS; Amazon RDS User Guide, Generating
performance reports with AWR.
"""

from __future__ import annotations

from collections.abc import Sequence

from segtier.model.operation import Operation
from segtier.model.plan import BundleFile, Step
from segtier.plan.contract import NOTHING, TargetedRequest
from segtier.plan.sqlplus import plsql
from segtier.plan.sqlplus.block import block
from segtier.plan.sqlplus.duration import QUERIES_ONLY
from segtier.plan.sqlplus.plsql import GUARDED, VERDICT
from segtier.plan.sqlplus.quoting import sql_literal
from segtier.plan.sqlplus.script import script, switch_to
from segtier.plan.sqlplus.template import template, text_of

BROKEN = text_of("sql/broken.sql")
"""What may not be more after the moves than before; 00_precheck.sql shows it as well."""

CHANGED_LATELY = """\
PROMPT Files changed without redo in the last day. Moving a data file does not do that: somebody else wrote them
SELECT file#, unrecoverable_change#, unrecoverable_time FROM v$datafile WHERE unrecoverable_time > SYSDATE - 1;
"""

CHANGED_SINCE = """\
PROMPT Files changed without redo since the run began. Those that this plan wrote fail below, somebody else wrote the others
SELECT file#, unrecoverable_change#, unrecoverable_time FROM v$datafile WHERE unrecoverable_change# >= :s_started_scn;
"""

_BLOCK = f"""\
DECLARE
  l_count NUMBER;
{plsql.TALK}{VERDICT}\
{GUARDED}\
%%CHECKS%%\
  IF :s_fails > 0 THEN
    stop(:s_fails || ' of ' || (:s_fails + :s_passes) || ' things are not as they should be, see above.');
  END IF;
  say('Total: all ' || :s_passes || ' things are as they should be.');
END;
/
"""
_CHECK = """\
  SELECT COUNT(*) INTO l_count FROM {rows};
  verdict(l_count = 0, l_count || ' {what}.');
"""

AFTER = "70_after.sql"


def filled(request: TargetedRequest) -> str:
    """What is UNUSABLE or INVALID now, and how full tablespaces are."""
    return template("sql/filled.sql", BROKEN=BROKEN, PLACE=_place(request))


def where_io(request: TargetedRequest) -> str:
    """Read times by tablespace, with what is expected of those that the plan fills."""
    expected = "well under 1 ms" if request.must_be_flash else f"about {request.tier.read_us / 1000:.3g} ms"
    return template("sql/where_io.sql", EXPECTED=expected, PLACE=_place(request))


def _place(request: TargetedRequest) -> str:
    return request.tier_name or "SSD"


def verify_file(lists: Sequence[Operation], request: TargetedRequest) -> BundleFile:
    """The checks for the option of the request; ends with an error where a segment is not where it should be."""
    body = request.scripts.verified(lists, request)
    title = "did it work? The expected answer stands above each query"
    return script("80_verify.sql", title, body, request, expected=QUERIES_ONLY, root=request.spec.whole_instance)


def must_hold(*none_of: tuple[str, str]) -> str:
    """A block that counts rows of which there must be none: (what follows FROM, what they are as part of a PL/SQL text)."""
    checks = "".join(_CHECK.format(rows=rows, what=what) for rows, what in none_of)
    return _BLOCK.replace("%%CHECKS%%", checks)


def after_file(lists: Sequence[Operation], request: TargetedRequest) -> BundleFile:
    tables = {
        (one.pdb or "", one.owner, one.table): one.moving[0]
        for one in reversed(lists)
        if one.table is not None and one.index is None and one.moving
    }
    parts = [block("sql/snapshot.sql", REPORT=request.target.terms.report)]
    for pdb in sorted({pdb for pdb, _, _ in tables}):
        calls = "".join(
            f"  gather({sql_literal(owner)}, {sql_literal(table)}, {sql_literal(row.name)}, {sql_literal(row.target)});\n"
            for (where, owner, table), row in sorted(tables.items())
            if where == pdb
        )
        parts += [switch_to(pdb), block("sql/statistics.sql", CALLS=calls)]
    title = f"a snapshot and statistics, when the moves are done ({request.target.terms.dba})"
    expected = f"statistics of {len(tables)} table(s)" if tables else "seconds"
    return script(AFTER, title, "".join(parts), request, expected=expected, root=request.spec.whole_instance)


def after_step(request: TargetedRequest) -> Step:
    what = "Takes an AWR snapshot and gathers statistics of what has moved, where settings.sql says so."
    return Step(AFTER, request.target.terms.dba, what, "none", "reads what has moved", "-")


def verify_step(request: TargetedRequest) -> Step:
    what = "One query per thing that must hold, the expected answer above it."
    return Step("80_verify.sql", request.target.terms.dba, what, "none", NOTHING, "-")
