"""The "Segments by ..." lists: each the top N segments of one statistic.

One declaration per list; `merge_lists` joins them into one segment per name. A segment that a full list does not name
has that statistic unknown, between 0 and the lowest listed value.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import field
from functools import partial
from typing import Any, NamedTuple

from segtier.dataclass import dataclass
from segtier.model.evidence import Evidence
from segtier.model.workload import Coverage, Segment
from segtier.reports.numbers import CellFault, count, number, plain_decimals, words
from segtier.reports.sections.mechanism import Column, Reading, Row, Section, column, key

DEFAULT_TOP = 5
"""Rows Oracle prints per list unless AWR_SET_REPORT_THRESHOLDS says more."""

_TOTAL = re.compile(r"Total\b.{0,200}?:\s{0,40}([\d.,]{1,40}(?:E[+-]?\d{1,9})?[KMGT]?)\s{0,40}$", re.IGNORECASE)
_CAPTURED = re.compile(
    r"Captured Segments? accounts? for\s{1,40}([\d.,]{1,40}(?:E[+-]?\d{1,9})?)\s{0,40}%", re.IGNORECASE
)


class ListedSegment(NamedTuple):
    """One row of one list."""

    owner: str
    tablespace: str | None
    name: str
    subobject: str | None
    type: str | None
    object_id: int | None
    data_object_id: int | None
    pdb: str | None
    value: float | None
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class SegmentList:
    """A declared list: its section and the document field it fills."""

    field: str
    section: Section[ListedSegment]


def _build(field_name: str, row: Row) -> ListedSegment | None:
    return listed_segment(row, field_name)


def listed_segment(row: Row, field_name: str) -> ListedSegment | None:
    """A row with its figure; None where it names no segment."""
    if row["owner"] is None or row["name"] is None:
        return None
    names = {one.field: row[one.field] for one in SEGMENT_NAMES}
    return ListedSegment(**names, value=row[field_name], evidence=row.evidence)


SEGMENT_NAMES: tuple[Column, ...] = (
    key("owner", "Owner"),
    column("tablespace", "Tablespace Name", "Tablespace", read=words),
    key("name", "Object Name"),
    column("subobject", "Subobject Name", read=words),
    column("type", "Obj. Type", "Object Type", read=words),
    column("object_id", "Obj#", read=count),
    column("data_object_id", "Dataobj#", read=count),
    column("pdb", "PDB Name", read=words),
)


def _list(name: str, field_name: str, heading: str, since: str | None = None, old: str | None = None) -> SegmentList:
    """`old`: what Statspack 9i and 10.1 call it."""
    columns = (*SEGMENT_NAMES, column(field_name, heading, required=True))
    headings = () if old is None else (f"Top * {old} per Segment",)
    build = partial(_build, field_name)
    return SegmentList(field_name, Section(name=name, headings=headings, columns=columns, build=build, since=since))


SEGMENT_LISTS: tuple[SegmentList, ...] = (
    _list("Segments by Logical Reads", "logical_reads_blocks", "Logical Reads", old="Logical Reads"),
    _list("Segments by Physical Reads", "physical_reads_blocks", "Physical Reads", old="Physical Reads"),
    _list("Segments by Physical Read Requests", "physical_read_requests", "Phys Read Requests", "11.2"),
    _list("Segments by UnOptimized Reads", "unoptimized_read_requests", "UnOptimized Reads", "11.2"),
    _list("Segments by Optimized Reads", "optimized_read_requests", "Optimized Reads", "11.2"),
    _list("Segments by Direct Physical Reads", "direct_reads_blocks", "Direct Reads"),
    _list("Segments by Physical Writes", "physical_writes_blocks", "Physical Writes"),
    _list("Segments by Physical Write Requests", "physical_write_requests", "Phys Write Requests", "11.2"),
    _list("Segments by Direct Physical Writes", "direct_writes_blocks", "Direct Writes"),
    _list("Segments by Table Scans", "table_scans", "Table Scans"),
    _list("Segments by DB Blocks Changes", "block_changes", "DB Block Changes"),
    _list("Segments by Row Lock Waits", "row_lock_waits", "Row Lock Waits", old="Row Lock Waits"),
    _list("Segments by ITL Waits", "itl_waits", "ITL Waits", old="ITL Waits"),
    _list("Segments by Buffer Busy Waits", "buffer_busy_waits", "Buffer Busy Waits", old="Buf. Busy Waits"),
)


@dataclass(slots=True)
class _Merged:
    """A segment while the lists are joined."""

    first: ListedSegment
    values: dict[str, float | None] = field(default_factory=dict)
    evidence: list[Evidence] = field(default_factory=list)


Lists = Sequence[tuple[SegmentList, Reading[ListedSegment]]]


def merge_lists(lists: Lists, bounds: dict[str, float] | None = None) -> tuple[Segment, ...]:
    """One segment per name from all lists, in the order of their first mention; bounds where a full list is silent.

    `bounds` are the lists' bounds where they are cut otherwise than at the same N.
    """
    merged: dict[object, _Merged] = {}
    for declared, reading in lists:
        for row in reading.items:
            entry = merged.setdefault(_identity(row), _Merged(row))
            before = entry.values.get(declared.field)
            # Twice in one list: the segment got a new data object in between (truncate, move); both counts are its own.
            entry.values[declared.field] = row.value if before is None else before + (row.value or 0.0)
            entry.evidence.append(row.evidence)
    limits = _bounds(lists) if bounds is None else bounds
    return tuple(_segment(entry, limits) for entry in merged.values())


def _identity(row: ListedSegment) -> object:
    """What makes rows of several lists one segment. Rows whose names Oracle could not give are told apart by their
    object numbers or, where those are not printed either, never joined."""
    if row.owner.startswith("**") or row.name.startswith("**"):
        numbers = (row.object_id, row.data_object_id)
        return row.evidence if numbers == (None, None) else (row.pdb, row.owner, row.name, *numbers)
    return (row.pdb, row.owner, row.name, row.subobject, row.type)


def _segment(entry: _Merged, bounds: dict[str, float]) -> Segment:
    first = entry.first
    return Segment(
        owner=first.owner,
        name=first.name,
        subobject=first.subobject,
        pdb=first.pdb,
        type=first.type,
        tablespace=first.tablespace,
        object_id=first.object_id,
        data_object_id=first.data_object_id,
        **entry.values,  # type: ignore[arg-type]  # keys are the field names declared above
        below={name: bound for name, bound in bounds.items() if name not in entry.values},
        evidence=tuple(entry.evidence),
    )


def _bounds(lists: Lists) -> dict[str, float]:
    """The lowest listed value of every list that is full.

    All lists are cut at the same N. The longest list shows N, or a lower bound of it, and N is never below Oracle's
    default of 5: a list as long as the longest, and at least 5 long, may have been cut. A shorter one names every
    segment AWR captured with that statistic, so it bounds nothing: what it does not name was not captured.
    """
    longest = max((reading.state.rows or 0 for _, reading in lists), default=0)
    full = max(longest, DEFAULT_TOP)
    bounds: dict[str, float] = {}
    for declared, reading in lists:
        values = [row.value for row in reading.items if row.value is not None]
        if values and reading.whole and (reading.state.rows or 0) >= full:
            bounds[declared.field] = min(values)
    return bounds


def coverage(lists: Lists) -> dict[str, Coverage]:
    """How much of the instance the lists explain: listed rows, what AWR captured, the instance's total."""
    return {declared.field: _coverage(reading) for declared, reading in lists if reading.found and reading.items}


def _coverage(reading: Reading[ListedSegment]) -> Coverage:
    notes = notes_of(reading)
    total = _printed(_TOTAL, notes)
    captured_pct = _printed(_CAPTURED, notes)
    return Coverage(
        listed=sum(row.value for row in reading.items if row.value is not None),
        captured=total * captured_pct / 100 if total is not None and captured_pct is not None else None,
        total=total,
        evidence=tuple(row.evidence for row in reading.items),
    )


def notes_of(reading: Reading[Any]) -> Sequence[str]:
    """The bullets above the list, in plain decimals."""
    if not reading.tables:
        return ()
    table = reading.tables[0]
    return [plain_decimals(note) for note in table.notes] if table.decimal_comma else table.notes


def _printed(pattern: re.Pattern[str], notes: Iterable[str]) -> float | None:
    for note in notes:
        match = pattern.search(note)
        if match is not None:
            try:
                return number(match[1])
            except CellFault:
                return None
    return None
