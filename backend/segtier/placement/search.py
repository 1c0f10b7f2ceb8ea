"""An exact search where prices and exchanges leave a gap: all choices that could still be better, one unit at a time.

At the best prices  gain(choice) = bound - losses of units not at their best option - price of the room left over.  So a unit
whose loss alone is more than bound - best known stays at its best option (it is fixed), and a partial choice is dropped once
its losses are. Among partial choices that use the same, whichever of equal places holds it, the one that gains most is kept
(Weingartner & Ness 1967). Where there are too many the least promising go; the bound stays true, since what they promised is
remembered.
"""

from __future__ import annotations

import numpy as np

from segtier.dataclass import dataclass
from segtier.placement.equal_places import equal_places, in_order, sums
from segtier.placement.prices import best_of
from segtier.placement.problem import NOWHERE, UNDECIDED, Floats, Found, Problem, Whole

MOST, WORK = 40_000, 2_000_000
"""Partial choices at a time, and over all units and limits: not seconds, so that a slow machine finds the same."""
_LEAST = 200
"""Partial choices at a time: with fewer nothing is found."""


@dataclass(slots=True, eq=False)
class Step:
    """What was decided of one unit: for each partial choice the one it came from, and the option taken."""

    unit: int
    came_from: Whole
    option: Whole


def searched(problem: Problem, left: Floats, bound: float, known: Found, aim: float) -> Found:
    """The best choice, or one within `aim` of the best (a part of the bound), as far as MOST and WORK reach."""
    goal = known.gained + max(aim * abs(bound) - 1e-12 * abs(bound), 0.0)
    second = left.max(axis=1) - np.partition(left, -2, axis=1)[:, -2]
    open_ = np.flatnonzero(second < bound - goal)
    gains = problem.options()[open_]
    order = np.argsort(-problem.benefit[open_].max(axis=1), kind="stable")
    order, gains = open_[order], gains[order]
    most = min(MOST, WORK // max(len(order) * max(len(problem.limit) // 2, 1), 1))
    if most < _LEAST:
        return known
    places = best_of(left)[0]
    places[order] = UNDECIDED
    room = problem.limit - problem.used(places)
    if np.any(room < 0):
        return known  # what is fixed does not fit together: then no choice is better than the one known
    kept_by, uses, equal = left[order], problem.use(order), equal_places(problem, room)
    worth = np.concatenate([[0.0], np.cumsum(kept_by.max(axis=1)[::-1])])[::-1]
    used, gained, kept = np.zeros((1, len(problem.limit)), np.int64), np.array([problem.gained(places)]), np.zeros(1)
    promised, steps = goal, []
    for at, unit in enumerate(order):
        used, gained, step = branched(int(unit), gains[at], uses[:, at], used, gained, room)
        kept = kept[step.came_from] + kept_by[at][step.option]
        promise = kept + worth[at + 1] + (bound - worth[0])
        chosen = np.flatnonzero(promise > goal)
        if not len(chosen):
            return Found(known.places, known.gained, min(bound, max(promised, goal)))
        chosen = chosen[_undominated(in_order(used[chosen], equal), gained[chosen])]
        if len(chosen) > most:
            best_first = chosen[np.argsort(-promise[chosen], kind="stable")]
            promised = max(promised, float(promise[best_first[most]]))
            chosen = np.sort(best_first[:most])
        used, gained, step = those(chosen, used, gained, step)
        kept = kept[chosen]
        steps.append(step)
    best = int(np.argmax(gained))
    if gained[best] <= known.gained:
        return Found(known.places, known.gained, min(bound, max(promised, known.gained)))
    for step in reversed(steps):
        places[step.unit] = step.option[best]
        best = int(step.came_from[best])
    value = problem.gained(places)
    return Found(places, value, min(bound, max(promised, value)))


def branched(
    unit: int, gain: Floats, use: Whole, used: Whole, gained: Floats, room: Whole
) -> tuple[Whole, Floats, Step]:
    """Each partial choice with the unit at each of its options where it fits; `gain`: (options,), `use`: (rows, options)."""
    came, option, all_used, all_gained = [], [], [], []
    for place in (NOWHERE, *range(len(gain) - 1)):
        if gain[place] == -np.inf:
            continue
        total = used + use[:, place]
        fits = np.flatnonzero(np.all(total <= room, axis=1))
        came.append(fits)
        option.append(np.full(len(fits), place))
        all_used.append(total[fits])
        all_gained.append(gained[fits] + gain[place])
    return (
        np.concatenate(all_used),
        np.concatenate(all_gained),
        Step(unit, np.concatenate(came), np.concatenate(option)),
    )


def those(chosen: Whole, used: Whole, gained: Floats, step: Step) -> tuple[Whole, Floats, Step]:
    """The chosen ones of partial choices."""
    return used[chosen], gained[chosen], Step(step.unit, step.came_from[chosen], step.option[chosen])


def _undominated(used: Whole, gained: Floats) -> Whole:
    """Those that no other equals or beats in gain while using no more of anything; of one limit exactly, of several by the first
    of equal use only.
    """
    if used.shape[1] == 1:
        order = np.lexsort((-gained, used[:, 0]))
        best = np.maximum.accumulate(gained[order])
        ahead = np.concatenate([[True], gained[order][1:] > best[:-1]])
        return np.sort(order[ahead])
    order = np.lexsort((-gained, sums(used)))
    same = np.all(used[order][1:] == used[order][:-1], axis=1)
    return np.sort(order[np.concatenate([[True], ~same])])
