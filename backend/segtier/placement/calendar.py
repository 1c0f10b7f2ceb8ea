"""Which times of the calendar make a unit hot: from a figure for each interval.

A unit is hot in an interval where it has `HOT` times what it has in the middle one. A time of the calendar explains that where
the unit is hot in nearly all intervals of that time and in few others, and was so in two occurrences at least. Of several times
the one that explains most is taken, of equal ones the shorter.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from segtier.dataclass import dataclass
from segtier.placement.problem import Floats, Whole

HOT, OCCURRENCES = 4.0, 2
_FITS = 0.8
"""Of a time's intervals those in which the unit is hot, and of the hot ones those in that time."""


@dataclass(frozen=True, slots=True)
class When:
    """A time that comes again."""

    name: str
    hours: float
    """Of one occurrence."""
    occurrence: Callable[[datetime], date | None]
    """What tells one occurrence from the next; None outside of the time."""


def _month_end(at: datetime) -> date | None:
    """The last two days of a month: by the first day of the next one."""
    return next((day for day in (at.date() + timedelta(days=more) for more in (1, 2)) if day.day == 1), None)


def _month_start(at: datetime) -> date | None:
    return at.date().replace(day=1) if at.day <= 2 else None


def _weekend(at: datetime) -> date | None:
    return at.date() - timedelta(days=at.weekday()) if at.weekday() >= 5 else None


def _on(weekday: int) -> Callable[[datetime], date | None]:
    return lambda at: at.date() if at.weekday() == weekday else None


def _at_night(at: datetime) -> date | None:
    """From 22 to 6: of the day it ends on."""
    return (at + timedelta(hours=2)).date() if at.hour >= 22 or at.hour < 6 else None


DAYS = ("Mondays", "Tuesdays", "Wednesdays", "Thursdays", "Fridays", "Saturdays", "Sundays")
TIMES = (
    When("the last two days of a month", 48, _month_end),
    When("the first two days of a month", 48, _month_start),
    When("weekends", 48, _weekend),
    *(When(name, 24, _on(number)) for number, name in enumerate(DAYS)),
    When("nights", 8, _at_night),
)


@dataclass(frozen=True, slots=True, eq=False)
class Known:
    """One time as the intervals show it."""

    when: When
    occurrence: Whole
    """(intervals,): the number of the occurrence; -1 outside."""

    @property
    def inside(self) -> NDArray[np.bool_]:
        inside: NDArray[np.bool_] = self.occurrence >= 0
        return inside

    def hot_in(self, hot: NDArray[np.bool_]) -> int:
        """Occurrences with a hot interval and more hot ones than others."""
        inside = self.inside
        every = np.bincount(self.occurrence[inside])
        warm = np.bincount(self.occurrence[inside], weights=hot[inside])
        return int((2 * warm > every).sum())


@dataclass(frozen=True, slots=True, eq=False)
class Hot:
    """When a unit is hot."""

    time: Known
    occurrences: int
    """In which it was."""


def known_times(middles: Sequence[datetime]) -> list[Known]:
    """Those that occurred twice, and that some intervals lie outside of."""
    found = []
    for when in TIMES:
        which = [when.occurrence(at) for at in middles]
        numbers = {one: at for at, one in enumerate(sorted({one for one in which if one is not None}))}
        time = Known(when, np.array([-1 if one is None else numbers[one] for one in which], np.int64))
        if len(numbers) >= OCCURRENCES and not time.inside.all():
            found.append(time)
    return found


def time_of(least: Floats, most: Floats, times: Sequence[Known]) -> Hot | None:
    """Of one unit, between these figures in each interval; None where no time explains when it is hot."""
    cold = float(np.median(most))
    hot = (least > 0) & (least >= HOT * cold)
    if not hot.any() or hot.mean() > 0.5:
        return None
    best, fits = None, 0.0
    for one in sorted(times, key=lambda time: float(time.inside.mean())):
        both = float((hot & one.inside).sum())
        within, of_hot = both / one.inside.sum(), both / hot.sum()
        count = one.hot_in(hot)
        if min(within, of_hot) >= _FITS and count >= OCCURRENCES and within * of_hot > fits:
            best, fits = Hot(one, count), within * of_hot
    return best
