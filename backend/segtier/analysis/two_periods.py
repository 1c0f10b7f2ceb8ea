"""Hours from before and after a change of storage, mixed in one input."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from segtier.analysis.words import ms
from segtier.model.evidence import Warn
from segtier.model.timeline import TimelinePoint
from segtier.units import minute

TIMES = 4.0
"""Between the slowest hour of one part and the fastest of the other: no load does that to every hour."""
READS_MATTER_PCT = 5.0


def two_periods(points: Sequence[TimelinePoint]) -> tuple[Warn, ...]:
    """Hours in order of time that fall into two parts whose reads come from different storage."""
    found = _change(points)
    if found is None:
        return ()
    changed, first, then = found
    text = (
        f"Reads take {ms(sum(first) / len(first))} until {minute(changed)} and "
        f"{ms(sum(then) / len(then))} from then on: two periods. Give them as before and after."
    )
    return (Warn("two-periods", text),)


def changed_at(points: Sequence[TimelinePoint]) -> datetime | None:
    """When the second part begins; None where there are no two."""
    found = _change(points)
    return None if found is None else found[0]


def _change(points: Sequence[TimelinePoint]) -> tuple[datetime, list[float], list[float]] | None:
    """When, and the waits of the hours before and from then on."""
    hours = [p for p in points if p.read_wait_us and p.begin_time and (p.read_wait_pct or 0.0) >= READS_MATTER_PCT]
    waits = [hour.read_wait_us or 0.0 for hour in hours]
    for place in range(1, len(hours)):
        first, then, changed = waits[:place], waits[place:], hours[place].begin_time
        if changed is None:
            continue
        if min(first) >= TIMES * max(then) or min(then) >= TIMES * max(first):
            return changed, first, then
    return None
