"""Every figure of a workload beside the one the second reader finds in the same report."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from segtier.model.workload import Workload
from tests.second_reader import Table, figure


@dataclass(frozen=True)
class Check:
    """One list: the tables it is printed in, its key columns, and per field (heading, which of several, kind)."""

    rows: str
    headings: tuple[str, ...]
    keys: dict[str, str]
    fields: dict[str, tuple[str, int, str]]
    leave_out: tuple[str, ...] = ()
    once: bool = False
    """Rows that are printed again count once."""


_EVENT = {"waits": ("Waits", 0, "count"), "time_s": ("TotalWaitTime(s)", 0, "count")}
_TRAFFIC = {
    "read_bytes": ("Reads:Data", 0, "data"),
    "read_requests_per_s": ("Reqspersec", 0, "count"),
    "write_bytes": ("Writes:Data", 0, "data"),
    "write_requests_per_s": ("Reqspersec", 1, "count"),
}
_FILE = {
    "read_requests": ("Reads", 0, "count"),
    "blocks_per_read": ("AvBlks/Rd", 0, "count"),
}
CHECKS = (
    Check(
        "time_model",
        ("Time Model Statistics",),
        {"name": "StatisticName"},
        {"time_s": ("Time(s)", 0, "count"), "db_time_pct": ("%ofDBTime", 0, "count")},
    ),
    Check(
        "wait_classes",
        ("Foreground Wait Class",),
        {"wait_class": "WaitClass"},
        {**_EVENT, "db_time_pct": ("%DBtime", 0, "count")},
        leave_out=("DB CPU",),
    ),
    Check(
        "wait_events[foreground]",
        ("Foreground Wait Events",),
        {"event": "Event"},
        {**_EVENT, "db_time_pct": ("%DBtime", 0, "count"), "timeouts_pct": ("%Time-outs", 0, "count")},
    ),
    Check("wait_events[background]", ("Background Wait Events",), {"event": "Event"}, _EVENT),
    Check(
        "io_functions",
        ("IOStat by Function summary",),
        {"function": "FunctionName"},
        {**_TRAFFIC, "waits": ("Waits:Count", 0, "count"), "avg_wait_us": ("AvgTm(ms)|AvgTime", 0, "ms")},
    ),
    Check(
        "io_filetypes",
        ("IOStat by Filetype summary",),
        {"filetype": "FiletypeName"},
        {**_TRAFFIC, "small_read_us": ("SmallRead", 0, "ms"), "large_read_us": ("LargeRead", 0, "ms")},
    ),
    Check("tablespace_io", ("Tablespace IO Stats",), {"tablespace": "Tablespace", "pdb": "PDBName"}, _FILE),
    Check(
        "file_io",
        ("File IO Stats",),
        {"tablespace": "Tablespace", "file": "Filename", "pdb": "PDBName"},
        {**_FILE, "write_requests": ("Writes", 0, "count")},
    ),
    Check(
        "instance_statistics",
        ("Instance Activity Stats", "Key Instance Activity Stats", "Other Instance Activity Stats"),
        {"name": "Statistic"},
        {
            "total": ("Total", 0, "count"),
            "per_s": ("perSecond", 0, "count"),
            "per_txn": ("perTrans", 0, "count"),
        },
        once=True,
    ),
    Check(
        "buffer_pool_statistics",
        ("Buffer Pool Statistics",),
        {"pool": "P"},
        {"buffer_gets": ("BufferGets", 0, "count"), "physical_reads": ("PhysicalReads", 0, "count")},
    ),
    Check(
        "statements",
        ("SQL ordered by Reads",),
        {"sql_id": "SQLId", "module": "SQLModule", "pdb": "PDBName"},
        {
            "physical_reads_blocks": ("PhysicalReads", 0, "count"),
            "executions": ("Executions", 0, "count"),
            "reads_pct": ("%Total", 0, "count"),
            "elapsed_s": ("ElapsedTime(s)", 0, "count"),
            "cpu_s": ("CPUTime(s)", 0, "count"),
        },
    ),
    Check("os_statistics", ("Operating System Statistics",), {"name": "Statistic"}, {"value": ("Value", 0, "count")}),
)
_POOLS = {"D": "DEFAULT", "K": "KEEP", "R": "RECYCLE"}
SEGMENT_METRICS = {
    "LogicalReads": "logical_reads_blocks",
    "PhysicalReads": "physical_reads_blocks",
    "PhysReadRequests": "physical_read_requests",
    "UnOptimizedReads": "unoptimized_read_requests",
    "OptimizedReads": "optimized_read_requests",
    "DirectReads": "direct_reads_blocks",
    "PhysicalWrites": "physical_writes_blocks",
    "PhysWriteRequests": "physical_write_requests",
    "DirectWrites": "direct_writes_blocks",
    "TableScans": "table_scans",
    "DBBlockChanges": "block_changes",
    "RowLockWaits": "row_lock_waits",
    "ITLWaits": "itl_waits",
    "BufferBusyWaits": "buffer_busy_waits",
}


def figures(printed: list[Table], workload: Workload) -> Iterator[tuple[str, Any, Any]]:
    yield from front_page(printed, workload)
    yield from load_profile(printed, workload)
    for check in CHECKS:
        yield from one_list(check, printed, workload)
    yield from segments(printed, workload)
    yield from blocks(printed, workload)
    yield from advisory(printed, workload)
    yield from parameters(printed, workload)


def named(printed: list[Table], *headings: str) -> Iterator[Table]:
    return (table for table in printed if table.heading in headings)


def with_columns(printed: list[Table], *columns: str) -> Table | None:
    return next((table for table in printed if set(columns) <= set(table.header)), None)


def cell(table: Table, row: list[str], heading: str, nth: int = 0) -> str:
    places = [place for place, text in enumerate(table.header) if text in heading.split("|")]
    return row[places[nth]] if len(places) > nth else ""


def one_list(check: Check, printed: list[Table], workload: Workload) -> Iterator[tuple[str, Any, Any]]:
    expected = [
        (tuple(cell(table, row, heading) or None for heading in check.keys.values()), table, row)
        for table in named(printed, *check.headings)
        for row in table.rows
    ]
    expected = [one for one in expected if one[0][0] not in (None, *check.leave_out)]
    if check.once:
        first: dict[Any, Any] = {}
        for one in expected:
            first.setdefault(one[0], one)
        expected = list(first.values())
    found = rows_of(workload, check.rows)
    yield f"{check.rows}: rows", len(expected), len(found)
    for (key, table, row), item in zip(expected, found, strict=False):
        yield (
            f"{check.rows}: key",
            tuple(_POOLS.get(k, k) if check.rows.startswith("buffer") else k for k in key),
            tuple(getattr(item, name) for name in check.keys),
        )
        for name, (heading, nth, kind) in check.fields.items():
            yield f"{check.rows} {key} {name}", figure(cell(table, row, heading, nth), kind), getattr(item, name)


def rows_of(workload: Workload, name: str) -> list[Any]:
    if name == "wait_events[foreground]":
        return [row for row in workload.wait_events if row.foreground]
    if name == "wait_events[background]":
        return [row for row in workload.wait_events if not row.foreground]
    return list(getattr(workload, name))


def front_page(printed: list[Table], workload: Workload) -> Iterator[tuple[str, Any, Any]]:
    database = with_columns(printed, "DBName", "DBId", "Release")
    snapshots = with_columns(printed, "SnapId", "SnapTime")
    host = with_columns(printed, "HostName", "Platform")
    assert database is not None
    assert snapshots is not None
    assert host is not None
    yield "name", cell(database, database.rows[0], "DBName"), workload.database.name
    yield "dbid", figure(cell(database, database.rows[0], "DBId")), workload.database.dbid
    yield "release", cell(database, database.rows[0], "Release"), workload.database.release
    yield "rac", cell(database, database.rows[0], "RAC") == "YES", workload.database.rac
    yield "host", cell(host, host.rows[0], "HostName"), workload.instances[0].host
    yield "platform", cell(host, host.rows[0], "Platform"), workload.database.platform
    yield "cpus", figure(cell(host, host.rows[0], "CPUs")), workload.instances[0].cpus
    yield "cores", figure(cell(host, host.rows[0], "Cores")), workload.instances[0].cores
    rows = {row[0]: row for row in snapshots.rows}
    interval = workload.interval
    yield "begin snap", figure(rows["Begin Snap:"][1]), interval.begin_snap
    yield "end snap", figure(rows["End Snap:"][1]), interval.end_snap
    yield "begin sessions", figure(rows["Begin Snap:"][3]), interval.begin_sessions
    assert interval.begin_time is not None
    yield "begin time", rows["Begin Snap:"][2], interval.begin_time.strftime("%d-%b-%y %H:%M:%S")
    minutes = figure(rows["Elapsed:"][2].split()[0])
    assert interval.elapsed_s is not None
    assert minutes is not None
    yield "elapsed", True, abs(float(minutes) * 60 - interval.elapsed_s) <= 1.5
    db_minutes = figure(rows["DB Time:"][2].split()[0])
    assert interval.db_time_s is not None
    assert db_minutes is not None
    yield "db time", True, abs(float(db_minutes) * 60 - interval.db_time_s) <= 0.31


def load_profile(printed: list[Table], workload: Workload) -> Iterator[tuple[str, Any, Any]]:
    table = with_columns(printed, "PerSecond", "PerTransaction", "PerExec")
    assert table is not None
    found = {row.label: row for row in workload.load_profile}
    yield "load profile rows", len(table.rows), len(found)
    for row in table.rows:
        label = row[0].rstrip(": ")
        scale = 1024**2 if label.endswith("(MB)") else 1
        if label == "W/A MB processed":
            scale = 1 if (workload.database.release or "").startswith("11.1") else 1024**2
        for name, heading in (("per_s", "PerSecond"), ("per_txn", "PerTransaction")):
            expected = figure(cell(table, row, heading))
            value = getattr(found.get(label), name, "absent")
            yield f"load profile {label} {name}", None if expected is None else expected * scale, value


def segments(printed: list[Table], workload: Workload) -> Iterator[tuple[str, Any, Any]]:
    """Every printed figure must be found in a segment of that name, and every segment's figures must be printed."""
    expected: dict[tuple[Any, ...], Decimal] = {}
    for table in printed:
        metric = next((SEGMENT_METRICS[text] for text in table.header if text in SEGMENT_METRICS), None)
        if metric is None or "ObjectName" not in table.header or "Owner" not in table.header:
            continue
        for row in table.rows:
            value = figure(cell(table, row, next(text for text in table.header if SEGMENT_METRICS.get(text) == metric)))
            assert value is not None
            names = [
                cell(table, row, heading) or None for heading in ("PDBName", "Owner", "ObjectName", "SubobjectName")
            ]
            key = (*names, metric)
            expected[key] = expected.get(key, Decimal(0)) + value
    found: dict[tuple[Any, ...], float] = {}
    for segment in workload.segments:
        for metric in SEGMENT_METRICS.values():
            value = getattr(segment, metric)
            if value is not None:
                found[(*segment.key[:4], metric)] = found.get((*segment.key[:4], metric), 0.0) + value
    yield "segment figures", set(expected), set(found)
    for key, value in expected.items():
        yield f"segment {key}", value, found.get(key)


