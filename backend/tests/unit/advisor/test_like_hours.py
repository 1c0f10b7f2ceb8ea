"""Hours of about the same load count on both sides, and where the choice makes the answer it is told as a range."""

from __future__ import annotations

from dataclasses import replace

import pytest

from segtier.advisor.comparison.held import hold_against
from segtier.advisor.comparison.like_hours import like_hours
from segtier.advisor.comparison.periods import compare
from segtier.model.comparison import Comparison
from segtier.model.evidence import Warn
from tests.builders import a_request
from tests.property.test_comparison_laws import a_period

QUIET, PEAK = (1, 4), (3, 10)
"""Load and read time: at three times the load reads take longer."""
DAY = [QUIET] * 7 + [PEAK]


def compared(before: list[tuple[int, int]], after: list[tuple[int, int]]) -> Comparison:
    same = like_hours(a_period(before, 100), a_period(after, 200))
    return compare(same.before, same.after, None, None, same.ratios)


def test_peaks_are_held_against_peaks() -> None:
    result = compared(DAY * 2, DAY)
    assert (len(result.before), len(result.after)) == (16, 8)
    assert result.response_ratio == pytest.approx(1.0)
    assert result.outcome != "worse"


def test_what_finds_no_like_is_left_out_on_both_sides() -> None:
    result = compared([*DAY, (9, 4)], [*DAY, (20, 4)])
    assert (len(result.before), len(result.after)) == (8, 8)


def test_without_any_alike_all_count() -> None:
    result = compared([QUIET] * 2, [(9, 4)] * 3)
    assert (len(result.before), len(result.after)) == (2, 3)


def test_where_the_choice_of_hours_makes_the_answer_it_is_a_range() -> None:
    """Before has a load that after never has, and its reads take ten times as long."""
    same = like_hours(a_period([(2, 10), (2, 10), (9, 90)], 100), a_period([(2, 8), (2, 8)], 200))
    assert len(same.before) == 2
    assert same.ratios is not None
    least, most = same.ratios
    assert least < 0.3
    assert 0.8 < most < 0.9
    said = compare(same.before, same.after, None, None, same.ratios)
    assert f"{100 * (1 - least):.0f} %" in said.headline + said.text


def test_an_hour_whose_figures_cannot_be_counts_in_neither() -> None:
    """Counters of time fell in it: what it says of reads is not what they took."""
    before, after = a_period([(2, 10), (2, 10), (2, 90)], 100), a_period([(2, 8), (2, 8)], 200)
    fell = replace(before[2], warnings=(Warn("counter-smaller", "4 figures", "WRH$_SYS_TIME_MODEL"),))
    found = hold_against([*before[:2], fell], after, [], a_request(draws=40), None).comparison
    whole = hold_against(before[:2], after, [], a_request(draws=40), None).comparison
    assert (found.before_db_time_s_per_hour, found.events, found.option) == (
        whole.before_db_time_s_per_hour,
        whole.events,
        whole.option,
    )
    assert any(one.startswith("Before: Left out, 1 interval") for one in found.reasons)


def test_more_busy_hours_alone_are_no_change() -> None:
    """Each load is as before; after has more of the slow one."""
    result = compared([QUIET] * 6 + [PEAK], [QUIET] + [PEAK] * 6)
    assert result.outcome in ("nothing-moved", "not-known")


def test_a_rate_a_quarter_higher_is_not_as_before() -> None:
    result = compared([(4, 5), (12, 5)] * 3, [(5, 5), (15, 5)] * 3)
    assert next(row for row in result.figures if row.name == "transactions").moved
