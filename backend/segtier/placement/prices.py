"""A price for each limit, and the bound that follows from it (Lagrangian relaxation).

At prices p >= 0 no choice gains more than  L(p) = sum over units of max(0, max over devices of (benefit - p.use)) + p.limit.
L is convex; its least value is looked for by cutting planes (Kelley 1960) with a step held near the best prices so far.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

import numpy as np

from segtier.dataclass import dataclass
from segtier.placement.problem import NOWHERE, Floats, Problem, Whole

ROUNDS = 80
CLOSE = 1e-6
"""Of the bound: cutting planes this near are done."""
_STEADY = 4
"""Cuts before the steps are held back."""
_STEP = 0.7


@dataclass(slots=True)
class Cut:
    """At `prices` the units' best options keep `kept` after paying for what they use: `use`."""

    prices: Floats
    kept: float
    use: Floats

    def bound(self, limit: Whole) -> float:
        return self.kept + float(self.prices @ limit)


@dataclass(slots=True)
class Prices:
    best: Cut
    bound: float
    cuts: list[Cut] = field(default_factory=list)


class Dual:
    """L(p) of a problem; whatever its limits are."""

    def __init__(self, problem: Problem) -> None:
        self.options = problem.options()
        self.rows = [{place: use.astype(np.float64) for place, use in row.items()} for row in problem.rows]

    def left(self, prices: Floats) -> Floats:
        """(units, places + 1): what each option keeps after it paid; -inf where it is none."""
        left = self.options.copy(order="K")
        for price, row in zip(prices.tolist(), self.rows, strict=True):
            if price:
                for place, use in row.items():
                    left[:, place] -= price * use
        return left

    def cut(self, prices: Floats) -> Cut:
        best, top = best_of(self.left(prices))
        there = {place: (best == place).astype(np.float64) for place in {place for row in self.rows for place in row}}
        use = [sum(_sum_of(use, there[place]) for place, use in row.items()) for row in self.rows]
        return Cut(prices.copy(), float(top.sum()), np.array(use, np.float64))


def _sum_of(use: Floats, there: Floats) -> float:
    """`use @ there` without BLAS: its threads wait for each other longer than this takes, and sum in an order of their own."""
    return float(np.einsum("u,u", use, there))


def best_of(left: Floats) -> tuple[Whole, Floats]:
    """The option at which each unit keeps most, and what; of equals NOWHERE, else the first place."""
    best, top = np.full(len(left), NOWHERE), left[:, NOWHERE].copy()
    for place in range(left.shape[1] - 1):
        more = left[:, place] > top
        best[more] = place
        np.maximum(top, left[:, place], out=top)
    return best, top


def best_prices(dual: Dual, limit: Whole, known: Sequence[Cut] = (), close: float = CLOSE) -> Prices:
    """The prices of the least bound found. `known`: cuts of the same units; they hold whatever the limits are."""
    if len(limit) == 1 and dual.options.shape[1] == 2 and dual.rows[0].keys() == {0}:
        cut = dual.cut(np.array([_break_density(dual, float(limit[0]))]))
        return Prices(cut, cut.bound(limit), [cut])
    unit = np.maximum(limit, 1).astype(np.float64)
    cuts = [*known] or _first_cuts(dual, unit)
    best = min(cuts, key=lambda cut: cut.bound(limit))
    for _ in range(ROUNDS):
        bound = best.bound(limit)
        found = _lowest(cuts, limit, unit, 2 * max(float((best.prices * unit).max()), bound))
        if found is None or bound - found[0] <= close * max(abs(bound), 1e-12):
            break
        towards = found[1]
        prices = best.prices + _STEP * (towards - best.prices) if len(cuts) > _STEADY else towards
        cuts.append(dual.cut(prices))
        best = min((best, cuts[-1]), key=lambda cut: cut.bound(limit))
    return Prices(best, best.bound(limit), cuts)


def _break_density(dual: Dual, limit: float) -> float:
    """Of one device and one limit: the gain per amount at which it is full (Dantzig 1957); 0 where everything fits."""
    gain, use = dual.options[:, 0], dual.rows[0][0]
    there = np.flatnonzero((gain > 0) & (use > 0))
    density = gain[there] / use[there]
    order = np.argsort(-density, kind="stable")
    full = int(np.searchsorted(np.cumsum(use[there][order]), limit, side="right"))
    return float(density[order[full]]) if full < len(order) else 0.0


def _first_cuts(dual: Dual, unit: Floats) -> list[Cut]:
    """Free, and at the price at which everything there is to gain pays for the limits."""
    whole = max(float(np.maximum(dual.options.max(axis=1, initial=0.0), 0.0).sum()), 1e-12)
    return [dual.cut(np.zeros(len(unit))), dual.cut(whole / unit / len(unit))]


def _lowest(cuts: list[Cut], limit: Whole, unit: Floats, most: float) -> tuple[float, Floats] | None:
    """The least that the cuts leave possible, and where; prices scaled by the limits, so that all are of one size."""
    from scipy.optimize import linprog  # noqa: PLC0415 - takes half a second, and one limit alone needs none of it

    rows = len(limit)
    lines = np.array([np.append((limit - cut.use) / unit, -1.0) for cut in cuts])
    right = np.array([-(cut.kept + cut.use @ cut.prices) for cut in cuts])
    bounds = [(0, max(most, 1e-9))] * rows + [(None, None)]
    found = linprog(np.append(np.zeros(rows), 1.0), A_ub=lines, b_ub=right, bounds=bounds, method="highs-ds")
    return (float(found.fun), found.x[:rows] / unit) if found.x is not None and found.fun is not None else None
