"""Moves that gain nothing: made only where they make room for others."""

from __future__ import annotations

import numpy as np

from segtier.placement.problem import Problem, Whole


def without_idle(problem: Problem, places: Whole) -> Whole:
    """The same choice with all those moves undone that gain nothing and without which all fits, the dearest first.

    It gains no less. What is left of them makes room: undone, any one of them would break a limit.
    """
    today, places = problem.today, places.copy()
    moved = np.flatnonzero(places != today)
    gains = problem.benefit[moved, places[moved]]
    idle = moved[gains <= 0][np.argsort(gains[gains <= 0], kind="stable")]
    if not len(idle):
        return places
    use, room = problem.use(idle), problem.limit - problem.used(places)
    left = list(range(len(idle)))
    while True:
        stay = []
        for at in left:
            unit = idle[at]
            more = use[:, at, today[unit]] - use[:, at, places[unit]]
            if np.all(more <= room):
                places[unit], room = today[unit], room - more
            else:
                stay.append(at)
        if len(stay) == len(left):
            return places
        left = stay
