"""The placement against every subset there is, and against its own bound."""

import random
from itertools import combinations

import numpy as np
import pytest

from segtier.placement import exchange, search
from segtier.placement.problem import NOWHERE, Found, Problem, one_device, rows_of
from segtier.placement.rounding import rounded
from segtier.placement.solve import solve

Rows = list[tuple[float, int]]
"""(benefit, bytes)."""


def some(rows: Rows, capacity: int) -> Problem:
    gains, sizes = zip(*rows, strict=True)
    return one_device(np.array(gains, np.float64), np.array(sizes, np.int64), capacity)


def best_by_trying_all(rows: Rows, capacity: int) -> float:
    subsets = (s for n in range(len(rows) + 1) for s in combinations(rows, n))
    return max(sum(gain for gain, _ in s) for s in subsets if sum(size for _, size in s) <= capacity)


@pytest.mark.parametrize(
    ("rows", "capacity"),
    [
        ([(60, 10), (100, 20), (120, 30)], 50),  # greedy takes the densest and misses the optimum
        ([(10, 10)], 10),
        ([(10, 11)], 10),
        ([(5, 3), (5, 3), (5, 3)], 7),
        ([(1, 1), (2, 2), (3, 3), (7, 5), (8, 6), (9, 7)], 11),
        ([(0, 1), (-3, 1), (4, 1)], 10),
    ],
)
def test_choice_is_as_good_as_trying_every_subset(rows: Rows, capacity: int) -> None:
    problem = some(rows, capacity)
    found = solve(problem)
    assert found.gained == pytest.approx(best_by_trying_all(rows, capacity))
    assert problem.fits(found.places)
    assert found.bound == found.gained


def test_order_of_the_units_does_not_matter() -> None:
    rows = [(7.0, 5), (8.0, 6), (9.0, 7), (3.0, 3), (2.0, 2)]
    there, back = (solve(some(each, 12)) for each in (rows, rows[::-1]))
    assert list(there.places) == list(back.places[::-1])


def test_nothing_fits() -> None:
    found = solve(some([(10, 100)], 50))
    assert (list(found.places), found.gained, found.bound) == ([NOWHERE], 0, 0)


@pytest.mark.parametrize("capacity", [10, 11])
def test_what_just_fits_is_moved_and_what_saves_nothing_is_not(capacity: int) -> None:
    found = solve(some([(0, 1), (4, 6), (-3, 1), (1, 4)], capacity))
    assert list(found.places) == [NOWHERE, 0, NOWHERE, 0]
    assert (found.gained, found.bound) == (5, 5)


def nearly_as_good_as_each_other() -> Rows:
    """Twenty of which the densest are the smallest: one partial choice at a time leaves a gap."""
    chance = random.Random(1)
    return [(size + 10.0, size) for size in (chance.randint(1_000, 9_999) for _ in range(20))]


@pytest.mark.parametrize(("most", "exact"), [(40_000, True), (1, False)])
def test_how_far_the_search_came_is_told(most: int, exact: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "MOST", most)
    rows = nearly_as_good_as_each_other()
    found = solve(some(rows, sum(size for _, size in rows) // 2))
    assert (found.bound == found.gained) is exact
    assert found.bound >= 54_123.0 * (1 - 1e-12)
    assert (found.gained == pytest.approx(54_123.0)) is exact


def test_what_just_fills_the_limit_stays() -> None:
    """At these prices the first alone keeps something; another that saves more for its bytes would come in if it went."""
    problem = some([(10.0, 10), (6.0, 5)], 10)
    assert list(rounded(problem, np.array([[1.0, 0.0], [-1.0, 0.0]]))) == [0, NOWHERE]


def test_an_exchange_is_looked_for_among_the_units_nearest_to_another_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second is the one to give up for the third; with two looked at, those two are looked at."""
    monkeypatch.setattr(exchange, "CORE", 2)
    problem = some([(100.0, 10), (20.0, 10), (25.0, 10)], 20)
    left = np.array([[80.0, 0.0], [1.0, 0.0], [5.0, 0.0]])
    assert list(exchange.exchanged(problem, np.array([0, 0, NOWHERE]), left)) == [0, NOWHERE, 0]


def test_a_unit_that_goes_elsewhere_leaves_its_room_to_another() -> None:
    """Two devices with room for one each: the first unit gains more on the second, then the second fits on the first."""
    use = np.array([[[10, 0], [10, 0]], [[0, 10], [0, 10]]], np.int64)
    problem = Problem(np.array([[5.0, 20.0], [4.0, 0.0]]), rows_of(use), np.array([10, 10], np.int64))
    left = np.array([[5.0, 20.0, 0.0], [4.0, 0.0, 0.0]])
    assert list(exchange.exchanged(problem, np.array([0, NOWHERE]), left)) == [1, 0]


@pytest.mark.parametrize(("aim", "gained"), [(0.0, 220.0), (0.2, 220.0), (0.5, 160.0)])
def test_what_is_near_enough_is_not_searched_on(aim: float, gained: float) -> None:
    """At 4 a byte no choice gains more than 240; 160 is known, within half of it."""
    problem = some([(60.0, 10), (100.0, 20), (120.0, 30)], 50)
    known = Found(np.array([0, 0, NOWHERE]), 160.0, 240.0)
    found = search.searched(problem, np.array([[20.0, 0.0], [20.0, 0.0], [0.0, 0.0]]), 240.0, known, aim)
    assert (found.gained, problem.gained(found.places)) == (gained, gained)
    assert 220.0 <= found.bound <= 240.0
