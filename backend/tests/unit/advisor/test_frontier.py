"""What every amount of flash saves, against the placement for that amount."""

from __future__ import annotations

from dataclasses import replace

import pytest

from segtier.advisor.segments.frontier import frontier_of
from segtier.advisor.segments.held import Held
from segtier.advisor.segments.movers import movers_of
from segtier.advisor.segments.placing import Placer
from tests.small_databases import drawn

NEAR, NEAR_OF_MANY = 0.003, 0.01
"""Of the whole saving: where a placement is solved for each point, and where it is not."""


def placer_of(seed: int, count: int, held: Held | None = None) -> Placer:
    case = drawn(seed, count, draws=60)
    return Placer(case, movers_of(case, case.segments.loads), held or Held())


@pytest.mark.parametrize(("seed", "count"), [(1, 6), (2, 12), (3, 60), (7, 60), (9, 30), (4, 250), (5, 2_500)])
def test_each_point_is_the_best_placement_for_its_bytes(seed: int, count: int) -> None:
    placer = placer_of(seed, count)
    frontier = frontier_of(placer)
    assert frontier is not None
    whole = 1 - frontier.points[-1].response_ratio.expected
    for point in frontier.points[:: max(len(frontier.points) // 12, 1)]:
        best = placer.best(point.bytes)
        assert 1 - point.response_ratio.expected == pytest.approx(
            best.saved, abs=(NEAR if frontier.exact else NEAR_OF_MANY) * whole
        )


@pytest.mark.parametrize(("seed", "count"), [(1, 6), (3, 60), (5, 2_500)])
def test_more_bytes_never_take_longer(seed: int, count: int) -> None:
    frontier = frontier_of(placer_of(seed, count))
    assert frontier is not None
    assert frontier.exact is (count < 2_000)
    assert len(frontier.points) <= 302
    for before, after in zip(frontier.points, frontier.points[1:], strict=False):
        assert before.bytes < after.bytes
        assert before.response_ratio.expected > after.response_ratio.expected
        assert after.response_ratio.low <= after.response_ratio.expected <= after.response_ratio.high


def test_it_begins_with_nothing_and_ends_with_all_that_saves() -> None:
    placer = placer_of(2, 12)
    frontier = frontier_of(placer)
    assert frontier is not None
    assert (frontier.points[0].bytes, frontier.points[0].response_ratio.expected) == (0, 1.0)
    assert frontier.points[-1].bytes <= int(placer.movers.size.sum())
    assert frontier.points[-1].moves == len(placer.movers.keys)


def test_between_the_ends_the_knee_is_above_the_line() -> None:
    frontier = frontier_of(placer_of(3, 60))
    assert frontier is not None
    assert frontier.knee is not None
    first, knee, last = frontier.points[0], frontier.points[frontier.knee], frontier.points[-1]
    line = (knee.bytes - first.bytes) / (last.bytes - first.bytes)
    saved = [1 - one.response_ratio.expected for one in (first, knee, last)]
    assert (saved[1] - saved[0]) / (saved[2] - saved[0]) > line


def test_what_is_pinned_is_where_it_begins() -> None:
    placer = placer_of(2, 12)
    key = placer.movers.keys[3]
    held = placer_of(2, 12, Held(pinned=frozenset((key,)), excluded=frozenset(placer.movers.keys[:2])))
    frontier = frontier_of(held)
    assert frontier is not None
    assert (frontier.points[0].bytes, frontier.points[0].moves) == (int(placer.movers.size[3]), 1)
    assert frontier.points[-1].moves == len(placer.movers.keys) - 2


def test_where_nothing_may_move_there_is_none() -> None:
    placer = placer_of(2, 12)
    assert frontier_of(placer_of(2, 12, Held(excluded=frozenset(placer.movers.keys)))) is None
    assert frontier_of(Placer(placer.case, replace(movers_of(placer.case, [])), Held())) is None


@pytest.mark.parametrize(("seed", "count"), [(1, 6), (2, 12), (7, 10), (4, 250)])
def test_what_is_looked_up_for_an_amount_is_nearly_what_is_placed_in_it(seed: int, count: int) -> None:
    """Also between the steps, where a smaller segment fits and the next of the way does not."""
    placer = placer_of(seed, count)
    frontier = frontier_of(placer)
    assert frontier is not None
    whole = 1 - frontier.points[-1].response_ratio.expected
    total = int(placer.movers.size.sum())
    for part in range(1, 20):
        size = total * part // 20
        found = max(1 - point.response_ratio.expected for point in frontier.points if point.bytes <= size)
        assert found >= placer.best(size).saved - LOOKED_UP * whole, part


LOOKED_UP = 0.03
"""Of the whole saving: what may be missed between two sizes looked at."""
