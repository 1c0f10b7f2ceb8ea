"""Segments of an interval, and its statements: what each counted.

AWR keeps the counters as what the interval that ends with the snapshot added, for the segments it captured: the least that a
segment did.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from heapq import nlargest
from typing import Any, NamedTuple

from segtier.model.evidence import Evidence
from segtier.model.statement import Statement
from segtier.model.workload import Coverage, InstanceStatistic, Segment
from segtier.reports.awr_dump.by_snapshot import Row
from segtier.reports.awr_dump.tables import SEGMENT_FIGURES
from segtier.reports.bundle.history_segments import span_coverage
from segtier.units import MOST_COUNTED, US_PER_S

ROOT = "CDB$ROOT"
_MOST_STATEMENTS = 50
_FIELDS = tuple(SEGMENT_FIGURES)
_BUSY = tuple(
    _FIELDS.index(one) for one in ("physical_reads_blocks", "physical_read_requests", "physical_writes_blocks")
)
_READS, _OPTIMIZED = (_FIELDS.index(one) for one in ("physical_read_requests", "optimized_read_requests"))
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

    def __init__(
        self, objects: Mapping[Row, Row], tablespaces: Mapping[Row, Row], pdbs: Mapping[int, str], dbid: int, cdb: bool
    ) -> None:
        self._objects, self._tablespaces, self._pdbs = objects, tablespaces, pdbs
        self._dbid, self._cdb = dbid, cdb
        self._by_object = self._unique()

    def of(self, row: Row) -> Place | None:
        """By (TS#, OBJ#, DATAOBJ#, CON_DBID); None where the dump does not name it."""
        named = self._objects.get(row)
        if named is None or not named[0] or not named[1]:
            return None
        owner, name, subobject, type_, tablespace = named
        space, _, _, container = row
        known = self._tablespaces.get((space, container))
        return Place(owner, name, subobject, self.pdb(container), type_, known[0] if known and known[0] else tablespace)

    def of_object(self, number: Any, container: Any) -> Place | None:
        """By OBJ# alone, where all that it names is one segment."""
        return self._by_object.get((number, container))

    def pdb(self, container: Any) -> str | None:
        """Of a row's CON_DBID; None where the database has no pluggable ones."""
        if not self._cdb or container is None:
            return None
        return ROOT if container == self._dbid else self._pdbs.get(container)

    def _unique(self) -> dict[tuple[Any, Any], Place]:
        found: dict[tuple[Any, Any], Place | None] = {}
        for row in self._objects:
            place, at = self.of(row), (row[1], row[3])
            before = found.get(at, place)
            found[at] = place if before is not None and place is not None and before[:5] == place[:5] else None
        return {at: place for at, place in found.items() if place is not None}


def segments(
    rows: Iterable[Row], places: Places, most: int, instance: int, statistics: tuple[InstanceStatistic, ...], seen: Seen
) -> tuple[tuple[Segment, ...], dict[str, Coverage], int]:
    """(the busiest segments, what they make of all that was captured and of the instance, how many have no name)."""
    by_place: dict[Place, tuple[Row, list[float | None]]] = {}
    sums: list[float | None] | None = None
    unnamed = 0
    for row in rows:
        number, figures = row[:4], [_counted(one) for one in row[4:]]
        sums = figures if sums is None else [_sum(one, other) for one, other in zip(sums, figures, strict=True)]
        place = places.of(number)
        if place is None:
            unnamed += 1
            continue
        known = by_place.get(place)
        if known is not None:
            figures = [_sum(one, other) for one, other in zip(known[1], figures, strict=True)]
        by_place[place] = (number, figures)
    busy = {
        place: load for place, (_, figures) in by_place.items() if (load := sum(figures[at] or 0.0 for at in _BUSY))
    }
    kept = busy if len(busy) <= most else nlargest(most, busy, key=lambda place: busy[place])
    found = tuple(_segment(place, *by_place[place], instance, seen) for place in kept)
    return found, span_coverage(found, sums or [None] * len(_FIELDS), statistics), unnamed


def _segment(place: Place, number: Row, figures: list[float | None], instance: int, seen: Seen) -> Segment:
    requests, optimized = figures[_READS], figures[_OPTIMIZED]
    unoptimized = None if requests is None or optimized is None else max(requests - optimized, 0.0)
    return Segment(
        **place._asdict(),
        object_id=number[1],
        data_object_id=number[2],
        instance=instance,
        **dict(zip(_FIELDS, figures, strict=True)),  # type: ignore[arg-type]  # names of counters
        unoptimized_read_requests=unoptimized,
        evidence=seen,
    )


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
    for sql_id, container, *figures in rows:
        if sql_id:
            key, counted = (sql_id, places.pdb(container)), [_counted(one) for one in figures]
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
