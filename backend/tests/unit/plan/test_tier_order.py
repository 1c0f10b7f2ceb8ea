"""The order of phases over several tiers: room is freed before it is filled, there and on the way back."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from segtier.errors import Infeasible
from segtier.plan.operations.tier_order import Phase, TierMove, phases
from tests.unit.plan.requests import a_segment

NAMES = ("FAST", "SLOW", "DISKS")
FAST, SLOW, DISKS = range(3)


def a_move(name: str, size: int | None, source: int | None, target: int, *, frees: bool = True) -> TierMove:
    return TierMove(a_segment(name, size_bytes=size), source, target, frees)


def told(found: Sequence[Phase]) -> list[tuple[str, str]]:
    return [(NAMES[one.target], " ".join(move.segment.name for move in one.moves)) for one in found]


@pytest.mark.parametrize(
    ("moves", "free", "expected"),
    [
        pytest.param(
            [a_move("HOT", 5, None, FAST), a_move("WARM", 3, None, SLOW)],
            [5, 3, 0], [("FAST", "HOT"), ("SLOW", "WARM")],
            id="nothing is freed: in their order",
        ),
        pytest.param(
            [a_move("HOT", 5, None, FAST), a_move("COLD", 4, FAST, SLOW)],
            [1, 9, 0], [("SLOW", "COLD"), ("FAST", "HOT")],
            id="what goes down goes first",
        ),
        pytest.param(
            [a_move("HOT", 5, None, FAST), a_move("COLD", 4, FAST, SLOW)],
            [9, 9, 0], [("SLOW", "COLD"), ("FAST", "HOT")],
            id="first also where there is room",
        ),
        pytest.param(
            [a_move("A", 4, FAST, SLOW), a_move("B", 4, SLOW, DISKS), a_move("C", 4, None, FAST)],
            [0, 0, 4], [("DISKS", "B"), ("SLOW", "A"), ("FAST", "C")],
            id="a chain from its end",
        ),
        pytest.param(
            [
                a_move("A1", 3, FAST, SLOW), a_move("A2", 2, FAST, SLOW),
                a_move("B1", 2, SLOW, FAST), a_move("B2", 3, SLOW, FAST),
            ],
            [3, 0, 0], [("FAST", "B1"), ("SLOW", "A2"), ("FAST", "B2"), ("SLOW", "A1")],
            id="a swap goes in parts",
        ),
        pytest.param([a_move("HOT", 5, None, FAST)], [None, 0, 0], [("FAST", "HOT")], id="room that nobody knows"),
    ],
)  # fmt: skip
def test_order(moves: list[TierMove], free: list[int | None], expected: list[tuple[str, str]]) -> None:
    assert told(phases(moves, free, NAMES)) == expected


@pytest.mark.parametrize(
    ("moves", "free", "code"),
    [
        ([a_move("A", 4, FAST, SLOW), a_move("B", 4, SLOW, FAST)], [3, 3, 0], "no-room-to-swap"),
        ([a_move("HOT", 5, None, FAST), a_move("COLD", 4, FAST, SLOW, frees=False)], [1, 9, 0], "does-not-fit"),
        ([a_move("HOT", None, None, FAST)], [9, 9, 9], "size-unknown"),
    ],
)
def test_what_no_order_can_do(moves: list[TierMove], free: list[int | None], code: str) -> None:
    with pytest.raises(Infeasible) as refused:
        phases(moves, free, NAMES)
    assert refused.value.code == code


_MOVES = st.lists(
    st.tuples(st.integers(1, 9), st.sampled_from([None, 0, 1, 2]), st.integers(0, 2), st.booleans()).filter(
        lambda one: one[1] != one[2]
    ),
    max_size=8,
)


@given(_MOVES, st.lists(st.integers(0, 20), min_size=3, max_size=3))
def test_no_tier_ever_holds_more_than_it_has_room_for(
    rows: list[tuple[int, int | None, int, bool]], free: list[int]
) -> None:
    moves = [a_move(f"S{number}", *row[:3], frees=row[3]) for number, row in enumerate(rows)]
    try:
        found = phases(moves, free, NAMES)
    except Infeasible:
        return
    done = [move for phase in found for move in phase.moves]
    assert sorted(move.segment.name for move in done) == sorted(move.segment.name for move in moves)
    _never_beyond(found, free)


def _never_beyond(found: Sequence[Phase], free: Sequence[int]) -> None:
    """Statement by statement: each copy takes room at once, what it leaves is room after its phase. And all the way back."""
    room = list(free)
    for phase in found:
        assert phase.free_bytes == room[phase.target]
        for move in phase.moves:
            room[move.target] -= move.bytes
            assert room[move.target] >= 0
        for move in phase.moves:
            if move.source is not None:
                room[move.source] += move.freed
    for phase in reversed(found):
        for move in reversed(phase.moves):
            if move.source is not None:
                room[move.source] -= move.freed
                assert room[move.source] >= 0
        for move in phase.moves:
            room[move.target] += move.bytes
    assert room == list(free)
