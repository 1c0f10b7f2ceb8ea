"""Small exchanges that gain: one unit to another place, or two that swap places, among those for which it is closest."""

from __future__ import annotations

import numpy as np

from segtier.placement.problem import NOWHERE, Floats, Problem, Whole

CORE, ROUNDS = 300, 60
_LEAST = 1e-12
"""Of the largest gain: smaller exchanges are none."""


def exchanged(problem: Problem, places: Whole, left: Floats, core: int = CORE) -> Whole:
    """The choice after the best exchange, again and again, while one gains and fits."""
    who, options = _closest(places, left)[:core], problem.options()
    count = len(who)
    if not count:
        return places
    gain = options[who]
    use = problem.use(who)
    now = np.where(places[who] == NOWHERE, problem.places, places[who])
    room = problem.limit - problem.used(places)
    units = np.arange(count)
    least = _LEAST * float(np.abs(gain[np.isfinite(gain)]).max())
    for _ in range(ROUNDS):
        mine, taken = gain[units, now], use[:, units, now]
        moved = np.where(
            np.all(use - taken[:, :, np.newaxis] <= room[:, np.newaxis, np.newaxis], axis=0),
            gain - mine[:, np.newaxis],
            -np.inf,
        )
        one = np.unravel_index(np.argmax(moved), moved.shape)
        theirs = gain[:, now]
        more = use[:, :, now] - taken[:, :, np.newaxis]
        both = more + np.transpose(more, (0, 2, 1))
        swapped = np.where(
            np.all(both <= room[:, np.newaxis, np.newaxis], axis=0) & (now[:, np.newaxis] != now[np.newaxis, :]),
            theirs + theirs.T - mine[:, np.newaxis] - mine[np.newaxis, :],
            -np.inf,
        )
        two = np.unravel_index(np.argmax(swapped), swapped.shape)
        if max(moved[one], swapped[two]) <= least:
            break
        if moved[one] >= swapped[two]:
            unit, place = one
            room = room - (use[:, unit, place] - taken[:, unit])
            now[unit] = place
        else:
            first, second = two
            room = room - both[:, first, second]
            now[first], now[second] = now[second], now[first]
    result = places.copy()
    result[who] = np.where(now == problem.places, NOWHERE, now)
    return result


def _closest(places: Whole, left: Floats) -> Whole:
    """The units that lose least by another place, at the prices that left so much."""
    now = left[np.arange(len(left)), places]
    ordered = np.sort(left, axis=1)
    best, next_best = ordered[:, -1], ordered[:, -2]
    margin = np.where(now >= best, best - next_best, best - now)
    return np.argsort(margin, kind="stable")
