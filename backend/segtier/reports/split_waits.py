"""Foreground waits out of a list of all waits (10.2): what the background's list does not explain."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from segtier.model.workload import WaitEvent
from segtier.units import US_PER_S

_TELLING_S = 10.0
"""Times are whole seconds: a difference below this says nothing of the average."""
_IDLE = "Idle"


def foreground_of(everything: Sequence[WaitEvent], background: Iterable[WaitEvent]) -> tuple[WaitEvent, ...]:
    """All waits less those of the background; an event with no waits left is the background's alone."""
    others: dict[str, WaitEvent] = {}
    twice: set[str] = set()
    for event in background:
        if event.event in others:
            twice.add(event.event)
        others[event.event] = event
    rest = (
        event if event.event in twice else _less(event, others.get(event.event)) for event in _idle_named(everything)
    )
    return tuple(event for event in rest if event is not None)


def _less(event: WaitEvent, other: WaitEvent | None) -> WaitEvent | None:
    if other is None or event.waits is None or other.waits is None:
        return event
    waits = event.waits - other.waits
    if waits <= 0:
        return None
    time_s = None if event.time_s is None or other.time_s is None else max(event.time_s - other.time_s, 0.0)
    average_us = time_s * US_PER_S / waits if time_s is not None and time_s >= _TELLING_S else None
    evidence = (*event.evidence, *other.evidence)
    return replace(event, waits=waits, timeouts_pct=None, time_s=time_s, avg_wait_us=average_us, evidence=evidence)


def _idle_named(events: Sequence[WaitEvent]) -> tuple[WaitEvent, ...]:
    """The list is ordered by time with the idle waits behind, ordered again: where time grows, they begin."""
    times = [event.time_s or 0.0 for event in events]
    rises = [index for index in range(1, len(times)) if times[index] > times[index - 1]]
    if len(rises) != 1:
        return tuple(events)
    return tuple(replace(event, wait_class=_IDLE) if at >= rises[0] else event for at, event in enumerate(events))
