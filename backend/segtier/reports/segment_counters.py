"""Counters of segments added up row by row, whatever form they were exported in, and the workload they make.

Imported where an export is read: numpy takes time and memory that reports need not pay for.

The counters of v$segment_statistics are cumulative since instance start-up (or since the segment's data object was
made); the sums of dba_hist_seg_stat's delta columns are those of an interval. Values of several instances are added.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import compress, count, repeat
from typing import Any

import numpy as np
from numpy.typing import NDArray

from segtier.columns import Floats, known, rows_of
from segtier.dataclass import dataclass
from segtier.errors import UnreadableInput
from segtier.later import made_later
from segtier.model.evidence import Evidence, Warn
from segtier.model.workload import Database, Instance, Interval, Section, Segment, Source, Workload
from segtier.oracle.names import is_numbered
from segtier.reports.segment_cells import ROOT_CONTAINERS, Rounded, container_of, time_of
from segtier.reports.tables.columns import Rows

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class _Places:
    """The rows that figures of segments stand in: those of the first segment, of the second, and so on."""

    names: tuple[str, ...]
    """Of sections."""
    sections: NDArray[np.int16]
    ordinals: NDArray[np.int32]
    ends: Ints
    """By segment."""

    def of(self, number: int) -> Iterator[Evidence]:
        here = slice(self.ends[number - 1] if number else 0, self.ends[number])
        for section, ordinal in zip(self.sections[here].tolist(), self.ordinals[here].tolist(), strict=True):
            yield Evidence(self.names[section], 0, ordinal)


_KEY = ("pdb", "con_id", "owner", "name", "subobject", "type")
_OF_SEGMENT = (*_KEY, "tablespace", "object_id", "data_object_id")


class Counters:
    """All segments of an export, a column for each figure. `exported` are the fields that it has figures of."""

    def __init__(self) -> None:
        self.exported: dict[str, Floats] = {}
        """By segment; NaN where it has none."""
        self._numbers: dict[tuple[object, ...], int] = defaultdict(count().__next__)
        self._first: dict[str, list[Any]] = {name: [] for name in _OF_SEGMENT}
        """What the first row of each segment says."""
        self._found_in: list[Ints] = []
        self._names: dict[str, int] = defaultdict(count().__next__)
        """Of sections."""
        self._sections: list[NDArray[np.int16]] = []
        self._ordinals: list[NDArray[np.int32]] = []
        self.lowest: float | None = None
        self.rounded = 0
        self.dbids: set[int] = set()
        self.instances: dict[int, str | None] = {}
        self.export_times: set[str] = set()
        self._noted: set[tuple[Any, ...]] = set()

    def segments(self, rows: Rows) -> Ints:
        """The number of the segment that each row is about; what else the rows say of database, instance and time is kept."""
        values, size = (rows.lasting, len(rows.lengths)) if rows.lasting else (rows.values, len(rows.lines))
        before = len(self._numbers)
        columns = {name: values.get(name) or [None] * size for name in _OF_SEGMENT}
        if not set(columns["con_id"]).isdisjoint(ROOT_CONTAINERS):
            columns["con_id"] = [None if one in ROOT_CONTAINERS else one for one in columns["con_id"]]
        keys = zip(*(columns[name] for name in _KEY), strict=True)
        numbers = np.fromiter(map(self._numbers.__getitem__, keys), np.int64, size)
        at = np.flatnonzero(numbers >= before)
        first = at[np.unique(numbers[at], return_index=True)[1]].tolist()
        for name, column in columns.items():
            self._first[name] += [column[row] for row in first]
        self._keep_newest(numbers.tolist(), columns["data_object_id"])
        self._note(values, size)
        return np.repeat(numbers, rows.lengths) if rows.lasting else numbers

    def _keep_newest(self, numbers: Sequence[int], ids: Sequence[int | None]) -> None:
        newest = self._first["data_object_id"]
        for number, one in zip(numbers, ids, strict=True):
            if one is not None and ((before := newest[number]) is None or one > before):
                newest[number] = one

    def _note(self, values: Mapping[str, list[Any]], size: int) -> None:
        about = [values.get(name) or repeat(None, size) for name in ("dbid", "inst_id", "export_time", "startup_time")]
        for row in dict.fromkeys(zip(*about, strict=True)):
            if row[:3] in self._noted:
                continue
            self._noted.add(row[:3])
            dbid, number, time, started = row
            if dbid is not None:
                self.dbids.add(dbid)
            if number is not None and number not in self.instances:
                self.instances[number] = started
            if time is not None:
                self.export_times.add(time)

    def add(self, name: str, numbers: Ints, figures: Floats) -> None:
        """To a field of these segments."""
        if len(figures):
            column = self._column(name)
            column[numbers[np.isnan(column[numbers])]] = 0.0
            np.add.at(column, numbers, figures)

    def _column(self, name: str) -> Floats:
        """Long enough for all segments there are."""
        column = self.exported.get(name, np.empty(0))
        if len(column) < len(self._numbers):
            longer = np.full(2 * len(self._numbers), np.nan)
            longer[: len(column)] = column
            column = self.exported[name] = longer
        return column

    def look_at(self, figures: Sequence[float]) -> None:
        """Every figure of the export counts for its lowest one, of statistics without a field too."""
        lowest = min(figures)
        if self.lowest is None or lowest < self.lowest:
            self.lowest = lowest
        self.rounded += list(map(type, figures)).count(Rounded)

    def found_in(self, numbers: Ints, sections: Iterable[str], ordinals: Iterable[int]) -> None:
        """The rows of these segments that hold figures."""
        self._found_in.append(numbers)
        self._sections.append(np.fromiter(map(self._names.__getitem__, sections), np.int16, len(numbers)))
        self._ordinals.append(np.fromiter(ordinals, np.int32, len(numbers)))

    def workload(
        self, source: Source, basis: dict[str, str | None], sections: Iterable[Section], warnings: Iterable[Warn]
    ) -> Workload:
        """Raises UnreadableInput where the export is of several databases."""
        times = [time for text in self.export_times if (time := time_of(text)) is not None]
        end_time = max(times, default=None)
        instances = tuple(
            Instance(number=number, startup_time=time_of(text)) for number, text in sorted(self.instances.items())
        )
        starts = {one.startup_time for one in instances}
        start = next(iter(starts)) if len(starts) == 1 else None
        kind = basis["kind"]
        told = {"from": start.isoformat() if start and kind == "cumulative" else None,
                "to": end_time.isoformat() if end_time else None}  # fmt: skip
        return Workload(
            source=Source("segment-counters", source.file, source.sha256, source.bytes, source.encoding),
            database=Database(dbid=self._dbid()),
            instances=instances,
            interval=Interval(end_time=end_time, instances_reported=len(instances) or None),
            segments=tuple(self._segments()),
            segment_basis={"kind": kind, "from": basis["from"] or told["from"], "to": basis["to"] or told["to"]},
            sections=tuple(sections),
            warnings=(*warnings, *self._warnings()),
        )

    def _dbid(self) -> int | None:
        if len(self.dbids) > 1:
            raise UnreadableInput(
                f"the export holds {len(self.dbids)} databases (DBID {', '.join(map(str, sorted(self.dbids)[:3]))})",
                code="several-databases",
                advice="Export one database at a time: add WHERE dbid = ... to the query.",
            )
        return next(iter(self.dbids), None)

    def _segments(self) -> list[Segment]:
        """`below`: an export cut by value (WHERE value > 0, the largest N) leaves out figures under its lowest one."""
        size, first = len(self._numbers), self._first
        figures = {name: self._column(name)[:size] for name in self.exported}
        lowest = self.lowest or 0.0
        below: Iterable[dict[str, float]] = ({} for _ in range(size))
        if lowest > 0 and figures:
            absent = np.isnan(np.stack([figures[name] for name in sorted(figures)], axis=1)).tolist()
            below = (dict.fromkeys(compress(sorted(figures), row), lowest) for row in absent)
        return rows_of(
            Segment,
            size,
            owner=first["owner"],
            name=first["name"],
            subobject=first["subobject"],
            pdb=map(container_of, first["pdb"], first["con_id"]),
            type=first["type"],
            tablespace=first["tablespace"],
            object_id=first["object_id"],
            data_object_id=first["data_object_id"],
            **{name: known(column) for name, column in figures.items()},
            direct_untold_blocks=known(_untold(figures, lowest, size)),
            below=below,
            evidence=self._evidence(size),
        )

    def _evidence(self, size: int) -> Iterable[tuple[Evidence, ...]]:
        """Of each segment, in the order of its rows."""
        numbers = np.concatenate(self._found_in or [np.empty(0, np.int64)])
        order = np.argsort(numbers, kind="stable")
        sections = np.concatenate(self._sections or [np.empty(0, np.int16)])[order]
        ordinals = np.concatenate(self._ordinals or [np.empty(0, np.int32)])[order]
        ends = np.cumsum(np.bincount(numbers, minlength=size))
        return map(made_later, repeat(_Places(tuple(self._names), sections, ordinals, ends).of), range(size))

    def _warnings(self) -> Iterable[Warn]:
        containers = set(map(container_of, self._first["pdb"], self._first["con_id"]))
        unnamed = sorted(name for name in containers if name is not None and is_numbered(name))
        if unnamed:
            message = (
                f"PDBs are known by number only ({', '.join(unnamed)}): add their names to match them with a report"
            )
            yield Warn("pdb-unnamed", message)
        if self.rounded:
            message = (
                f"{self.rounded} figure(s) are rounded (1.2346E+10): widen the column, for example SET NUMWIDTH 20"
            )
            yield Warn("rounded-figures", message)
        unread = sorted(text for text in self.export_times if time_of(text) is None)
        if unread:
            yield Warn("unknown-time", f"the export time {unread[0][:40]!r} is in a form that is not known")


def _untold(figures: Mapping[str, Floats], lowest: float, size: int) -> Floats:
    """Reads of each segment of which the export does not say how many are direct; NaN where it does.

    One that is cut by value leaves out figures under its lowest one, where it has others of that statistic.
    """
    none = np.full(size, np.nan)
    reads, direct = figures.get("physical_reads_blocks", none), figures.get("direct_reads_blocks")
    if direct is None:
        return reads
    return none if lowest > 0 else np.where(np.isnan(direct), reads, np.nan)
