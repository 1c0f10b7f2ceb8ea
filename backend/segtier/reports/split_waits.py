"""Foreground waits out of a list of all waits (AWR of 10.2, Statspack): what the background's list does not explain."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from segtier.model.evidence import Warn
from segtier.model.workload import WaitEvent
from segtier.reports.sections.mechanism import Reading
from segtier.reports.sections.wait_events import BACKGROUND_EVENTS, SYSTEM_EVENTS
from segtier.units import US_PER_S

_TELLING_S = 10.0
"""Times are whole seconds: a difference below this says nothing of the average."""
IDLE = "Idle"
"""The class of waits for work to do."""


def told(background: Reading[WaitEvent]) -> Warn:
    """What was done, or that it could not be: rows of the background's list that are lost take nothing off."""
    if background.found and background.whole:
        message = "waits of foreground processes are the difference between all waits and those of the background"
        return Warn("foreground-derived", message, SYSTEM_EVENTS.name)
    lost = "not whole" if background.found else "missing"
    message = f"the list of background waits is {lost}: waits of background processes count as foreground"
    return Warn("foreground-mixed", message, BACKGROUND_EVENTS.name)


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
    if other is None or event.waits is None:
        return event
    if other.waits is None:
        return replace(event, waits=None, timeouts_pct=None, time_s=None, avg_wait_us=None)
    waits = event.waits - other.waits
    if waits <= 0:
        return None
    time_s = None if event.time_s is None or other.time_s is None else max(event.time_s - other.time_s, 0.0)
    average_us = time_s * US_PER_S / waits if time_s is not None and time_s >= _TELLING_S else None
    evidence = (*event.evidence, *other.evidence)
    return replace(event, waits=waits, timeouts_pct=None, time_s=time_s, avg_wait_us=average_us, evidence=evidence)


def _idle_named(events: Sequence[WaitEvent]) -> tuple[WaitEvent, ...]:
    """The list is ordered by time with the idle waits behind, ordered again: where time grows, they begin."""
    times = [event.time_s for event in events]
    rises = [at for at, (before, now) in enumerate(pairwise(times), 1) if _rises(before, now)]
    if len(rises) != 1:
        return tuple(events)
    return tuple(replace(event, wait_class=IDLE) if at >= rises[0] else event for at, event in enumerate(events))


def _rises(before_s: float | None, now_s: float | None) -> bool:
    return before_s is not None and now_s is not None and now_s > before_s
