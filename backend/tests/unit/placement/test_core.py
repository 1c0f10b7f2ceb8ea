"""Many units and several limits, from a few units at a time: its laws, and each step by hand.

The counts from which a core is taken are lowered, so that its programs and samples leave most units
out, and every choice of a few units can be looked at.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from benchmarks.tiers import large, most_gained, small
from segtier.errors import Infeasible
from segtier.placement import core as cores
from segtier.placement import giants, search, undivided
from segtier.placement import solve as solving
from segtier.placement.alike import alike
from segtier.placement.core import core_of
from segtier.placement.prices import Dual, best_prices
from segtier.placement.problem import NOWHERE, Problem, Whole, rows_of
from segtier.placement.program import moved
from segtier.placement.solve import solve
from segtier.placement.tiers import built, place

UNITS = 3_000
NEAR = 2e-3
"""Of the bound: so near come placements of UNITS, of which a single one counts more than of 100,000."""


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each problem begins with a core, of fewer units and samples than it has."""
    monkeypatch.setattr(solving, "MANY", 0)
    monkeypatch.setattr(solving, "FEW", 0)
    monkeypatch.setattr(cores, "FIRST", (100, 300))
    monkeypatch.setattr(cores, "SAMPLE", 200)
    monkeypatch.setattr(cores, "CORE", 300)


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing else is looked at after the core."""
    monkeypatch.setattr(giants, "MOST_GIANTS", 0)
    monkeypatch.setattr(search, "MOST", 1)


def a_problem(seed: int, units: int = UNITS) -> Problem:
    """Three places with three limits each, some units on one of them today."""
    chance = np.random.default_rng([36, seed])
    size = np.exp(chance.normal(0, 1.5, units))
    loads = np.stack([size * np.exp(chance.normal(0, 1, units)) for _ in range(3)])
    home = np.where(chance.random(units) < 0.3, 2, NOWHERE)
    worth = size * np.exp(chance.normal(0, 1, units))
    benefit = worth[:, np.newaxis] * np.array([1.0, 0.6, 0.0]) * chance.uniform(0.8, 1, (units, 3))
    benefit[home == NOWHERE, 2] = -np.inf
    use = np.zeros((9, units, 3), np.int64)
    for row, place_ in enumerate(np.repeat(np.arange(3), 3)):
        use[row, :, place_] = np.ceil(loads[row % 3] * 1_000)
    limit = (use.max(axis=2).sum(axis=1) * chance.uniform(0.05, 0.3, 9)).astype(np.int64)
    limit[6:] = use[6:, home == 2, 2].sum(axis=1)
    return Problem(benefit, rows_of(use), limit, home)


def turned(problem: Problem, order: Whole) -> Problem:
    """The units in another order."""
    return problem.part(order, problem.limit)


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("first", range(0, 42, 3))
def test_of_few_units_no_choice_is_better(first: int) -> None:
    for number in range(first, first + 3):
        asked = small(number)
        most = most_gained(*asked)
        try:
            found = place(*asked)
        except Infeasible:
            assert most == -np.inf
            continue
        assert found.gained == pytest.approx(most, rel=1e-9, abs=1e-9), number
        assert found.bound >= most - 1e-9 * max(abs(most), 1.0), number


@pytest.mark.usefixtures("few", "alone")
@pytest.mark.parametrize("seed", [2, 3, 4, 7])
def test_a_choice_fits_and_comes_near_its_bound(seed: int) -> None:
    problem = a_problem(seed)
    found = solve(problem)
    assert problem.fits(found.places)
    assert found.gained == pytest.approx(problem.gained(found.places))
    assert found.bound * (1 - NEAR) <= found.gained <= found.bound


@pytest.mark.usefixtures("few", "alone")
@pytest.mark.parametrize("kind", ["smooth", "heavy", "correlated", "equal"])
def test_of_each_kind_of_database_a_placement_fits_and_comes_near_its_bound(kind: str) -> None:
    asked = large(kind, 1, UNITS)
    found = place(*asked)
    problem = built(*asked).problem
    assert np.all(problem.used(found.tier) <= problem.limit)
    assert found.bound * (1 - NEAR) <= found.gained <= found.bound * (1 + 1e-12)


@pytest.mark.usefixtures("few", "alone")
@pytest.mark.parametrize("seed", [2, 3, 7])
def test_the_order_of_units_and_of_places_does_not_matter(seed: int) -> None:
    """Two choices near a bound are no further from each other; each is below the other's bound."""
    problem = a_problem(seed)
    found = solve(problem)
    order = np.random.default_rng(seed).permutation(problem.units)
    rows = [{2 - at: use for at, use in row.items()} for row in problem.rows[::-1]]
    assert problem.home is not None
    home = np.where(problem.home == NOWHERE, NOWHERE, 2 - problem.home)
    mirrored = Problem(problem.benefit[:, ::-1].copy(), rows, problem.limit[::-1].copy(), home)
    for other in (solve(turned(problem, order)), solve(mirrored)):
        assert other.gained <= found.bound * (1 + 1e-9)
        assert found.gained <= other.bound * (1 + 1e-9)
        assert other.gained == pytest.approx(found.gained, rel=NEAR)


