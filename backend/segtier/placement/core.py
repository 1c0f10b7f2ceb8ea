"""Prices for many units and several limits, and a choice near them, from a few units at a time.

At good prices nearly every unit's best option is clear; a linear program need only choose for the core, those for which two
options are nearly equal (Balas & Zemel 1980). On the way there a sample is enough: what all units take at their best options
is known exactly, and only how much of it moves with the prices is told by the sample, so that each round comes nearer by a
factor. Near the best prices few may still move; a sample of these tells more of them, and once they are few enough, the program
looks at all. Prices move in a box around the best so far, wide where many may move. A bound over all units is true whatever a
program looked at.

A basic solution of a program parts no more units between options than there are limits: it is nearly a choice already.
"""

from __future__ import annotations

import numpy as np

from segtier.dataclass import dataclass
from segtier.placement.alike import alike
from segtier.placement.prices import Cut, Dual, best_of
from segtier.placement.problem import NOWHERE, Floats, Problem, Whole
from segtier.placement.program import Box, Moved, moved

ROUNDS = 24
FIRST, SAMPLE, CORE = (500, 2_000), 1_000, 1_500
"""Classes in the programs that look for the first prices, in one of a sample, and in one of all that may still move."""
CLOSE = 1e-4
"""Of the bound: so near comes the last program to it."""
_FLOOR = 0.3
"""Of the bound over the limits: so much is added to each price where it is said by what part it moves."""
_UNSURE = 0.25
"""By what part the prices of a sample of all may be wrong."""
_WIDE, _WIDER = 4.0, 5.0
"""The box over the band's reach; how much wider it gets where prices end at its border."""
_FEWER, _BACK = 4, 2
"""Of the band is left so much after prices inside the box; after a box without a lower bound."""


@dataclass(frozen=True, slots=True, eq=False)
class Core:
    cuts: list[Cut]
    best: Cut
    places: Whole
    """(units,): the best options, and in the core those that the program has most of; need not fit."""
    units: Whole
    """Those for which another option is nearly as good; of equal ones as many at each of their places as the program has."""


def core_of(problem: Problem, dual: Dual) -> Core:
    """Prices near the least bound, and a choice near them."""
    units = _Units(problem, dual)
    cuts = units.first_cuts()
    best, band = min(cuts, key=lambda cut: cut.bound(problem.limit)), _Band(len(units.alike), len(units.alike))
    rounds = 0
    while True:
        rounds += 1
        if rounds == ROUNDS:
            band.classes = min(band.classes, CORE)
        bound = best.bound(problem.limit)
        near = units.near(best, bound, band.classes)
        step = min(near.reach, _UNSURE) * band.wide * (best.prices + units.floor(bound))
        box = (np.maximum(best.prices - step, 0.0), best.prices + step)
        some, count = units.alike.some(near.within, CORE if band.exact else SAMPLE)
        found = units.moved(near, some, count, problem.limit - best.use, best.prices, box)
        if found is None:
            return Core(cuts, best, near.places, units.spread(near.within))
        cuts.append(dual.cut(found.prices))
        gained, inside = bound - cuts[-1].bound(problem.limit), _inside(found.prices, box)
        if gained > 0:
            best = cuts[-1]
        if rounds == ROUNDS or (band.exact and inside and found.lost - max(gained, 0.0) <= CLOSE * abs(bound)):
            return Core(cuts, best, units.chosen(near, found), units.spread(near.within))
        band.turn(inside=inside, gained=gained > 0)


