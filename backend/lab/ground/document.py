"""A run as Segtier's own workload document: what an AWR report of that hour would say, at the speed of the real devices."""

from __future__ import annotations

from datetime import datetime
from typing import get_args

from lab.ground.clock import SLOWED, told_count, told_s
from lab.ground.measured import DATA_PLACES, REDO_PLACES, TEMP_PLACES, Measured, SegmentCount
from lab.ground.waits import COMMITS, sessions_by_event
from segtier.model.demand import WaitClassName
from segtier.model.workload import (
    Cache,
    Coverage,
    Database,
    Instance,
    InstanceStatistic,
    Interval,
    IoFiletype,
    Segment,
    Source,
    TablespaceIo,
    TimeModelRow,
    WaitClass,
    WaitEvent,
    Workload,
)
from segtier.oracle.wait_events import event_facts
from segtier.units import S_PER_HOUR

BLOCK_BYTES = 8192
_BEGIN, _END = datetime(2026, 1, 5, 10), datetime(2026, 1, 5, 11)  # noqa: DTZ001 - reports have no zone


def document(run: Measured, cache_mb: int, cpus: int) -> Workload:
    """An hour of it; rates and averages are the run's."""
    db_time_s, cpu_s = _s(run, run.db_time_s), _s(run, run.cpu_s)
    waits = _waits(run)
    return Workload(
        source=Source(kind="typed"),
        database=Database(
            name="GROUND", release="11.2.0.4.0", block_size_bytes=BLOCK_BYTES, rac=False, engineered="none"
        ),
        instances=(Instance(number=1, name="ground1", host="ground", cpus=cpus, cores=cpus),),
        interval=Interval(
            begin_time=_BEGIN, end_time=_END, elapsed_s=float(S_PER_HOUR), db_time_s=db_time_s, db_cpu_s=cpu_s
        ),
        cache=(Cache(buffer_cache_bytes=cache_mb << 20),),
        time_model=(
            TimeModelRow("DB time", db_time_s),
            TimeModelRow("DB CPU", cpu_s),
            TimeModelRow("background cpu time", _s(run, run.background_cpu_s)),
        ),
        wait_events=waits,
        wait_classes=_classes(waits),
        io_filetypes=_filetypes(run),
        tablespace_io=_tablespaces(run),
        instance_statistics=_statistics(run),
        segments=tuple(_segment(run, one) for one in run.segments),
        segment_coverage=_coverage(run),
    )


def _s(run: Measured, seconds: float) -> float:
    return round(told_s(seconds, run.elapsed_s), 3)


def _n(run: Measured, count: float) -> int:
    return round(told_count(count, run.elapsed_s))


def _waits(run: Measured) -> tuple[WaitEvent, ...]:
    read, scan, sync = (
        run.count(*which) for which in (("read", DATA_PLACES), ("scan", DATA_PLACES), ("sync", REDO_PLACES))
    )
    temp_reads = [run.count(name, TEMP_PLACES) for name in ("read", "scan")]
    temp_write = run.count("write", TEMP_PLACES)
    counted = [
        ("db file sequential read", read.requests, read.wait_s),
        ("db file scattered read", scan.requests, scan.wait_s),
        ("direct path read temp", sum(one.requests for one in temp_reads), sum(one.wait_s for one in temp_reads)),
        ("direct path write temp", temp_write.requests, temp_write.wait_s),
    ]
    rows = [_wait(run, name, requests, seconds) for name, requests, seconds in counted if requests]
    for name, sessions in sessions_by_event(run.waits).items():
        rows.append(_wait(run, name, run.commits if name == COMMITS else None, sessions * run.elapsed_s))
    if sync.requests:
        rows.append(_wait(run, "log file parallel write", sync.requests, sync.wait_s, foreground=False))
    return tuple(rows)


def _classes(waits: tuple[WaitEvent, ...]) -> tuple[WaitClass, ...]:
    """Sums of the foreground, all classes as AWR lists them, most time first: every wait has a name, nothing is left out."""
    found: dict[str, float] = {name: 0.0 for name in get_args(WaitClassName) if name != "Idle"}
    for row in waits:
        if row.foreground:
            found[row.wait_class or "Other"] += row.time_s or 0.0
    in_order = sorted(found.items(), key=lambda pair: -pair[1])
    return tuple(WaitClass(name, time_s=round(seconds, 3)) for name, seconds in in_order)


