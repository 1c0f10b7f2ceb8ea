"""Prices for many units and several limits, from a few units at a time.

At good prices nearly every unit's best option is clear; a linear program need only choose for the core, those for which two
options are nearly equal (Balas & Zemel 1980). Where prices move by no more than a part `reach` of themselves, a unit keeps its
best option if that leads by more than  reach * price * use  of both options together. So the program over the others, with its
prices held in that box (du Merle, Villeneuve, Desrosiers & Hansen 1999), finds the least bound of the box; where it does not
end at the border of the box, the least of all prices, since the bound is convex. A core of too many is cut off: then the
bound of its prices may be no lower, and the box shrinks. The bound of each price vector over all units is true whatever was
cut off. The first prices are of a sample. Units that are equal in all are one with a count.

A basic solution of a program parts no more units between options than there are limits: it is nearly a choice already.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from segtier.dataclass import dataclass
from segtier.placement.prices import CLOSE, Cut, Dual, best_of
from segtier.placement.problem import NOWHERE, UNDECIDED, Floats, Problem, Whole

ROUNDS = 12
SAMPLE, CORE = 2_000, 3_000
_LARGEST = 400
"""Of the sample, those that gain or take most: they stand for themselves only."""
_FLOOR = 1e-2
"""Of the bound over the limits: a price below it moves as if it were so much."""
_WIDEST, _SHRINK = 1.0, 0.3
"""The reach at most; what is left of it where the box gave no lower bound."""


@dataclass(frozen=True, slots=True, eq=False)
class Core:
    cuts: list[Cut]
    places: Whole
    """(units,): the best options, and in the core those that the program has most of; need not fit."""
    units: Whole
    """Those for which another option is nearly as good, nearest first."""


@dataclass(frozen=True, slots=True, eq=False)
class _Program:
    """Of each class the part at each option, and the prices."""

    parts: Floats
    prices: Floats


def core_of(problem: Problem, dual: Dual) -> Core:
    """Prices near the least bound, and a choice near them."""
    scale = np.maximum(problem.limit, 1).astype(np.float64)
    alike = _alike(problem, dual, scale)
    prices = _of_sample(problem, dual, alike, scale)
    best, reach = dual.cut(prices), _WIDEST
    cuts = [best]
    for _ in range(ROUNDS):
        bound = best.bound(problem.limit)
        moved = np.maximum(best.prices, _FLOOR * abs(bound) / scale / len(scale))
        left = dual.left(best.prices)
        places, lead = _lead(dual, left, moved)
        first = lead[alike.first]
        within = np.flatnonzero(first <= reach)
        if len(within) > CORE:
            within = within[np.argpartition(first[within], CORE - 1)[:CORE]]
        reach = min(reach, float(first[within].max(initial=reach))) if len(within) == CORE else reach
        held = places.copy()
        members = np.isin(alike.of, within)
        held[members] = UNDECIDED
        units = alike.first[within]
        box = (np.maximum(best.prices - reach * moved, 0.0), best.prices + reach * moved)
        room = (problem.limit - problem.used(held)).astype(np.float64)
        found = _program(dual.options[units], problem.use(units), room, scale, alike.count[within], box)
        if found is None:
            break
        places[members] = _chosen(found.parts, alike, within, members)
        cut = dual.cut(found.prices)
        cuts.append(cut)
        gained = bound - cut.bound(problem.limit)
        inside = np.all((found.prices < box[1] * (1 - 1e-9)) & ((found.prices > box[0] * (1 + 1e-9)) | (box[0] == 0)))
        if gained > 0:
            best = cut
        if inside:
            break
        reach = min(reach * 4, _WIDEST) if gained > 0 else reach * _SHRINK
        if gained <= CLOSE * abs(bound) and gained > 0:
            break
    return Core(cuts, places, np.argsort(lead, kind="stable"))


@dataclass(frozen=True, slots=True, eq=False)
class _Alike:
    """Units equal in all they gain and take, as classes."""

    first: Whole
    """(classes,): a unit of each."""
    of: Whole
    """(units,): the class of each."""
    count: Floats


def _alike(problem: Problem, dual: Dual, scale: Floats) -> _Alike:
    """Told by one sum of all figures, each with a weight of its own: what it might confuse costs nearness, never truth."""
    chance = np.random.default_rng(0)
    options = np.where(np.isfinite(dual.options), dual.options, -1.0)
    sums = options @ chance.random(options.shape[1])
    for row, whole in zip(dual.rows, scale, strict=True):
        for amounts in row.values():
            sums += amounts * (chance.random() * max(float(sums.max(initial=1.0)), 1.0) / whole)
    if problem.home is not None:
        sums += problem.home * float(np.pi)
    _, first, of, count = np.unique(sums, return_index=True, return_inverse=True, return_counts=True)
    return _Alike(first, of, count.astype(np.float64))


def _lead(dual: Dual, left: Floats, prices: Floats) -> tuple[Whole, Floats]:
    """The best option of each unit, and by what part all prices must move at least before another one is better."""
    best, top = best_of(left)
    paid = np.zeros_like(left)
    for price, row in zip(prices.tolist(), dual.rows, strict=True):
        for place, use in row.items():
            paid[:, place] += price * use
    mine = paid[np.arange(len(best)), best]
    lead = np.full(len(best), np.inf)
    for place in range(left.shape[1]):
        other = best != (place if place < left.shape[1] - 1 else NOWHERE)
        behind = np.where(other, (top - left[:, place]) / np.maximum(mine + paid[:, place], 1e-300), np.inf)
        np.minimum(lead, behind, out=lead)
    return best, lead


def _of_sample(problem: Problem, dual: Dual, alike: _Alike, scale: Floats) -> Floats:
    share = np.maximum(problem.benefit.max(axis=1), 0.0)
    share /= max(float(share.sum()), 1e-300)
    for row, whole in zip(problem.rows, scale, strict=True):
        for amounts in row.values():
            np.maximum(share, amounts / whole, out=share)
    order = np.argsort(-(share[alike.first] * alike.count), kind="stable")
    rest = order[_LARGEST:]
    step = max(len(rest) / (SAMPLE - _LARGEST), 1.0)
    some = rest[np.arange(step / 2, len(rest), step).astype(int)] if len(rest) else rest
    stands_for = alike.count[some] * (alike.count[rest].sum() / max(float(alike.count[some].sum()), 1.0))
    units = alike.first[np.concatenate([order[:_LARGEST], some])]
    weight = np.concatenate([alike.count[order[:_LARGEST]], stands_for])
    most = 10 * float(np.maximum(problem.benefit.max(axis=1), 0.0).sum() + 1.0)
    box = (np.zeros(len(scale)), most / scale)
    found = _program(dual.options[units], problem.use(units), problem.limit.astype(np.float64), scale, weight, box)
    return np.zeros(len(scale)) if found is None else found.prices


def _program(
    options: Floats, use: Whole, room: Floats, scale: Floats, count: Floats, box: tuple[Floats, Floats]
) -> _Program | None:
    """The linear program of some classes: `count` units each with the same `options` and `use`; prices stay in the box.

    All begin at their first option, and a variable is how many are at another one. A limit may be exceeded at the upper price,
    and room sold at the lower.
    """
    from scipy.optimize import linprog  # noqa: PLC0415 - takes half a second, and one limit alone needs none of it
    from scipy.sparse import csr_array, eye_array, hstack, vstack  # noqa: PLC0415

    classes, rows = len(options), np.arange(len(options))
    first = options.argmax(axis=1)
    gain = options - options[rows, first][:, np.newaxis]
    gain[rows, first] = -np.inf
    which, place = np.nonzero(gain > -np.inf)
    more = (use - use[:, rows, first][:, :, np.newaxis])[:, which, place] / scale[:, np.newaxis]
    once = csr_array((np.ones(len(which)), (which, np.arange(len(which)))), shape=(classes, len(which)))
    limits = eye_array(len(scale), format="csr")
    none = csr_array((classes, 2 * len(scale)))
    lines = vstack([hstack([csr_array(more), -limits, limits]), hstack([once, none])]).tocsr()
    worth = gain[which, place]
    cost = np.concatenate([-worth, box[1] * scale, -box[0] * scale])
    size = max(float(np.abs(worth).max(initial=0.0)), 1e-300)
    right = np.concatenate([(room - use[:, rows, first] @ count) / scale, count])
    # variables are not below 0 unless bounds say so; the stubs know dense lines only
    found = linprog(cost / size, A_ub=lines, b_ub=right, method="highs-ds")  # type: ignore[call-overload]
    if found.x is None:
        return None
    parts = np.zeros(options.shape)
    parts[which, place] = found.x[: len(which)]
    parts[rows, first] = np.maximum(count - parts.sum(axis=1), 0.0)
    return _Program(parts, np.clip(-found.ineqlin.marginals[: len(scale)] * size / scale, *box))


def _chosen(parts: Floats, alike: _Alike, within: Whole, members: NDArray[np.bool_]) -> Whole:
    """The option of each, as many of a class at each as the program has, to whole units."""
    row = np.full(len(alike.first), -1)
    row[within] = np.arange(len(within))
    mine = row[alike.of[members]]
    order = np.argsort(mine, kind="stable")
    begins = np.searchsorted(mine[order], np.arange(len(within)))
    number = np.arange(len(order)) - begins[mine[order]]
    ends = np.cumsum(parts, axis=1)[mine[order]]
    at = (number[:, np.newaxis] + 0.5 > ends[:, :-1]).sum(axis=1)
    chosen = np.empty(len(order), np.int64)
    chosen[order] = np.where(at == parts.shape[1] - 1, NOWHERE, at)
    return chosen
