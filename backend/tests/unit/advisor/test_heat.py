"""What segments read over time: what no hour tells stays unknown, what a list leaves out is at most its last one."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from segtier.advisor.case import build_case
from segtier.advisor.drift.heat import MOST_OWNERS, MOST_SEGMENTS, MOST_STEPS, heat_of
from segtier.model.heat_map import HeatMap
from segtier.model.workload import Workload
from segtier.units import GIB
from tests.builders import a_request
from tests.over_time import Kept, hours, sizes

TWO = [Kept("HOT", 10, 900_000), Kept("COLD", 10, 9_000, lambda day: 1.0 if day else 0.5)]


def heat(reports: list[Workload], segments: list[Kept] = TWO) -> HeatMap:
    return heat_of(build_case(reports, [sizes(segments)], a_request(30 * GIB, draws=40)))


def test_an_hour_that_nobody_tells_is_unknown_and_not_zero() -> None:
    found = heat(list(hours(TWO, frozenset(), (0,), at=(8, 9, 11), noise=0)))
    assert [one.hour for one in found.steps] == [8, 9, 10, 11]
    assert (found.step_s, found.intervals) == (3_600.0, 3)
    hot, cold = found.segments
    assert (hot.name, hot.least, hot.most) == ("HOT", (900_000, 900_000, None, 900_000), hot.least)
    assert (cold.name, cold.least) == ("COLD", (4_500, 4_500, None, 4_500))


def test_a_segment_that_a_list_leaves_out_read_at_most_what_the_last_one_did() -> None:
    first, second = hours(TWO, frozenset(), (0,), at=(8, 9), noise=0)
    cut = replace(second, segments=tuple(one for one in second.segments if one.name == "HOT"))
    hot, cold = heat([first, cut]).segments
    assert (cold.least, cold.most[0]) == ((4_500, 0.0), 4_500)
    assert cold.most[1] == pytest.approx(hot.least[1])


@pytest.mark.parametrize(("days", "step_h", "steps"), [(1, 1, 16), (7, 2, 80), (60, 24, 60), (250, 168, 36)])
def test_steps_are_as_long_as_a_picture_has_room_for(days: int, step_h: int, steps: int) -> None:
    found = heat(
        list(hours(TWO, frozenset(), range(0, days, max(days // 30, 1) if days > 60 else 1), at=(0, 15), noise=0))
    )
    assert found.step_s == step_h * 3_600
    assert len(found.steps) <= MOST_STEPS
    assert {(later - one).total_seconds() for one, later in pairwise(found.steps)} == {found.step_s}
    assert len(found.steps) in (steps, steps - 1, steps + 1)


def test_the_busiest_stand_alone_and_the_others_by_owner() -> None:
    many = [Kept(f"T_{number:03}", 1, 100_000 - number) for number in range(MOST_SEGMENTS + 20)]
    (report,) = hours(many, frozenset(), (0,), noise=0)
    owners = [replace(one, owner=f"O{number % 12}") for number, one in enumerate(report.segments)]
    found = heat([replace(report, segments=tuple(owners))], many)
    assert [one.name for one in found.segments] == [one.name for one in many[:MOST_SEGMENTS]]
    assert [one.owner for one in found.groups][-1] is None
    assert len(found.groups) == MOST_OWNERS + 1
    assert sum(one.segments for one in found.groups) == 20
    assert sum(one.least[0] or 0.0 for one in found.groups) == sum(one.reads for one in many[MOST_SEGMENTS:])


def test_counters_of_another_time_draw_nothing() -> None:
    bare = [replace(one, segments=()) for one in hours(TWO, frozenset(), (0,))]
    assert heat(bare).steps == ()
