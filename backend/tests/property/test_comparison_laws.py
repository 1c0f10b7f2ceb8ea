"""Two periods: which hours are held against each other does not depend on which of them is called before."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from math import isclose

from hypothesis import given, settings
from hypothesis import strategies as st

from segtier.advisor.comparison.like_hours import like_hours
from segtier.advisor.comparison.periods import compare
from segtier.analysis.report import Report
from segtier.model.workload import Workload
from tests.builders import a_wait, a_workload

DAY = datetime(2026, 3, 2)  # noqa: DTZ001 - a report prints local time without a zone
HOURS = st.lists(st.tuples(st.integers(1, 40), st.integers(1, 20)), min_size=1, max_size=12)
"""Of each the load, and how long a read takes in ms."""


def a_period(hours: list[tuple[int, int]], first: int) -> list[Workload]:
    return [_an_hour(first + number, *hour) for number, hour in enumerate(hours)]


def _an_hour(number: int, load: int, read_ms: int) -> Workload:
    waits = (a_wait("db file sequential read", 100 * load * read_ms, read_ms),)
    built = a_workload(
        waits, cpu_s=200 * load, statistics={"user commits": 10_000.0 * load}, snaps=(number, number + 1)
    )
    begin = DAY + timedelta(hours=number)
    interval = replace(built.interval, begin_time=begin, end_time=begin + timedelta(hours=1))
    return replace(built, interval=interval, source=replace(built.source, sha256=f"{number:064x}"))


def places(reports: tuple[Report, ...]) -> list[int | None]:
    return [one.interval.begin_snap for one in reports]


@settings(max_examples=15, deadline=None)
@given(HOURS)
def test_a_period_against_its_like_has_not_changed(hours: list[tuple[int, int]]) -> None:
    """The same hours on another day: all count, and nothing moved."""
    same = like_hours(a_period(hours, 100), a_period(hours, 200))

    assert (len(same.before), len(same.after), same.ratios) == (len(hours), len(hours), None)
    result = compare(same.before, same.after, None, None, same.ratios)
    assert result.response_ratio is not None
    assert isclose(result.response_ratio, 1.0)
    assert result.outcome in ("nothing-moved", "not-known")
    assert not any(row.moved for row in result.figures)


@settings(max_examples=30, deadline=None)
@given(HOURS, HOURS)
def test_the_other_way_round_the_same_hours_count(one: list[tuple[int, int]], other: list[tuple[int, int]]) -> None:
    first, second = a_period(one, 100), a_period(other, 200)
    forth, back = like_hours(first, second), like_hours(second, first)

    assert (places(forth.before), places(forth.after)) == (places(back.after), places(back.before))
    assert (forth.ratios is None) == (back.ratios is None)
    if forth.ratios is not None and back.ratios is not None:
        assert isclose(forth.ratios[0], 1 / back.ratios[1])
        assert isclose(forth.ratios[1], 1 / back.ratios[0])
