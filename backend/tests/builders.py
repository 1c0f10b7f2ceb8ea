"""Workloads and requests for tests, in the units a DBA would say them in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, get_args

from segtier.analysis.inputs import as_reports
from segtier.analysis.intervals import sort_intervals
from segtier.analysis.merge import merge_slots
from segtier.model.demand import WaitClassName
from segtier.model.evidence import Warn
from segtier.model.inventory import Inventory, InventorySegment
from segtier.model.profile import Profile
from segtier.model.request import AdviceRequest
from segtier.model.workload import (
    BufferPoolAdvice,
    Cache,
    Coverage,
    Database,
    Instance,
    InstanceStatistic,
    Interval,
    IoFiletype,
    Segment,
    Source,
    TimeModelRow,
    WaitClass,
    WaitEvent,
    Workload,
)
from segtier.oracle.devices import tier
from segtier.oracle.wait_events import event_facts

GIB = 1024**3


def a_wait(event: str, time_s: float, avg_ms: float, foreground: bool = True) -> WaitEvent:
    """One wait event by its total time and mean latency."""
    return WaitEvent(
        event=event,
        wait_class=event_facts(event).wait_class,
        foreground=foreground,
        waits=round(time_s / avg_ms * 1e3) if avg_ms else 0,
        time_s=time_s,
        avg_wait_us=avg_ms * 1e3,
    )


def a_segment(name: str, reads: float, writes: float = 0.0, kind: str = "TABLE", **changed: Any) -> Segment:
    """A segment of owner SHOP with its read and write requests of the interval, one block each."""
    return Segment(
        owner="SHOP",
        name=name,
        type=kind,
        tablespace="SHOP_DATA",
        physical_reads_blocks=reads,
        physical_read_requests=reads,
        physical_writes_blocks=writes,
        physical_write_requests=writes,
        **changed,
    )


def without_cpu(workload: Workload) -> Workload:
    """As of a paste that does not tell DB CPU."""
    times = tuple(row for row in workload.time_model if row.name != "DB CPU")
    return replace(workload, time_model=times, interval=replace(workload.interval, db_cpu_s=None))


def a_workload(
    waits: tuple[WaitEvent, ...] = (a_wait("db file sequential read", 18_000, 10),),
    *,
    elapsed_s: float = 3600.0,
    cpu_s: float = 3_600.0,
    rest_s: float = 0.0,
    segments: tuple[Segment, ...] = (),
    cores: int = 16,
    threads: int = 32,
    database: Database | None = None,
    cache_gib: float = 8.0,
    cache_factor_at_double: float | None = 0.8,
    statistics: dict[str, float] | None = None,
    snaps: tuple[int, int] = (100, 101),
    **changed: Any,
) -> Workload:
    """One hour of one database; DB time is CPU plus the waits plus `rest_s`."""
    db_time_s = cpu_s + sum(w.time_s or 0.0 for w in waits if w.foreground) + rest_s
    reads = sum(w.waits or 0 for w in waits if event_facts(w.event).demand in ("single-block-read", "multi-block-read"))
    totals = {
        "physical reads": float(reads),
        "physical read IO requests": float(reads),
        "physical writes": reads * 0.4,
        "physical write IO requests": reads * 0.3,
        "physical reads direct": 0.0,
        "user commits": 360_000.0,
        "redo writes": 200_000.0,
        "redo size": 2e9,
        **(statistics or {}),
    }
    size = round(cache_gib * GIB)
    advice = [BufferPoolAdvice("DEFAULT", size_bytes=size, size_factor=1.0, est_physical_read_factor=1.0)]
    if cache_factor_at_double is not None:
        advice.append(
            BufferPoolAdvice(
                "DEFAULT", size_bytes=size * 2, size_factor=2.0, est_physical_read_factor=cache_factor_at_double
            )
        )
    workload = Workload(
        source=Source(kind="awr-html", file="report.html", sha256="0" * 64),
        database=database
        or Database(
            name="SHOP", dbid=4711, release="11.2.0.4.0", rac=False, platform="Linux x86 64-bit", block_size_bytes=8192
        ),
        instances=(Instance(number=1, name="shop1", cpus=threads, cores=cores),),
        interval=Interval(
            begin_snap=snaps[0], end_snap=snaps[1], elapsed_s=elapsed_s, db_time_s=db_time_s, db_cpu_s=cpu_s
        ),
        cache=(Cache(buffer_cache_bytes=size),),
        time_model=(TimeModelRow("DB time", db_time_s), TimeModelRow("DB CPU", cpu_s)),
        wait_events=waits,
        wait_classes=_classes(waits),
        segments=segments,
        segment_coverage={
            "physical_reads_blocks": Coverage(
                listed=sum(s.physical_reads_blocks or 0 for s in segments), total=totals["physical reads"]
            )
        },
        buffer_pool_advisory=tuple(advice),
        instance_statistics=tuple(InstanceStatistic(name, total) for name, total in totals.items()),
        io_filetypes=(
            IoFiletype(
                "Data File",
                read_requests_per_s=totals["physical read IO requests"] / elapsed_s,
                write_requests_per_s=totals["physical write IO requests"] / elapsed_s,
            ),
        ),
    )
    return replace(workload, **changed)


def _classes(waits: tuple[WaitEvent, ...]) -> tuple[WaitClass, ...]:
    """Of the foreground, as every report prints them: nothing else was waited for."""
    seconds: dict[str, float] = dict.fromkeys(get_args(WaitClassName), 0.0)
    for row in waits:
        if row.foreground and row.wait_class != "Idle":
            seconds[row.wait_class or event_facts(row.event).wait_class] += row.time_s or 0.0
    return tuple(WaitClass(name, time_s=time_s) for name, time_s in seconds.items() if name != "Idle")


def some_sizes(*rows: tuple[str, float], complete: bool = True) -> Inventory:
    """Sizes in GiB of SHOP's segments by name; names ending in _PK or _IX are indexes."""
    return Inventory(
        source=Source(kind="segment-sizes", file="sizes.csv", sha256="1" * 64),
        complete=complete,
        segments=tuple(
            InventorySegment(
                owner="SHOP",
                name=name,
                type="INDEX" if name.endswith(("_PK", "_IX")) else "TABLE",
                tablespace="SHOP_DATA",
                size_bytes=round(gib * GIB),
            )
            for name, gib in rows
        ),
    )


def a_request(capacity: int = 700 * 10**9, draws: int = 200, **changed: Any) -> AdviceRequest:
    return AdviceRequest(tier=changed.pop("tier", None) or tier(capacity), draws=draws, **changed)


def a_profile(workload: Workload | None = None) -> Profile:
    from segtier.analysis.profile import build_profile

    return build_profile(workload or a_workload())


def merge_intervals(workloads: Sequence[Workload]) -> tuple[Workload, tuple[Warn, ...]]:
    """One workload for all distinct intervals, and what was left out."""
    slots, warnings = sort_intervals([one for one in as_reports(workloads) if one.tells_time])
    return merge_slots(slots), warnings
