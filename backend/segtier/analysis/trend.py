"""A straight line through the figures of some weeks, with the range that chance leaves open.

Two kinds of figures. A **load** is a level of its own in each week: its slope is the median of the slopes of all pairs of weeks
(Theil-Sen), between the ranks that chance allows (Sen 1968, exact up to any number of weeks). Fewer than eight weeks have no such
ranks, and the line of least squares gives the range by Student's t. A **size** carries on from week to week, so its steps are
what chance draws: the slope is their mean, by t, and the further ahead the wider. Weeks that follow one another alike widen the
range of a load, since they count for fewer.

An answer has five figures. Of noise alone none of them has a trend in 95 of 100 databases: each is allowed 1 % (Bonferroni).
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from segtier.columns import Floats
from segtier.dataclass import dataclass

AHEAD = 4.0
"""Times the time seen: a line is followed no further."""
MOST_AHEAD_WEEKS = 260.0
_CHANCE = 0.01
"""That the slope lies outside of its range."""
_RANKED = 8
"""Weeks from which on ranks give a range."""
_LEAST_ERROR = 0.05
"""Of a slope: nothing grows so evenly that its range has no width."""
_MEDIAN = 1.2533
"""The error of a median over that of a mean."""
_SCALED_MAD = 1.4826
_MOST_ALIKE = 0.8


@dataclass(frozen=True, slots=True)
class Line:
    """In units a week; `low <= slope <= high`."""

    low: float
    slope: float
    high: float
    now: float
    """On the line, at the last week."""
    seen_weeks: float
    level_half: float
    """Half the range of the line where it is known best, `pivot_weeks` ago."""
    pivot_weeks: float
    step_half: float
    """Half the range that a week's own step leaves open; 0 where weeks are levels."""

    @property
    def ahead_weeks(self) -> float:
        """How far the line may be followed."""
        return min(AHEAD * self.seen_weeks, MOST_AHEAD_WEEKS)

    def at(self, weeks: Floats) -> tuple[Floats, Floats, Floats]:
        """Low, middle and high so many weeks after the last one."""
        middle = self.now + self.slope * weeks
        beside = self.level_half + self.step_half * np.sqrt(weeks)
        fan = weeks + self.pivot_weeks
        return middle - (self.slope - self.low) * fan - beside, middle, middle + (self.high - self.slope) * fan + beside


def level_line(weeks: Floats, figures: Floats) -> Line:
    """Of figures that are each a week's own. `weeks`: when, in weeks, ascending; three at least."""
    first, second = np.triu_indices(len(weeks), 1)
    slopes = np.sort((figures[second] - figures[first]) / (weeks[second] - weeks[first]))
    slope = float(np.median(slopes))
    middle = float(np.median(weeks))
    level = float(np.median(figures - slope * (weeks - middle)))
    left = figures - level - slope * (weeks - middle)
    count = len(weeks)
    low, high = _by_ranks(slopes, count) if count >= _RANKED else _by_squares(weeks, figures)
    wider = _alike(left)
    below, above = (max(one * wider, _LEAST_ERROR * abs(slope)) for one in (slope - low, high - slope))
    # Of few weeks a median of the residuals is often nothing: then by their spread.
    spread = _SCALED_MAD * float(np.median(np.abs(left))) if count >= _RANKED else float(left.std())
    return Line(
        low=slope - max(below, 0.0),
        slope=slope,
        high=slope + max(above, 0.0),
        now=level + slope * (float(weeks[-1]) - middle),
        seen_weeks=float(weeks[-1] - weeks[0]),
        level_half=_t(count - 2) * _MEDIAN * spread * wider / math.sqrt(count),
        pivot_weeks=float(weeks[-1]) - middle,
        step_half=0.0,
    )


def step_line(weeks: Floats, figures: Floats) -> Line:
    """Of figures that carry on from week to week."""
    lengths, steps = np.diff(weeks), np.diff(figures)
    seen = float(weeks[-1] - weeks[0])
    slope = float(figures[-1] - figures[0]) / seen
    error = math.sqrt(float(((steps - slope * lengths) ** 2 / lengths).sum()) / (len(steps) - 1))
    step = _t(len(steps) - 1) * error
    half = max(step / math.sqrt(seen), _LEAST_ERROR * abs(slope))
    return Line(slope - half, slope, slope + half, float(figures[-1]), seen, 0.0, 0.0, step)


def _by_squares(weeks: Floats, figures: Floats) -> tuple[float, float]:
    x = weeks - weeks.mean()
    slope = float((x * figures).sum() / (x**2).sum())
    left = figures - figures.mean() - slope * x
    half = _t(len(x) - 2) * math.sqrt(float((left**2).sum()) / (len(x) - 2) / float((x**2).sum()))
    return slope - half, slope + half


def _by_ranks(slopes: Floats, weeks: int) -> tuple[float, float]:
    beyond = _rank(weeks)
    return float(slopes[beyond]), float(slopes[len(slopes) - 1 - beyond])


@lru_cache
def _rank(weeks: int) -> int:
    """The most pairs that may be out of order, by chance of half `_CHANCE`, in a row that only chance ordered."""
    chances = np.ones(1)
    for placed in range(2, weeks + 1):
        chances = np.convolve(chances, np.full(placed, 1 / placed))
    return int(np.searchsorted(np.cumsum(chances), _CHANCE / 2, side="right")) - 1


def _alike(left: Floats) -> float:
    """By what the range is wider because a week resembles the one before."""
    count = len(left)
    squares = float((left**2).sum())
    if count < _RANKED or squares <= 0:
        return 1.0
    follows = float((left[1:] * left[:-1]).sum()) / squares
    # What a line took out of so few figures makes them look less alike than they are.
    follows = min(max(follows + (1 + 3 * max(follows, 0.0)) / count, 0.0), _MOST_ALIKE)
    return math.sqrt((1 + follows) / (1 - follows)) if follows > 1 / math.sqrt(count) else 1.0


@lru_cache
def _t(free: int) -> float:
    """Student's quantile of 1 - `_CHANCE` / 2."""
    from scipy.special import stdtrit  # noqa: PLC0415 - only where a line is drawn

    return float(stdtrit(free, 1 - _CHANCE / 2))
