"""The best choice with its proof: prices, rounding, exchanges, and a search where that leaves a gap."""

from __future__ import annotations

import numpy as np

from segtier.placement.core import core_of
from segtier.placement.exchange import exchanged
from segtier.placement.giants import with_giants
from segtier.placement.idle import without_idle
from segtier.placement.prices import Dual, Prices, best_prices
from segtier.placement.problem import Found, Problem
from segtier.placement.rounding import filled, repaired, rounded
from segtier.placement.search import searched
from segtier.placement.undivided import undivided

MANY, FEW = 5_000, 6
"""More units than that with more limits than that begin with a core; a few limits have their prices sooner without."""
AIM, SMALL = 5e-4, 500
"""Of the bound: nearer than that nobody can tell the choices of more than SMALL units apart; of fewer the best is looked for."""
SAME = 1e-9
"""Benefits closer than this part of the bound are equal."""


def solve(problem: Problem, *, roughly: bool = False) -> Found:
    """A choice within the limits, and a bound no choice can exceed; the same for the same input.

    `roughly`: one within AIM of the bound does for few units too.
    """
    today = problem.today
    problem = problem.possible()
    if np.any(problem.limit < 0) or (problem.fits(today) and not (problem.benefit > 0).any()):
        return Found(today, 0.0, 0.0)
    aim = AIM if roughly or problem.units > SMALL else 0.0
    dual = Dual(problem)
    tries = []
    if problem.units > MANY and len(problem.limit) > FEW:
        core = core_of(problem, dual)
        prices = Prices(core.best, core.best.bound(problem.limit), core.cuts)
        tries.append(undivided(problem, core, aim * abs(prices.bound)))
    else:
        prices = best_prices(dual, problem.limit)
    left, near = dual.left(prices.best.prices), aim * abs(prices.bound)
    if not any(problem.fits(one) and problem.gained(one) >= prices.bound - near for one in tries):
        tries += [rounded(problem, left), filled(problem, repaired(problem, today, left))]
        tries = [filled(problem, exchanged(problem, one, left)) for one in tries]
    known = max((one for one in (*tries, today) if problem.fits(one)), key=problem.gained, default=None)
    found = Found(today if known is None else known, -np.inf if known is None else problem.gained(known), prices.bound)
    if found.gained < found.bound - near and problem.units > SMALL:
        found = with_giants(problem, prices, found, aim / 2)
    if found.gained < found.bound - near:
        more = searched(problem, left, prices.bound, found, aim / 2)
        found = Found(more.places, more.gained, min(found.bound, more.bound))
    if not problem.fits(found.places):
        return Found(today, 0.0, 0.0)
    places = without_idle(problem, found.places)
    gained = problem.gained(places)
    same = gained >= found.bound - SAME * abs(found.bound)
    return Found(places, gained, gained if same else found.bound)
