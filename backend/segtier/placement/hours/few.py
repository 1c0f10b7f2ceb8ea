"""Of few units every choice, each looked at by the full model unless it cannot win.

More of a share saves no less, as a rule. So a choice with room for one more unit is no better than the one with it, and saves
no more in an hour than any choice whose shares are all as large. An SSD that scans keep busy breaks that rule by a little:
where the slopes say so, choices with room count too, and each may save so much more. Where a forecast is above even that, the
bound gives way by the difference.
"""

from __future__ import annotations

import numpy as np

from segtier.dataclass import dataclass
from segtier.placement.hours.problem import AllHours, Bools, Choices, HourGains, LeastWorst
from segtier.placement.problem import Floats, Whole

MOST_UNITS, MOST_CHOICES = 14, 6_000
_AT_ONCE, _LOOKS = 24, 4_000
"""Choices forecast in a row, and in all."""
_SLOPES = 6
"""Points of an hour whose slopes are looked at."""
SAME = 1e-12


@dataclass(frozen=True, slots=True, eq=False)
class Few:
    every: Choices
    """All choices within the limits."""
    full: Bools
    """(choices,): no unit can be added."""

    def padded(self, units: int) -> Few:
        """With more units, none of which goes."""
        return Few(np.pad(self.every, ((0, 0), (0, units))), self.full)


def few_choices(use: Whole, limit: Whole) -> Few | None:
    """None where there are too many to look at, or none. `use`: (rows, units)."""
    units = use.shape[1]
    if not 0 < units <= MOST_UNITS:
        return None
    choices = ((np.arange(2**units)[:, np.newaxis] >> np.arange(units)) & 1).astype(bool)
    used = choices.astype(np.int64) @ use.T
    within = np.all(used <= limit, axis=1)
    choices, used = choices[within], used[within]
    full = np.ones(len(choices), bool)
    for unit in range(units):
        full &= choices[:, unit] | np.any(used + use[:, unit] > limit, axis=1)
    return Few(choices, full) if 0 < full.sum() <= MOST_CHOICES else None


def most_saved(hour: HourGains, few: Few) -> tuple[Bools, float]:
    """The choice that saves most in one hour, and what."""
    found = _InHour(hour, few)
    best, most = found.best
    others = np.flatnonzero(found.at_most + found.slack > most + SAME) if found.slack else np.zeros(0, np.int64)
    if len(others):
        saved = hour.saved(found.points[others])
        if saved.max() > most:
            best, most = int(others[np.argmax(saved)]), float(saved.max())
    return few.every[best], most


def least_worst(problem: AllHours, few: Few) -> LeastWorst:
    """The best of all these."""
    looked = _Looked(problem, few)
    for _ in range(_LOOKS // _AT_ONCE):
        nearest = looked.open_choices()[:_AT_ONCE]
        if not len(nearest):
            break
        looked.look(nearest)
    left = looked.open_choices()
    bound = float(looked.least[left].min()) if len(left) else looked.worst
    return LeastWorst(few.every[looked.best], looked.worst, min(bound, looked.worst) - looked.broken)


class _InHour:
    """What each choice saves at most in one hour, by those that were forecast."""

    def __init__(self, hour: HourGains, few: Few) -> None:
        self._hour = hour
        self.points = hour.points(few.every)
        self.at_most = np.full(len(few.every), np.inf)
        full = np.flatnonzero(few.full)
        front = full[_front(self.points[full])]
        saved = hour.saved(self.points[front])
        highest = front[np.argsort(-saved, kind="stable")[:_SLOPES]]
        span = self.points.max(axis=0) - self.points.min(axis=0)
        falls = [float(np.maximum(-hour.slopes(self.points[one]), 0.0) @ span) for one in highest]
        self.best = int(highest[0]), float(saved.max())
        self._save(front, saved)
        self.slack = max(*falls, self._with_less(few.every, highest))
        """More of a share was seen to save less, by so much over its whole span, or twice so much in one unit."""

    def _with_less(self, every: Choices, highest: Whole) -> float:
        """Twice the most that one unit less saves more: a slope at the end of a share does not see that far."""
        codes = every @ (1 << np.arange(every.shape[1]))
        less = [(one, np.searchsorted(codes, codes[one] - (1 << np.flatnonzero(every[one])))) for one in highest]
        most = 0.0
        for one, fewer in less:
            if len(fewer):
                saved = self._hour.saved(self.points[fewer])
                most = max(most, float(saved.max() - self.at_most[one]))
        return 2 * most

    def look(self, which: Whole) -> float:
        """By how much the forecast of these is above what they were to save at most."""
        saved = self._hour.saved(self.points[which])
        saved = np.where(np.isfinite(saved), saved, -np.inf)
        above = float(np.max(saved - self.at_most[which] - self.slack, initial=0.0))
        self._save(which, saved)
        return above

    def _save(self, which: Whole, saved: Floats) -> None:
        for one, value in zip(which.tolist(), saved.tolist(), strict=True):
            no_more = np.all(self.points <= self.points[one], axis=1)
            self.at_most[no_more] = np.minimum(self.at_most[no_more], value)
        self.at_most[which] = saved


class _Looked:
    """What is known of each choice in each hour, the best so far, and by how much the rule was broken."""

    def __init__(self, problem: AllHours, few: Few) -> None:
        self.best, self.worst, self.broken = 0, np.inf, 0.0
        self._hours = [_InHour(hour, few) for hour in problem.hours]
        self._target = np.array([hour.best for hour in problem.hours])
        slack = np.array([hour.slack for hour in self._hours])
        self._slack = np.where(slack > SAME, slack, 0.0)
        self._left = np.ones(len(few.every), bool) if self._slack.any() else few.full.copy()
        self._known = np.zeros(len(few.every), bool)

    @property
    def least(self) -> Floats:
        """(choices,): no less short in its worst hour."""
        slack = np.where(self._known[:, np.newaxis], 0.0, self._slack)
        at_most = np.stack([hour.at_most for hour in self._hours], axis=1)
        least: Floats = (self._target - at_most - slack).max(axis=1)
        return least

    def open_choices(self) -> Whole:
        """Those that may still be best, the most promising first."""
        least = self.least
        left = np.flatnonzero(self._left & ~self._known & (least < self.worst - SAME))
        return left[np.argsort(least[left], kind="stable")]

    def look(self, which: Whole) -> None:
        self.broken = max(self.broken, *(hour.look(which) for hour in self._hours))
        self._known[which] = True
        worst = self.least[which]
        if worst.min() < self.worst:
            self.worst, self.best = float(worst.min()), int(which[np.argmin(worst)])


def _front(points: Floats) -> Whole:
    """Of points those that no other equals or exceeds in all columns; of equals one."""
    left, front = np.argsort(-points.sum(axis=1), kind="stable"), []
    while len(left):
        front.append(left[0])
        left = left[~np.all(points[left] <= points[left[0]], axis=1)]
    return np.array(front, np.int64)
