"""An exact search where prices and exchanges leave a gap: all choices that could still be better, one unit at a time.

At the best prices  gain(choice) = bound - losses of units not at their best option - price of the room left over.  So a unit
whose loss alone is more than bound - best known stays at its best option (it is fixed), and a partial choice is dropped once
its losses are. Among partial choices that use the same the one that gains most is kept (Weingartner & Ness 1967). Where there
are too many the least promising go; the bound stays true, since what they promised is remembered.
"""

from __future__ import annotations

import numpy as np

from segtier.dataclass import dataclass
from segtier.placement.problem import NOWHERE, Floats, Found, Problem, Whole
from segtier.placement.rounding import best_options

MOST, WORK = 40_000, 2_000_000
"""Partial choices at a time, and over all units: not seconds, so that a slow machine finds the same."""
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
    goal = known.gained + max(aim * bound - 1e-12 * bound, 0.0)
    options = np.concatenate([left, np.zeros((problem.units, 1))], axis=1)
    options[:, :-1][problem.benefit <= 0] = -np.inf
    second = np.partition(options.max(axis=1)[:, np.newaxis] - options, 1, axis=1)[:, 1]
    open_ = np.flatnonzero(second < bound - goal)
    order = open_[np.argsort(-problem.benefit[open_].max(axis=1), kind="stable")]
    most = min(MOST, WORK // max(len(order), 1))
    if most < _LEAST:
        return known
    places = best_options(np.where(problem.benefit > 0, left, -np.inf))
    places[order] = NOWHERE
    room = problem.limit - problem.used(places)
    if np.any(room < 0):
        return known  # what is fixed does not fit together: then no choice is better than the one known
    worth = np.concatenate([[0.0], np.cumsum(options[order].max(axis=1)[::-1])])[::-1]
    paid = problem.benefit[order] - left[order]
    used, gained, kept = np.zeros((1, len(problem.limit)), np.int64), np.array([problem.gained(places)]), np.zeros(1)
    promised, steps = goal, []
    for at, unit in enumerate(order):
        used, gained, step = branched(problem, int(unit), used, gained, room)
        taken = np.append(problem.benefit[unit] - paid[at], 0.0)
        kept = kept[step.came_from] + taken[step.option]
        promise = kept + worth[at + 1] + (bound - worth[0])
        chosen = np.flatnonzero(promise > goal)
        if not len(chosen):
            return Found(known.places, known.gained, min(bound, max(promised, goal)))
        chosen = chosen[_undominated(used[chosen], gained[chosen])]
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


def branched(problem: Problem, unit: int, used: Whole, gained: Floats, room: Whole) -> tuple[Whole, Floats, Step]:
    """Each partial choice with the unit out, and at each device where it fits."""
    came, option = [np.arange(len(gained))], [np.full(len(gained), NOWHERE)]
    all_used, all_gained = [used], [gained]
    for device in np.flatnonzero(problem.benefit[unit] > 0):
        total = used + problem.use[:, unit, device]
        fits = np.flatnonzero(np.all(total <= room, axis=1))
        came.append(fits)
        option.append(np.full(len(fits), device))
        all_used.append(total[fits])
        all_gained.append(gained[fits] + problem.benefit[unit, device])
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
    order = np.lexsort((-gained, *used.T))
    same = np.all(used[order][1:] == used[order][:-1], axis=1)
    return np.sort(order[np.concatenate([[True], ~same])])
