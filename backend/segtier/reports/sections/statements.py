"""SQL ordered by Reads: the statements that read most, with their figures. Their text is looked at and never kept.

AWR prints `%CPU` and `%IO` of the elapsed time from 11.2 on, CPU seconds before; Statspack names a statement by its old
hash value. "SQL ordered by Physical Reads (UnOptimized)" is another list, of reads that no flash cache served.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from segtier.model.statement import Statement
from segtier.model.workload import Coverage
from segtier.reports.numbers import CellFault, count, number, seconds, words
from segtier.reports.sections.mechanism import Column, Reading, Row, Section, column
from segtier.reports.sections.segments import notes_of

_ID = re.compile(r"[0-9a-z]{13}|\d{1,10}", re.ASCII)
_FIRST_WORD = re.compile(r"[\s({]*([A-Za-z]+)", re.ASCII)
_BLOCKS = frozenset({"BEGIN", "DECLARE", "CALL"})
_TOTAL = re.compile(r"Total Disk Reads:\s{0,40}([\d.,]{1,40}(?:E[+-]?\d{1,9})?[KMGT]?)\s{0,40}$", re.IGNORECASE)
_CAPTURED = re.compile(r"Captured SQL accounts? for\s{1,40}([\d.,]{1,40})\s{0,40}%", re.IGNORECASE)


def statement_id(text: str) -> str | None:
    """An SQL id of 13 characters, or a hash value. Raises CellFault for anything else."""
    found = text.strip()
    if found and _ID.fullmatch(found) is None:
        raise CellFault(found)
    return found or None


def is_block(text: str) -> bool | None:
    """Whether a statement is a PL/SQL block or call, by its first word; None where it begins with none (a comment)."""
    match = _FIRST_WORD.match(text)
    return None if match is None else match[1].upper() in _BLOCKS


def statement_of(row: Row) -> Statement | None:
    if row["sql_id"] is None:
        return None
    return Statement(**row.values, evidence=(row.evidence,))


def ordered_by_reads(_: tuple[str, ...], places: dict[str, int]) -> bool:
    """Each list of statements prints first what it is ordered by: a list whose own heading is lost prints reads later."""
    return places["physical_reads_blocks"] == int(places["sql_id"] == 0)


SHARED: tuple[Column, ...] = (
    column("module", "SQL Module", read=words),
    column("pdb", "PDB Name", read=words),
    column("plsql", "SQL Text", read=is_block),
)

STATEMENTS = Section(
    name="SQL ordered by Reads",
    several=True,
    columns=(
        column("sql_id", "SQL Id", "Hash Value", "Old Hash Value", read=statement_id, required=True),
        column("physical_reads_blocks", "Physical Reads", "Physical Rds", required=True),
        column("executions", "Executions", read=count, required=True),
        column("reads_pct", "%Total", "% Total", required=True),
        column("elapsed_s", "Elapsed Time (s)", "Elapsd Time (s)", "Elap Time (s)", read=seconds),
        column("cpu_s", "CPU Time (s)", read=seconds),
        *SHARED,
    ),
    build=statement_of,
    fits=ordered_by_reads,
)

GLOBAL_STATEMENTS = Section(
    name=STATEMENTS.name,
    headings=("SQL ordered by Reads (Global)",),
    several=True,
    columns=(
        column("sql_id", "SQL Id", read=statement_id, required=True),
        column("physical_reads_blocks", "Total: Reads", required=True),
        column("executions", "Total: Execs", read=count, required=True),
        column("reads_pct", "Percentage of Total: Reads", required=True),
        column("elapsed_s", "Total: Elapsed (s)", read=seconds),
        column("cpu_s", "Total: CPU (s)", read=seconds),
        *SHARED,
    ),
    build=statement_of,
    fits=ordered_by_reads,
)
"""Of all instances in the report together; it is not printed by instance."""


def statement_coverage(reading: Reading[Statement]) -> Coverage | None:
    """What AWR captured of the instance's physical reads, as the remarks above the list say; None without the list."""
    if not reading.items:
        return None
    notes = notes_of(reading)
    total, captured_pct = _printed(_TOTAL, notes), _printed(_CAPTURED, notes)
    return Coverage(
        captured=None if total is None or captured_pct is None else total * captured_pct / 100,
        total=total,
        evidence=tuple(row.evidence[0] for row in reading.items),
    )


def _printed(pattern: re.Pattern[str], notes: Sequence[str]) -> float | None:
    match = next((found for note in notes if (found := pattern.search(note))), None)
    try:
        return None if match is None else number(match[1])
    except CellFault:
        return None
