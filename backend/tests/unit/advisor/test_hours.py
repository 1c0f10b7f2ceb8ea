"""A placement in every hour: what it saves there, and one that is good in all of them."""

from __future__ import annotations

import itertools
from dataclasses import replace
from datetime import datetime, timedelta

import numpy as np
import pytest

from segtier.advisor import advise
from segtier.advisor.case import Case, build_case
from segtier.advisor.segments.every_hour import least_short
from segtier.advisor.segments.held import Held
from segtier.advisor.segments.hours import hours_of, in_other_hours
from segtier.advisor.segments.movers import movers_of
from segtier.advisor.segments.placing import Placer
from segtier.model.advice import Advice
from segtier.model.constraints import Constraints, Hold
from segtier.model.workload import Workload
from segtier.units import GIB
from tests.builders import a_request, a_segment, a_wait, a_workload
from tests.sentences import like, tells, worded

NAMES = ("DAY", "NIGHT", "BOTH", "A", "B", "C")
SIZE_GIB = 10
MIDNIGHT = datetime.fromisoformat("2026-03-02T00:00")


def an_hour(number: int, reads: tuple[float, ...], waited_s: float = 18_000) -> Workload:
    names = NAMES if len(reads) == len(NAMES) else [f"T{n}" for n in range(len(reads))]
    segments = tuple(
        replace(a_segment(name, each, 1_000), size_bytes=SIZE_GIB * GIB)
        for name, each in zip(names, reads, strict=True)
    )
    hour = a_workload(
        (a_wait("db file sequential read", waited_s, 10),), segments=segments, snaps=(100 + number, 101 + number)
    )
    begin = MIDNIGHT + timedelta(hours=number)
    return replace(
        hour,
        source=replace(hour.source, sha256=f"{number:064x}"),
        interval=replace(hour.interval, begin_time=begin, end_time=begin + timedelta(hours=1)),
    )


BY_DAY = an_hour(0, (900_000, 0, 500_000, 9_000, 8_000, 7_000), 19_000)
BY_NIGHT = an_hour(1, (0, 800_000, 450_000, 9_000, 8_000, 7_000))
ALIKE = (BY_DAY, replace(an_hour(1, (880_000, 0, 490_000, 9_000, 8_000, 7_000))))


def asked(hours: tuple[Workload, ...], hold: Hold = "window", gib: int = 20, **more: object) -> Advice:
    constraints = Constraints(hold=hold, **more)  # type: ignore[arg-type]
    return advise(list(hours), [], a_request(gib * GIB, draws=60, headroom_pct=0.0, constraints=constraints))


def moved(advice: Advice) -> set[str]:
    return {row.name for row in advice.segments if row.included}


def test_the_busiest_hour_alone_leaves_the_night_behind() -> None:
    advice = asked((BY_DAY, BY_NIGHT))
    hours = advice.best_segments.hours
    assert moved(advice) == {"DAY", "BOTH"}
    assert (hours.intervals, hours.worst_begin) == (2, MIDNIGHT + timedelta(hours=1))
    assert hours.worst_short > 0.2
    assert hours.same_bytes == pytest.approx((1 + 0.5) / 2)
    note = next(note for option in advice.options for note in option.notes if note.startswith("In the 2 intervals"))
    assert tells(note, like("advisor/another-choice-would", ..., ..., " (2026-03-02 01:00)"))


def test_what_it_saves_in_an_hour_is_what_an_advice_of_that_hour_says() -> None:
    both, night = asked((BY_DAY, BY_NIGHT)), asked((BY_NIGHT,), pinned=("SHOP.DAY", "SHOP.BOTH"))
    hours = both.best_segments.hours
    per_hour = night.db_time.db_time_s_per_hour
    assert hours.least_saved == pytest.approx(night.solver.saved_s_per_hour / per_hour)
    best = asked((BY_NIGHT,)).solver.saved_s_per_hour / per_hour
    assert hours.worst_short == pytest.approx(best - hours.least_saved)


def test_good_in_every_hour_gives_up_a_little_of_the_busiest() -> None:
    window, every = asked((BY_DAY, BY_NIGHT)), asked((BY_DAY, BY_NIGHT), "every-hour")
    assert moved(every) == {"DAY", "NIGHT"}
    assert every.best_segments.hours.worst_short < window.best_segments.hours.worst_short
    (cost,) = every.best_segments.constraints
    assert cost.name == "hold"
    assert cost.costs_s_per_hour == pytest.approx(window.solver.saved_s_per_hour - every.solver.saved_s_per_hour)


@pytest.mark.parametrize("hold", ["window", "every-hour"])
def test_where_the_hours_are_alike_nothing_is_given_up(hold: Hold) -> None:
    advice = asked(ALIKE, hold)
    assert moved(advice) == {"DAY", "BOTH"}
    note = next(note for option in advice.options for note in option.notes if note.startswith("In the 2 intervals"))
    assert note.endswith(worded("advisor/no-other-choice-would", "", "1 %"))


def test_of_one_hour_nothing_is_said() -> None:
    advice = asked((BY_DAY,), "every-hour")
    assert advice.best_segments.hours is None
    assert moved(advice) == {"DAY", "BOTH"}


def test_limits_hold_in_every_hour_too() -> None:
    assert moved(asked((BY_DAY, BY_NIGHT), "every-hour", gib=60, most_moves=1)) == {"BOTH"}
    assert "DAY" not in moved(asked((BY_DAY, BY_NIGHT), "every-hour", gib=60, excluded=("SHOP.DAY",)))


def _drawn_hours(seed: int, count: int, spread: float) -> tuple[Case, Placer]:
    chance = np.random.default_rng(seed)
    hours = [
        an_hour(number, tuple(np.floor(np.exp(chance.normal(0, spread, count)) * 80_000).tolist()))
        for number in range(3)
    ]
    room = int(chance.integers(1, count - 1))
    case = build_case(hours, [], a_request(room * SIZE_GIB * GIB, draws=40, headroom_pct=0.0))
    return case, Placer(case, movers_of(case, case.segments.loads), Held())


@pytest.mark.parametrize(
    ("seed", "count", "spread"), [*((seed, 6, 1.2) for seed in range(8)), *((seed, 9, 1.5) for seed in range(8))]
)
def test_no_placement_is_less_short_in_its_worst_hour(seed: int, count: int, spread: float) -> None:
    """Against every other that fits."""
    case, placer = _drawn_hours(seed, count, spread)
    hours = hours_of(case, placer)
    window = placer.best(case.capacity_bytes)
    every = least_short(placer, window, hours, case.capacity_bytes).placement
    worst = max(hour.short(every.moved.tolist()) for hour in hours)
    room = case.capacity_bytes // (SIZE_GIB * GIB)
    least = min(
        max(hour.short(list(chosen)) for hour in hours) for chosen in itertools.combinations(range(count), room)
    )
    assert every.used_bytes <= case.capacity_bytes
    assert worst == pytest.approx(least, abs=NEAR)
    found = in_other_hours(placer, every, hours)
    assert found is not None
    assert found.worst_short == pytest.approx(worst)


NEAR = 1e-3
"""Of DB time."""
