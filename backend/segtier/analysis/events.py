"""Rows of the reports' lists of waits: how long each was waited for, and which are part of DB time."""

from __future__ import annotations

from segtier.model.profile import STORAGE_DEMANDS
from segtier.model.workload import WaitEvent, Workload
from segtier.oracle.wait_events import event_facts, is_idle

_MANY = 100_000
"""So many waits for storage take more than the half second that Oracle prints as 0: that would be 5 µs each."""


def event_time_s(row: WaitEvent) -> float | None:
    """Seconds waited: as printed, or waits times the average; None if the report does not tell."""
    if row.time_s is not None:
        return None if _not_timed(row) else row.time_s
    if row.waits is not None and row.avg_wait_us is not None:
        return row.waits * row.avg_wait_us / 1e6
    return None


def _not_timed(row: WaitEvent) -> bool:
    return not row.time_s and (row.waits or 0) >= _MANY and event_facts(row.event).demand in STORAGE_DEMANDS


def untold_rows(workload: Workload) -> tuple[WaitEvent, ...]:
    """Foreground waits that a report lists without a time."""
    return tuple(row for row in foreground_rows(workload) if event_time_s(row) is None)


def is_possible(row: WaitEvent) -> bool:
    """False for a row no clock counts: less than no waits, or less than no time."""
    time_s = event_time_s(row) if row.time_s is None else row.time_s
    return (row.waits or 0) >= 0 and (time_s or 0.0) >= 0


def foreground_rows(workload: Workload) -> tuple[WaitEvent, ...]:
    """Foreground waits that are part of DB time: idle events and impossible rows left out."""
    return tuple(
        row
        for row in workload.wait_events
        if row.foreground and not is_idle(row.event, row.wait_class) and is_possible(row)
    )


def background_rows(workload: Workload) -> tuple[WaitEvent, ...]:
    """Waits of background processes, impossible rows left out."""
    return tuple(row for row in workload.wait_events if not row.foreground and is_possible(row))
