"""Where a few units are too large for rounding: all choices of these, each with the best bound for what is left to the others.

Every price vector bounds the gain of the others in any room:  gain <= kept at the prices + prices . room  (a Benders cut). The
giants are looked at one by one; a partial choice whose least bound is no better than what is known is dropped. The most promising
full choices are then completed by prices and rounding, and each gives a new cut for the rest of them.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from segtier.dataclass import dataclass
from segtier.placement.exchange import exchanged
from segtier.placement.prices import Cut, Dual, Prices, best_prices
from segtier.placement.problem import UNDECIDED, Floats, Found, Problem, Whole
from segtier.placement.rounding import filled, rounded
from segtier.placement.search import Step, branched, those

MOST_GIANTS, MOST_CHOICES, MOST_COMPLETED = 60, 20_000, 6
ROUNDS = 4
CORE = 120
"""Units that exchange places while a choice is completed."""
_LARGE = 0.25
"""Of the gap aimed at: a unit that gains less is no giant."""
_CLOSE = 0.1
"""Of the gap aimed at: as near come the prices of a choice that is completed."""
_SCALES = (0.5, 0.75, 0.9, 1.1, 1.4, 2.0)
"""Other prices to begin with."""


@dataclass(slots=True, eq=False)
class _Cuts:
    """For each price vector what the giants and the others keep at it."""

    prices: Floats
    """(cuts, rows)"""
    others: Floats
    """(cuts,)"""
    giants: Floats
    """(cuts, giants + 1): of those from a place on together."""

    def bound(self, at: int, gained: Floats, room: Floats) -> Floats:
        """(choices,) of partial choices of the first `at` giants that leave so much room."""
        each = (self.giants[:, at] + self.others)[:, np.newaxis] + np.einsum("cr,kr->ck", self.prices, room)
        least: Floats = gained + each.min(axis=0)
        return least


def with_giants(problem: Problem, prices: Prices, known: Found, aim: float) -> Found:
    """A better choice or bound than the one known, as far as the counts above reach.

    Looked at anew with the cuts that the completed choices gave: where too many were left, these tell more of them apart.
    """
    worth = _worth(problem, prices.best.prices)
    by_worth = np.argsort(-worth, kind="stable")[:MOST_GIANTS]
    giants = by_worth[worth[by_worth] > _LARGE * aim * abs(known.bound)]
    if not len(giants):
        return known
    others = np.setdiff1d(np.arange(problem.units), giants)
    rest = problem.part(others, problem.limit)
    vectors = [cut.prices for cut in prices.cuts[-8:]] + [prices.best.prices * scale for scale in _SCALES]
    dual = Dual(rest)
    found = [dual.cut(one) for one in (prices.best.prices, *vectors)]
    left_over = _Others(others, rest, dual, found)
    best, cuts = known, _cuts(problem, giants, found)
    for _ in range(ROUNDS):
        choices, dropped = _branched(problem, giants, cuts, best.gained + aim * abs(best.bound))
        gap = best.bound - best.gained
        best, cuts = _completed(problem, choices, left_over, cuts, best, aim, dropped)
        left = best.bound - best.gained
        if left <= aim * abs(best.bound) or left > gap / 2:
            break
    return best


def _worth(problem: Problem, prices: Floats) -> Floats:
    """(units,): the most each gains, or what the room is worth that it takes today."""
    worth: Floats = np.maximum(problem.benefit.max(axis=1), 0.0)
    if problem.home is not None:
        today, paid = problem.today, np.zeros(problem.units)
        for price, row in zip(prices.tolist(), problem.rows, strict=True):
            for place, amounts in row.items():
                paid += np.where(today == place, price * amounts, 0.0)
        worth = np.maximum(worth, paid)
    return worth


def _branched(problem: Problem, giants: Whole, cuts: _Cuts, goal: float) -> tuple[_Choices, float]:
    """The choices of all giants that promise more than the goal, and the most that a choice left out could gain."""
    used, gained = np.zeros((1, len(problem.limit)), np.int64), np.zeros(1)
    gains, uses = problem.options()[giants], problem.use(giants)
    steps: list[Step] = []
    dropped = goal
    for at, unit in enumerate(giants):
        used, gained, step = branched(int(unit), gains[at], uses[:, at], used, gained, problem.limit)
        promise = cuts.bound(at + 1, gained, (problem.limit - used).astype(np.float64))
        order = np.argsort(-promise, kind="stable")
        order = order[promise[order] > goal]
        if len(order) > MOST_CHOICES:
            dropped = max(dropped, float(promise[order[MOST_CHOICES]]))
        kept = np.sort(order[:MOST_CHOICES])
        used, gained, step = those(kept, used, gained, step)
        steps.append(step)
    return _Choices(giants, steps, used, gained), dropped


@dataclass(frozen=True, slots=True, eq=False)
class _Choices:
    giants: Whole
    steps: list[Step]
    used: Whole
    gained: Floats

    def places(self, units: int, choice: int) -> Whole:
        found = np.full(units, UNDECIDED)
        for step in reversed(self.steps):
            found[step.unit] = step.option[choice]
            choice = int(step.came_from[choice])
        return found


@dataclass(slots=True, eq=False)
class _Others:
    """All that are no giants, as a problem of their own, and its cuts so far."""

    units: Whole
    problem: Problem
    dual: Dual
    cuts: list[Cut]


def _completed(
    problem: Problem, choices: _Choices, others: _Others, cuts: _Cuts, known: Found, aim: float, dropped: float
) -> tuple[Found, _Cuts]:
    """The most promising choice completed, again and again, until none that is left promises more than the aim."""
    best, open_ = known, np.ones(len(choices.gained), bool)
    room = problem.limit - choices.used
    every, solved = len(choices.giants), 0.0
    for _ in range(MOST_COMPLETED):
        promise = np.where(open_, cuts.bound(every, choices.gained, room.astype(np.float64)), -np.inf)
        if not open_.any() or promise.max() <= best.gained + aim * abs(best.bound):
            break
        choice = int(np.argmax(promise))
        open_[choice] = False
        part = replace(others.problem, limit=room[choice])
        found = best_prices(others.dual, part.limit, others.cuts, close=aim * _CLOSE)
        others.cuts.extend(found.cuts[len(others.cuts) :])
        left = others.dual.left(found.best.prices)
        places = choices.places(problem.units, choice)
        places[others.units] = filled(part, exchanged(part, rounded(part, left), left, CORE))
        solved = max(solved, float(choices.gained[choice]) + found.bound)
        gained = problem.gained(places)
        if gained > best.gained:
            best = Found(places, gained, best.bound)
        cuts = _and(cuts, problem, choices.giants, found.best)
    promise = np.where(open_, cuts.bound(every, choices.gained, room.astype(np.float64)), -np.inf)
    most = max(best.gained, dropped, solved, float(promise.max(initial=-np.inf)))
    return Found(best.places, best.gained, min(best.bound, most)), cuts


def _cuts(problem: Problem, giants: Whole, cuts: list[Cut]) -> _Cuts:
    kept = np.zeros((len(cuts), len(giants) + 1))
    dual = Dual(problem.part(giants, problem.limit))
    for number, cut in enumerate(cuts):
        kept[number, :-1] = np.cumsum(dual.left(cut.prices).max(axis=1)[::-1])[::-1]
    return _Cuts(np.array([cut.prices for cut in cuts]), np.array([cut.kept for cut in cuts]), kept)


def _and(cuts: _Cuts, problem: Problem, giants: Whole, one: Cut) -> _Cuts:
    more = _cuts(problem, giants, [one])
    return _Cuts(
        np.concatenate([cuts.prices, more.prices]),
        np.concatenate([cuts.others, more.others]),
        np.concatenate([cuts.giants, more.giants]),
    )