@dataclass(slots=True)
class _Band:
    """Those that may move: so many classes, the nearest to another option."""

    classes: int
    all_: int
    wide: float = _WIDE

    @property
    def exact(self) -> bool:
        """All of them are looked at."""
        return self.classes <= CORE

    def turn(self, *, inside: bool, gained: bool) -> None:
        """After a program: none of its prices ended at the border of the box, or not; its bound was lower."""
        if gained and not inside:
            self.wide *= _WIDER
        elif self.exact:
            self.classes = min(self.classes * _FEWER, self.all_)
        else:
            self.classes, self.wide = max(self.classes // (_FEWER if inside else _BACK), CORE), _WIDE


@dataclass(frozen=True, slots=True, eq=False)
class _Near:
    """At some prices."""

    left: Floats
    places: Whole
    """(units,): the best."""
    within: Whole
    """The classes nearest to another option."""
    reach: float
    """By what part all prices must move at least before another option is better for the last of them."""


class _Units:
    """All units, what they take in parts of the limits, and their classes."""

    def __init__(self, problem: Problem, dual: Dual) -> None:
        self.problem, self.dual = problem, dual
        self.scale = np.maximum(problem.limit, 1).astype(np.float64)
        self.takes = np.zeros_like(dual.options)
        for row, whole in zip(dual.rows, self.scale.tolist(), strict=True):
            for place, use in row.items():
                self.takes[:, place] += use / whole
        self.possible = dual.options > -np.inf
        self.alike = alike(problem, dual, self.scale)

    def floor(self, bound: float) -> Floats:
        floor: Floats = _FLOOR * abs(bound) / self.scale / len(self.scale)
        return floor

    def first_cuts(self) -> list[Cut]:
        """Free, then of samples alone, as if they were all."""
        cuts = [self.dual.cut(np.zeros(len(self.scale)))]
        box = (np.zeros(len(self.scale)), 10 * max(cuts[0].kept, 1e-300) / self.scale)
        every = np.arange(len(self.alike))
        for most in FIRST:
            left = self.dual.left(cuts[-1].prices)
            near = _Near(left, best_of(left)[0], every, np.inf)
            some, count = self.alike.some(every, most)
            units = self.alike.first[some]
            use = self.problem.use(units)
            taken = (use[:, np.arange(len(units)), near.places[units]] * count).sum(axis=1)
            found = self.moved(near, some, count, self.problem.limit - taken, cuts[-1].prices, box)
            if found is not None:
                cuts.append(self.dual.cut(found.prices))
        return cuts

    def near(self, cut: Cut, bound: float, most: int) -> _Near:
        left = self.dual.left(cut.prices)
        places, top = best_of(left)
        paid = self.takes * float(self.floor(bound)[0] * self.scale[0])
        np.subtract(paid, left, out=paid, where=self.possible)
        np.add(paid, self.dual.options, out=paid, where=self.possible)
        mine = paid[np.arange(len(places)), places]
        lead = np.full(len(places), np.inf)
        for place in (*range(left.shape[1] - 1), NOWHERE):
            behind = (top - left[:, place]) / np.maximum(mine + paid[:, place], 1e-300)
            np.minimum(lead, np.where(places == place, np.inf, behind), out=lead)
        first = lead[self.alike.first]
        if most >= len(first):
            return _Near(left, places, np.arange(len(first)), np.inf)
        within = np.argpartition(first, most - 1)[:most]
        return _Near(left, places, within, float(first[within].max()))

    def moved(self, near: _Near, some: Whole, count: Floats, room: Floats, prices: Floats, box: Box) -> Moved | None:
        units = self.alike.first[some]
        return moved(
            near.left[units], self.problem.use(units), near.places[units], count, room, prices, box, self.scale
        )

    def chosen(self, near: _Near, found: Moved) -> Whole:
        """The option of each, as many of a class at each as the program has, to whole units."""
        places, units = near.places.copy(), self.alike.members(near.within)
        count = self.alike.count[near.within].astype(int)
        row = np.repeat(np.arange(len(count)), count)
        number = np.arange(len(units)) - np.repeat(np.cumsum(count) - count, count)
        ends = np.cumsum(found.parts, axis=1)[row]
        at = (number[:, np.newaxis] + 0.5 > ends[:, :-1]).sum(axis=1)
        places[units] = np.where(at == found.parts.shape[1] - 1, NOWHERE, at)
        return places

    def spread(self, within: Whole) -> Whole:
        """As many units as a core has classes, evenly of these classes."""
        units = self.alike.members(within)
        return np.random.default_rng(0).permutation(units[:: -(-len(units) // CORE)])


def _inside(prices: Floats, box: Box) -> bool:
    least, most = box
    return bool(np.all((prices < most * (1 - 1e-9)) & ((prices > least * (1 + 1e-9)) | (least == 0))))
