"""The twin of an AWR report: a dump with its figures. Both must give the same answer.

Two snapshots, or many, of one instance or of several: counters begin at odd values, deltas of the first snapshot are wrong on
purpose, and what the report does not print is NULL.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from segtier.analysis.events import foreground_rows
from segtier.model.workload import Segment, Workload
from segtier.oracle.wait_events import event_facts
from segtier.reports.awr_dump.containers import ROOT
from segtier.reports.awr_dump.tables import SEGMENT_FIGURES
from segtier.units import MIB
from tests.awr_dumps import AwrDump, number_of

_US = 1_000_000
_MOST_MS = 2_048
_ALL_WAITS = "non-idle wait time"
_WRONG = 999_999
_YES_NO: dict[bool | None, str] = {True: "YES", False: "NO"}


def is_twinned(report: Workload) -> bool:
    """Whether the report is of one instance and says when it was."""
    times = (report.interval.begin_time, report.interval.end_time, report.interval.begin_snap, report.interval.end_snap)
    return None not in times and len(report.instances) == 1 and report.database.pdb is None


class Shape(NamedTuple):
    """How the figures of a report are laid out in a dump."""

    intervals: int = 1
    """Snapshots split the report's interval; each later one holds more of its load."""
    restarted: bool = False
    """Half way the instance is started anew: its counters begin at 0, and what it did in that interval is lost."""
    instances: int = 1
    """The load is shared out, the higher the number the more."""
    in_order: bool = False
    """Names are numbered 1, 2, 3 …, and snapshots from 1 on: as in another database, where they are other names."""


ONE = Shape()
_AWAY = timedelta(minutes=10)
"""Of the interval in which an instance is started anew."""
_LEAST_SPLIT = 8
"""A row that counted fewer for each interval and instance did so in one of them: no wait has a part of its time."""


class Moment(NamedTuple):
    """A snapshot: where it stands in the line, and the part of the load until then."""

    snap: int
    end: datetime
    minutes: float
    started: datetime
    is_new: bool
    """Whether nothing is known of the time before it."""
    part: float
    """Of the report's load, since the snapshot before."""


