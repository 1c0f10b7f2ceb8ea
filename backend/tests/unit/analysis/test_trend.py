"""Lines through weeks: their range holds a known slope, and chance alone has none."""

from __future__ import annotations

from collections.abc import Callable
from statistics import NormalDist

import numpy as np
import pytest

from segtier.analysis.trend import AHEAD, Line, level_line, step_line
from segtier.columns import Floats

WEEKS = (3, 4, 6, 8, 13, 26)
SEEDS = range(100)
Made = Callable[[int, int, float], tuple[Line, float]]


def level(seed: int, weeks: int, slope: float, *, alike: float = 0.0, holidays: int = 0) -> tuple[Line, float]:
    """A line, and what the figure would be at its end by the truth."""
    chance = np.random.default_rng([44, seed, weeks])
    error = np.zeros(weeks)
    for week in range(weeks):
        error[week] = alike * error[max(week - 1, 0)] + chance.normal() * np.sqrt(1 - alike**2)
    when = np.arange(weeks, dtype=float)
    figures = 100 + slope * when + 4 * error
    figures[chance.choice(weeks, holidays, replace=False)] *= 0.3
    line = level_line(when, figures)
    return line, 100 + slope * (when[-1] + line.ahead_weeks)


def size(seed: int, weeks: int, slope: float) -> tuple[Line, float]:
    chance = np.random.default_rng([45, seed, weeks])
    ahead = int(AHEAD * (weeks - 1))
    steps = slope + chance.normal(0, 2, weeks - 1 + ahead)
    figures = 500 + np.concatenate(([0.0], np.cumsum(steps)))
    return step_line(np.arange(weeks, dtype=float), figures[:weeks]), float(figures[-1])


@pytest.mark.parametrize("weeks", WEEKS)
@pytest.mark.parametrize("made", [level, size])
def test_the_range_holds_a_known_slope_and_what_comes(made: Made, weeks: int) -> None:
    held = come = 0
    for seed in SEEDS:
        line, truth = made(seed, weeks, 3.0)
        low, _, high = line.at(np.array([line.ahead_weeks]))
        held += line.low <= 3.0 <= line.high
        come += bool(low[0] <= truth <= high[0])
    assert held >= 90
    assert come >= 90


@pytest.mark.parametrize("weeks", WEEKS)
@pytest.mark.parametrize("made", [level, size])
def test_chance_alone_has_no_trend(made: Made, weeks: int) -> None:
    lines = [made(seed, weeks, 0.0)[0] for seed in SEEDS]
    assert sum(line.low > 0 or line.high < 0 for line in lines) <= 5


@pytest.mark.parametrize("weeks", WEEKS)
def test_weeks_that_follow_one_another_alike_are_no_trend(weeks: int) -> None:
    """Of 400 by other seeds 1 to 4 % have one."""
    lines = [level(seed, weeks, 0.0, alike=0.4)[0] for seed in SEEDS]
    assert sum(line.low > 0 or line.high < 0 for line in lines) <= 8


@pytest.mark.parametrize(("made", "weeks"), [(level, 10), (size, 13)])
def test_a_trend_is_found(made: Made, weeks: int) -> None:
    lines = [made(seed, weeks, 3.0)[0] for seed in SEEDS]
    assert sum(line.low > 0 for line in lines) >= 90


def test_a_holiday_hides_no_trend_and_is_none() -> None:
    grown = [level(seed, 13, 3.0, holidays=1)[0] for seed in SEEDS]
    still = [level(seed, 13, 0.0, holidays=1)[0] for seed in SEEDS]
    assert sum(line.low > 0 and line.low <= 3.0 <= line.high for line in grown) >= 90
    assert sum(line.low > 0 or line.high < 0 for line in still) <= 5


def ends(line: Line, times: float = 1.0) -> Floats:
    (low, middle, high) = line.at(np.array([5.0]))
    return times * np.array([line.low, line.slope, line.high, line.now, low[0], middle[0], high[0]])


@pytest.mark.parametrize("made", [level_line, step_line])
@pytest.mark.parametrize("weeks", [4, 9])
def test_time_and_unit_change_nothing(made: Callable[[Floats, Floats], Line], weeks: int) -> None:
    chance = np.random.default_rng([46, weeks])
    when, figures = np.cumsum(chance.uniform(0.6, 1.4, weeks)), 50 + chance.normal(0, 3, weeks)
    line = made(when, figures)
    assert ends(made(when + 1_000, figures)) == pytest.approx(ends(line))
    assert ends(made(when, figures * 1_000)) == pytest.approx(ends(line, 1_000))
    turned = made(when, -figures)
    assert (turned.low, turned.slope, turned.high) == pytest.approx((-line.high, -line.slope, -line.low))
    assert line.low <= line.slope <= line.high


@pytest.mark.parametrize("made", [level_line, step_line])
def test_what_is_even_has_a_range_still(made: Callable[[Floats, Floats], Line]) -> None:
    line = made(np.arange(4.0), 10 + 2 * np.arange(4.0))
    assert line.slope == pytest.approx(2)
    assert line.low < 1.95
    assert line.high > 2.05


@pytest.mark.parametrize("made", [level, size])
def test_fewer_weeks_never_turn_a_trend(made: Made) -> None:
    """Left out at random, two to six of nine."""
    turned = 0
    for seed in SEEDS:
        chance = np.random.default_rng([47, seed])
        when = np.arange(9.0)
        error = np.cumsum(chance.normal(0, 2, 9)) if made is size else chance.normal(0, 4, 9)
        line_of = step_line if made is size else level_line
        figures = 100 + chance.choice([0.0, 2.0, 6.0]) * when + error
        whole = line_of(when, figures)
        for count in range(3, 8):
            some = np.sort(chance.choice(9, count, replace=False))
            part = line_of(when[some], figures[some])
            turned += (whole.low > 0 and part.high < 0) or (whole.high < 0 and part.low > 0)
    assert turned == 0


def test_the_quantiles_are_those_of_the_tables() -> None:
    from segtier.analysis.trend import _rank, _t

    known = {1: 63.657, 2: 9.925, 5: 4.032, 10: 3.169, 30: 2.750}
    assert {free: _t(free) for free in known} == pytest.approx(known, abs=1e-3)
    # Kendall's table for n = 8 and 10, one-sided 0.005: S of 22 and 29, of 28 and 45 pairs.
    assert {weeks: _rank(weeks) for weeks in (8, 10)} == {8: (28 - 22) // 2, 10: (45 - 29) // 2}
    spread = 60 * 59 * (2 * 60 + 5) / 18
    normal = (60 * 59 / 2 - NormalDist().inv_cdf(0.995) * spread**0.5) / 2
    assert abs(_rank(60) - normal) < 3
