"""Foreground waits of one report as the rest of the analysis sees them: per second, with demand, class and average."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence

from segtier.analysis.events import event_time_s, foreground_rows
from segtier.analysis.histogram_bounds import means_us
from segtier.analysis.unnamed import demand_of, demand_of_pool
from segtier.model.profile import Event, Unnamed
from segtier.model.workload import WaitEvent, Workload
from segtier.oracle.wait_events import event_facts, is_known
from segtier.units import US_PER_S

LEAST_US = 1_024.0
"""What `below_1ms_pct` counts up to: Oracle's millisecond, which from 12.2 has 1024 microseconds."""
NO_CLASS = "Not known"
"""Stands for the class of waits of which nothing is printed."""


def foreground_events(workload: Workload, unnamed: Sequence[Unnamed], elapsed_s: float) -> tuple[Event, ...]:
    """Most time first, with what has no name as events of their own; an event whose time nobody tells is among those."""
    below = _below_1ms(workload)
    bare = any(row.waits is None and row.avg_wait_us is None for row in foreground_rows(workload))
    means = means_us(workload) if bare else {}
    rows = [
        _event(row, elapsed_s, below, means.get(row.event))
        for row in foreground_rows(workload)
        if event_time_s(row) is not None
    ]
    alike: dict[Hashable, list[Unnamed]] = defaultdict(list)
    for one in unnamed:
        if one.why != "unknown-event":
            alike[one.event, one.wait_class, demand_of_pool(one)].append(one)
    nameless = [_nameless(parts, elapsed_s, below) for parts in alike.values()]
    return tuple(sorted((*rows, *nameless), key=lambda event: -event.time_per_s))


def unnamed_waits(wait_class: str | None) -> str:
    """What a class holds beyond the events that the report names, as an event of its own."""
    return f"unnamed {wait_class} waits" if wait_class else "unnamed waits"


def is_unnamed(event: str, wait_class: str) -> bool:
    """Whether it stands for what its class, or no class, holds beyond named events."""
    return event == unnamed_waits(None if wait_class == NO_CLASS else wait_class)


def _nameless(parts: Sequence[Unnamed], elapsed_s: float, below: Callable[[str], float | None]) -> Event:
    """Worked out of several rows, so no row says it; the least of an event that a histogram names, with what that counts."""
    first, time_s = parts[0], sum(one.time_s for one in parts)
    waits = sum(one.waits or 0.0 for one in parts)
    return Event(
        event=first.event or unnamed_waits(first.wait_class),
        wait_class=first.wait_class or NO_CLASS,
        demand=demand_of_pool(first),
        time_per_s=time_s / elapsed_s,
        waits_per_s=waits / elapsed_s if waits else None,
        avg_wait_us=time_s / waits * US_PER_S if waits else None,
        below_1ms_pct=below(first.event) if first.event else None,
        evidence=tuple(evidence for one in parts for evidence in one.evidence),
    )


def _event(row: WaitEvent, elapsed_s: float, below: Callable[[str], float | None], mean_us: float | None) -> Event:
    """`mean_us`: by its histogram, for a row that tells neither how many waits there were nor how long one took."""
    facts = event_facts(row.event)
    named = row.wait_class or (facts.wait_class if is_known(row.event) else NO_CLASS)
    return Event(
        event=row.event,
        wait_class=named,
        demand=demand_of(row),
        time_per_s=(event_time_s(row) or 0.0) / elapsed_s,
        waits_per_s=_waits_per_s(row, elapsed_s, mean_us),
        avg_wait_us=_average_us(row) or (mean_us if row.waits is None else None),
        below_1ms_pct=below(row.event),
        evidence=row.evidence,
    )


def _waits_per_s(row: WaitEvent, elapsed_s: float, mean_us: float | None) -> float | None:
    time_s = event_time_s(row)
    if time_s is None:
        return None
    if row.waits is not None:
        return row.waits / elapsed_s
    average_us = row.avg_wait_us or mean_us
    return time_s * US_PER_S / average_us / elapsed_s if average_us else None


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
