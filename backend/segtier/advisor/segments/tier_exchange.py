"""One change more to a placement over tiers, as long as the full forecast gains by it.

Slopes choose all moves at once, each worth what it is at one point. Where a queue bends, the placement that they choose may save
less than one beside it that no point chooses: one segment more, or one in the place of another.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import numpy as np

from segtier.advisor.segments.movers import Ints
from segtier.advisor.segments.tier_case import TierCase, TierFound
from segtier.placement.problem import NOWHERE
from segtier.placement.tiers import ANYWHERE, Flags, built

ROUNDS = 6
MOST = 48
"""Changes of one unit that are forecast in a round, and as many of two: those that the slopes there think most of."""
MOST_UNITS = 2_000
LEAST = 1e-6
"""Of DB time: a change that saves less is none."""


def exchanged(over: TierCase, best: TierFound) -> TierFound:
    """The same placement where no change is found."""
    if over.segments.unit.max(initial=-1) >= MOST_UNITS:
        return best
    for _ in range(ROUNDS):
        beside = list(_beside(over, best))
        if not beside:
            return best
        saved = over.placed.saved_each(np.array([over.point(one) for one in beside]))
        at = int(saved.argmax())
        if saved[at] <= best.saved + LEAST:
            return best
        best = over.found(beside[at])
    return best


def _beside(over: TierCase, best: TierFound) -> Iterator[Ints]:
    """Placements that differ in one unit or in two, and fit. What counts as saving nothing goes only where it makes room for what
    does not fit else.
    """
    asked = built(over.tiers, over.segments, over.saves(best.point), over.moves)
    problem, unit = asked.problem, over.segments.unit
    units = np.arange(problem.units)
    options = problem.possible().options()
    first = np.unique(unit, return_index=True)[1]
    moved = np.bincount(unit, weights=best.tier != over.lies) > 0
    now = np.where(moved, best.tier[first], problem.today)
    there = np.where(now == NOWHERE, 0.0, problem.benefit[units, now])
    gains = options - np.where(np.isfinite(there), there, 0.0)[:, np.newaxis]
    gains[asked.fixed != ANYWHERE] = -np.inf
    gains[units, now] = -np.inf
    use = problem.use(units)
    takes = use - use[:, units, now][:, :, np.newaxis]
    room = (problem.limit - problem.used(now))[:, np.newaxis, np.newaxis]
    fits: Flags = np.all(takes <= room, axis=0)

    def placed(*changes: tuple[int, int]) -> Ints:
        tier = best.tier.copy()
        for one, place in changes:
            rows = unit == one
            tier[rows] = over.lies[rows] if place == NOWHERE else place
        return tier

    order = [divmod(at, gains.shape[1]) for at in np.argsort(-gains, axis=None, kind="stable").tolist()]
    order = [(one, at if at < problem.places else NOWHERE) for one, at in order if np.isfinite(gains[one, at])]
    saves = options > 0
    saves[units, problem.today] = True
    order = [change for change in order if saves[change]]
    yield from islice((placed(change) for change in order if fits[change]), MOST)
    pairs = []
    for one, place in islice((change for change in order if not fits[change] and gains[change] > 0), MOST):
        for other in np.flatnonzero((now == place) & (units != one)).tolist():
            both: Flags = np.all(takes[:, one, place, np.newaxis] + takes[:, other, :] <= room[:, :, 0], axis=0)
            goes = int(np.where(both, gains[other], -np.inf).argmax())
            if both[goes] and np.isfinite(gains[other, goes]):
                away = goes if goes < problem.places else NOWHERE
                pairs.append((float(gains[one, place] + gains[other, goes]), (one, place), (other, away)))
    pairs.sort(key=lambda pair: -pair[0])
    yield from (placed(one, other) for _, one, other in pairs[:MOST])
