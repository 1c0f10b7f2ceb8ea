"""The intervals of the inputs as weeks with the same hours, and what each segment reads in each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta

import numpy as np

from segtier.advisor.case import Case, own_hour_of
from segtier.analysis.history import whole_from
from segtier.analysis.like_weeks import like_weeks, week_of
from segtier.dataclass import dataclass
from segtier.forecast.read_latency import read_latency_us
from segtier.model.profile import SegmentLoad
from segtier.model.workload import SegmentKey
from segtier.placement.drift import WEEKS, WEEKS_NEEDED
from segtier.placement.problem import Floats
from segtier.units import S_PER_HOUR

Like = tuple[int, int]
"""A day of the week and an hour of the day."""


@dataclass(frozen=True, slots=True, eq=False)
class Weeks:
    loads: tuple[SegmentLoad, ...]
    """One of each segment; figures are below."""
    least: Floats
    """(segments, weeks): buffered reads an hour. One that a list does not name has read between 0 and the last one named."""
    most: Floats
    like_hours: int
    reads_s: Floats
    """(weeks,): time in buffered reads, an hour."""
    reads: Floats
    """(weeks,): buffered reads an hour, of the whole instance."""

    @property
    def count(self) -> int:
        return int(self.least.shape[1])


@dataclass(frozen=True, slots=True, eq=False)
class Hour:
    middle: datetime
    """By it the interval counts as of an hour and of a week."""
    case: Case
    reads: float
    """Buffered reads an hour, of the whole instance."""
    reads_s: float
    """Seconds in them, an hour."""

    @property
    def week(self) -> date:
        return week_of(self.middle)

    @property
    def like(self) -> Like:
        return self.middle.weekday(), self.middle.hour


def hours_in(case: Case) -> list[Hour]:
    """Every interval that tells DB time, what its own segments read, all reads and how long they take: of the weeks that stay
    whole, so that what is thinned changes no answer.
    """
    begins = [(slot, slot.begin_time) for slot in case.slots]
    first = whole_from(begin for _, begin in begins if begin is not None)
    told = [
        (begin, own_hour_of(case, slot))
        for slot, begin in begins
        if begin is not None and (first is None or week_of(begin) >= first)
    ]
    found = [_hour(begin, one) for begin, one in told if one is not None and has_own_lists(one)]
    return [hour for hour in found if hour is not None]


def _hour(begin: datetime, case: Case) -> Hour | None:
    """None where nobody tells how many reads there are, or how long one takes: neither is then none."""
    profile = case.profile
    reads, read_us = profile.buffered_read_requests_per_s, read_latency_us(profile)
    if reads is None or read_us is None:
        return None
    middle = begin + timedelta(seconds=profile.elapsed_s / 2)
    return Hour(middle, case, reads * S_PER_HOUR, reads * S_PER_HOUR * read_us / 1e6)


def weeks_of(case: Case, hours: Sequence[Hour], named: Sequence[SegmentLoad]) -> Weeks:
    """The latest weeks; as many as have like hours. `named`: segments of all hours, and those that only somebody names."""
    weeks, like = like_weeks([(hour.week, hour.like) for hour in hours], WEEKS_NEEDED, WEEKS)
    used = [hour for hour in hours if hour.week in weeks and hour.like in like]
    loads = {load.key: load for hour in used for load in hour.case.segments.loads}
    loads |= {load.key: load for load in _named_nowhere(case, loads, named)}
    row = {key: number for number, key in enumerate(loads)}
    least, most = np.zeros((len(row), len(weeks))), np.zeros((len(row), len(weeks)))
    reads, reads_s = np.zeros(len(weeks)), np.zeros(len(weeks))
    for at, week in enumerate(weeks):
        mine = [hour for hour in used if hour.week == week]
        for one in mine:
            low, high = reads_in(one.case.segments.loads, row)
            least[:, at] += low / len(mine)
            most[:, at] += high / len(mine)
            reads[at] += one.reads / len(mine)
            reads_s[at] += one.reads_s / len(mine)
    return Weeks(tuple(loads.values()), least, most, len(like), reads_s, reads)


def has_own_lists(case: Case) -> bool:
    """Counters of another time share out the reads of every hour alike: they show no drift. Nor does an hour without any."""
    counted = any(load.read_requests_per_s is not None for load in case.segments.loads)
    return counted and case.segments.of_other_time < _OTHER_TIME


_OTHER_TIME = 0.5


def _named_nowhere(
    case: Case, listed: Mapping[SegmentKey, SegmentLoad], named: Sequence[SegmentLoad]
) -> list[SegmentLoad]:
    """Those that somebody names, and no list: only their sizes are known."""
    rows = {id(row) for key in listed if (row := case.known.sizes.find(key)) is not None}
    return [load for load in named if id(case.known.sizes.find(load.key)) not in rows and load.key not in listed]


def reads_in(loads: Sequence[SegmentLoad], row: dict[SegmentKey, int]) -> tuple[Floats, Floats]:
    """(segments,) each: the least and the most."""
    listed = {row[load.key]: buffered(load) for load in loads if load.read_requests_per_s is not None}
    least, most = np.zeros(len(row)), np.full(len(row), min(listed.values()))
    for number, reads in listed.items():
        least[number] = most[number] = reads
    for load in loads:
        if load.read_requests_per_s is None and load.reads_below_per_s is not None:
            most[row[load.key]] = max(load.reads_below_per_s * S_PER_HOUR, 0.0)
    return least, most


def buffered(load: SegmentLoad) -> float:
    return max((load.read_requests_per_s or 0.0) - load.direct_read_requests_per_s, 0.0) * S_PER_HOUR
