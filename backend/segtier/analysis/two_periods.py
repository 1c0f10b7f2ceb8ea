"""Hours from before and after a change of storage, mixed in one input."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import accumulate
from math import floor, log
from typing import NamedTuple

from segtier.analysis.words import ms
from segtier.model.evidence import Warn
from segtier.model.timeline import TimelineNote, TimelinePoint
from segtier.units import minute

TIMES = 4.0
"""Between the slowest hour of one part and the fastest of the other: no load does that to every hour."""
TIMES_ALIKE = 2.0
"""The same between hours of about one load, but for one in twenty on each side, where each part lasts a day."""
LASTS = timedelta(days=1)
"""Less may be a batch, or a night."""
READS_MATTER_PCT = 5.0
_ALIKE = 4 / 3
_ODD = 20
"""One of so many hours may be any."""


class _Change(NamedTuple):
    at: datetime
    first_us: float
    """Of a read until then, on average."""
    then_us: float
    lasts: bool
    """A day at least since then."""


def two_periods(points: Sequence[TimelinePoint]) -> tuple[Warn, ...]:
    """Hours in order of time that fall into two parts whose reads come from different storage."""
    found = _change(points)
    if found is None:
        return ()
    text = (
        f"Reads take {ms(found.first_us)} until {minute(found.at)} and "
        f"{ms(found.then_us)} from then on: two periods. Give them as before and after."
    )
    return (Warn("two-periods", text),)


def changed_at(points: Sequence[TimelinePoint]) -> datetime | None:
    """When the second part begins; None where there are no two."""
    found = _change(points)
    return None if found is None else found.at


def since_the_change(points: Sequence[TimelinePoint]) -> tuple[frozenset[int], tuple[TimelineNote, ...]]:
    """Places of the hours whose storage is today's, and what is said of the others: an answer from before a change that lasted is
    one about yesterday's storage. All of them where nothing changed, or nobody knows yet whether it lasts.
    """
    found = _change(points)
    if found is None or not found.lasts:
        return frozenset(range(len(points))), ()
    times = f"a read took {ms(found.first_us)} until then, {ms(found.then_us)} since"
    text = f"Hours before {minute(found.at)} are left out: {times}."
    own = frozenset(place for place, one in enumerate(points) if one.begin_time and one.begin_time >= found.at)
    return own, (TimelineNote("storage-changed", text),)


def _change(points: Sequence[TimelinePoint]) -> _Change | None:
    """The one that explains most of how the hours' read times differ."""
    hours = [p for p in points if p.read_wait_us and p.begin_time and (p.read_wait_pct or 0.0) >= READS_MATTER_PCT]
    waits = [hour.read_wait_us or 0.0 for hour in hours]
    sums, logs = (list(accumulate(each, initial=0.0)) for each in (waits, map(log, waits)))
    best, found = 0.0, None
    for place, first, then in _parts(hours, waits):
        at, end = hours[place].begin_time, hours[-1].end_time or hours[-1].begin_time
        begin, rest = hours[0].begin_time, len(hours) - place
        if at is None or end is None or begin is None:
            continue
        lasts = end - at >= LASTS
        if not (_apart(first, then) or (lasts and at - begin >= LASTS and _apart_at_like_loads(first, then))):
            continue
        explained = (logs[place] / place - (logs[-1] - logs[place]) / rest) ** 2 * place * rest
        if explained > best:
            best = explained
            found = _Change(at, sums[place] / place, (sums[-1] - sums[place]) / rest, lasts)
    return found


_Loads = Mapping[int | None, list[float]]
"""Waits in order, by load."""


def _parts(hours: Sequence[TimelinePoint], waits: Sequence[float]) -> Iterator[tuple[int, _Loads, _Loads]]:
    """Each place at which the hours may fall apart."""
    first: dict[int | None, list[float]] = defaultdict(list)
    then: dict[int | None, list[float]] = defaultdict(list)
    loads = [floor(log(hour.txn_per_s) / log(_ALIKE)) if hour.txn_per_s else None for hour in hours]
    for load, wait in zip(loads, waits, strict=True):
        insort(then[load], wait)
    for place, (load, wait) in enumerate(zip(loads, waits, strict=True)):
        if place:
            yield place, first, then
        insort(first[load], wait)
        del then[load][bisect_left(then[load], wait)]


def _apart(first: _Loads, then: _Loads) -> bool:
    (least, most), (least_then, most_then) = map(_ends, (first, then))
    return least >= TIMES * most_then or least_then >= TIMES * most


def _ends(loads: _Loads) -> tuple[float, float]:
    each = [waits for waits in loads.values() if waits]
    return min(waits[0] for waits in each), max(waits[-1] for waits in each)


def _apart_at_like_loads(first: _Loads, then: _Loads) -> bool:
    """At each load that both have, which are most hours of both."""
    both = [load for load, waits in first.items() if waits and then.get(load)]
    for part in (first, then):
        if 2 * sum(len(part[load]) for load in both) < sum(map(len, part.values())):
            return False
    pairs = [(first[load], then[load]) for load in both]
    return all(_slower(one, other) for one, other in pairs) or all(_slower(other, one) for one, other in pairs)


def _slower(waits: Sequence[float], others: Sequence[float]) -> bool:
    return waits[len(waits) // _ODD] >= TIMES_ALIKE * others[-1 - len(others) // _ODD]
