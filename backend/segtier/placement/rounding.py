"""From prices to a choice that fits: each unit's best option, then what is too much gives way and what still fits comes in."""

from __future__ import annotations

import numpy as np

from segtier.placement.prices import best_of
from segtier.placement.problem import NOWHERE, Floats, Problem, Whole

_SINGLE = 400
"""Of the units next in line to go, those looked at for one that alone makes up for the rest."""
_FILLS = 3
_REPAIRS = 6
"""Rounds over all limits: what gives way to one may be too much for another."""
_TRIED = 20_000


def rounded(problem: Problem, left: Floats) -> Whole:
    """A choice near the best options at the prices that left so much; it fits, unless what lies there today does not."""
    return filled(problem, repaired(problem, best_of(left)[0], left))


def repaired(problem: Problem, places: Whole, left: Floats) -> Whole:
    """With other places for the units that lose least by them per amount of what is overused."""
    places = places.copy()
    for number in range(_REPAIRS):
        over = problem.used(places) - problem.limit
        if np.all(over <= 0):
            break
        for row in range(len(problem.limit)):
            too_much = int(problem.used(places)[row] - problem.limit[row]) if number or row else int(over[0])
            if too_much > 0:
                _relieve(problem, places, left, row, too_much, number > 0)
    return places


def _relieve(problem: Problem, places: Whole, left: Floats, row: int, over: int, careful: bool) -> None:
    """`careful`: only to places where the unit still fits."""
    use = problem.rows[row]
    there = np.flatnonzero(np.isin(places, list(use)))
    now = places[there]
    load = np.zeros(len(there), np.int64)
    for place, taken in use.items():
        load[now == place] = taken[there[now == place]]
    there, now, load = there[load > 0], now[load > 0], load[load > 0]
    keeps = left[there, now]
    room = problem.limit - problem.used(places)
    rate, to, less = np.full(len(there), np.inf), np.full(len(there), NOWHERE), load.copy()
    for place in (NOWHERE, *range(problem.places)):
        fewer = load - use[place][there] if place in use else load
        could = (fewer > 0) & (left[there, place] > -np.inf) & (now != place)
        if careful and place != NOWHERE:
            for other, amounts in enumerate(problem.rows):
                if other != row and place in amounts:
                    could &= amounts[place][there] <= room[other]
        cost = np.where(could, (keeps - left[there, place]) / np.maximum(fewer, 1), np.inf)
        better = cost < rate
        rate[better], to[better], less[better] = cost[better], place, fewer[better]
    able = np.flatnonzero(rate < np.inf)
    there, to, less, rate = there[able], to[able], less[able], rate[able]
    order = np.argsort(rate, kind="stable")
    gone = np.cumsum(less[order])
    last = int(np.searchsorted(gone, over))
    drop = order[: last + 1]
    rest = over - int(gone[last - 1]) if last else over
    tail = order[last : last + _SINGLE]
    enough = tail[less[tail] >= rest]
    if len(enough):
        cheapest = enough[np.argmin(rate[enough] * less[enough])]
        drop = np.append(order[:last], cheapest)
    places[there[drop]] = to[drop]


def filled(problem: Problem, places: Whole) -> Whole:
    """With what gains by another place and still fits there, the most gain for the room first."""
    places, options = places.copy(), problem.options()
    for _ in range(_FILLS):
        before = places.copy()
        for place in range(problem.places):
            _fill(problem, options, places, place)
        if np.array_equal(places, before):
            break
    return places


def _fill(problem: Problem, options: Floats, places: Whole, place: int) -> None:
    room = problem.limit - problem.used(places)
    gain = options[:, place] - options[np.arange(len(options)), places]
    could = gain > 0
    taking = [(number, row[place]) for number, row in enumerate(problem.rows) if place in row]
    for number, amounts in taking:
        shared = len(problem.rows[number]) > 1
        could &= (amounts <= room[number]) | ((places != NOWHERE) if shared else False)
    tried = np.flatnonzero(could)
    weight = np.zeros(len(tried))
    for number, amounts in taking:
        weight += amounts[tried] / max(int(room[number]), 1)
    tried = tried[np.argsort(-gain[tried] / np.maximum(weight, 1e-12), kind="stable")][:_TRIED]
    if not len(tried):
        return
    each = problem.use(tried)
    more = each[:, :, place] - each[:, np.arange(len(tried)), places[tried]]
    fits = np.all(more <= room[:, np.newaxis], axis=0)
    tried, more = tried[fits], more[:, fits]
    while len(tried):
        total = np.cumsum(more, axis=1)
        bad = np.any(total > room[:, np.newaxis], axis=0)
        whole = int(np.argmax(bad)) if bad.any() else len(tried)
        places[tried[:whole]] = place
        if whole:
            room = room - total[:, whole - 1]
        tried, more = tried[whole + 1 :], more[:, whole + 1 :]
        fits = np.all(more <= room[:, np.newaxis], axis=0)
        tried, more = tried[fits], more[:, fits]
