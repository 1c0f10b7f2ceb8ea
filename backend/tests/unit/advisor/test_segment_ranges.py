"""What one segment saves has ends, as what all of them save together has."""

from __future__ import annotations

from dataclasses import replace

import pytest

from segtier.advisor import advise
from segtier.model.advice import Advice
from segtier.model.forecast import Range
from segtier.model.workload import Coverage, SegmentWait, Workload
from tests.builders import a_request
from tests.two_speeds import sizes, two_speeds

GIB = 2**30


def with_samples(workload: Workload) -> Workload:
    """As many of each segment, which make up all waits for reads."""
    rows = tuple(
        SegmentWait(row.owner, row.name, None, row.pdb, row.type, None, 100, 1_000.0, 10_000.0)
        for row in workload.segments
    )
    seconds = 1_000.0 * len(rows)
    coverage = {**workload.segment_coverage, "read_wait_s": Coverage(seconds, seconds, seconds)}
    return replace(workload, segment_waits=rows, segment_coverage=coverage)


def advised(flash_bytes: int = 80 * GIB, *, timed: bool = True, sampled: bool = False, only: str = "") -> Advice:
    workload = two_speeds(timed=timed)
    if sampled:
        workload = with_samples(workload)
    if only:
        workload = replace(workload, segments=tuple(one for one in workload.segments if one.name == only))
    return advise([workload], [sizes()], a_request(flash_bytes, headroom_pct=0.0, draws=200))


def saved(advice: Advice) -> Range:
    found = next(one for one in advice.options if one.option == "segments").db_time_saved_s_per_hour
    assert found is not None
    return found


def moved(advice: Advice) -> list[tuple[float, float, float]]:
    return [
        (row.benefit_low_s_per_hour or 0.0, row.benefit_s_per_hour or 0.0, row.benefit_high_s_per_hour or 0.0)
        for row in advice.segments
        if row.included
    ]


@pytest.mark.parametrize("timed", [True, False])
def test_the_ends_lie_on_either_side_of_what_is_expected(timed: bool) -> None:
    rows = moved(advised(timed=timed))
    assert rows
    assert all(low <= expected <= high for low, expected, high in rows)
    assert all(low < high for low, _, high in rows)


def test_where_samples_tell_segments_apart_the_ends_of_all_that_moves_add_up_to_the_options() -> None:
    advice = advised(sampled=True)
    low, expected, high = map(sum, zip(*moved(advice), strict=True))
    option = saved(advice)
    assert (low / expected, high / expected) == pytest.approx(
        (option.low / option.expected, option.high / option.expected)
    )


@pytest.mark.parametrize("timed", [True, False])
def test_where_nobody_knows_whose_reads_are_slow_one_segment_is_less_sure_than_all(timed: bool) -> None:
    """Of a tablespace, or of a segment in it."""
    advice = advised(timed=timed)
    option = saved(advice)
    assert len(moved(advice)) > 1
    for low, expected, high in moved(advice):
        assert low / expected < option.low / option.expected
        assert high / expected > option.high / option.expected


def test_one_that_is_all_that_moves_has_the_options_ends() -> None:
    advice = advised(timed=False, only="ORDERS")
    ((low, expected, high),) = moved(advice)
    option = saved(advice)
    assert (low, high) == pytest.approx(
        (expected * option.low / option.expected, expected * option.high / option.expected)
    )