class Twin:
    def __init__(self, report: Workload, release: str, shape: Shape = ONE) -> None:
        self._report = report
        self._of = random.Random(5)
        self.dump = AwrDump(release, in_order=shape.in_order)
        self._dbid = report.database.dbid or 1
        self._line = list(_moments(report, shape))
        self._first, self._end = self._line[0].snap, self._line[-1].snap
        number = report.instances[0].number or 1
        self._instances = [number] if shape.instances == 1 else list(range(1, shape.instances + 1))
        whole = sum(self._instances)
        self._shares = {one: one / whole for one in self._instances}
        for one in self._instances:
            self._instance(one, release)
        self._segments_in: dict[Any, int] = defaultdict(int)

    def _instance(self, number: int, release: str) -> None:
        database, (machine,) = self._report.database, self._report.instances
        more = {} if release == "11.2" else {"CDB": _YES_NO.get(database.cdb), "EDITION": database.edition,
                                             "DATABASE_ROLE": database.role}  # fmt: skip
        for at in self._line:
            self.dump.snapshot(
                at.snap, instance=number, dbid=self._dbid, end=at.end, minutes=at.minutes, started=at.started
            )
        for started in dict.fromkeys(at.started for at in self._line):
            self.dump.instance(
                number, dbid=self._dbid, started=started, DB_NAME=database.name, VERSION=database.release,
                INSTANCE_NAME=machine.name, HOST_NAME=machine.host, PLATFORM_NAME=database.platform,
                PARALLEL=_YES_NO.get(database.rac), **more,
            )  # fmt: skip

    def made(self) -> AwrDump:
        self._times()
        self._events()
        self._machine()
        self._io()
        self._segments()
        self._settings()
        return self.dump

    def _parts(self, figures: dict[str, float | None]) -> dict[tuple[int, int], dict[str, float | None]]:
        """What each instance counted until each snapshot since the one before, in whole numbers that add up."""
        cells = [(one, at.snap) for one in self._instances for at in self._line if at.part]
        weights = [self._shares[one] * at.part for one in self._instances for at in self._line if at.part]
        known = {name: None if value is None else round(value) for name, value in figures.items()}
        counted = [value for value in known.values() if value]
        if len(cells) > 1 and counted and min(counted) < _LEAST_SPLIT * len(cells):
            weights = [0.0] * len(cells)
            weights[self._of.randrange(len(cells))] = 1.0
        found: dict[tuple[int, int], dict[str, float | None]] = {cell: {} for cell in cells}
        for name, value in known.items():
            upto, given = 0.0, 0
            for cell, weight in zip(cells, weights, strict=True):
                upto += weight
                until = None if value is None else round(value * upto)
                found[cell][name] = None if until is None else until - given
                given = until or 0
        return found

    def _grow(self, table: str, keys: dict[str, Any], figures: dict[str, float | None]) -> None:
        """At each snapshot, from an odd beginning on; from 0 on after a start."""
        parts = self._parts(figures)
        for one in self._instances:
            count = {name: self._of.randrange(10**6, 10**9) for name in figures}
            for at in self._line:
                if at.is_new:
                    count = {name: self._of.randrange(10**3) for name in figures}
                for name, value in parts.get((one, at.snap), {}).items():
                    count[name] += round(value or 0)
                cells = {name: None if value is None else count[name] for name, value in figures.items()}
                self._at(table, at.snap, one, **keys, **cells)

    def _stand(self, table: str, **cells: Any) -> None:
        """The same at each snapshot."""
        for one in self._instances:
            for at in self._line:
                self._at(table, at.snap, one, **cells)

    def _at(self, table: str, snap: int, instance: int, **cells: Any) -> None:
        self.dump.at(table, snap, instance=instance, dbid=self._dbid, **cells)

    def _named(self, table: str, number: str, column: str, name: str, **more: Any) -> int:
        return self.dump.name(table, number, column, name, dbid=self._dbid, **more)

    def _times(self) -> None:
        for row in self._report.time_model:
            number = self._named("WRH$_STAT_NAME", "STAT_ID", "STAT_NAME", row.name)
            self._grow("WRH$_SYS_TIME_MODEL", {"STAT_ID": number}, {"VALUE": _times(row.time_s, _US)})
        totals = {row.name: row.total for row in self._report.instance_statistics}
        if self._report.wait_classes:  # a report prints the sums of its classes, and Oracle keeps that of all
            totals.setdefault(_ALL_WAITS, _all_waits_cs(self._report))
        for name, total in totals.items():
            number = self._named("WRH$_STAT_NAME", "STAT_ID", "STAT_NAME", name)
            self._grow("WRH$_SYSSTAT", {"STAT_ID": number}, {"VALUE": total})

    def _events(self) -> None:
        by_name: dict[str, dict[bool, Any]] = {}
        for row in self._report.wait_events:
            by_name.setdefault(row.event, {})[row.foreground] = row
        for name, rows in by_name.items():
            class_ = next((row.wait_class for row in rows.values() if row.wait_class), event_facts(name).wait_class)
            number = self._named("WRH$_EVENT_NAME", "EVENT_ID", "EVENT_NAME", name, WAIT_CLASS=class_)
            front, back = (_waited(rows.get(which)) for which in (True, False))
            self._grow("WRH$_SYSTEM_EVENT", {"EVENT_ID": number}, {
                "TOTAL_WAITS": front[0] + back[0], "TOTAL_TIMEOUTS": 0, "TIME_WAITED_MICRO": front[1] + back[1],
                "TOTAL_WAITS_FG": front[0], "TOTAL_TIMEOUTS_FG": 0, "TIME_WAITED_MICRO_FG": front[1]})  # fmt: skip
        for one in self._report.wait_histograms:
            number = self._named("WRH$_EVENT_NAME", "EVENT_ID", "EVENT_NAME", one.event,
                                 WAIT_CLASS=event_facts(one.event).wait_class)  # fmt: skip
            counts: dict[int, float] = {}  # a report may tell buckets below a millisecond apart
            for bucket in one.buckets:
                at = _MOST_MS if bucket.to_us is None else max(1, round(bucket.to_us / 1_000))
                counts[at] = counts.get(at, 0.0) + (bucket.pct_of_waits or 0.0) * (one.waits or 0) / 100
            for at, count in counts.items():
                self._grow("WRH$_EVENT_HISTOGRAM", {"EVENT_ID": number, "WAIT_TIME_MILLI": at}, {"WAIT_COUNT": count})

    def _machine(self) -> None:
        for row in self._report.os_statistics:
            number = self._named("WRH$_OSSTAT_NAME", "STAT_ID", "STAT_NAME", row.name)
            if row.name.endswith("_TIME"):
                self._grow("WRH$_OSSTAT", {"STAT_ID": number}, {"VALUE": row.value})
            else:
                self._stand("WRH$_OSSTAT", STAT_ID=number, VALUE=_each(row.value, len(self._instances)))

    def _io(self) -> None:
        elapsed_s = self._report.interval.elapsed_s or 1.0
        for kind, rows in (("FUNCTION", self._report.io_functions), ("FILETYPE", self._report.io_filetypes)):
            for row in rows:
                name = getattr(row, kind.lower())
                number = self._named(f"WRH$_IOSTAT_{kind}_NAME", f"{kind}_ID", f"{kind}_NAME", name)
                reads = _times(row.read_requests_per_s, elapsed_s)
                figures: dict[str, float | None] = {
                    "SMALL_READ_REQS": reads, "LARGE_READ_REQS": 0, "LARGE_WRITE_REQS": 0, "LARGE_READ_MEGABYTES": 0,
                    "SMALL_WRITE_REQS": _times(row.write_requests_per_s, elapsed_s), "LARGE_WRITE_MEGABYTES": 0,
                    "SMALL_READ_MEGABYTES": _times(row.read_bytes, 1 / MIB),
                    "SMALL_WRITE_MEGABYTES": _times(row.write_bytes, 1 / MIB),
                }  # fmt: skip
                if kind == "FUNCTION":
                    waits, average_us = getattr(row, "waits", None), getattr(row, "avg_wait_us", None)
                    figures |= {"NUMBER_OF_WAITS": waits, "WAIT_TIME": (waits or 0) * (average_us or 0) / 1_000}
                else:
                    figures["SMALL_READ_SERVICETIME"] = _times(
                        reads, (getattr(row, "small_read_us", None) or 0) / 1_000
                    )
                self._grow(f"WRH$_IOSTAT_{kind}", {f"{kind}_ID": number}, figures)
        for number, file in enumerate(self._report.file_io, 1):
            self.dump.add("WRH$_DATAFILE", DBID=self._dbid, SNAP_ID=self._first, FILENAME=file.file,
                          TSNAME=file.tablespace, **{"FILE#": number, "CREATION_CHANGE#": 1})  # fmt: skip
            self._grow("WRH$_FILESTATXS", {"FILE#": number, "CREATION_CHANGE#": 1}, {
                "PHYRDS": file.read_requests, "PHYWRTS": file.write_requests,
                "READTIM": _times(file.read_requests, (file.avg_read_us or 0) / 10_000)})  # fmt: skip

    def _segments(self) -> None:
        """Pluggable databases number their segments each for itself: the same numbers come again."""
        for row in self._report.segments:
            self._segments_in[row.pdb] += 1
            self._segment(70_000 + self._segments_in[row.pdb], row)

    def _segment(self, number: int, row: Segment) -> None:
        dbid = self._dbid
        cdb = bool(row.pdb) and "CON_DBID" in {name for name, _ in self.dump.columns["WRH$_SEG_STAT"]}
        container = dbid if cdb else None
        if cdb and row.pdb != ROOT:
            container = self._named("WRM$_PDB_INSTANCE", "CON_DBID", "PDB_NAME", row.pdb or "", INSTANCE_NUMBER=1)
        place = {
            "TS#": number_of(row.tablespace or "?") % 1000,
            "OBJ#": number,
            "DATAOBJ#": number,
            "CON_DBID": container,
        }
        self.dump.add("WRH$_SEG_STAT_OBJ", DBID=dbid, SNAP_ID=self._end, OWNER=row.owner, OBJECT_NAME=row.name,
                      SUBOBJECT_NAME=row.subobject, OBJECT_TYPE=row.type, TABLESPACE_NAME=row.tablespace, **place)  # fmt: skip
        known = {
            column: getattr(row, name) for name, column in SEGMENT_FIGURES.items() if getattr(row, name) is not None
        }
        for one in self._instances:
            self._at("WRH$_SEG_STAT", self._first, one, **place, **dict.fromkeys(known, _WRONG))
        for (one, snap), figures in self._parts(known).items():
            self._at("WRH$_SEG_STAT", snap, one, **place, **figures)
        for at in self._line:
            if at.is_new:
                self._at("WRH$_SEG_STAT", at.snap, self._instances[0], **place, **dict.fromkeys(known, _WRONG))

    def _settings(self) -> None:
        for row in self._report.parameters:
            if row.pdb in (None, ROOT) and row.begin is not None:
                self._parameter(row.name, row.begin, row.end or row.begin)
        sizes = self._report.cache[0] if self._report.cache else None
        if sizes is not None and sizes.buffer_cache_bytes:
            self._parameter("__db_cache_size", *[str(sizes.buffer_cache_bytes)] * 2)
        block = self._report.database.block_size_bytes
        if block and not any(row.name == "db_block_size" for row in self._report.parameters):
            self._parameter("db_block_size", *[str(block)] * 2)
        for advice in self._report.buffer_pool_advisory:
            if advice.size_bytes is not None:
                factor = advice.est_physical_read_factor
                sizes_ = {"NAME": advice.pool.partition(" ")[0], "BLOCK_SIZE": advice.block_size_bytes or block,
                          "SIZE_FACTOR": advice.size_factor, "SIZE_FOR_ESTIMATE": advice.size_bytes / MIB}  # fmt: skip
                reads = {"PHYSICAL_READS": _times(factor, 10**6), "BASE_PHYSICAL_READS": 10**6,
                         "ACTUAL_PHYSICAL_READS": _times(advice.est_physical_reads, 1 / (factor or 1)),
                         "BUFFERS_FOR_ESTIMATE": advice.buffers}  # fmt: skip
                self._stand("WRH$_DB_CACHE_ADVICE", **sizes_, **reads)

    def _parameter(self, name: str, begin: str, end: str) -> None:
        """It changed in the last interval."""
        number = self._named("WRH$_PARAMETER_NAME", "PARAMETER_HASH", "PARAMETER_NAME", name)
        for one in self._instances:
            for at in self._line:
                value = end if at.snap == self._end else begin
                self._at("WRH$_PARAMETER", at.snap, one, PARAMETER_HASH=number, VALUE=value)


