"""Places that are equal: what lies on one of them may as well lie on the other, so a search need look at one of the two."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from segtier.placement.problem import Problem, Whole

Group = NDArray[np.int64]
"""(places, rows): of each of some equal places the rows of its own, in the same order."""
_SEED = 20_261_129


def equal_places(problem: Problem, room: Whole) -> tuple[Group, ...]:
    """Of two places or more that gain the same, take the same and have the same room; `room`: (rows,). None where units lie."""
    own: dict[int, list[tuple[int, bytes, int]]] = defaultdict(list)
    beside: dict[int, list[tuple[int, bytes]]] = defaultdict(list)
    for number, row in enumerate(problem.rows):
        for place, use in row.items():
            if len(row) == 1:
                own[place].append((int(room[number]), use.tobytes(), number))
            else:
                beside[place].append((number, use.tobytes()))
    lies, alike = set(problem.today.tolist()), defaultdict[object, list[list[int]]](list)
    for place in range(problem.places):
        rows = sorted(own[place])
        if rows and place not in lies:
            same = (problem.benefit[:, place].tobytes(), tuple(row[:2] for row in rows), tuple(beside[place]))
            alike[same].append([row[2] for row in rows])
    return tuple(np.array(one, np.int64) for one in alike.values() if len(one) > 1)


def in_order(used: Whole, groups: Sequence[Group]) -> Whole:
    """(choices, rows): the same where what equal places hold stands in one order, whichever holds it."""
    if not groups:
        return used
    sorted_: Whole = used.copy()
    for rows in groups:
        held = used[:, rows]
        order = np.argsort(sums(held), axis=1, kind="stable")
        sorted_[:, rows] = np.take_along_axis(held, order[:, :, np.newaxis], axis=1)
    return sorted_


def sums(amounts: Whole) -> Whole:
    """(...,) of (..., numbers): one number for all, the same for the same; others may share it."""
    weights = np.random.default_rng(_SEED).integers(1, 2**62, amounts.shape[-1]) | 1
    with np.errstate(over="ignore"):
        found: Whole = (amounts * weights).sum(axis=-1)
    return found