@pytest.mark.usefixtures("few", "alone")
@pytest.mark.parametrize("row", [0, 4])
def test_more_room_is_never_worse(row: int) -> None:
    problem = a_problem(4)
    more = problem.limit.copy()
    more[row] += more[row] // 2
    before, after = solve(problem), solve(replace(problem, limit=more))
    assert after.bound >= before.gained
    assert after.gained >= before.gained * (1 - NEAR)


@pytest.mark.usefixtures("few", "alone")
def test_the_same_question_has_the_same_answer() -> None:
    first, second = (solve(a_problem(7)) for _ in range(2))
    assert first.places.tolist() == second.places.tolist()
    assert (first.gained, first.bound) == (second.gained, second.bound)


@pytest.mark.usefixtures("few", "alone")
@pytest.mark.parametrize("seed", range(4))
def test_its_prices_are_those_of_all_units(seed: int) -> None:
    """As cutting planes over all units find them, which end when nothing is left to find."""
    problem = a_problem(seed).possible()
    dual = Dual(problem)
    core, all_units = core_of(problem, dual), best_prices(dual, problem.limit)
    bounds = [cut.bound(problem.limit) for cut in core.cuts]
    assert core.best.bound(problem.limit) == min(bounds)
    assert min(bounds) == pytest.approx(all_units.bound, rel=2e-4)
    assert min(bounds) >= all_units.bound * (1 - 1e-5)
    assert len(core.units) <= 300 < problem.units


@pytest.mark.usefixtures("few", "alone")
def test_of_equal_units_as_many_go_as_fit() -> None:
    """Of a thousand alike 137 fit: a class with a count, whose program parts one unit."""
    use = np.full((1, 1_000, 1), 10)
    problem = Problem(np.full((1_000, 1), 3.0), rows_of(use), np.array([1_379]))
    found = solve(problem)
    assert ((found.places == 0).sum(), found.gained) == (137, 411.0)
    assert found.bound == pytest.approx(3.0 * 137.9)


def test_a_sample_stands_for_all() -> None:
    problem = a_problem(1)
    classes = alike(problem, Dual(problem), problem.limit.astype(np.float64))
    within = np.arange(0, len(classes), 2)
    some, count = classes.some(within, 100)
    assert len(some) == len(set(some.tolist())) == 100
    assert count.sum() == pytest.approx(classes.count[within].sum())
    assert set(some.tolist()) <= set(within.tolist())
    assert classes.share[some].max() == classes.share[within].max()
    every, each = classes.some(within, len(within))
    assert (every.tolist(), each.tolist()) == (within.tolist(), classes.count[within].tolist())


@pytest.mark.parametrize(
    ("gains", "takes", "lies", "classes"), [(1, 1, -1, 3), (9, 1, -1, 4), (1, 2, -1, 4), (1, 1, 0, 4)]
)
def test_units_are_alike_in_all_they_gain_take_and_where_they_lie(
    gains: float, takes: int, lies: int, classes: int
) -> None:
    """Twelve of three classes, and the first of them with another figure."""
    gain, size, home = np.repeat([[1.0], [2.0], [3.0]], 4, axis=0), np.full(12, 1), np.full(12, NOWHERE)
    gain[0, 0], size[0], home[0] = gains, takes, lies
    problem = Problem(gain, [{0: size}], np.array([5]), home)
    found = alike(problem, Dual(problem), np.array([5.0]))
    assert len(found) == classes
    assert found.count.sum() == 12
    assert [len(set(found.of[at : at + 4])) for at in (0, 4, 8)] == [classes - 2, 1, 1]
    assert sorted(found.members(np.arange(classes)).tolist()) == list(range(12))


