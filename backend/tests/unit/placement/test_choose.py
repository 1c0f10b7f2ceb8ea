"""The placement against every subset there is, and against its own bound."""

import random
from itertools import combinations

import pytest

from segtier.model.placement import Candidate
from segtier.placement import choose, search


def some(*rows: tuple[float, int]) -> list[Candidate]:
    return [Candidate((None, "A", f"S{n}", None, "TABLE"), benefit, size) for n, (benefit, size) in enumerate(rows)]


def best_by_trying_all(candidates: list[Candidate], capacity: int) -> float:
    subsets = (s for n in range(len(candidates) + 1) for s in combinations(candidates, n))
    return max(sum(c.benefit_s_per_hour for c in s) for s in subsets if sum(c.size_bytes for c in s) <= capacity)


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
def test_choice_is_as_good_as_trying_every_subset(rows: list[tuple[float, int]], capacity: int) -> None:
    candidates = some(*rows)
    solution = choose(candidates, capacity)
    assert solution.benefit_s_per_hour == pytest.approx(best_by_trying_all(candidates, capacity))
    assert solution.used_bytes <= capacity
    assert solution.method == "exact"
    assert solution.gap == 0


def test_the_greedy_gap_is_told() -> None:
    solution = choose(some((60, 10), (100, 20), (120, 30)), 50)
    assert solution.benefit_s_per_hour == 220
    assert solution.greedy_gap == pytest.approx(1 - 160 / 220)


def test_order_of_the_candidates_does_not_matter() -> None:
    rows = some(*((7.0, 5), (8.0, 6), (9.0, 7), (3.0, 3), (2.0, 2)))
    assert choose(rows, 12) == choose(rows[::-1], 12)


def test_nothing_fits() -> None:
    solution = choose(some((10, 100)), 50)
    assert solution.chosen == ()
    assert solution.gap == 0


@pytest.mark.parametrize("capacity", [10, 11])
def test_what_just_fits_is_moved_and_what_saves_nothing_is_not(capacity: int) -> None:
    solution = choose(some((0, 1), (4, 6), (-3, 1), (1, 4)), capacity)
    assert [key[2] for key in solution.chosen] == ["S1", "S3"]
    assert (solution.method, solution.gap, solution.greedy_gap) == ("exact", 0, 0)


def nearly_as_good_as_each_other() -> list[Candidate]:
    """Twenty of which the densest are the smallest: one partial choice at a time leaves a gap."""
    chance = random.Random(1)
    return some(*((size + 10.0, size) for size in (chance.randint(1_000, 9_999) for _ in range(20))))


@pytest.mark.parametrize(("most", "method"), [(40_000, "exact"), (1, "bounded")])
def test_how_far_the_search_came_is_told(most: int, method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "MOST", most)
    candidates = nearly_as_good_as_each_other()
    half = sum(one.size_bytes for one in candidates) // 2
    solution = choose(candidates, half)
    assert solution.method == method
    assert (solution.gap == 0) is (method == "exact")
    assert solution.gap == pytest.approx(1 - solution.benefit_s_per_hour / solution.bound_s_per_hour)
    assert solution.bound_s_per_hour >= 54_123.0 * (1 - 1e-12)
    assert (solution.benefit_s_per_hour == pytest.approx(54_123.0)) is (method == "exact")
