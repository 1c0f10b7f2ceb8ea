"""Several devices and limits, against every choice there is."""

from __future__ import annotations

import numpy as np
import pytest

from segtier.placement import giants, search
from segtier.placement import solve as solving
from segtier.placement.prices import Dual, best_prices
from segtier.placement.problem import NOWHERE, Found, Problem, rows_of
from segtier.placement.solve import solve

SHAPES = {
    "wide": lambda chance, count: np.exp(chance.normal(0, 3, count)),
    "alike": lambda chance, count: 1 + chance.random(count) / 100,
    "plain": lambda chance, count: np.exp(chance.normal(0, 1.5, count)),
    "whole": lambda chance, count: chance.integers(1, 9, count).astype(float),
}


def a_problem(shape: str, seed: int, more_limits: int = 0) -> Problem:
    """Up to eleven units on one or two devices; further limits are of both devices together."""
    chance = np.random.default_rng([seed, len(shape)])
    units, devices = int(chance.integers(1, 12)), int(chance.integers(1, 3))
    size = (SHAPES[shape](chance, units) * 1e6).astype(np.int64) + 1
    worth = size / 1e6 + 0.5 if shape == "alike" else np.exp(chance.normal(0, 1.5, units))
    benefit = np.stack([worth * (chance.uniform(0.5, 1, units) if device else 1) for device in range(devices)], axis=1)
    use = np.zeros((devices + more_limits, units, devices), np.int64)
    for device in range(devices):
        use[device, :, device] = size
    for row in range(devices, devices + more_limits):
        use[row] = chance.integers(0, 1_000, units)[:, np.newaxis]
    part = chance.uniform(0.05, 1.2)
    limit = (use.max(axis=2).sum(axis=1) * part / devices).astype(np.int64)
    return Problem(benefit, rows_of(use), limit)


def most_gained(problem: Problem) -> float:
    """By looking at every choice; of those that use the same the one that gains most is kept."""
    best = {(0,) * len(problem.limit): 0.0}
    use = problem.use(np.arange(problem.units))
    for unit in range(problem.units):
        for used, gained in list(best.items()):
            for device in range(problem.places):
                total = tuple(int(a + b) for a, b in zip(used, use[:, unit, device], strict=True))
                if all(a <= b for a, b in zip(total, problem.limit, strict=True)):
                    best[total] = max(best.get(total, 0.0), gained + float(problem.benefit[unit, device]))
    return max(best.values())


@pytest.mark.parametrize("more_limits", [0, 1, 2])
@pytest.mark.parametrize("shape", SHAPES)
def test_no_choice_is_better(shape: str, more_limits: int) -> None:
    for seed in range(12):
        problem = a_problem(shape, seed, more_limits)
        found, most = solve(problem), most_gained(problem)
        assert problem.fits(found.places)
        assert found.gained == pytest.approx(problem.gained(found.places), rel=1e-12)
        assert found.gained == pytest.approx(most, rel=1e-9), (shape, seed)
        assert found.bound >= most * (1 - 1e-9), (shape, seed)


@pytest.mark.parametrize("aim", [0.0, 0.02, 0.2])
def test_a_gap_that_is_aimed_at_is_kept_and_the_bound_holds(aim: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "SMALL", 0)
    monkeypatch.setattr(solving, "AIM", aim)
    for seed in range(20):
        problem = a_problem("plain", seed)
        found, most = solve(problem), most_gained(problem)
        assert most * (1 - aim) * (1 - 1e-9) <= found.gained <= most * (1 + 1e-9)
        assert found.bound >= most * (1 - 1e-9)
        most_there = best_prices(Dual(problem), problem.limit).bound
        assert found.bound - found.gained <= aim * most_there + 1e-9 * most


@pytest.mark.parametrize(
    ("limit", "price", "bound"), [(45, 4.0, 220.0), (30, 4.0, 160.0), (9, 6.0, 54.0), (60, 0.0, 280.0)]
)
def test_the_price_of_one_limit_is_the_gain_of_the_last_byte(limit: int, price: float, bound: float) -> None:
    """6 and 5 a byte fit whole, of the third (4 a byte) half: 60 + 100 + 120 / 2."""
    benefit = np.array([[60.0], [100.0], [120.0]])
    use = np.array([[[10], [20], [30]]])
    found = best_prices(Dual(Problem(benefit, rows_of(use), np.array([limit]))), np.array([limit]))
    assert (float(found.best.prices[0]), found.bound) == (price, pytest.approx(bound))


