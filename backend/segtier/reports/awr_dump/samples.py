"""Samples of active sessions into seconds that sessions waited for reads of each segment, with the error of sampling.

AWR keeps whole samples, one of ten that the instance takes a second apart. So each session that waits in a sample stands for the
time from one sample to the next, and the sum is right on average, however long the waits are. TIME_WAITED is not used: long waits
are met more often, and what corrects for it goes wrong where a cache answers most reads (`simulation/samples.py`).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from datetime import datetime
from itertools import pairwise
from math import gcd
from statistics import median
from typing import Any

from segtier.model.evidence import Evidence
from segtier.model.profile import READ_DEMANDS
from segtier.model.workload import Coverage, SegmentWait
from segtier.oracle.wait_events import event_facts
from segtier.reports.awr_dump.by_snapshot import Row
from segtier.reports.awr_dump.segments import Place, Places
from segtier.units import MOST_ID

SAMPLE_S = 10.0
"""Between two samples that AWR keeps, unless hidden parameters say otherwise (_ash_disk_filter_ratio, _ash_sampling_interval)."""
_KEPT_OF = 10
"""SAMPLE_ID counts the samples taken; those that are kept are so far apart."""
_TAKEN_S = 1.0
_ENOUGH = 9
"""Samples that tell how far apart they are. Chance gives so many a common divisor that is too large once in 250."""
_NEARLY_ALL = 0.9
"""Of the differences: the others are of a damaged number or two."""
_FOREGROUND, _WAITING = 1, 0
Seen = tuple[Evidence, ...]
Waiting = dict[Any, int]
"""How many sessions waited, by SAMPLE_ID; None where a row does not say which sample it is of."""


def read_events(events: Mapping[Any, str]) -> frozenset[Any]:
    """Numbers of the events that wait for reads."""
    return frozenset(number for number, name in events.items() if event_facts(name).demand in READ_DEMANDS)


def sampled_waits(
    rows: Iterable[Row], places: Places, reads: Set[Any], read_wait_s: float | None, instance: int, seen: Seen
) -> tuple[tuple[SegmentWait, ...], Coverage | None]:
    """Seconds that sessions waited for reads of each segment, `reads` being the events. The coverage is None where none is named.

    A sample says which object a session waited for where it waited for a block of one; of other samples it is not known.
    """
    if not reads:
        return (), None
    waiting: dict[Place, Waiting] = defaultdict(lambda: defaultdict(int))
    taken: dict[int, Any] = {}
    all_ = 0
    for type_, number, event, container, wait_time, sample, at, _ in rows:
        if isinstance(sample, int) and 0 <= sample <= MOST_ID:
            taken[sample] = at
        else:
            sample = None  # noqa: PLW2901 - what no sample is numbered with
        if type_ == _FOREGROUND and wait_time == _WAITING and event in reads:
            all_ += 1
            place = places.of_object(number, container)
            if place is not None:
                waiting[place][sample] += 1
    step, apart_s = spacing(taken)
    found = tuple(_wait(place, some, step, apart_s, instance, seen) for place, some in waiting.items())
    listed = sum(one.samples or 0 for one in found)
    return found, Coverage(listed * apart_s, all_ * apart_s, read_wait_s, seen)


def spacing(taken: Mapping[int, Any]) -> tuple[int, float]:
    """(samples taken from one that is kept to the next, seconds between these). `taken`: SAMPLE_TIME by SAMPLE_ID."""
    numbers = sorted(taken)
    if len(numbers) < _ENOUGH:
        return _KEPT_OF, SAMPLE_S
    step = _step([later - earlier for earlier, later in pairwise(numbers)])
    each_s = [
        seconds / (later - earlier)
        for earlier, later in pairwise(numbers)
        if (seconds := _seconds(taken[earlier], taken[later])) is not None
    ]
    return step, step * (median(each_s) if each_s else _TAKEN_S)


def _step(apart: Sequence[int]) -> int:
    """The common divisor of the differences; of those that come again, where nearly all are multiples of it."""
    step = gcd(*(one for one, times in Counter(apart).items() if times > 1))
    nearly_all = step and sum(one % step == 0 for one in apart) >= _NEARLY_ALL * len(apart)
    return step if nearly_all else gcd(*apart)


def _seconds(earlier: Any, later: Any) -> float | None:
    """None where a time is missing, or the host's clock went back."""
    if not isinstance(earlier, datetime) or not isinstance(later, datetime) or later <= earlier:
        return None
    return (later - earlier).total_seconds()


def _wait(place: Place, waiting: Waiting, step: int, apart_s: float, instance: int, seen: Seen) -> SegmentWait:
    count = sum(waiting.values())
    return SegmentWait(
        **place._asdict(),
        samples=count,
        read_wait_s=count * apart_s,
        variance_s2=max(spread(waiting, step), float(count)) * apart_s**2,
        instance=instance,
        evidence=seen,
    )


def spread(waiting: Waiting, step: int) -> float:
    """Variance of how many sessions were met waiting: half the squared steps from each sample to the next, which load that
    changes slowly leaves alone (K. Wolter, JASA 79, 1984).

    Sessions that wait one by one give their number; those that wait together, as parallel ones do, give more. Rows that name
    no sample count as if all were of one.
    """
    squares = float(waiting.get(None, 0) ** 2)
    known = {number: count for number, count in waiting.items() if number is not None}
    for number, count in known.items():
        before, after = known.get(number - step, 0), known.get(number + step, 0)
        squares += (count - before) ** 2 / 2 + (count**2 / 2 if after == 0 else 0.0)
    return squares