def _wait(run: Measured, event: str, waits: int | None, seconds: float, *, foreground: bool = True) -> WaitEvent:
    return WaitEvent(
        event=event,
        wait_class=event_facts(event).wait_class,
        foreground=foreground,
        waits=None if waits is None else _n(run, waits),
        time_s=_s(run, seconds),
        avg_wait_us=seconds / waits / SLOWED * 1e6 if waits else None,
    )


def _filetypes(run: Measured) -> tuple[IoFiletype, ...]:
    rows = []
    for name, places in (("Data File", DATA_PLACES), ("Temp File", TEMP_PLACES)):
        reads = sum(run.count(request, places).requests for request in ("read", "scan"))
        writes = run.count("write", places).requests
        if reads or writes or name == "Data File":
            rows.append(
                IoFiletype(
                    name,
                    _n(run, run.blocks(places)) * BLOCK_BYTES,
                    _n(run, reads) / S_PER_HOUR,
                    _n(run, writes) * BLOCK_BYTES,
                    _n(run, writes) / S_PER_HOUR,
                )
            )
    return tuple(rows)


def _tablespaces(run: Measured) -> tuple[TablespaceIo, ...]:
    rows = []
    for name in DATA_PLACES:
        read, scan, write = (run.count(request, (name,)) for request in ("read", "scan", "write"))
        requests = read.requests + scan.requests
        if requests:
            rows.append(
                TablespaceIo(
                    tablespace=name.upper(),
                    block_size_bytes=BLOCK_BYTES,
                    read_requests=_n(run, requests),
                    read_requests_per_s=_n(run, requests) / S_PER_HOUR,
                    avg_read_us=(read.wait_s + scan.wait_s) / requests / SLOWED * 1e6,
                    blocks_per_read=run.blocks((name,)) / requests,
                    write_requests=_n(run, write.requests),
                    write_requests_per_s=_n(run, write.requests) / S_PER_HOUR,
                )
            )
    return tuple(rows)


def _statistics(run: Measured) -> tuple[InstanceStatistic, ...]:
    data, temp = run.blocks(DATA_PLACES), run.blocks(TEMP_PLACES)
    writes, temp_writes = (run.count("write", places).requests for places in (DATA_PLACES, TEMP_PLACES))
    reads = sum(run.count(request, DATA_PLACES + TEMP_PLACES).requests for request in ("read", "scan"))
    totals = {
        "physical reads": data + temp,
        "physical reads direct": temp,
        "physical reads direct temporary tablespace": temp,
        "physical read IO requests": reads,
        "physical writes": writes + temp_writes,
        "physical writes direct temporary tablespace": temp_writes,
        "physical write IO requests": writes + temp_writes,
        "redo writes": run.count("sync", REDO_PLACES).requests,
        "redo size": run.redo_bytes,
        "user commits": run.transactions,
        "session logical reads": run.blocks_hit + data,
    }
    return tuple(_statistic(name, _n(run, total)) for name, total in totals.items())


def _statistic(name: str, total: int) -> InstanceStatistic:
    return InstanceStatistic(name, float(total), total / S_PER_HOUR)


def _segment(run: Measured, one: SegmentCount) -> Segment:
    return Segment(
        owner="GROUND",
        name=one.name.upper(),
        type=one.type,
        tablespace=one.tablespace.upper(),
        size_bytes=one.size_bytes,
        logical_reads_blocks=_n(run, one.gets),
        physical_reads_blocks=_n(run, one.blocks),
        physical_read_requests=_n(run, one.read_requests),
        physical_writes_blocks=_n(run, one.writes),
        physical_write_requests=_n(run, one.writes),
        direct_reads_blocks=0,
        direct_writes_blocks=0,
    )


def _coverage(run: Measured) -> dict[str, Coverage]:
    """What the segments list holds of the whole: the catalogue's own blocks are in no segment of the load."""
    data = (run.blocks(DATA_PLACES), sum(run.count(name, DATA_PLACES).requests for name in ("read", "scan")))
    writes = run.count("write", DATA_PLACES).requests
    listed = {
        "physical_reads_blocks": (sum(one.blocks for one in run.segments), data[0]),
        "physical_read_requests": (sum(one.read_requests for one in run.segments), data[1]),
        "physical_writes_blocks": (sum(one.writes for one in run.segments), writes),
        "physical_write_requests": (sum(one.writes for one in run.segments), writes),
    }
    return {
        name: Coverage(listed=_n(run, part), captured=_n(run, part), total=_n(run, max(part, whole)))
        for name, (part, whole) in listed.items()
    }