def test_of_two_devices_the_better_goes_to_what_gains_most_by_it() -> None:
    benefit = np.array([[10.0, 9.0], [10.0, 2.0], [0.0, 5.0], [-1.0, -1.0]])
    use = np.zeros((2, 4, 2), np.int64)
    use[0, :, 0] = use[1, :, 1] = 7
    found = solve(Problem(benefit, rows_of(use), np.array([7, 7])))
    assert (list(found.places), found.gained, found.bound) == ([1, 0, NOWHERE, NOWHERE], 19.0, 19.0)


@pytest.mark.parametrize(("units", "limit"), [(0, 5), (3, 0), (3, -1)])
def test_where_nothing_can_go_nothing_is_gained(units: int, limit: int) -> None:
    problem = Problem(np.ones((units, 1)), [{0: np.ones(units, np.int64)}], np.array([limit]))
    found = solve(problem)
    assert (found.gained, found.bound) == (0.0, 0.0)
    assert list(found.places) == [NOWHERE] * units


def test_of_a_thousand_the_choice_is_within_the_aim() -> None:
    chance = np.random.default_rng(7)
    size = (chance.pareto(0.9, 1_000) * 1e7).astype(np.int64) + 65_536
    benefit = chance.pareto(1.1, (1_000, 1)) + 0.01
    problem = Problem(benefit, [{0: size}], np.array([int(size.sum() // 10)]))
    found = solve(problem)
    assert found.bound * (1 - 5e-4) <= found.gained <= found.bound
    assert problem.fits(found.places)


def some_giants() -> Problem:
    """Thirty of two thousand hold nine tenths of the bytes, on two devices."""
    chance = np.random.default_rng(3)
    size, reads = np.exp(chance.normal(0, 1, 2_000)) * 1e7, np.exp(chance.normal(0, 1, 2_000))
    size[:30] = size.sum() * 0.3 * np.exp(chance.normal(0, 0.6, 30))
    reads[:30] = reads.sum() * 0.1 * np.exp(chance.normal(0, 0.6, 30))
    whole = size.astype(np.int64)
    return Problem(
        np.stack([reads, 0.8 * reads], axis=1), [{0: whole}, {1: whole}], np.array([whole.sum() // 9, whole.sum() // 7])
    )


@pytest.mark.parametrize(("most_giants", "within"), [(60, True), (0, False)])
def test_giants_are_looked_at_one_by_one(most_giants: int, within: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(giants, "MOST_GIANTS", most_giants)
    monkeypatch.setattr(search, "MOST", 1)
    problem = some_giants()
    found = solve(problem)
    assert problem.fits(found.places)
    assert (found.gained >= found.bound * (1 - 5e-4)) is within


def test_a_search_that_finds_nothing_keeps_the_bound_there_was(monkeypatch: pytest.MonkeyPatch) -> None:
    """Completed once only, so that a gap is left; the search, by the prices' bound, then finds nothing better."""
    monkeypatch.setattr(giants, "MOST_COMPLETED", 1)
    monkeypatch.setattr(giants, "ROUNDS", 1)
    monkeypatch.setattr(solving, "AIM", 1e-7)
    problem = some_giants()
    prices = best_prices(Dual(problem), problem.limit)
    proved: list[Found] = []

    def with_giants(*args: object) -> Found:
        proved.append(giants.with_giants(*args))  # type: ignore[arg-type]
        return proved[-1]

    monkeypatch.setattr(solving, "with_giants", with_giants)
    monkeypatch.setattr(search, "MOST", 250)
    found = solve(problem)
    assert found.bound <= proved[0].bound < prices.bound
    assert found.gained < found.bound * (1 - 1e-7)


def test_too_many_open_units_are_not_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "WORK", 0)
    problem = a_problem("plain", 3)
    nothing = Found(np.full(problem.units, NOWHERE), 0.0, 1e9)
    assert search.searched(problem, problem.options(), 1e9, nothing, 0.0) is nothing
