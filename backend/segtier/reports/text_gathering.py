"""Reading sections of a text page: names cut at the column's width are made whole, idle waits marked."""

from __future__ import annotations

from dataclasses import field, replace
from typing import Any, TypeVar

from segtier.dataclass import dataclass
from segtier.model.evidence import Evidence, Warn
from segtier.model.workload import (
    InstanceStatistic,
    IoFiletype,
    IoFunction,
    Segment,
    TimeModelRow,
    WaitClass,
    WaitEvent,
    Workload,
)
from segtier.reports import names
from segtier.reports.gathering import Gathering
from segtier.reports.sections.mechanism import Reading, Row, Section
from segtier.reports.sections.segments import ListedSegment
from segtier.reports.sections.wait_events import FOREGROUND_EVENTS
from segtier.reports.sections.wait_histograms import HistogramRow
from segtier.reports.split_waits import IDLE
from segtier.reports.tables.text_tables import TextTable

T = TypeVar("T")
_SHOWN = 5
_KNOWN: dict[type[Any], tuple[tuple[str, tuple[str, ...]], ...]] = {
    WaitEvent: (("event", names.EVENTS), ("wait_class", names.WAIT_CLASSES)),
    HistogramRow: (("event", names.EVENTS),),
    WaitClass: (("wait_class", names.WAIT_CLASSES),),
    TimeModelRow: (("name", names.TIME_MODEL),),
    IoFunction: (("function", names.IO_FUNCTIONS),),
    IoFiletype: (("filetype", names.IO_FILETYPES),),
    InstanceStatistic: (("name", names.STATISTICS),),
    Row: (("event", names.EVENTS), ("wait_class", names.WAIT_CLASSES)),
}
"""Fields that hold names of Oracle's, by the value's type."""
_CUTS = ("owner", "name", "subobject", "tablespace")


@dataclass(slots=True)
class TextGathering(Gathering):
    """A gathering that knows which names of segments fill their column, and so may be longer than printed."""

    cut: dict[Evidence, frozenset[str]] = field(default_factory=dict)

    def read(self, section: Section[T]) -> Reading[T]:
        reading = Gathering.read(self, section)
        items = tuple(_whole(item) if type(item) in _KNOWN else item for item in reading.items)
        if section.name == FOREGROUND_EVENTS.name:
            items = tuple(_marked_idle(item, reading) for item in items)
        listed = (item for item in reading.items if isinstance(item, ListedSegment))
        self.cut.update((item.evidence, _full_fields(item.evidence, reading)) for item in listed)
        return replace(reading, items=items)


def _whole(item: Any) -> Any:
    """The value with its cut names made whole."""
    changes: dict[str, str] = {}
    for name, known in _KNOWN[type(item)]:
        printed = item.get(name) if isinstance(item, Row) else getattr(item, name)
        if printed is not None and (longer := names.whole(printed, known)) != printed:
            changes[name] = longer
    return _renamed(item, changes) if changes else item


def _renamed(item: Any, changes: dict[str, str]) -> Any:
    if isinstance(item, Row):
        return replace(item, values={**item.values, **changes})
    return item._replace(event=changes["event"]) if isinstance(item, HistogramRow) else replace(item, **changes)


def _marked_idle(item: T, reading: Reading[T]) -> T:
    """Oracle leaves the share of DB time blank for idle waits, and for no others."""
    if not isinstance(item, WaitEvent) or item.wait_class is not None or item.db_time_pct is not None:
        return item
    table = reading.tables[item.evidence[0].occurrence]
    heading = reading.state.columns.get("db_time_pct")
    cell = _cell_text(table, item.evidence[0].row, heading)
    return replace(item, wait_class=IDLE) if cell == "" else item


def _cell_text(table: Any, row: int, heading: str | None) -> str | None:
    if not isinstance(table, TextTable) or heading not in table.columns:
        return None
    cell = table.cell(row, table.columns.index(heading))
    return None if cell is None else cell.text


def _full_fields(evidence: Evidence, reading: Reading[T]) -> frozenset[str]:
    """The names of one row that reach the end of their column."""
    table = reading.tables[evidence.occurrence]
    full: set[str] = set()
    for name in _CUTS:
        heading = reading.state.columns.get(name)
        if isinstance(table, TextTable) and heading in table.columns:
            cell = table.cell(evidence.row, table.columns.index(heading))
            if cell is not None and cell.full:
                full.add(name)
    return frozenset(full)


def with_cut_names(workload: Workload, reader: TextGathering, better: str) -> Workload:
    """Segments marked whose names may be longer than printed, with a warning that lists them.

    `better` says where the names stand in full.
    """
    segments = tuple(_marked(segment, reader) for segment in workload.segments)
    marked = [segment for segment in segments if segment.name_cut]
    warnings = [
        Warn("text-report", f"a text report cuts names and rounds figures at the width of its columns; {better}")
    ]
    if marked:
        shown = ", ".join(_shown(segment) for segment in marked[:_SHOWN])
        more = f" and {len(marked) - _SHOWN} more" if len(marked) > _SHOWN else ""
        message = f"{len(marked)} segment name(s) fill their column and may be longer: {shown}{more}"
        warnings.append(Warn("names-cut", message))
    return replace(workload, segments=segments, warnings=(*workload.warnings, *warnings))


def _marked(segment: Segment, reader: TextGathering) -> Segment:
    if segment.owner.startswith("**") or segment.name.startswith("**"):
        return segment
    full = frozenset().union(*(reader.cut.get(one, frozenset()) for one in segment.evidence))
    return replace(segment, name_cut=True) if full & {"owner", "name", "subobject"} else segment


def _shown(segment: Segment) -> str:
    parts = (segment.owner, segment.name, segment.subobject)
    return ".".join(part for part in parts if part)
