"""Equal places: one order of what they hold stands for all."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from segtier.placement.equal_places import equal_places, in_order
from segtier.placement.problem import NOWHERE, Problem
from segtier.placement.solve import solve


def bins(count: int, seed: int, units: int = 7) -> Problem:
    chance = np.random.default_rng(seed)
    size, gain = chance.integers(20, 60, units), chance.integers(10, 99, units).astype(float)
    benefit = np.repeat(gain[:, np.newaxis], count, axis=1)
    rows = [{place: size} for place in range(count)] + [{place: size // 2} for place in range(count)]
    return Problem(benefit, rows, np.array([90] * count + [60] * count, np.int64))


def test_places_are_equal_where_nothing_tells_them_apart() -> None:
    one = bins(3, 0)
    assert [group.tolist() for group in equal_places(one, one.limit)] == [[[3, 0], [4, 1], [5, 2]]]
    other = one.limit.copy()
    other[1] -= 1
    assert [group.tolist() for group in equal_places(one, other)] == [[[3, 0], [5, 2]]]
    home = Problem(one.benefit, one.rows, one.limit, np.array([0, *[NOWHERE] * 6]))
    assert [group.tolist() for group in equal_places(home, one.limit)] == [[[4, 1], [5, 2]]]


def test_what_they_hold_has_one_order() -> None:
    one = bins(3, 0)
    held = np.array([[7, 1, 2, 3, 5, 9]])
    ways = [held[:, [*way, *(3 + place for place in way)]] for way in itertools.permutations(range(3))]
    assert len({in_order(way, equal_places(one, one.limit)).tobytes() for way in ways}) == 1


@pytest.mark.parametrize("seed", range(6))
def test_the_best_of_equal_places_is_found(seed: int) -> None:
    """Against every choice there is."""
    one = bins(3, seed)
    choices = (np.array(places) for places in itertools.product((NOWHERE, 0, 1, 2), repeat=one.units))
    best = max(one.gained(places) for places in choices if one.fits(places))
    assert solve(one).gained == pytest.approx(best)
