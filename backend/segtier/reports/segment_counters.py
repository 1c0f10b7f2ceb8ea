"""Counters of segments added up row by row, whatever form they were exported in, and the workload they make.

The counters of v$segment_statistics are cumulative since instance start-up (or since the segment's data object was
made); the sums of dba_hist_seg_stat's delta columns are those of an interval. Values of several instances are added.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
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
from segtier.reports.numbers import CellFault, as_given, counted, identifier, split_number, words
from segtier.reports.tables.columns import Column, Rows
from segtier.reports.times import report_time
from segtier.units import MOST_COUNTED

Ints = NDArray[np.int64]

STATISTICS = {
    "logical reads": "logical_reads_blocks",
    "physical reads": "physical_reads_blocks",
    "physical read requests": "physical_read_requests",
    "optimized physical reads": "optimized_read_requests",
    "physical reads direct": "direct_reads_blocks",
    "physical writes": "physical_writes_blocks",
    "physical write requests": "physical_write_requests",
    "physical writes direct": "direct_writes_blocks",
    "db block changes": "block_changes",
    "segment scans": "table_scans",
    "buffer busy waits": "buffer_busy_waits",
    "row lock waits": "row_lock_waits",
    "itl waits": "itl_waits",
}
"""Statistic names (lower case) of v$segstat_name that the document has a field for."""

_GROUPED = re.compile(r"([+-]?[1-9]\d{0,2}(?:([., '’\u00a0\u202f])\d{3})(?:\2\d{3})*)(?:([.,])(\d+))?")
_PLAIN_COMMA = re.compile(r"([+-]?\d+),(\d+)")
_SCIENTIFIC_COMMA = re.compile(r"[+-]?\d,\d+[eE][+-]?\d{1,3}", re.ASCII)
"""`9,46E+10`, as a sheet of a session with decimal comma has it: before the comma of this notation there is one digit."""
_ISO_TIME = re.compile(r"(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?")
_ROOT_CONTAINERS = (0, 1)


class Rounded(float):
    """A figure printed in E notation: SQL*Plus shortens what is wider than its column."""


def whole_number(text: str) -> float | None:
    """A counter, with whatever separators the client's locale wrote: `1,234`, `1.234`, `1 234`, `1234,0`, `1.234,0`.

    A single group of three digits is a thousand: counters have no decimals. E notation gives a Rounded.
    """
    if text.isascii() and text.isdigit():
        return counted(float(text), text)
    text = text.strip()
    grouped = _GROUPED.fullmatch(text)
    if grouped is not None and grouped[3] != grouped[2]:
        return counted(float(re.sub(r"[^\d+-]", "", grouped[1]) + "." + (grouped[4] or "0")), text)
    comma = _PLAIN_COMMA.fullmatch(text)
    if comma is not None:
        return counted(float(f"{comma[1]}.{comma[2]}"), text)
    return _figure(text)


def whole_numbers(cells: Sequence[str]) -> list[float] | None:
    """Many of `whole_number` at once; None where one is not of digits only."""
    text = "".join(cells)
    if not (text.isascii() and text.isdigit() and all(cells)):
        return None
    figures = list(map(float, cells))
    return figures if max(figures) <= MOST_COUNTED else None


def object_numbers(cells: Sequence[str]) -> list[int] | None:
    """Many of `object_number` at once; None where one is not of digits only."""
    figures = whole_numbers(cells)
    return None if figures is None else list(map(int, figures))


def _figure(text: str) -> float | None:
    if "," in text:
        if _SCIENTIFIC_COMMA.fullmatch(text) is None:
            raise CellFault(text)
        text = text.replace(",", ".")
    parts = split_number(text)
    if parts is None:
        return None
    figure, suffix = parts
    if suffix:
        raise CellFault(text)
    return Rounded(figure) if "E" in text.upper() else figure


def integer(text: str) -> int | None:
    """An identifier, with whatever separators the client's locale wrote."""
    digits = text.strip().removeprefix("-")
    return identifier(text) if digits.isdecimal() else _whole(whole_number(text))


def object_number(text: str) -> int | None:
    """The number of an object, container or instance; None for -1, which stands for objects that are gone."""
    return None if text.strip() == "-1" else _whole(whole_number(text))


def _whole(figure: float | None) -> int | None:
    return None if figure is None else int(figure)


WHERE_COLUMNS = (
    Column("owner", ("OWNER",), as_given, required=True),
    Column("name", ("OBJECT_NAME",), as_given, required=True),
    Column("subobject", ("SUBOBJECT_NAME",), as_given),
    Column("type", ("OBJECT_TYPE",), words),
    Column("tablespace", ("TABLESPACE_NAME",), as_given),
    Column("object_id", ("OBJ#", "OBJECT_ID"), object_number, read_plain=object_numbers),
    Column("data_object_id", ("DATAOBJ#", "DATA_OBJECT_ID"), object_number, read_plain=object_numbers),
    Column("inst_id", ("INST_ID", "INSTANCE_NUMBER"), object_number, read_plain=object_numbers),
    Column("con_id", ("CON_ID",), object_number, read_plain=object_numbers),
    Column("pdb", ("PDB_NAME", "CON_NAME", "CONTAINER_NAME"), as_given),
    Column("dbid", ("DBID",), integer),
    Column("export_time", ("EXPORT_TIME", "SNAP_TIME", "SAMPLE_TIME", "SYSDATE", "SYSTIMESTAMP"), words),
    Column("startup_time", ("STARTUP_TIME",), words),
)
"""Which segment, on which instance and when: the same in every export of counters."""


def container(values: Mapping[str, object]) -> str | None:
    """The PDB's name, or its number where only that is exported; None for the root and for a database without PDBs."""
    return _container(values.get("pdb"), values.get("con_id"))


def _container(name: object, con_id: object) -> str | None:
    if isinstance(name, str):
        return name
    return None if con_id is None or con_id in _ROOT_CONTAINERS else f"CON_ID {con_id}"


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
        if not set(columns["con_id"]).isdisjoint(_ROOT_CONTAINERS):
            columns["con_id"] = [None if one in _ROOT_CONTAINERS else one for one in columns["con_id"]]
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
            pdb=map(_container, first["pdb"], first["con_id"]),
            type=first["type"],
            tablespace=first["tablespace"],
            object_id=first["object_id"],
            data_object_id=first["data_object_id"],
            **{name: known(column) for name, column in figures.items()},
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
        containers = set(map(_container, self._first["pdb"], self._first["con_id"]))
        unnamed = sorted(name for name in containers if name is not None and name.startswith("CON_ID "))
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


def time_of(text: str | None) -> datetime | None:
    """A time as Oracle's clients print it, with at least hours and minutes; None where it cannot be told."""
    if not text:
        return None
    iso = _ISO_TIME.match(text)
    try:
        if iso is not None:
            return datetime(*(int(part or 0) for part in iso.groups()))  # type: ignore[arg-type]  # noqa: DTZ001
        return report_time(text)
    except (CellFault, ValueError):
        return None
