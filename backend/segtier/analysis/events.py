"""Wait events as the rest of the analysis sees them: per second, each with its demand, its class and its average."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

from segtier.model.profile import Event
from segtier.model.workload import WaitClass, WaitEvent, Workload
from segtier.oracle.wait_events import class_demand, event_facts

LEAST_US = 1_024.0
"""What `below_1ms_pct` counts up to: Oracle's millisecond, which from 12.2 has 1024 microseconds."""
_MATERIAL = 0.02
"""Of the time of all classes; less is rounding, and events too small to be printed."""
_NO_WAITS = frozenset({"DB CPU", "Idle"})
"""Rows among the wait classes that are no part of them."""
_BACKGROUND = "System I/O"
"""Class of the writers and the log writer."""


def event_time_s(row: WaitEvent) -> float | None:
    """Seconds waited: as printed, else waits times the average."""
    if row.time_s is not None:
        return row.time_s
    if row.waits is not None and row.avg_wait_us is not None:
        return row.waits * row.avg_wait_us / 1e6
    return None


def is_possible(row: WaitEvent) -> bool:
    """False for a row no clock counts: less than no waits, or less than no time."""
    return (row.waits or 0) >= 0 and (event_time_s(row) or 0.0) >= 0


def foreground_rows(workload: Workload) -> tuple[WaitEvent, ...]:
    """Foreground waits that are part of DB time: idle events and impossible rows left out."""
    return tuple(row for row in workload.wait_events if row.foreground and not _is_idle(row) and is_possible(row))


def background_rows(workload: Workload) -> tuple[WaitEvent, ...]:
    """Waits of background processes, impossible rows left out."""
    return tuple(row for row in workload.wait_events if not row.foreground and is_possible(row))


def _is_idle(row: WaitEvent) -> bool:
    """As the report prints its class; by the catalogue where it prints none."""
    return row.wait_class == "Idle" if row.wait_class else event_facts(row.event).demand == "idle"


def foreground_events(workload: Workload, elapsed_s: float) -> tuple[Event, ...]:
    """The same per second, most time first, with what wait classes hold beyond their named events."""
    below = _below_1ms(workload)
    rows = tuple(_event(row, elapsed_s, below) for row in foreground_rows(workload))
    return tuple(sorted((*rows, *_unnamed(workload, rows, elapsed_s)), key=lambda event: -event.time_per_s))


def _unnamed(workload: Workload, named: tuple[Event, ...], elapsed_s: float) -> tuple[Event, ...]:
    """Foreground time of a class that none of the named events took, as an event of its own.

    All of them together are no more than all classes less all named events: some reports print an event in one class and
    its time in another.
    """
    classes = {row.wait_class: row for row in workload.wait_classes if row.wait_class not in _NO_WAITS and row.time_s}
    per_s = {name: (row.time_s or 0.0) / elapsed_s for name, row in classes.items()}
    named_per_s: dict[str, float] = defaultdict(float)
    for event in named:
        named_per_s[event.wait_class] += event.time_per_s
    background_per_s = sum(event_time_s(row) or 0.0 for row in background_rows(workload)) / elapsed_s
    rests = {name: max(time - named_per_s[name], 0.0) for name, time in per_s.items()}
    if _BACKGROUND in rests:  # some reports count the background in
        rests[_BACKGROUND] = max(rests[_BACKGROUND] - background_per_s, 0.0)
    most = max(sum(per_s.values()) - sum(named_per_s.values()), 0.0)
    all_rests = sum(rests.values())
    part = min(most / all_rests, 1.0) if all_rests else 0.0
    least = _MATERIAL * sum(per_s.values())
    return tuple(_rest(classes[name], rest * part) for name, rest in rests.items() if rest * part > least)


def unnamed_waits(wait_class: str | None) -> str:
    """What a class holds beyond the events that the report names, as an event of its own."""
    return f"unnamed {wait_class} waits"


def _rest(row: WaitClass, time_per_s: float) -> Event:
    return Event(
        event=unnamed_waits(row.wait_class),
        wait_class=row.wait_class,
        demand=class_demand(row.wait_class),
        time_per_s=time_per_s,
        waits_per_s=None,
        avg_wait_us=None,
        below_1ms_pct=None,
        evidence=row.evidence,
    )


def _event(row: WaitEvent, elapsed_s: float, below: Callable[[str], float | None]) -> Event:
    facts = event_facts(row.event)
    named = row.wait_class or facts.wait_class
    return Event(
        event=row.event,
        wait_class=named,
        demand=class_demand(named) if facts.demand == "idle" else facts.demand,
        time_per_s=(event_time_s(row) or 0.0) / elapsed_s,
        waits_per_s=None if row.waits is None else row.waits / elapsed_s,
        avg_wait_us=_average_us(row),
        below_1ms_pct=below(row.event),
        evidence=row.evidence,
    )


def _average_us(row: WaitEvent) -> float | None:
    """As given, else time over waits."""
    if row.avg_wait_us is not None or not row.waits or row.time_s is None:
        return row.avg_wait_us
    return row.time_s / row.waits * 1e6


def _below_1ms(workload: Workload) -> Callable[[str], float | None]:
    shares: dict[str, float | None] = {}
    for row in workload.wait_histograms:
        below = [b.pct_of_waits or 0.0 for b in row.buckets if b.to_us is not None and b.to_us <= LEAST_US]
        shares.setdefault(row.event, min(sum(below), 100.0) if below else None)
    return shares.get
