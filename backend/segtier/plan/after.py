"""70_after.sql: a snapshot between before and after, and statistics of the tables that have moved.

Source: PL/SQL Packages and Types Reference, DBMS_WORKLOAD_REPOSITORY and DBMS_STATS. RDS takes the same calls and has
rdsadmin_diagnostic_util for reports: Amazon RDS User Guide, Generating performance reports with AWR.
"""

from __future__ import annotations

from collections.abc import Sequence

from segtier.model.operation import Operation
from segtier.model.plan import BundleFile, Step
from segtier.plan.block import block
from segtier.plan.contract import TargetedRequest
from segtier.plan.moves.entries import switch_to
from segtier.plan.quoting import sql_literal
from segtier.plan.sqlplus import script

AFTER = "70_after.sql"


def after_file(lists: Sequence[Operation], request: TargetedRequest) -> BundleFile:
    tables = sorted({(one.pdb or "", one.owner, one.table) for one in lists if one.table is not None and one.rewrites})
    parts = [block("sql/snapshot.sql", REPORT=request.target.terms.report)]
    for pdb in sorted({pdb for pdb, _, _ in tables}):
        calls = "".join(
            f"  gather({sql_literal(owner)}, {sql_literal(table)});\n" for where, owner, table in tables if where == pdb
        )
        parts += [switch_to(pdb), block("sql/statistics.sql", CALLS=calls)]
    title = f"a snapshot and statistics, when the moves are done ({request.target.terms.dba})"
    expected = f"statistics of {len(tables)} table(s)" if tables else "seconds"
    return script(AFTER, title, "".join(parts), request, expected=expected, root=request.spec.per_node)


def after_step(request: TargetedRequest) -> Step:
    what = "Takes an AWR snapshot where that is licensed; gathers statistics of what has moved."
    return Step(AFTER, request.target.terms.dba, what, "none", "reads what has moved", "-")
