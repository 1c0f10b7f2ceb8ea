"""The "Top Segments Comparison by ..." lists: the top segments of either period, with the figures of both.

A segment that no list names is below the N-th highest figure of its period, N being printed above the list. A blank
means that AWR captured nothing of the segment in that period.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache, partial

from segtier.model.workload import Coverage
from segtier.reports.numbers import CellFault, number, words
from segtier.reports.sections.mechanism import Column, Reading, Row, Section, column, key
from segtier.reports.sections.segments import ListedSegment, Lists, SegmentList, listed_segment, notes_of

_NAMES: tuple[Column, ...] = (
    key("owner", "Owner"),
    column("tablespace", "Tablespace", "Tablespace Name", read=words),
    key("name", "Object Name"),
    column("subobject", "Subobject Name", read=words),
    column("type", "Type", "Obj. Type", read=words),
    column("object_id", "Obj#"),
    column("data_object_id", "Dataobj#"),
    column("pdb", "PDB Name", read=words),
)
_LISTS: dict[str, tuple[str, str]] = {
    "logical_reads_blocks": ("Logical Reads", "Logical Reads"),
    "physical_reads_blocks": ("Physical Reads", "Physical Reads"),
    "physical_read_requests": ("Physical Read Requests", "Read Requests"),
    "unoptimized_read_requests": ("UnOptimized Read Requests", "UnOptimized Requests"),
    "optimized_read_requests": ("Optimized Read Requests", "Optimized Requests"),
    "direct_reads_blocks": ("Direct Physical Reads", "Direct Reads"),
    "physical_writes_blocks": ("Physical Writes", "Physical Writes"),
    "physical_write_requests": ("Physical Write Requests", "Write Requests"),
    "direct_writes_blocks": ("Direct Physical Writes", "Direct Writes"),
    "table_scans": ("Table Scans", "Table Scans"),
    "block_changes": ("DB Block Changes", "DB Block Changes"),
    "row_lock_waits": ("Row Lock Waits", "Row Lock Waits"),
    "itl_waits": ("ITL Waits", "ITL Waits"),
    "buffer_busy_waits": ("Buffer Busy Waits", "Buffer Busy Waits"),
}
"""Figure: what its list is by, and the heading over its two columns."""
_TOP = re.compile(r"Top\s{1,40}(\d{1,9})\s{1,40}Segments from each period")
_PAIR = re.compile(
    r"(Total|Captured) (?!.{0,200}(?:% of|Time))(.{1,80}?) First: ([\d.,]{1,40}), Second: ([\d.,]{1,40})$"
)
_DEFAULT_TOP = 5


def _build(field: str, row: Row) -> ListedSegment | None:
    return None if row[field] is None else listed_segment(row, field)


@lru_cache(maxsize=2)
def segment_lists(nth: str) -> tuple[SegmentList, ...]:
    """The lists of one period, `1st` or `2nd`."""
    return tuple(
        SegmentList(
            field,
            Section(
                name=f"Segments by {by} ({nth} period)",
                headings=(f"Top Segments Comparison by {by}", f"Top Segments by {by}"),
                columns=(*_NAMES, column(field, f"{heading}: {nth}", required=True)),
                build=partial(_build, field),
            ),
        )
        for field, (by, heading) in _LISTS.items()
    )


def period_bounds(lists: Lists) -> dict[str, float]:
    """The N-th highest figure of every list that has one."""
    bounds: dict[str, float] = {}
    for declared, reading in lists:
        top = _top(notes_of(reading))
        values = sorted((row.value for row in reading.items if row.value is not None), reverse=True)
        if reading.whole and len(values) >= top:
            bounds[declared.field] = values[top - 1]
    return bounds


def _top(notes: Sequence[str]) -> int:
    found = (match for note in notes if (match := _TOP.search(note)))
    return next((int(match[1]) for match in found), _DEFAULT_TOP)


def period_coverage(lists: Lists, nth: str) -> dict[str, Coverage]:
    """Listed rows against captured and total of the period, as the bullets state them."""
    return {declared.field: _coverage(reading, nth) for declared, reading in lists if reading.items}


def _coverage(reading: Reading[ListedSegment], nth: str) -> Coverage:
    stated = {"Total": None, "Captured": None} | _stated(notes_of(reading), 3 if nth == "1st" else 4)
    return Coverage(
        listed=sum(row.value for row in reading.items if row.value is not None),
        captured=stated["Captured"],
        total=stated["Total"],
        evidence=tuple(row.evidence for row in reading.items),
    )


def _stated(notes: Sequence[str], group: int) -> dict[str, float | None]:
    found: dict[str, float | None] = {}
    for note in notes:
        match = _PAIR.search(note)
        if match is not None:
            try:
                found.setdefault(match[1], number(match[group]))
            except CellFault:
                continue
    return found
