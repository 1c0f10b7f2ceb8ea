"""From prices to a choice that fits: each unit's best option, then what is too much goes out and what still fits comes in."""

from __future__ import annotations

import numpy as np

from segtier.placement.problem import NOWHERE, Floats, Problem, Whole

_SINGLE = 400
"""Of the units next in line to go, those looked at for one that alone makes up for the rest."""
_FILLS = 3
_TRIED = 20_000


def best_options(left: Floats) -> Whole:
    """The device at which each unit keeps most, NOWHERE where it keeps nothing."""
    best = left.argmax(axis=1)
    return np.where(left[np.arange(len(left)), best] > 0, best, NOWHERE)


def rounded(problem: Problem, left: Floats) -> Whole:
    """A choice within the limits, near the best options at the prices that left so much."""
    return filled(problem, _repaired(problem, best_options(left), left))


def _repaired(problem: Problem, places: Whole, left: Floats) -> Whole:
    """Without the units that are cheapest to give up per amount of what is overused."""
    places = places.copy()
    for row in range(len(problem.limit)):
        over = int(problem.used(places)[row] - problem.limit[row])
        if over <= 0:
            continue
        there = np.flatnonzero(places != NOWHERE)
        load = problem.use[row, there, places[there]]
        there, load = there[load > 0], load[load > 0]
        cost = left[there, places[there]]
        order = np.argsort(cost / load, kind="stable")
        gone = np.cumsum(load[order])
        last = int(np.searchsorted(gone, over))
        drop = order[: last + 1]
        rest = over - int(gone[last - 1]) if last else over
        tail = order[last : last + _SINGLE]
        enough = tail[load[tail] >= rest]
        if len(enough):
            drop = np.append(order[:last], enough[np.argmin(cost[enough])])
        places[there[drop]] = NOWHERE
    return places


def filled(problem: Problem, places: Whole) -> Whole:
    """With what is left out and still fits, the most gain for the room first."""
    places = places.copy()
    for _ in range(_FILLS):
        before = int((places != NOWHERE).sum())
        for device in range(problem.devices):
            _fill(problem, places, device)
        if int((places != NOWHERE).sum()) == before:
            break
    return places


def _fill(problem: Problem, places: Whole, device: int) -> None:
    room = problem.limit - problem.used(places)
    use, gain = problem.use[:, :, device], problem.benefit[:, device]
    could = (places == NOWHERE) & (gain > 0) & np.all(use <= room[:, np.newaxis], axis=0)
    tried = np.flatnonzero(could)
    weight = (use[:, tried] / np.maximum(room, 1)[:, np.newaxis]).sum(axis=0)
    tried = tried[np.argsort(-gain[tried] / np.maximum(weight, 1e-12), kind="stable")][:_TRIED]
    while len(tried):
        total = np.cumsum(use[:, tried], axis=1)
        bad = np.any(total > room[:, np.newaxis], axis=0)
        whole = int(np.argmax(bad)) if bad.any() else len(tried)
        places[tried[:whole]] = device
        if whole:
            room = room - total[:, whole - 1]
        tried = tried[whole + 1 :]
        tried = tried[np.all(use[:, tried] <= room[:, np.newaxis], axis=0)]
