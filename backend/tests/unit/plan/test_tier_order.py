"""The order of phases over several tiers: room is freed before it is filled, there and on the way back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from segtier.errors import Infeasible
from segtier.plan.operations.tier_order import Phase, phases
from segtier.plan.operations.tier_room import Room, TierMove, room_today
from tests.unit.plan.requests import a_segment

NAMES = ("FAST", "SLOW", "DISKS")
FAST, SLOW, DISKS = range(3)


SPACES = (("FAST1", "FAST2"), ("SLOW1",), ("DISKS1",))


def a_move(
    name: str, size: int | None, source: int | None, target: int, *, leaves: int | None = 0, index: bool = False
) -> TierMove:
    """`leaves`: the number of the tablespace it leaves; None: one that nothing may come to."""
    space = "" if source is None or leaves is None else SPACES[source][leaves % len(SPACES[source])]
    segment = a_segment(name, "INDEX" if index else "TABLE", size_bytes=size)
    tied = replace(segment, parent_owner=segment.owner, parent_name="T") if index else segment
    return TierMove(tied, source, target, space)


def ordered(moves: Sequence[TierMove], free: Sequence[int | None]) -> tuple[Phase, ...]:
    return phases(moves, room_today(free, SPACES, moves), NAMES)


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
    assert told(ordered(moves, free)) == expected


@pytest.mark.parametrize(
    ("moves", "free", "code"),
    [
        ([a_move("A", 4, FAST, SLOW), a_move("B", 4, SLOW, FAST)], [3, 3, 0], "no-room-to-swap"),
        ([a_move("HOT", 5, None, FAST), a_move("COLD", 4, FAST, SLOW, leaves=None)], [1, 9, 0], "does-not-fit"),
        ([a_move("HOT", None, None, FAST)], [9, 9, 9], "size-unknown"),
    ],
)
def test_what_no_order_can_do(moves: list[TierMove], free: list[int | None], code: str) -> None:
    with pytest.raises(Infeasible) as refused:
        ordered(moves, free)
    assert refused.value.code == code


_MOVES = st.lists(
    st.tuples(
        st.integers(1, 9),
        st.sampled_from([None, 0, 1, 2]),
        st.integers(0, 2),
        st.sampled_from([None, 0, 1]),
        st.booleans(),
    ).filter(lambda one: one[1] != one[2]),
    max_size=8,
)


@given(_MOVES, st.lists(st.integers(0, 20), min_size=3, max_size=3))
def test_no_tier_ever_holds_more_than_it_has_room_for(
    rows: list[tuple[int, int | None, int, int | None, bool]], free: list[int]
) -> None:
    moves = _moves(rows)
    try:
        found = ordered(moves, free)
    except Infeasible:
        return
    done = [move for phase in found for move in phase.moves]
    assert sorted(move.segment.name for move in done) == sorted(move.segment.name for move in moves)
    _never_beyond(found, free)


def _moves(rows: Sequence[tuple[int, int | None, int, int | None, bool]]) -> list[TierMove]:
    return [a_move(f"S{number}", *row[:3], leaves=row[3], index=row[4]) for number, row in enumerate(rows)]


def _never_beyond(found: Sequence[Phase], free: Sequence[int]) -> None:
    """Statement by statement, by tablespace: each copy takes room at once, what it leaves is room after its phase. And back
    all the way, where a file that has grown stays as it is.
    """
    left, inside = list(free), {space: 0 for spaces in SPACES for space in spaces}

    def take(tier: int, space: str, size: int) -> None:
        taken = min(inside[space], size)
        inside[space] -= taken
        left[tier] -= size - taken
        assert left[tier] >= 0

    for phase in found:
        assert phase.free_bytes == left[phase.target] + sum(inside[space] for space in SPACES[phase.target])
        for move in phase.moves:
            take(move.target, move.into, move.bytes)
        for move in phase.moves:
            if move.freed:
                inside[move.leaves] += move.bytes
    for phase in reversed(found):
        for move in reversed(phase.moves):
            if move.source is not None and move.freed:
                take(move.source, move.leaves, move.bytes)
        for move in phase.moves:
            inside[move.into] += move.bytes


def test_what_leaves_two_tablespaces_is_room_for_what_comes_into_both() -> None:
    """Indexes where indexes leave, tables where tables leave; no one of them has room for both."""
    moves = [
        a_move("COLD", 5, FAST, SLOW, leaves=0), a_move("COLD_IX", 4, FAST, SLOW, leaves=1, index=True),
        a_move("HOT_IX", 4, None, FAST, index=True), a_move("HOT", 5, None, FAST),
    ]  # fmt: skip
    found = ordered(moves, [0, 20, 0])
    assert [(NAMES[one.target], [(move.segment.name, move.into) for move in one.moves]) for one in found] == [
        ("SLOW", [("COLD", "SLOW1"), ("COLD_IX", "SLOW1")]),
        ("FAST", [("HOT_IX", "FAST2"), ("HOT", "FAST1")]),
    ]


def test_an_order_that_there_is_is_found() -> None:
    """Swaps of small databases, against every order there is."""
    dice, there_is = Random(1), 0
    for _ in range(300):
        rows = [
            (dice.randint(1, 9), *dice.choice(_WAYS), dice.choice([0, 1]), dice.random() < 0.5)
            for _ in range(dice.randint(2, 6))
        ]
        moves, free = _moves(rows), [dice.randint(0, 8) for _ in NAMES]
        some = _some_order(moves, room_today(free, SPACES, moves))
        there_is += some
        try:
            ordered(moves, free)
        except Infeasible:
            assert not some, (rows, free)
    assert there_is > 30


_WAYS = [(source, target) for source in (None, 0, 1, 2, 0, 1) for target in (0, 1, 2) if source != target]


def _some_order(moves: Sequence[TierMove], room: Room) -> bool:
    """Whether there is any, segment by segment."""
    begun, seen = [(frozenset[int](), room)], set[frozenset[int]]()
    while begun:
        done, now = begun.pop()
        if len(done) == len(moves):
            return True
        for number in set(range(len(moves))) - done:
            laid = now.laid([moves[number]])
            if laid is not None and done | {number} not in seen:
                seen.add(done | {number})
                begun.append((done | {number}, now.after(laid)))
    return False


TABLE, OTHER = a_move("ENTRIES", 24, FAST, SLOW), a_move("A", 2, None, SLOW)
TIED = a_move("E_IX", 23, FAST, SLOW, index=True)
INDEX = replace(TIED, segment=replace(TIED.segment, parent_owner=None, parent_name=None))


@pytest.mark.parametrize(
    ("slow", "index", "expected"),
    [
        pytest.param(74, INDEX, ["E_IX", "ENTRIES", "A"], id="copies of the index beside it where it went"),
        pytest.param(69, INDEX, ["ENTRIES E_IX A"], id="no room for copies there either"),
        pytest.param(74, TIED, ["ENTRIES E_IX A"], id="the table takes its own along"),
    ],
)
def test_indexes_of_no_known_table_leave_a_full_tier_before_its_tables(
    slow: int, index: TierMove, expected: list[str]
) -> None:
    """The table's move writes them anew where they lie."""
    found = ordered([TABLE, index, OTHER], [0, slow, 0])
    assert [names for _, names in told(found)] == expected


def test_a_swap_of_one_owner_waits_for_the_full_tier_alone() -> None:
    """What comes up in its place leaves a tier with room for the copies of its own indexes: it goes last, not first."""
    up, up_index = a_move("HOT", 20, SLOW, FAST), a_move("H_IX", 20, SLOW, FAST, index=True)
    up_index = replace(up_index, segment=replace(up_index.segment, parent_owner=None, parent_name=None))
    found = ordered([TABLE, INDEX, up, up_index], [14, 400, 0])
    assert [(tier, sorted(names.split())) for tier, names in told(found)] == [
        ("SLOW", ["E_IX"]), ("SLOW", ["ENTRIES"]), ("FAST", ["HOT", "H_IX"]),
    ]  # fmt: skip
