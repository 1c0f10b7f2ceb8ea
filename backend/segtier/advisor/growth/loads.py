"""What the intervals of the inputs count, week by week, in the hours that all of these weeks have."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta

import numpy as np

from segtier.advisor.case import Case
from segtier.analysis.dated_sizes import MOST_WEEKS, WEEKS_NEEDED
from segtier.analysis.like_weeks import like_weeks, week_of
from segtier.analysis.profile import profile_of
from segtier.analysis.trend import Line, level_line
from segtier.columns import Floats
from segtier.dataclass import dataclass
from segtier.model.profile import Profile
from segtier.units import S_PER_HOUR

Like = tuple[int, int, int]
"""A day of the week, an hour of the day, and how many hours the interval has: a whole day is not like its busy hour."""


@dataclass(frozen=True, slots=True)
class Interval:
    middle: datetime
    """By it the interval counts as of an hour and of a week."""
    profile: Profile

    @property
    def week(self) -> date:
        return week_of(self.middle)

    @property
    def like(self) -> Like:
        return self.middle.weekday(), self.middle.hour, max(round(self.profile.elapsed_s / S_PER_HOUR), 1)


@dataclass(frozen=True, slots=True)
class WeeklyLoad:
    """Of one figure."""

    told: int
    """Intervals that tell it."""
    weeks: tuple[date, ...] = ()
    """Mondays."""
    like: tuple[Like, ...] = ()
    by_hour: tuple[float, ...] = ()
    """For each like hour the middle of the weeks."""
    line: Line | None = None
    """Of the mean over like hours; None for too few weeks."""

    @property
    def busiest(self) -> float:
        """Times the mean: the busiest like hour."""
        return max(self.by_hour) / float(np.mean(self.by_hour)) if self.by_hour and any(self.by_hour) else 1.0


def intervals_in(case: Case) -> list[Interval]:
    """All that say when they were and what DB time is."""
    found = []
    for slot in case.slots:
        profile = profile_of(slot) if slot.begin_time is not None and slot.elapsed_s else None
        if profile is not None and slot.begin_time is not None:
            begin = slot.begin_time.replace(tzinfo=None)
            found.append(Interval(begin + timedelta(seconds=profile.elapsed_s / 2), profile))
    return found


def weekly_load(intervals: Sequence[Interval], figure: Callable[[Profile], float | None]) -> WeeklyLoad:
    """`figure`: None where the profile does not tell it; then the interval counts for nothing."""
    told = [(one, value) for one in intervals if (value := figure(one.profile)) is not None]
    weeks, common = like_weeks([(one.week, one.like) for one, _ in told], WEEKS_NEEDED, MOST_WEEKS)
    if not told:
        return WeeklyLoad(0)
    like = sorted(common)
    row, column = {one: at for at, one in enumerate(like)}, {one: at for at, one in enumerate(weeks)}
    total, length = np.zeros((len(like), len(weeks))), np.zeros((len(like), len(weeks)))
    for one, value in told:
        if one.week in column and one.like in row:
            total[row[one.like], column[one.week]] += value * one.profile.elapsed_s
            length[row[one.like], column[one.week]] += one.profile.elapsed_s
    figures = total / length
    middle = np.median(figures, axis=1)
    line = None
    if len(weeks) >= WEEKS_NEEDED:
        when = np.array([float((one - weeks[0]).days) / 7 for one in weeks])
        line = level_line(when, _of_weeks(figures, middle))
    return WeeklyLoad(len(told), tuple(weeks), tuple(like), tuple(middle.tolist()), line)


def _of_weeks(figures: Floats, middle: Floats) -> Floats:
    """(weeks,): the mean over like hours, changed as the middle one of them, by its load: one hot hour changes nothing."""
    busy = middle > 0
    if not busy.any():
        idle: Floats = figures.mean(axis=0)
        return idle
    changed = figures[busy] / middle[busy, np.newaxis]
    order = np.argsort(changed, axis=0, kind="stable")
    weights = np.cumsum(middle[busy][order], axis=0)
    at = (weights < weights[-1] / 2).sum(axis=0)
    each: Floats = np.take_along_axis(changed, order, axis=0)[at, np.arange(changed.shape[1])]
    return each * float(middle.mean())