def blocks(printed: list[Table], workload: Workload) -> Iterator[tuple[str, Any, Any]]:
    """Which statements are PL/SQL, by how their text begins."""
    found = iter(workload.statements)
    for table in named(printed, "SQL ordered by Reads"):
        for row in table.rows:
            first = re.split(r"\W", cell(table, row, "SQLText").lstrip(" ({").lower())[0]
            yield (
                f"statement {row}: PL/SQL",
                first in ("begin", "declare", "call") if first else None,
                next(found).plsql,
            )


def advisory(printed: list[Table], workload: Workload) -> Iterator[tuple[str, Any, Any]]:
    table = next(named(printed, "Buffer Pool Advisory"), None)
    rows = table.rows if table is not None else []
    yield "advisory rows", len(rows), len(workload.buffer_pool_advisory)
    for row, item in zip(rows, workload.buffer_pool_advisory, strict=True):
        assert table is not None
        thousands = 1000 if "Buffers(thousands)" in table.header else 1
        reads = "EstimatedPhysReads(thousands)" if thousands > 1 else "EstimatedPhysicalReads"
        size, estimate = figure(cell(table, row, "SizeforEst(M)")), figure(cell(table, row, reads))
        assert size is not None
        yield "advisory size", size * 1024**2, item.size_bytes
        yield "advisory factor", figure(cell(table, row, "SizeFactor")), item.size_factor
        yield "advisory read factor", figure(cell(table, row, "EstPhysReadFactor")), item.est_physical_read_factor
        yield "advisory reads", None if estimate is None else estimate * thousands, item.est_physical_reads


def parameters(printed: list[Table], workload: Workload) -> Iterator[tuple[str, Any, Any]]:
    expected = sorted(
        (cell(table, row, "ParameterName"), cell(table, row, "Beginvalue"))
        for table in printed
        if "ParameterName" in table.header and "Beginvalue" in table.header
        for row in table.rows
    )
    yield "parameters", expected, sorted((row.name, row.begin or "") for row in workload.parameters)


def same(expected: Any, found: Any) -> bool:
    if isinstance(expected, Decimal):
        return found is not None and abs(float(expected) - float(found)) <= 1e-9 * max(1.0, abs(float(expected)))
    return bool(expected == found)
