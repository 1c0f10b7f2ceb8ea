"""Waits of a Statspack report: which of them are of foreground processes, and which are idle."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from segtier.model.evidence import Warn
from segtier.model.workload import WaitEvent, Workload
from segtier.reports.sections.wait_events import BACKGROUND_EVENTS, FOREGROUND_EVENTS, SYSTEM_EVENTS, TOP_EVENTS
from segtier.reports.text_gathering import IDLE, TextGathering
from segtier.units import US_PER_S

_TELLING_S = 10.0
"""A difference of two times in whole seconds tells an average from here on."""


def with_events(workload: Workload, reader: TextGathering) -> Workload:
    """Foreground waits from their own list, from the difference of the two old lists, or from the top events."""
    parts = (TOP_EVENTS, FOREGROUND_EVENTS, SYSTEM_EVENTS, BACKGROUND_EVENTS)
    top, foreground, system, background = (reader.read(part) for part in parts)
    if foreground.found:
        events = foreground.items
    elif system.found:
        reader.warnings = [one for one in reader.warnings if one.section != FOREGROUND_EVENTS.name]
        events = _foreground(_with_idle(system.items), background.items)
        reader.warnings.append(_derived(background.found))
    else:
        events = top.items
        message = "the list of all waits is missing: only the top events, background waits among them, are known"
        reader.warnings.append(Warn("top-events-only", message, TOP_EVENTS.name))
    plain = (replace(event, db_time_pct=None) for event in (*events, *background.items))
    return replace(workload, wait_events=tuple(plain))


def _derived(background: bool) -> Warn:
    if background:
        message = "waits of foreground processes are the difference between all waits and those of the background"
        return Warn("foreground-derived", message, SYSTEM_EVENTS.name)
    message = "the list of background waits is missing: waits of background processes count as foreground"
    return Warn("foreground-mixed", message, BACKGROUND_EVENTS.name)


def _with_idle(events: Sequence[WaitEvent]) -> tuple[WaitEvent, ...]:
    """The list is ordered by time, idle waits last and ordered again: where time grows, the idle ones begin."""
    times = [event.time_s for event in events]
    rises = [
        index
        for index in range(1, len(events))
        if (now := times[index]) is not None and (before := times[index - 1]) is not None and now > before
    ]
    if len(rises) != 1:
        return tuple(events)
    return tuple(replace(e, wait_class=IDLE) if i >= rises[0] else e for i, e in enumerate(events))


def _foreground(all_events: Iterable[WaitEvent], background: Iterable[WaitEvent]) -> tuple[WaitEvent, ...]:
    by_name: dict[str, list[WaitEvent]] = defaultdict(list)
    for event in background:
        by_name[event.event].append(event)
    rest = (_less(event, by_name[event.event]) for event in all_events)
    return tuple(event for event in rest if event is not None)


def _less(event: WaitEvent, background: Sequence[WaitEvent]) -> WaitEvent | None:
    """What is left of an event's waits without the background's; None where nothing is left."""
    if len(background) != 1 or event.waits is None or background[0].waits is None:
        return event
    (other,) = background
    waits = event.waits - (other.waits or 0)
    if waits <= 0:
        return None
    time_s = None if event.time_s is None or other.time_s is None else max(event.time_s - other.time_s, 0.0)
    exact = time_s is not None and time_s >= _TELLING_S
    return replace(
        event,
        waits=waits,
        timeouts_pct=None,
        time_s=time_s,
        avg_wait_us=time_s * US_PER_S / waits if exact and time_s is not None else None,
        evidence=(*event.evidence, *other.evidence),
    )
