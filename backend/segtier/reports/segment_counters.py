"""Counters of segments added up row by row, whatever form they were exported in, and the workload they make.

The counters of v$segment_statistics are cumulative since instance start-up (or since the segment's data object was
made); the sums of dba_hist_seg_stat's delta columns are those of an interval. Values of several instances are added.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import field
from datetime import datetime

from segtier.dataclass import dataclass
from segtier.errors import UnreadableInput
from segtier.model.evidence import Evidence, Warn
from segtier.model.workload import Database, Instance, Interval, Section, Segment, Source, Workload
from segtier.reports.numbers import CellFault, as_given, counted, identifier, split_number, words
from segtier.reports.tables.columns import Column
from segtier.reports.times import report_time

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


def _figure(text: str) -> float | None:
    if "," in text:
        raise CellFault(text)
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
    Column("object_id", ("OBJ#", "OBJECT_ID"), object_number),
    Column("data_object_id", ("DATAOBJ#", "DATA_OBJECT_ID"), object_number),
    Column("inst_id", ("INST_ID", "INSTANCE_NUMBER"), object_number),
    Column("con_id", ("CON_ID",), object_number),
    Column("pdb", ("PDB_NAME", "CON_NAME", "CONTAINER_NAME"), as_given),
    Column("dbid", ("DBID",), integer),
    Column("export_time", ("EXPORT_TIME", "SNAP_TIME", "SAMPLE_TIME", "SYSDATE", "SYSTIMESTAMP"), words),
    Column("startup_time", ("STARTUP_TIME",), words),
)
"""Which segment, on which instance and when: the same in every export of counters."""


def container(values: Mapping[str, object]) -> str | None:
    """The PDB's name, or its number where only that is exported; None for the root and for a database without PDBs."""
    name, con_id = values.get("pdb"), values.get("con_id")
    if isinstance(name, str):
        return name
    return None if con_id is None or con_id in _ROOT_CONTAINERS else f"CON_ID {con_id}"


@dataclass(slots=True)
class _Counted:
    """A segment while its rows are added up."""

    first: Mapping[str, object]
    data_object_id: int | None
    values: dict[str, float] = field(default_factory=dict)
    evidence: list[Evidence] = field(default_factory=list)


@dataclass(slots=True)
class Counters:
    """All segments of an export. `exported` are the fields that it has figures of."""

    segments: dict[object, _Counted] = field(default_factory=dict)
    exported: set[str] = field(default_factory=set)
    lowest: float | None = None
    rounded: int = 0
    dbids: set[int] = field(default_factory=set)
    instances: dict[int, str | None] = field(default_factory=dict)
    export_times: set[str] = field(default_factory=set)
    containers: set[str | None] = field(default_factory=set)
    _noted: set[object] = field(default_factory=set)

    def segment(self, values: Mapping[str, object]) -> _Counted:
        """The segment a row is about; what else the row says of database, instance and time is kept."""
        get = values.get
        con_id = get("con_id")
        key = (
            get("pdb"),
            None if con_id in _ROOT_CONTAINERS else con_id,
            get("owner"),
            get("name"),
            get("subobject"),
            get("type"),
        )
        entry = self.segments.get(key)
        number = get("data_object_id")
        if entry is None:
            entry = self.segments[key] = _Counted(values, number)  # type: ignore[arg-type]
            self.containers.add(container(values))
        elif number is not None and (entry.data_object_id is None or number > entry.data_object_id):  # type: ignore[operator]
            entry.data_object_id = number  # type: ignore[assignment]
        about = (get("dbid"), get("inst_id"), get("export_time"))
        if about not in self._noted:
            self._noted.add(about)
            self._note(values)
        return entry

    def _note(self, values: Mapping[str, object]) -> None:
        if (dbid := values.get("dbid")) is not None:
            self.dbids.add(dbid)  # type: ignore[arg-type]
        if (number := values.get("inst_id")) is not None and number not in self.instances:
            self.instances[number] = values.get("startup_time")  # type: ignore[index, assignment]
        if (time := values.get("export_time")) is not None:
            self.export_times.add(time)  # type: ignore[arg-type]

    def add(self, entry: _Counted, name: str, value: float) -> None:
        entry.values[name] = entry.values.get(name, 0.0) + value
        self.exported.add(name)
        self.look_at(value)

    def look_at(self, value: float) -> None:
        """Every figure of the export counts for its lowest one, of statistics without a field too."""
        if self.lowest is None or value < self.lowest:
            self.lowest = value
        if type(value) is Rounded:
            self.rounded += 1

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
        known = {"from": start.isoformat() if start and kind == "cumulative" else None,
                 "to": end_time.isoformat() if end_time else None}  # fmt: skip
        return Workload(
            source=Source("segment-counters", source.file, source.sha256, source.bytes, source.encoding),
            database=Database(dbid=self._dbid()),
            instances=instances,
            interval=Interval(end_time=end_time, instances_reported=len(instances) or None),
            segments=tuple(map(self._segment, self.segments.values())),
            segment_basis={"kind": kind, "from": basis["from"] or known["from"], "to": basis["to"] or known["to"]},
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

    def _segment(self, entry: _Counted) -> Segment:
        """`below`: an export cut by value (WHERE value > 0, the largest N) leaves out figures under its lowest one."""
        first = entry.first
        absent = self.exported - entry.values.keys()
        lowest = self.lowest or 0.0
        return Segment(
            owner=first["owner"],  # type: ignore[arg-type]
            name=first["name"],  # type: ignore[arg-type]
            subobject=first.get("subobject"),  # type: ignore[arg-type]
            pdb=container(first),
            type=first.get("type"),  # type: ignore[arg-type]
            tablespace=first.get("tablespace"),  # type: ignore[arg-type]
            object_id=first.get("object_id"),  # type: ignore[arg-type]
            data_object_id=entry.data_object_id,
            **entry.values,  # type: ignore[arg-type]  # keys are the field names of STATISTICS
            below=dict.fromkeys(sorted(absent), lowest) if absent and lowest > 0 else {},
            evidence=tuple(entry.evidence),
        )

    def _warnings(self) -> Iterable[Warn]:
        unnamed = sorted(name for name in self.containers if name is not None and name.startswith("CON_ID "))
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
