"""Flash shared out among databases: within the budget, more never saves less, and nothing else would save more."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from segtier.placement.shared_out import Hull, hull_of, share_out

POINTS = st.lists(
    st.tuples(st.integers(0, 60), st.floats(0, 100, allow_subnormal=False).map(lambda saved: round(saved, 2))),
    max_size=6,
)
CURVES = st.lists(POINTS.map(hull_of), max_size=4)


def taken(hulls: list[Hull], shares: tuple[int, ...]) -> tuple[int, float]:
    pairs = list(zip(hulls, shares, strict=True))
    return sum(int(hull.bytes[at]) for hull, at in pairs), float(sum(hull.saved[at] for hull, at in pairs))


def most_saved(hulls: list[Hull], room: int) -> float:
    """By looking at every choice."""
    every = (taken(hulls, choice) for choice in product(*(range(len(hull.bytes)) for hull in hulls)))
    return max(saved for size, saved in every if size <= room)


@given(POINTS)
def test_a_hull_lies_above_every_point_and_bends_down_only(points: list[tuple[int, float]]) -> None:
    hull = hull_of(points)
    assert (hull.bytes[0], hull.saved[0]) == (0, 0)
    corners = set(zip(hull.bytes.tolist(), hull.saved.tolist(), strict=True))
    assert corners <= {(0, 0.0), *points}
    assert all(hull.at(size) >= saved - 1e-9 for size, saved in points if size > 0)
    slopes = np.diff(hull.saved) / np.diff(hull.bytes)
    assert np.all(slopes > 0)
    assert np.all(np.diff(slopes) < 0)


@settings(max_examples=300)
@given(CURVES, st.integers(0, 200))
def test_no_choice_saves_more_and_none_takes_more_than_the_budget(hulls: list[Hull], room: int) -> None:
    size, saved = taken(hulls, share_out(hulls, room))
    assert size <= room
    assert saved == pytest.approx(most_saved(hulls, room), rel=1e-9)


@given(CURVES, st.integers(0, 200), st.integers(0, 100))
def test_more_budget_never_saves_less(hulls: list[Hull], room: int, more: int) -> None:
    less, rest = (taken(hulls, share_out(hulls, budget))[1] for budget in (room, room + more))
    assert rest >= less * (1 - 1e-9)


@pytest.mark.parametrize("most", [1, 50, 500])
def test_of_a_fleet_no_more_is_missed_than_the_last_step(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sixty databases with curves of up to 200 points: the lines between the corners bound what any choice saves."""
    monkeypatch.setattr("segtier.placement.shared_out.MOST_CHOICES", most)
    chance = np.random.default_rng(5)
    hulls = []
    for _ in range(60):
        size = np.cumsum(chance.integers(1, 10**10, 200))
        saved = 1_000 * chance.random() * (1 - np.exp(-np.arange(1, 201) / 40))
        hulls.append(hull_of(list(zip(size.tolist(), saved.tolist(), strict=True))))
    room = 2 * 10**12
    size, saved = taken(hulls, share_out(hulls, room))
    steps = sorted(
        ((b - a) / (d - c), d - c, b - a)
        for hull in hulls
        for a, b, c, d in zip(hull.saved, hull.saved[1:], hull.bytes, hull.bytes[1:], strict=False)
    )[::-1]
    sizes, gains = np.cumsum([step[1] for step in steps]), np.cumsum([step[2] for step in steps])
    bound = np.interp(room, sizes, gains)
    assert size <= room
    assert bound * (1 - 2e-3) <= saved <= bound * (1 + 1e-9)


def test_nothing_to_share() -> None:
    assert share_out([], 10) == ()
    assert share_out([hull_of([]), hull_of([(5, 1.0)])], 4) == (0, 0)
