"""The core's choice made whole, in the room that all others leave.

Its program parts a few units between options. Where these are small, each goes where most of it is, what is then too much gives
way, and nothing is lost that counts. A large one leaves room that no other fills: it is put where most of it is, and the
program is asked again for all others, then for the largest it now parts (diving).
"""

from __future__ import annotations

import numpy as np

from segtier.placement.core import Core
from segtier.placement.exchange import exchanged
from segtier.placement.giants import with_giants
from segtier.placement.prices import Cut, Dual, Prices, best_of
from segtier.placement.problem import NOWHERE, UNDECIDED, Floats, Found, Problem, Whole
from segtier.placement.program import moved
from segtier.placement.rounding import filled, repaired

DIVES = 6
EXCHANGED = 100
"""Units that exchange places."""
_MOST = 100.0
"""The most that a price may become, in parts of itself and its share of the bound."""
_SPLIT = 1e-6
"""Less than that of a unit elsewhere is rounding of the program."""


def undivided(problem: Problem, core: Core, near: float) -> Whole:
    """A place for each unit; it need not fit. `near`: so much may be lost without a further look."""
    places, units = core.places.copy(), core.units
    places[units] = UNDECIDED
    part = problem.part(units, problem.limit - problem.used(places))
    cut = Dual(part).cut(core.best.prices)
    bound = cut.bound(part.limit)
    found = _dived(part, cut, core.places[units], near)
    if part.fits(found) and bound - part.gained(found) > near:
        known = Found(found, part.gained(found), bound)
        found = with_giants(part, Prices(cut, bound, [cut]), known, near / 2 / max(abs(bound), near)).places
    places[units] = found
    return places


def _dived(part: Problem, cut: Cut, places: Whole, near: float) -> Whole:
    """The best of the choices on the way."""
    left = Dual(part).left(cut.prices)
    bound = cut.bound(part.limit)
    best = _made_whole(part, places, left)
    scale = np.maximum(part.limit, 1).astype(np.float64)
    box = (np.zeros(len(scale)), _MOST * (cut.prices + abs(bound) / scale))
    use, rows = part.use(np.arange(part.units)), np.arange(part.units)
    size = (use / scale[:, np.newaxis, np.newaxis]).max(axis=(0, 2))
    for _ in range(DIVES):
        if part.fits(best) and bound - part.gained(best) <= near:
            break
        now = best_of(left)[0]
        room = part.limit - use[:, rows, now].sum(axis=1)
        found = moved(left, use, now, np.ones(part.units), room.astype(np.float64), cut.prices, box, scale)
        if found is None or found.exceeded:
            break
        most = found.parts.argmax(axis=1)
        split = np.flatnonzero(found.parts[rows, most] < 1 - _SPLIT)
        if not len(split):
            break
        unit = split[np.argmax(size[split])]
        held = left[unit, most[unit]]
        left[unit] = -np.inf
        left[unit, most[unit]] = held
        one = _made_whole(part, np.where(most == part.places, NOWHERE, most), left)
        best = max((one, best), key=lambda choice: part.gained(choice) if part.fits(choice) else -np.inf)
    return best


def _made_whole(part: Problem, places: Whole, left: Floats) -> Whole:
    found = filled(part, repaired(part, places, left))
    return filled(part, exchanged(part, found, left, EXCHANGED))
