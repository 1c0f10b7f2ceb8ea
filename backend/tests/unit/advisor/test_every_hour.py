"""The least worst hour against every placement there is. `python benchmarks/every_hour.py` tries 300 databases."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from segtier.advisor.segments.every_hour import all_hours, least_short
from segtier.advisor.segments.held import Held
from segtier.advisor.segments.hours import hours_of
from segtier.advisor.segments.hours_told import asked as hold_asked
from segtier.advisor.segments.hours_told import told, with_worst_hour
from segtier.advisor.segments.movers import movers_of
from segtier.advisor.segments.placing import Placer
from segtier.analysis.words import pct
from segtier.model.advice import Advice
from segtier.model.placement import InOtherHours
from segtier.placement.hours.few import few_choices, most_saved
from segtier.placement.hours.many import Ceiling, bound_of
from segtier.placement.hours.problem import HourGains
from tests.sentences import like, tells
from tests.small_databases import drawn_hours, every_choice
from tests.unit.advisor.test_hours import ALIKE, BY_DAY, BY_NIGHT, asked

SAME = 1e-9
MANY = 4
"""Hours up to which the bound of many segments is tried too: it takes longer than to look at all choices."""


@pytest.mark.parametrize(
    ("seed", "count", "hours"), [(0, 5, 3), (1, 6, 4), (2, 7, 4), (3, 5, 8), (4, 6, 12), (5, 4, 24)]
)
def test_no_placement_has_a_better_worst_hour(seed: int, count: int, hours: int) -> None:
    case = drawn_hours(seed, count, hours)
    placer = Placer(case, movers_of(case, case.segments.loads), Held())
    of_hours, capacity = hours_of(case, placer), case.capacity_bytes
    every = least_short(placer, placer.best(capacity), of_hours, capacity)
    problem = all_hours(placer, of_hours, capacity)
    choices = every_choice(problem)
    saved = np.array([hour.saved(hour.points(choices)) for hour in problem.hours])
    best, own = saved.max(axis=1), ~choices[:, problem.free :].any(axis=1)
    worst = (best[:, np.newaxis] - saved).max(axis=0)
    assert max(hour.short(every.placement.moved.tolist()) for hour in of_hours) == pytest.approx(
        worst[own].min(), abs=SAME
    )
    assert every.bound == pytest.approx(worst.min(), abs=SAME)
    assert [hour.best.saved for hour in of_hours] == pytest.approx(best, abs=SAME)
    assert [hour.best_at_most for hour in of_hours] == pytest.approx(best, abs=SAME)
    # The same as of many segments: less sharp, never wrong.
    if hours > MANY:
        return
    known = choices[[int(np.argmin(worst))]]
    ceilings = [Ceiling(gains, known) for gains in problem.hours]
    assert bound_of(problem, ceilings, float(worst.min())) <= worst.min() + SAME
    for ceiling, most in zip(ceilings, best, strict=True):
        assert ceiling.at_most(problem.use, problem.limit) >= most - SAME


def test_less_may_save_more() -> None:
    """Where a unit that fits costs more than it gains, the choice without it is found."""

    def saved(points: np.ndarray) -> np.ndarray:
        return points[:, 0] - np.where(points[:, 1] > 0.5, 0.1, 0.0)  # slopes at the end see nothing of the step

    hour = HourGains(
        shares=np.array([[0.6, 0.0], [0.3, 0.2], [0.05, 0.8]]),
        fixed=np.zeros(2),
        saved=saved,
        slopes=lambda _: np.array([1.0, 0.0]),
        best=0.0,
    )
    few = few_choices(np.ones((1, 3), np.int64), np.array([3]))
    assert few is not None
    chosen, most = most_saved(hour, few)
    assert chosen.tolist() == [True, True, False]
    assert most == pytest.approx(0.9)


def test_of_many_units_not_every_choice_is_looked_at() -> None:
    use = np.ones((1, 15), np.int64)
    assert few_choices(use, np.array([5])) is None
    few = few_choices(use[:, :6], np.array([2]))
    assert few is not None
    assert (len(few.every), few.full.sum()) == (1 + 6 + 15, 15)


def found(advice: Advice) -> InOtherHours:
    assert advice.best_segments is not None
    assert advice.best_segments.hours is not None
    return advice.best_segments.hours


def test_the_headline_says_the_worst_hour() -> None:
    advice = asked((BY_DAY, BY_NIGHT), "every-hour")
    hours = found(advice)
    assert hours.least_worst == pytest.approx(hours.worst_short)
    assert hours.worst_short_at_most == pytest.approx(hours.worst_short)
    assert tells(advice.verdict.headline, like("advisor/worst-hour-loses", ..., pct(hours.worst_short)))
    assert not any(" good in every " in note for option in advice.options for note in option.notes)
    assert len(advice.verdict.headline.split()) <= 21


def test_the_hours_of_the_forecast_alone_leave_the_headline_as_it_is() -> None:
    advice = asked((BY_DAY, BY_NIGHT))
    assert found(advice).least_worst is None
    assert with_worst_hour(advice.verdict, advice.best_segments) == advice.verdict


def test_where_hours_are_alike_no_hour_loses() -> None:
    headline = asked(ALIKE, "every-hour").verdict.headline
    assert tells(headline, like("advisor/no-hour-loses", ...))


HOURS = found(asked((BY_DAY, BY_NIGHT), "every-hour"))


AT_LEAST_1 = like("advisor/another-choice-would", ..., ..., ...)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"worst_short": 0.009, "worst_short_at_most": 0.009}, [like("advisor/no-other-choice-would", ..., "1 %")]),
        (
            {"worst_short": 0.009, "worst_short_at_most": 0.2, "least_worst": None},
            [like("advisor/no-choice-tried", ..., "1 %", "20 %")],
        ),
        (
            {"worst_short": 0.2, "worst_short_at_most": 0.2, "least_worst": 0.2},
            [AT_LEAST_1, like("advisor/no-other-choice")],
        ),
        (
            {"worst_short": 0.1, "worst_short_at_most": 0.2, "least_worst": 0.12},
            [AT_LEAST_1, like("advisor/another-choice-better", "8 %")],
        ),
        (
            {
                "worst_short": 0.2,
                "worst_short_at_most": 0.2,
                "least_worst": 0.1,
                "only_elsewhere": 2,
                "intervals_left_out": 3,
            },
            [AT_LEAST_1, like("advisor/only-other-hours", ..., "2 segments"), like("advisor/left-out", ...)],
        ),
    ],
)
def test_nothing_is_claimed_beyond_the_proof(changed: dict[str, Any], said: list[re.Pattern[str]]) -> None:
    notes = list(told(replace(HOURS, **changed)))
    assert len(notes) == len(said)
    assert all(tells(note, one) for note, one in zip(notes, said, strict=True)), notes


def test_what_is_asked_says_where_no_hours_were_compared() -> None:
    texts = {hold_asked(HOURS, 2), hold_asked(None, 1), hold_asked(None, 2)}
    assert len(texts) == 3
