"""The twin of an AWR report: a dump with its figures. Both must give the same answer.

A dump of two snapshots: counters begin at odd values, deltas of the first snapshot are wrong on purpose, and what the report does
not print is NULL.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from segtier.model.workload import Segment, Workload
from segtier.oracle.wait_events import event_facts
from segtier.reports.awr_dump.segments import ROOT
from segtier.reports.awr_dump.tables import SEGMENT_FIGURES
from segtier.units import MIB
from tests.awr_dumps import AwrDump, number_of

_US = 1_000_000
_MOST_MS = 2_048
_WRONG = 999_999


def is_twinned(report: Workload) -> bool:
    """Whether the report is of one instance and says when it was."""
    times = (report.interval.begin_time, report.interval.end_time, report.interval.begin_snap, report.interval.end_snap)
    return None not in times and len(report.instances) == 1 and report.database.pdb is None


class Twin:
    def __init__(self, report: Workload, release: str) -> None:
        self._report = report
        self._of = random.Random(5)
        self.dump = AwrDump(release)
        interval, (machine,) = report.interval, report.instances
        assert interval.begin_snap is not None
        assert interval.end_snap is not None
        assert interval.begin_time is not None
        assert interval.end_time is not None
        self._begin, self._end = interval.begin_snap, interval.end_snap
        self._key = {"dbid": report.database.dbid or 1, "instance": machine.number or 1}
        started = machine.startup_time or interval.begin_time - timedelta(days=9)
        length = timedelta(seconds=interval.elapsed_s or 0) or interval.end_time - interval.begin_time
        for snap, end in ((self._begin, interval.end_time - length), (self._end, interval.end_time)):
            minutes = length.total_seconds() / 60
            self.dump.snapshot(snap, end=end, minutes=minutes, started=started, **self._key)  # type: ignore[arg-type]
        database = report.database
        more = {} if release == "11.2" else {"CDB": {True: "YES", False: "NO"}.get(database.cdb), "EDITION": database.edition,  # type: ignore[call-overload]
                                             "DATABASE_ROLE": database.role}  # fmt: skip
        self.dump.instance(
            self._key["instance"], dbid=self._key["dbid"], started=started, DB_NAME=database.name, VERSION=database.release,
            INSTANCE_NAME=machine.name, HOST_NAME=machine.host, PLATFORM_NAME=database.platform,
            PARALLEL={True: "YES", False: "NO"}.get(database.rac), **more,  # type: ignore[call-overload]
        )  # fmt: skip

    def made(self) -> AwrDump:
        self._times()
        self._events()
        self._machine()
        self._io()
        self._segments()
        self._settings()
        return self.dump

    def _two(self, table: str, keys: dict[str, Any], figures: dict[str, float | None]) -> None:
        """At both snapshots, from an odd beginning on."""
        base = {name: self._of.randrange(10**6, 10**9) for name in figures}
        for snap, grown in ((self._begin, 0), (self._end, 1)):
            cells = {
                name: None if value is None else base[name] + grown * round(value) for name, value in figures.items()
            }
            self.dump.at(table, snap, **keys, **cells, **self._key)

    def _named(self, table: str, number: str, column: str, name: str, **more: Any) -> int:
        return self.dump.name(table, number, column, name, dbid=self._key["dbid"], **more)

    def _times(self) -> None:
        for row in self._report.time_model:
            number = self._named("WRH$_STAT_NAME", "STAT_ID", "STAT_NAME", row.name)
            self._two("WRH$_SYS_TIME_MODEL", {"STAT_ID": number}, {"VALUE": _times(row.time_s, _US)})
        for statistic in self._report.instance_statistics:
            number = self._named("WRH$_STAT_NAME", "STAT_ID", "STAT_NAME", statistic.name)
            self._two("WRH$_SYSSTAT", {"STAT_ID": number}, {"VALUE": statistic.total})

    def _events(self) -> None:
        by_name: dict[str, dict[bool, Any]] = {}
        for row in self._report.wait_events:
            by_name.setdefault(row.event, {})[row.foreground] = row
        for name, rows in by_name.items():
            class_ = next((row.wait_class for row in rows.values() if row.wait_class), event_facts(name).wait_class)
            number = self._named("WRH$_EVENT_NAME", "EVENT_ID", "EVENT_NAME", name, WAIT_CLASS=class_)
            front, back = (_waited(rows.get(which)) for which in (True, False))
            self._two("WRH$_SYSTEM_EVENT", {"EVENT_ID": number}, {
                "TOTAL_WAITS": front[0] + back[0], "TOTAL_TIMEOUTS": 0, "TIME_WAITED_MICRO": front[1] + back[1],
                "TOTAL_WAITS_FG": front[0], "TOTAL_TIMEOUTS_FG": 0, "TIME_WAITED_MICRO_FG": front[1]})  # fmt: skip
        for one in self._report.wait_histograms:
            number = self._named("WRH$_EVENT_NAME", "EVENT_ID", "EVENT_NAME", one.event,
                                 WAIT_CLASS=event_facts(one.event).wait_class)  # fmt: skip
            for bucket in one.buckets:
                at = _MOST_MS if bucket.to_us is None else max(1, round(bucket.to_us / 1_000))
                count = (bucket.pct_of_waits or 0.0) * (one.waits or 0) / 100
                self._two("WRH$_EVENT_HISTOGRAM", {"EVENT_ID": number, "WAIT_TIME_MILLI": at}, {"WAIT_COUNT": count})

    def _machine(self) -> None:
        for row in self._report.os_statistics:
            number = self._named("WRH$_OSSTAT_NAME", "STAT_ID", "STAT_NAME", row.name)
            for snap in (self._begin, self._end):
                grown = row.value if snap == self._end or not row.name.endswith(("_TIME", "_BYTES")) else 0
                self.dump.at("WRH$_OSSTAT", snap, STAT_ID=number, VALUE=grown, **self._key)

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
                self._two(f"WRH$_IOSTAT_{kind}", {f"{kind}_ID": number}, figures)
        for number, file in enumerate(self._report.file_io, 1):
            self.dump.add("WRH$_DATAFILE", DBID=self._key["dbid"], SNAP_ID=self._begin, FILENAME=file.file,
                          TSNAME=file.tablespace, **{"FILE#": number, "CREATION_CHANGE#": 1})  # fmt: skip
            self._two("WRH$_FILESTATXS", {"FILE#": number, "CREATION_CHANGE#": 1}, {
                "PHYRDS": file.read_requests, "PHYWRTS": file.write_requests,
                "READTIM": _times(file.read_requests, (file.avg_read_us or 0) / 10_000)})  # fmt: skip

    def _segments(self) -> None:
        for number, row in enumerate(self._report.segments, 70_001):
            self._segment(number, row)

    def _segment(self, number: int, row: Segment) -> None:
        dbid = self._key["dbid"]
        cdb = bool(row.pdb) and "CON_DBID" in {name for name, _ in self.dump.columns["WRH$_SEG_STAT"]}
        container = (dbid if row.pdb == ROOT else number_of(row.pdb or "")) if cdb else None
        if cdb and row.pdb != ROOT:
            self._named("WRM$_PDB_INSTANCE", "CON_DBID", "PDB_NAME", row.pdb or "", INSTANCE_NUMBER=1)
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
        self.dump.at("WRH$_SEG_STAT", self._begin, **place, **dict.fromkeys(known, _WRONG), **self._key)
        self.dump.at(
            "WRH$_SEG_STAT", self._end, **place, **{name: round(value) for name, value in known.items()}, **self._key
        )

    def _settings(self) -> None:
        for row in self._report.parameters:
            if row.pdb in (None, ROOT) and row.begin is not None:
                for snap, value in ((self._begin, row.begin), (self._end, row.end or row.begin)):
                    self.dump.parameter(snap, row.name, value, **self._key)
        sizes = self._report.cache[0] if self._report.cache else None
        if sizes is not None and sizes.buffer_cache_bytes:
            for snap in (self._begin, self._end):
                self.dump.parameter(snap, "__db_cache_size", str(sizes.buffer_cache_bytes), **self._key)
        block = self._report.database.block_size_bytes
        if block and not any(row.name == "db_block_size" for row in self._report.parameters):
            for snap in (self._begin, self._end):
                self.dump.parameter(snap, "db_block_size", str(block), **self._key)
        for advice in self._report.buffer_pool_advisory:
            if advice.size_bytes is not None:
                factor = advice.est_physical_read_factor
                sizes_ = {"NAME": advice.pool.partition(" ")[0], "BLOCK_SIZE": advice.block_size_bytes or block,
                          "SIZE_FACTOR": advice.size_factor, "SIZE_FOR_ESTIMATE": advice.size_bytes / MIB}  # fmt: skip
                reads = {"PHYSICAL_READS": _times(factor, 10**6), "BASE_PHYSICAL_READS": 10**6,
                         "ACTUAL_PHYSICAL_READS": _times(advice.est_physical_reads, 1 / (factor or 1)),
                         "BUFFERS_FOR_ESTIMATE": advice.buffers}  # fmt: skip
                self.dump.at("WRH$_DB_CACHE_ADVICE", self._end, **sizes_, **reads, **self._key)


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
