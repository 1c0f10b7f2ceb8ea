"""70_after.sql: statistics of the tables that have moved, and a snapshot between before and after.

RDS takes DBMS_WORKLOAD_REPOSITORY for snapshots and has rdsadmin_diagnostic_util for reports.
Source: Amazon RDS User Guide, Generating performance reports with AWR.
"""

from __future__ import annotations

from collections.abc import Sequence

from segtier.model.operation import Operation
from segtier.model.plan import BundleFile, PlanRequest
from segtier.plan.block import block
from segtier.plan.by_target import dba
from segtier.plan.quoting import sql_literal
from segtier.plan.sqlplus import script


def after_file(lists: Sequence[Operation], request: PlanRequest) -> BundleFile:
    tables = sorted({(one.owner, one.table) for one in lists if one.table is not None and one.rewrites})
    calls = "".join(f"  gather({sql_literal(owner)}, {sql_literal(table)});\n" for owner, table in tables)
    title = f"statistics and a snapshot, when the moves are done ({dba(request)})"
    expected = f"statistics of {len(tables)} table(s)" if tables else "seconds"
    return script("70_after.sql", title, block("rds/after.sql", CALLS=calls), request, expected=expected)
