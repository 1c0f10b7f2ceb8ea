"""The best choice with its proof: prices, rounding, exchanges, and a search where that leaves a gap."""

from __future__ import annotations

import numpy as np

from segtier.placement.exchange import exchanged
from segtier.placement.giants import with_giants
from segtier.placement.prices import Dual, best_prices
from segtier.placement.problem import NOWHERE, Found, Problem
from segtier.placement.rounding import filled, rounded
from segtier.placement.search import searched

AIM, SMALL = 5e-4, 500
"""Of the bound: nearer than that nobody can tell the choices of more than SMALL units apart; of fewer the best is looked for."""
SAME = 1e-9
"""Benefits closer than this part of the bound are equal."""


def solve(problem: Problem) -> Found:
    """A choice within the limits, and a bound no choice can exceed; the same for the same input."""
    nothing = np.full(problem.units, NOWHERE)
    problem = problem.possible()
    if not problem.units or not (problem.benefit > 0).any() or np.any(problem.limit < 0):
        return Found(nothing, 0.0, 0.0)
    aim = AIM if problem.units > SMALL else 0.0
    dual = Dual(problem)
    prices = best_prices(dual, problem.limit)
    left = dual.left(prices.best.prices)
    tries = (rounded(problem, left), filled(problem, nothing))
    places = max((filled(problem, exchanged(problem, one, left)) for one in tries), key=problem.gained)
    found = Found(places, problem.gained(places), prices.bound)
    if found.gained < found.bound * (1 - aim) and problem.units > SMALL:
        found = with_giants(problem, prices, found, aim / 2)
    if found.gained < found.bound * (1 - aim):
        more = searched(problem, left, prices.bound, found, aim / 2)
        found = Found(more.places, more.gained, min(found.bound, more.bound))
    if not problem.fits(found.places):
        raise AssertionError("a placement exceeds its limits")
    return found if found.gained < found.bound * (1 - SAME) else Found(found.places, found.gained, found.gained)