def _moments(report: Workload, shape: Shape) -> Iterator[Moment]:
    interval, (machine,) = report.interval, report.instances
    assert interval.begin_snap is not None
    assert interval.begin_time is not None
    assert interval.end_time is not None
    length = timedelta(seconds=interval.elapsed_s or 0) or interval.end_time - interval.begin_time
    started = machine.startup_time or interval.begin_time - timedelta(days=9)
    snap = 1 if shape.in_order else interval.begin_snap
    at, each = interval.end_time - length, length / shape.intervals
    yield Moment(snap, at, each.total_seconds() / 60, started, False, 0.0)
    whole = shape.intervals * (shape.intervals + 1) / 2
    for number in range(1, shape.intervals + 1):
        if shape.restarted and number == shape.intervals // 2 + 1:
            snap, at, started = snap + 1, at + _AWAY, at + _AWAY / 2
            yield Moment(snap, at, _AWAY.total_seconds() / 60, started, True, 0.0)
        snap, at = snap + 1, at + each
        yield Moment(snap, at, each.total_seconds() / 60, started, False, number / whole)


def _each(value: float | None, of: int) -> float | None:
    """Of a level that so many instances have together: NUM_CPUS, memory."""
    return None if value is None else value / of


def _all_waits_cs(report: Workload) -> float:
    classes = (row.time_s or 0.0 for row in report.wait_classes if row.wait_class not in ("DB CPU", "Idle"))
    events = (row.time_s or 0.0 for row in foreground_rows(report))
    return round(max(sum(classes), sum(events)) * 100)


def _waited(row: Any) -> tuple[int, int]:
    return (0, 0) if row is None else (row.waits or 0, round((row.time_s or 0.0) * _US))


def _times(value: float | None, factor: float) -> float | None:
    return None if value is None else value * factor


def top_events(workload: Workload, most: int = 5) -> list[str]:
    """Of the foreground, those that took most; of equal ones by name."""
    rows: Iterable[Any] = (row for row in workload.wait_events if row.foreground and row.time_s and not _is_idle(row))
    return [row.event for row in sorted(rows, key=lambda row: (-round(row.time_s, 3), row.event))[:most]]


def _is_idle(row: Any) -> bool:
    return (row.wait_class or event_facts(row.event).wait_class) == "Idle"


def segments_by_reads(workload: Workload) -> list[tuple[str | None, str, str, str | None]]:
    rows = [row for row in workload.segments if row.physical_reads_blocks]
    rows.sort(key=lambda row: (-round(row.physical_reads_blocks or 0), row.owner, row.name, row.subobject or ""))
    return [(row.pdb, row.owner, row.name, row.subobject) for row in rows]
