"""An hour of a database from the figures a published excerpt gives: CPU seconds, waits by count and seconds, little else."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from segtier.model.workload import (
    Database,
    HistogramBucket,
    IoFiletype,
    IoFunction,
    PgaAdvice,
    Segment,
    TimeModelRow,
    WaitEvent,
    WaitHistogram,
    Workload,
)
from segtier.oracle.wait_events import event_facts
from tests.builders import GIB, a_segment, a_workload

Row = tuple[str, int, float]
"""Event, waits, seconds."""
BLOCK = 8192
RAC = Database(
    name="SHOP", dbid=4711, release="19.0.0.0.0", rac=True, platform="Linux x86 64-bit", block_size_bytes=BLOCK
)
BLOCKS_PER_SCAN = 64


def a_system(
    cpu_s: float,
    *rows: Row,
    background: tuple[Row, ...] = (),
    elapsed_s: float = 3600.0,
    db_time_s: float | None = None,
    scan_mb_per_s: float | None = None,
    blocks_per_read: float = 1.0,
    listed: bool = True,
    fast_pct: tuple[tuple[float, float | None, float], ...] = (),
    pga: tuple[tuple[float, float, float], ...] = (),
    model: tuple[tuple[str, float], ...] = (),
    **changed: Any,
) -> Workload:
    """The workload of these figures. What DB time has beyond CPU and waits is its unexplained rest.

    `fast_pct` are buckets of single-block reads (from us, to us, per cent), `pga` rows of the advisory (GiB, factor, extra
    bytes), `model` further lines of the time model. Half of the reads are of one table, a fifth of one index.
    """
    waits = (*(_wait(row, True) for row in rows), *(_wait(row, False) for row in background))
    explained = cpu_s + sum(seconds for _, _, seconds in rows)
    reads = _count(rows, "single-block-read", "multi-block-read")
    scans, temp = _count(rows, "direct-read"), _count(rows, "temp-read")
    log_writes = sum(count for event, count, _ in background if event == "log file parallel write")
    commits = _count(rows, "commit")
    scan_blocks = scan_mb_per_s * 1e6 * elapsed_s / BLOCK if scan_mb_per_s else scans * float(BLOCKS_PER_SCAN)
    statistics = {
        "physical reads": reads * blocks_per_read + scan_blocks,
        "physical read IO requests": float(reads + scans),
        "physical reads direct": scan_blocks + temp * 16.0,
        "physical reads direct temporary tablespace": temp * 16.0,
        "physical writes": reads * 0.4,
        "physical write IO requests": reads * 0.3,
        "user commits": float(max(commits, 3600)),
        "redo writes": float(log_writes or max(commits * 0.7, 3600)),
        "redo size": (log_writes or commits) * 4096.0,
    }
    files = tuple(
        IoFiletype(name, read_requests_per_s=read / elapsed_s, write_requests_per_s=written / elapsed_s)
        for name, read, written in (
            ("Data File", reads + scans, reads * 0.3),
            ("Temp File", temp, _count(rows, "temp-write")),
        )
    )
    built = a_workload(
        waits,
        cpu_s=cpu_s,
        rest_s=max((db_time_s or explained) - explained, 0.0),
        elapsed_s=elapsed_s,
        segments=_segments(reads) if listed else (),
        statistics=statistics,
        io_functions=(IoFunction("Direct Reads", read_requests_per_s=scans / elapsed_s),) if scans else (),
        wait_histograms=_histogram(fast_pct),
        pga_advisory=tuple(
            PgaAdvice(target_bytes=round(size * GIB), size_factor=factor, est_extra_bytes=extra)
            for size, factor, extra in pga
        ),
        **{"io_filetypes": files, "cache_factor_at_double": 0.85, **changed},
    )
    return replace(built, time_model=(*built.time_model, *(TimeModelRow(name, seconds) for name, seconds in model)))


_NOT_FIGURES = frozenset({"case", "source", "answer", "says", "gains", "zero", "not_worth", "not_known"})


def the_system(case: dict[str, Any]) -> Workload:
    """One block of tests/cases/advice/published_systems.yaml as a workload."""
    given = {name: _frozen(value) for name, value in case.items() if name not in _NOT_FIGURES}
    if given.pop("rac", False):
        given["database"] = RAC
    return a_system(given.pop("cpu_s"), *given.pop("waits"), **given)


def _frozen(value: Any) -> Any:
    return tuple(_frozen(one) for one in value) if isinstance(value, list) else value


def _segments(reads: int) -> tuple[Segment, ...]:
    table = a_segment("ORDERS", reads * 0.5, reads * 0.15)
    return (table, a_segment("ORDERS_PK", reads * 0.2, reads * 0.03, "INDEX"))


def _wait(row: Row, foreground: bool) -> WaitEvent:
    event, count, seconds = row
    average = seconds / count * 1e6 if count else None
    return WaitEvent(event, event_facts(event).wait_class, foreground, waits=count, time_s=seconds, avg_wait_us=average)


def _count(rows: tuple[Row, ...], *demands: str) -> int:
    return sum(count for event, count, _ in rows if event_facts(event).demand in demands)


def _histogram(buckets: tuple[tuple[float, float | None, float], ...]) -> tuple[WaitHistogram, ...]:
    rows = tuple(HistogramBucket(*bucket) for bucket in buckets)
    return (WaitHistogram("db file sequential read", buckets=rows),) if rows else ()
