"""The sections of a compare-period report, for one of its two periods: `1st` or `2nd` heads every figure.

Waits are printed per second of elapsed time, I/O by function and file type as one row of rates: the document turns
them into totals. Tables without such a heading are one row per period.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import Any

from segtier.dataclass import dataclass
from segtier.model.workload import (
    FileIo,
    InstanceStatistic,
    LoadMetric,
    OsStatistic,
    TablespaceIo,
    TimeModelRow,
    WaitEvent,
)
from segtier.reports.numbers import count, data_bytes, identifier, mib, milliseconds_us, seconds, words
from segtier.reports.sections.load_profile import metric_name, metric_scale
from segtier.reports.sections.mechanism import Column, Row, Section, column, key
from segtier.reports.sections.wait_events import wait_event

BACKGROUND_CLASS = "System I/O"
"""Waits of this class are of background processes."""


def _row(row: Row) -> Row:
    return row


def _top_event(row: Row) -> WaitEvent | None:
    """A dash in front says that the event is not among the top ones of this period."""
    event = (row["event"] or "").lstrip("-").strip() or None
    named = replace(row, values={**row.values, "event": event})
    return wait_event(row["wait_class"] != BACKGROUND_CLASS, named)


def _simple(make: Callable[..., Any], name: str) -> Callable[[Row], Any]:
    def build(row: Row) -> Any:
        return None if row[name] is None else make(**row.values, evidence=(row.evidence,))

    return build


def _known_file(row: Row) -> FileIo | None:
    if row["tablespace"] is None or row["file"] is None:
        return None
    return FileIo(**row.values, evidence=(row.evidence,))


_COMPARED_METRICS = {"DB time": "db_time_s", "CPU time": "db_cpu_s"}
_IN_BYTES = "W/A MB processed"
"""Headed MB and printed in bytes, as beside `W/A MB Processed` of the PGA summary; later releases print `SQL Work Area (MB)`."""


def compared_metric(row: Row) -> LoadMetric | None:
    """The metric of a load profile row, None for a row without a label."""
    label = (row["label"] or "").rstrip(": ")
    if not label:
        return None
    metric = _COMPARED_METRICS.get(label) or metric_name(label)
    scale = 1.0 if label == _IN_BYTES else metric_scale(metric)
    per_s, per_txn = (None if row[name] is None else row[name] * scale for name in ("per_s", "per_txn"))
    return LoadMetric(metric, label, per_s=per_s, per_txn=per_txn, evidence=(row.evidence,))


@dataclass(frozen=True)
class PeriodSections:
    """All sections of one period; `nth` is `1st` or `2nd`."""

    nth: str

    def _named(self, name: str, build: Callable[[Row], Any], *columns: Column, **more: Any) -> Section[Any]:
        headings = (name, *more.pop("headings", ()))
        return Section(name=f"{name} ({self.nth} period)", headings=headings, columns=columns, build=build, **more)

    @cached_property
    def database(self) -> Section[Row]:
        return self._named(
            "Database",
            self._of_period,
            column("set", "Snapshot Set", read=words, required=True),
            column("name", "DB Name", read=words),
            column("dbid", "DB Id", read=identifier, required=True),
            column("unique_name", "Unique Name", read=words),
            column("role", "Role", "DB Role", read=words),
            column("edition", "Edition", read=words),
            column("instance", "Instance", read=words),
            column("number", "Inst num", read=count),
            column("release", "Release", read=words, required=True),
            column("cluster", "Cluster", read=words),
            column("cdb", "CDB", read=words),
            column("host", "Host", read=words),
            column("block_size_bytes", "Std Block Size", read=count),
            untitled=True,
            core=True,
        )

    @cached_property
    def snapshots(self) -> Section[Row]:
        return self._named(
            "Snapshots",
            self._of_period,
            column("set", "Snapshot Set", read=words, required=True),
            column("begin_snap", "Begin Snap Id", read=identifier, required=True),
            column("begin_time", "Begin Snap Time", read=words, required=True),
            column("end_snap", "End Snap Id", read=identifier, required=True),
            column("end_time", "End Snap Time", read=words, required=True),
            column("elapsed_min", "Elapsed Time (min)"),
            column("db_time_min", "DB time (min)"),
            untitled=True,
            core=True,
        )

    def _of_period(self, row: Row) -> Row | None:
        return row if self.nth in (row["set"] or "") else None

    @cached_property
    def host(self) -> Section[Row]:
        value = column("value", self.nth, read=data_bytes, required=True)
        return self._named("Host Configuration Comparison", _row, column("label", "", read=words, required=True), value)

    @cached_property
    def cache_sizes(self) -> Section[Row]:
        label = column("label", "", read=words, required=True)
        return self._named("Cache Sizes", _row, label, column("begin", f"{self.nth} (M)", read=mib, required=True))

    @cached_property
    def load_profile(self) -> Section[LoadMetric]:
        return self._named(
            "Load Profile",
            compared_metric,
            column("label", "", read=words, required=True),
            column("per_s", f"{self.nth} per sec", required=True),
            column("per_txn", f"{self.nth} per txn"),
            bare=True,
            core=True,
        )

    @cached_property
    def top_events(self) -> Section[WaitEvent]:
        nth = self.nth
        return self._named(
            "Top Timed Events",
            _top_event,
            key("event", f"{nth}: Event"),
            column("wait_class", f"{nth}: Wait Class", read=words),
            column("waits", f"{nth}: Waits", read=count, required=True),
            column("time_s", f"{nth}: Time(s)", read=seconds, required=True),
            column("avg_wait_us", f"{nth}: Avg Time(ms)", f"{nth}: Avg Time", read=milliseconds_us),
            column("db_time_pct", f"{nth}: %DB time"),
        )

    @cached_property
    def time_model(self) -> Section[TimeModelRow]:
        return self._named(
            "Time Model Statistics",
            _simple(TimeModelRow, "name"),
            key("name", "Statistic Name"),
            column("time_s", f"Time (seconds): {self.nth}", read=seconds, required=True),
            column("db_time_pct", f"% of DB time: {self.nth}"),
            core=True,
        )

    @cached_property
    def os_statistics(self) -> Section[OsStatistic]:
        value = column("value", f"Value (centi-seconds): {self.nth}", required=True)
        build = _simple(OsStatistic, "name")
        return self._named("Operating System Statistics", build, key("name", "Statistic Name"), value)

    def _waits(self) -> tuple[Column, ...]:
        nth = self.nth
        return (
            column("waits_per_s", f"# Waits/sec (Elapsed Time): {nth}", required=True),
            column("time_s", f"Total Wait Time (sec): {nth}", read=seconds, required=True),
            column("avg_wait_us", f"Avg Wait Time (ms): {nth}", f"Avg Wait Time: {nth}", read=milliseconds_us),
            column("db_time_pct", f"% of DB time: {nth}"),
        )

    @cached_property
    def wait_classes(self) -> Section[Row]:
        return self._named("Wait Classes", _row, key("wait_class", "Wait Class"), *self._waits())

    @cached_property
    def wait_events(self) -> Section[Row]:
        names = key("event", "Event"), column("wait_class", "Wait Class", read=words)
        return self._named("Wait Events", _row, *names, *self._waits(), core=True)

    @cached_property
    def statistics(self) -> Section[InstanceStatistic]:
        return self._named(
            "Instance Activity Stats",
            _simple(InstanceStatistic, "name"),
            key("name", "Statistic"),
            column("total", f"Value: {self.nth}", required=True),
            column("per_s", f"per Second (Elapsed Time): {self.nth}"),
            column("per_txn", f"per Trans: {self.nth}"),
            headings=("Key Instance Activity Stats", "Other Instance Activity Stats"),
            several=True,
        )

    def _rates(self, name: str, *headings: str) -> Section[Row]:
        columns = (column(heading, f"{heading}: {self.nth}", required=not at) for at, heading in enumerate(headings))
        return self._named(name, _row, *columns)

    @cached_property
    def function_mib(self) -> Section[Row]:
        return self._rates("IOStat by Function - Data Rate per Second", *FUNCTIONS)

    @cached_property
    def function_requests(self) -> Section[Row]:
        return self._rates("IOStat by Function - Requests per Second", *FUNCTIONS)

    @cached_property
    def filetype_mib(self) -> Section[Row]:
        return self._rates("IOStat by File Type - Data Rate per Second", *FILETYPES)

    @cached_property
    def filetype_requests(self) -> Section[Row]:
        return self._rates("IOStat by File Type - Requests per Second", *FILETYPES)

    def _reads(self) -> tuple[Column, ...]:
        nth = self.nth
        return (
            column("read_requests", f"Reads: {nth}", required=True),
            column("read_requests_per_s", f"Avg Reads / Sec: {nth}"),
            column("avg_read_us", f"Avg Read Time (ms): {nth}", read=milliseconds_us),
            column("blocks_per_read", f"Avg Blocks / Read: {nth}"),
            column("write_requests", f"Writes: {nth}", required=True),
            column("write_requests_per_s", f"Avg Writes / Sec: {nth}"),
        )

    @cached_property
    def tablespace_io(self) -> Section[TablespaceIo]:
        build = _simple(TablespaceIo, "tablespace")
        return self._named(
            "Tablespace IO Stats",
            build,
            key("tablespace", "Tablespace"),
            *self._reads(),
            column("buffer_waits", f"Buffer Waits: {self.nth}"),
            without=("Filename",),
        )

    @cached_property
    def file_io(self) -> Section[FileIo]:
        names = key("tablespace", "Tablespace"), key("file", "Filename")
        return self._named("Top File Comparison by IO", _known_file, *names, *self._reads())

    @cached_property
    def parameters(self) -> Section[Row]:
        return self._named(
            "init.ora Parameters",
            _row,
            key("name", "Parameter Name"),
            column("begin", "1st Period: Begin Snap Value", read=words, required=True),
            column("end", "1st Period: End Snap Value", read=words, required=True),
            column("second_begin", "2nd Period: Begin Snap Value", read=words, required=True),
            column("second_end", "2nd Period: End Snap Value", read=words, required=True),
        )


FUNCTIONS: dict[str, tuple[str, str]] = {
    "Total Reads": ("TOTAL:", "read"),
    "Buffer Cache Reads": ("Buffer Cache Reads", "read"),
    "Direct Reads": ("Direct Reads", "read"),
    "Total Writes": ("TOTAL:", "write"),
    "DBWR": ("DBWR", "write"),
    "Direct Writes": ("Direct Writes", "write"),
    "LGWR": ("LGWR", "write"),
}
"""Heading: the function as the instance report names it, and which way the rate goes."""
FILETYPES: dict[str, tuple[str, str]] = {
    "Total Reads": ("TOTAL:", "read"),
    "Data File Reads": ("Data File", "read"),
    "Temp File Reads": ("Temp File", "read"),
    "Total Writes": ("TOTAL:", "write"),
    "Data File Writes": ("Data File", "write"),
    "Temp File Writes": ("Temp File", "write"),
    "Log File Writes": ("Log File", "write"),
}
