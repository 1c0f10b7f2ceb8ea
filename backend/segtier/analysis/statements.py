"""The statements that read most, per hour, each with its share of the instance's physical reads."""

from __future__ import annotations

from segtier.analysis.facts import Facts
from segtier.analysis.figures import statistic
from segtier.model.advice import TopStatement
from segtier.model.statement import Statement
from segtier.units import S_PER_HOUR

_TOTAL = "physical reads"
MOST = 20
"""Enough to see whether a few make the reads."""


def top_statements(facts: Facts, limit: int = MOST) -> tuple[TopStatement, ...]:
    """Statements whose reads are known, most reads first."""
    known = [row for row in facts.workload.statements if row.physical_reads_blocks is not None]
    known.sort(key=lambda row: -(row.physical_reads_blocks or 0.0))
    total, hours = all_reads_blocks(facts), facts.profile.elapsed_s / S_PER_HOUR
    return tuple(_top(row, total, hours) for row in known[:limit])


def all_reads_blocks(facts: Facts) -> float | None:
    """The database's physical reads in blocks, also those of intervals and instances whose reports list no statements.

    What such a report leaves out counts as read by others: a share is then the least it can be.
    """
    covered = facts.workload.statement_coverage
    known = (covered.total if covered is not None else None, statistic(facts.workload, _TOTAL))
    return max((total for total in known if total is not None), default=None)


def _top(row: Statement, total: float | None, hours: float) -> TopStatement:
    reads = row.physical_reads_blocks or 0.0
    return TopStatement(
        sql_id=row.sql_id,
        pdb=row.pdb,
        module=row.module,
        plsql=row.plsql,
        physical_reads_blocks_per_hour=reads / hours,
        reads_share=reads / total if total and reads <= total else None,
        executions_per_hour=None if row.executions is None else row.executions / hours,
        reads_per_execution=row.reads_per_execution,
        elapsed_s_per_hour=None if row.elapsed_s is None else row.elapsed_s / hours,
        evidence=row.evidence,
    )
