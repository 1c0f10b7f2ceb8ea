"""Segments of an interval, and its statements: what each counted.

AWR keeps the counters as what the interval that ends with the snapshot added, for the segments it captured: the least that a
segment did.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import nlargest
from itertools import repeat
from typing import Any, NamedTuple

from segtier.columns import rows_of
from segtier.model.evidence import Evidence
from segtier.model.statement import Statement
from segtier.model.workload import Coverage, InstanceStatistic, Segment
from segtier.reports.awr_dump.by_snapshot import Row
from segtier.reports.awr_dump.containers import Containers
from segtier.reports.awr_dump.tables import SEGMENT_FIGURES
from segtier.reports.bundle.history_segments import span_coverage
from segtier.reports.dump.columns import Column
from segtier.units import MOST_COUNTED, US_PER_S

_MOST_STATEMENTS = 50
_NUMBERS = 4
"""Columns that say which segment a row is of."""
_FIELDS = tuple(SEGMENT_FIGURES)
_BUSY = tuple(
    _FIELDS.index(one) for one in ("physical_reads_blocks", "physical_read_requests", "physical_writes_blocks")
)
Seen = tuple[Evidence, ...]


class Place(NamedTuple):
    """What makes rows the same segment, and where it lies."""

    owner: str
    name: str
    subobject: str | None
    pdb: str | None
    type: str | None
    tablespace: str | None


class Places:
    """Names of segments by number, of one database."""

    def __init__(self, objects: Mapping[Row, Row], tablespaces: Mapping[Row, Row], containers: Containers) -> None:
        self._objects, self._tablespaces, self.containers = objects, tablespaces, containers
        self._by_number = {row: place for row in objects if (place := self._named(row)) is not None}
        self._by_object = self._unique()

    def of(self, row: Row) -> Place | None:
        """By (TS#, OBJ#, DATAOBJ#, CON_DBID); None where the dump does not name it."""
        return self._by_number.get(row)

    def _named(self, row: Row) -> Place | None:
        owner, name, subobject, type_, tablespace = self._objects[row]
        if not owner or not name:
            return None
        space, _, _, container = row
        known = self._tablespaces.get((space, container))
        return Place(
            owner, name, subobject, self.containers.of(container), type_, known[0] if known and known[0] else tablespace
        )

    def of_object(self, number: Any, container: Any) -> Place | None:
        """By OBJ# alone, where all that it names is one segment."""
        return self._by_object.get((number, container))

    def _unique(self) -> dict[tuple[Any, Any], Place]:
        found: dict[tuple[Any, Any], Place | None] = {}
        for row in self._objects:
            place, at = self.of(row), (row[1], row[3])
            before = found.get(at, place)
            found[at] = place if before is not None and place is not None and before[:5] == place[:5] else None
        return {at: place for at, place in found.items() if place is not None}


def segments(
    columns: Sequence[Column] | None,
    places: Places,
    most: int,
    instance: int,
    statistics: tuple[InstanceStatistic, ...],
    seen: Seen,
) -> tuple[tuple[Segment, ...], dict[str, Coverage]]:
    """(the busiest segments, what they make of all that was captured and of the instance)."""
    if columns is None:
        return (), {}
    numbers = zip(*(one.values for one in columns[:_NUMBERS]), strict=True)
    counted = [_all_counted(one) for one in columns[_NUMBERS:]]
    sums = list(map(_total, counted))
    by_place: dict[Place, tuple[Row, Row]] = {}
    for number, figures in zip(numbers, zip(*counted, strict=True), strict=True):
        place = places.of(number)
        if place is None:
            continue
        known = by_place.get(place)
        by_place[place] = (number, figures if known is None else tuple(map(_sum, known[1], figures)))
    busy = {
        place: load for place, (_, figures) in by_place.items() if (load := sum(figures[at] or 0.0 for at in _BUSY))
    }
    kept = list(busy) if len(busy) <= most else nlargest(most, busy, key=lambda place: busy[place])
    found = _segments(kept, [by_place[place] for place in kept], instance, seen) if kept else ()
    return found, span_coverage(found, sums, statistics)


def unnamed(columns: Sequence[Column] | None, places: Places) -> int:
    """How many of the segments have no name."""
    if columns is None:
        return 0
    return sum(places.of(number) is None for number in zip(*(one.values for one in columns[:_NUMBERS]), strict=True))


def _segments(kept: Sequence[Place], rows: Sequence[tuple[Row, Row]], instance: int, seen: Seen) -> tuple[Segment, ...]:
    """Column by column."""
    _, objects, data_objects, _ = zip(*(number for number, _ in rows), strict=True)
    figures = dict(zip(_FIELDS, zip(*(figures for _, figures in rows), strict=True), strict=True))
    pairs = zip(figures["physical_read_requests"], figures["optimized_read_requests"], strict=True)
    direct = zip(figures["physical_reads_blocks"], figures["direct_reads_blocks"], strict=True)
    return tuple(
        rows_of(
            Segment,
            len(kept),
            **dict(zip(Place._fields, zip(*kept, strict=True), strict=True)),
            object_id=objects,
            data_object_id=data_objects,
            instance=repeat(instance),
            **figures,
            unoptimized_read_requests=[
                None if requests is None or optimized is None else max(requests - optimized, 0.0)
                for requests, optimized in pairs
            ],
            direct_untold_blocks=[reads if known is None else None for reads, known in direct],
            evidence=repeat(seen),
        )
    )


def _total(figures: Sequence[float | None]) -> float | None:
    """Not known where one of them is not."""
    known = [one for one in figures if one is not None]
    return sum(known) if known and len(known) == len(figures) else None


def _all_counted(column: Column) -> list[float | None]:
    numbers = column.numbers
    if numbers is None or not len(numbers) or numbers.min() < 0:
        return list(map(_counted, column.values))
    found: list[float | None] = numbers.astype(float).tolist()
    return found


def _counted(value: Any) -> float | None:
    """None for what no counter adds in an interval."""
    return None if value is None or not 0 <= value <= MOST_COUNTED else float(value)


def _sum(one: float | None, other: float | None) -> float | None:
    return None if one is None or other is None else one + other


def statements(
    rows: Sequence[Row], places: Places, reads: float | None, instance: int, seen: Seen
) -> tuple[Statement, ...]:
    """Those that read most, without text and module. Plans of one statement are one row."""
    by_id: dict[tuple[str, str | None], list[float | None]] = {}
    for sql_id, container, _, *figures in rows:
        if sql_id:
            key, counted = (sql_id, places.containers.of(container)), [_counted(one) for one in figures]
            known = by_id.get(key)
            by_id[key] = counted if known is None else [_sum(*pair) for pair in zip(known, counted, strict=True)]
    most = nlargest(_MOST_STATEMENTS, by_id.items(), key=lambda one: one[1][0] or 0.0)
    return tuple(
        Statement(
            sql_id=sql_id,
            pdb=pdb,
            physical_reads_blocks=figures[0],
            executions=None if figures[1] is None else int(figures[1]),
            reads_pct=100.0 * figures[0] / reads if reads and figures[0] is not None else None,
            elapsed_s=None if figures[2] is None else figures[2] / US_PER_S,
            cpu_s=None if figures[3] is None else figures[3] / US_PER_S,
            instance=instance,
            evidence=seen,
        )
        for (sql_id, pdb), figures in most
    )
