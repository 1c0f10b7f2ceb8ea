"""The best choice with its proof: prices, rounding, exchanges, and a search where that leaves a gap."""

from __future__ import annotations

import numpy as np

from segtier.placement.core import Core, core_of
from segtier.placement.exchange import exchanged
from segtier.placement.giants import with_giants
from segtier.placement.prices import Dual, Prices, best_prices
from segtier.placement.problem import UNDECIDED, Floats, Found, Problem, Whole
from segtier.placement.rounding import filled, repaired, rounded
from segtier.placement.search import searched

MANY, FEW = 5_000, 6
"""More units than that with more limits than that begin with a core; a few limits have their prices sooner without."""
AIM, SMALL = 5e-4, 500
"""Of the bound: nearer than that nobody can tell the choices of more than SMALL units apart; of fewer the best is looked for."""
EXCHANGED = 100
"""Units of a core that exchange places."""
SAME = 1e-9
"""Benefits closer than this part of the bound are equal."""


def solve(problem: Problem) -> Found:
    """A choice within the limits, and a bound no choice can exceed; the same for the same input."""
    today = problem.today
    problem = problem.possible()
    if np.any(problem.limit < 0) or (problem.fits(today) and not (problem.benefit > 0).any()):
        return Found(today, 0.0, 0.0)
    aim = AIM if problem.units > SMALL else 0.0
    dual = Dual(problem)
    if problem.units > MANY and len(problem.limit) > FEW:
        core = core_of(problem, dual)
        prices = Prices(core.best, core.best.bound(problem.limit), core.cuts)
        left = dual.left(prices.best.prices)
        tries = [in_core(problem, core, left, aim * abs(prices.bound))]
        if not problem.fits(tries[0]):
            tries.append(filled(problem, repaired(problem, core.places, left)))
    else:
        prices = best_prices(dual, problem.limit)
        left = dual.left(prices.best.prices)
        tries = [rounded(problem, left), filled(problem, repaired(problem, today, left))]
        tries = [filled(problem, exchanged(problem, one, left)) for one in tries]
    known = max((one for one in (*tries, today) if problem.fits(one)), key=problem.gained, default=None)
    found = Found(today if known is None else known, -np.inf if known is None else problem.gained(known), prices.bound)
    near = aim * abs(found.bound)
    if found.gained < found.bound - near and problem.units > SMALL:
        found = with_giants(problem, prices, found, aim / 2)
    if found.gained < found.bound - near:
        more = searched(problem, left, prices.bound, found, aim / 2)
        found = Found(more.places, more.gained, min(found.bound, more.bound))
    if not problem.fits(found.places):
        return Found(today, 0.0, 0.0)
    same = found.gained >= found.bound - SAME * abs(found.bound)
    return Found(found.places, found.gained, found.gained) if same else found


def in_core(problem: Problem, core: Core, left: Floats, near: float) -> Whole:
    """The core's choice made whole in the room that all others leave; it need not fit. `near`: so much may be lost by that."""
    places = core.places.copy()
    places[core.units] = UNDECIDED
    part = problem.part(core.units, problem.limit - problem.used(places))
    kept = left[core.units]
    one = filled(part, repaired(part, core.places[core.units], kept))
    one = filled(part, exchanged(part, one, kept, EXCHANGED))
    cut = Dual(part).cut(core.best.prices)
    bound, gained = cut.bound(part.limit), part.gained(one)
    if part.fits(one) and bound - gained > near:
        one = with_giants(part, Prices(cut, bound, [cut]), Found(one, gained, bound), near / 2 / abs(bound)).places
    places[core.units] = one
    return places