@pytest.mark.parametrize(
    ("room", "top", "prices", "there", "exceeded"),
    [
        (3.0, 9.0, 0.0, [1.0, 1.0, 1.0], False),
        (1.5, 9.0, 2.0, [1.0, 0.5, 0.0], False),
        (0.5, 9.0, 3.0, [0.5, 0.0, 0.0], False),
        (0.5, 2.5, 2.5, [1.0, 0.0, 0.0], True),
    ],
)
def test_who_gains_least_gives_way_and_the_last_one_makes_the_price(
    room: float, top: float, prices: float, there: list[float], exceeded: bool
) -> None:
    """Three that gain 3, 2 and 1 and take 1 each; the price may rise to `top`."""
    left = np.array([[3.0, 0.0], [2.0, 0.0], [1.0, 0.0]])
    use = np.zeros((1, 3, 2), np.int64)
    use[0, :, 0] = 1
    zero, one = np.zeros(1), np.ones(1)
    found = moved(left, use, np.zeros(3, np.int64), np.ones(3), np.array([room - 3]), zero, (zero, one * top), one)
    assert found is not None
    assert found.prices.tolist() == [pytest.approx(prices)]
    assert found.parts[:, 0].tolist() == pytest.approx(there)
    assert found.parts.sum(axis=1).tolist() == pytest.approx([1.0] * 3)
    assert found.exceeded is exceeded


@pytest.mark.parametrize(
    ("inside", "gained", "before", "after"),
    [
        (True, True, (8_000, 4.0), (2_000, 4.0)),
        (True, False, (8_000, 20.0), (2_000, 4.0)),
        (False, True, (8_000, 4.0), (8_000, 20.0)),
        (False, False, (8_000, 20.0), (4_000, 4.0)),
        (True, True, (2_000, 4.0), (1_500, 4.0)),
        (True, True, (1_500, 4.0), (6_000, 4.0)),
        (False, False, (1_500, 4.0), (6_000, 4.0)),
    ],
)
def test_the_band_and_its_box_follow_what_a_program_found(
    inside: bool, gained: bool, before: tuple[int, float], after: tuple[int, float]
) -> None:
    band = cores._Band(before[0], 9_000, before[1])
    band.turn(inside=inside, gained=gained)
    assert (band.classes, band.wide) == after


@pytest.mark.usefixtures("few", "alone")
@pytest.mark.parametrize(("dives", "within"), [(6, True), (0, False)])
def test_a_large_unit_that_the_program_parts_is_put_first(
    dives: int, within: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(undivided, "DIVES", dives)
    monkeypatch.setattr(giants, "MOST_GIANTS", 0)
    problem = a_problem(2).possible()
    core = core_of(problem, Dual(problem))
    bound = core.best.bound(problem.limit)
    gained = problem.gained(undivided.undivided(problem, core, 5e-4 * bound))
    assert (gained >= bound * (1 - 5e-4)) is within


@pytest.mark.usefixtures("few", "alone")
def test_where_the_core_does_not_come_near_all_units_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if it had put all on one place, which do not fit."""
    problem = a_problem(3)
    monkeypatch.setattr(solving, "undivided", lambda *_: np.zeros(problem.units, np.int64))
    found = solve(problem)
    assert problem.fits(found.places)
    assert found.gained >= found.bound * (1 - 10 * NEAR)


@pytest.mark.usefixtures("few", "alone")
def test_where_nothing_is_short_all_go_where_they_gain_most() -> None:
    problem = a_problem(4)
    found = solve(replace(problem, limit=np.full(len(problem.limit), 2**50)))
    most = float(np.maximum(problem.benefit.max(axis=1), 0.0).sum())
    assert (found.gained, found.bound) == (pytest.approx(most), pytest.approx(most))
