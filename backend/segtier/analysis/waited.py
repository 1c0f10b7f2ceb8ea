"""Seconds and average of one wait event, each from the other where only one is told."""

from __future__ import annotations

from dataclasses import replace

from segtier.model.workload import WaitEvent


def event_time_s(row: WaitEvent) -> float | None:
    """Seconds waited: as printed, else waits times the average."""
    if row.time_s is not None:
        return row.time_s
    if row.waits is not None and row.avg_wait_us is not None:
        return row.waits * row.avg_wait_us / 1e6
    return None


def with_average(row: WaitEvent) -> WaitEvent:
    """The row with its average: as given, else time over waits."""
    if row.avg_wait_us is not None or not row.waits or row.time_s is None:
        return row
    return replace(row, avg_wait_us=row.time_s / row.waits * 1e6)


def is_possible(row: WaitEvent) -> bool:
    """False for a row no clock counts: less than no waits, or less than no time."""
    return (row.waits or 0) >= 0 and (event_time_s(row) or 0.0) >= 0
