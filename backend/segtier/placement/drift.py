"""Which of what is inside should make room for what: from a figure of each unit for each of some weeks.

Of many units outside the best of any week is a winner by chance. So a unit inside counts as much as it may be worth, one outside
as little, each by the median of the weeks and the error of that; the error is common to all units unless one's own is larger,
and so wide that among all units outside no one is a winner by chance in 95 of 100 cases (Bonferroni). The swap must also gain in
all weeks but one, and by a part of what all inside are worth: a plan is not changed for a little.
"""

from __future__ import annotations

from statistics import NormalDist

import numpy as np

from segtier.dataclass import dataclass
from segtier.placement.problem import NOWHERE, Floats, Whole, one_device
from segtier.placement.solve import solve

WEEKS_NEEDED, WEEKS = 3, 6
"""The fewest, and the most that are looked at: a median of more is slow to see a change."""
_CHANCE = 0.05
"""Of finding something where there is nothing."""
_KEPT = 0.02
"""Of what all inside are worth: a swap gains at least so much."""
_MEDIAN = 1.2533
"""The error of a median over that of a mean."""
_LEAST_ERROR = 0.02


@dataclass(frozen=True, slots=True, eq=False)
class Worth:
    """Of each unit, over the weeks."""

    low: Floats
    expected: Floats
    high: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Swap:
    out: Whole
    into: Whole
    seen_in: int
    gain: tuple[float, float, float]
    """Low, expected, high, in the unit of the figures."""


def worth_of(least: Floats, most: Floats) -> Worth:
    """(units, weeks) each: between these the figure is; they differ where it is not told."""
    middle = (least + most) / 2
    z = NormalDist().inv_cdf(1 - _CHANCE / max(len(least), 1))
    spread = np.exp(z * _MEDIAN * _errors(middle) / np.sqrt(least.shape[1]))
    return Worth(np.median(least, axis=1) / spread, np.median(middle, axis=1), np.median(most, axis=1) * spread)


def _errors(figures: Floats) -> Floats:
    """Of the logarithm of each unit's figure in one week: from one week to the next, so that a trend is no error."""
    logs = np.log(np.maximum(figures, 1e-9))
    # A holiday is all units' and no one's error.
    logs = logs - np.median(logs - np.median(logs, axis=1)[:, np.newaxis], axis=0)
    steps = np.diff(logs, axis=1) / np.sqrt(2)
    own = np.sqrt((steps**2).mean(axis=1))
    busy = np.median(figures, axis=1) >= np.median(figures)
    errors: Floats = np.maximum(own, max(float(np.median(own[busy])) if busy.any() else 0.0, _LEAST_ERROR))
    return errors


def swap_of(least: Floats, most: Floats, size: Whole, inside: np.ndarray, room: int) -> Swap | None:
    """What to take off and what to bring, or None. `room`: bytes for all that is inside."""
    worth = worth_of(least, most)
    figures = np.where(inside, worth.high, worth.low)
    room = max(room, int(size[inside].sum()))
    stays = solve(one_device(figures, size, room)).places != NOWHERE
    out, into = np.flatnonzero(inside & ~stays), np.flatnonzero(~inside & stays)
    if not len(into):
        return None
    low = worth.low[into].sum() - worth.high[out].sum()
    by_week = least[into].sum(axis=0) - most[out].sum(axis=0)
    seen = int((by_week > 0).sum())
    if seen < max(least.shape[1] - 1, WEEKS_NEEDED) or low < _KEPT * worth.expected[inside].sum():
        return None
    expected = worth.expected[into].sum() - worth.expected[out].sum()
    high = worth.high[into].sum() - worth.low[out].sum()
    return Swap(out, into, seen, (float(low), float(max(expected, low)), float(max(high, expected, low))))
