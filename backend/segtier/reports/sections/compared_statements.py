"""Top SQL Comparison by Physical Reads: the statements that read most in either period, with the figures of both.

Reads are printed as a share of the period's, times of an execution in whole milliseconds: the blocks follow from the share
and the total above the list, and times of the period are not known. A blank means that AWR captured nothing of the
statement in that period.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from segtier.model.statement import Statement
from segtier.model.workload import Coverage
from segtier.reports.numbers import CellFault, count, number
from segtier.reports.sections.mechanism import Reading, Row, Section, column
from segtier.reports.sections.segments import notes_of
from segtier.reports.sections.statements import SHARED, statement_id, statement_of

_PAIR = re.compile(
    r"^(Captured SQL )?Physical Reads\s{1,40}First:\s{0,40}([\d.,]{1,40}),\s{0,40}Second:\s{0,40}([\d.,]{1,40})$"
)


def _build(row: Row) -> Statement | None:
    return None if row["reads_pct"] is None else statement_of(row)


@lru_cache(maxsize=2)
def compared_statements(nth: str) -> Section[Statement]:
    """The list of one period, `1st` or `2nd`."""
    return Section(
        name=f"SQL ordered by Reads ({nth} period)",
        headings=("Top SQL Comparison by Physical Reads",),
        several=True,
        columns=(
            column("sql_id", "SQL Id", read=statement_id, required=True),
            column("reads_pct", f"% Total Physical Reads: {nth}", required=True),
            column("executions", f"#Executions: {nth}", read=count, required=True),
            *SHARED,
        ),
        build=_build,
    )


def period_statements(reading: Reading[Statement], nth: str) -> tuple[tuple[Statement, ...], Coverage | None]:
    """The statements with their blocks, and what AWR captured of the period's reads."""
    if not reading.items:
        return (), None
    total, captured = _stated(notes_of(reading), 2 if nth == "1st" else 3)
    coverage = Coverage(captured=captured, total=total, evidence=tuple(row.evidence[0] for row in reading.items))
    return tuple(replace(row, physical_reads_blocks=_blocks(row.reads_pct, total)) for row in reading.items), coverage


def _blocks(reads_pct: float | None, total: float | None) -> float | None:
    return None if reads_pct is None or total is None else round(reads_pct * total / 100, 1)


def _stated(notes: Sequence[str], group: int) -> tuple[float | None, float | None]:
    """(all physical reads, those of captured statements)."""
    found: dict[bool, float | None] = {}
    for match in filter(None, map(_PAIR.match, notes)):
        try:
            found.setdefault(match[1] is not None, number(match[group]))
        except CellFault:
            continue
    return found.get(False), found.get(True)
