"""What the user asks of a placement: held to, priced, and refused by name where it cannot be."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from segtier.advisor import advise
from segtier.errors import Refused, SegtierError
from segtier.model.advice import Advice
from segtier.model.constraints import Constraints
from segtier.model.inventory import Inventory
from segtier.model.option import OptionName
from segtier.model.workload import Segment
from segtier.units import GIB
from tests.builders import a_request, a_segment, a_workload, some_sizes
from tests.sentences import like, tells, worded

SEGMENTS = (
    a_segment("ORDERS", 600_000, 60_000),
    a_segment("ORDERS_PK", 200_000, 9_000, "INDEX"),
    a_segment("STOCK", 400_000, 80_000),
    a_segment("HISTORY", 300_000, 1_000),
    replace(a_segment("LINES", 90_000), subobject="P1", type="TABLE PARTITION"),
    replace(a_segment("LINES", 30_000), subobject="P2", type="TABLE PARTITION"),
)
GIB_OF = {"ORDERS": 40, "ORDERS_PK": 6, "STOCK": 30, "HISTORY": 200, "P1": 9, "P2": 9}


def asked(constraints: Constraints, capacity_gib: int = 120, segments: tuple[Segment, ...] = SEGMENTS) -> Advice:
    sized = tuple(replace(row, size_bytes=GIB_OF[row.subobject or row.name] * GIB) for row in segments)
    request = a_request(capacity_gib * GIB, draws=80, constraints=constraints, headroom_pct=0.0)
    return advise([a_workload(segments=sized)], [OF_ORDERS], request)


def _of_orders() -> Inventory:
    sizes = some_sizes(("ORDERS_PK", 6))
    return replace(
        sizes, segments=tuple(replace(row, parent_owner="SHOP", parent_name="ORDERS") for row in sizes.segments)
    )


OF_ORDERS = _of_orders()
ALONE = worded("advisor/inputs-do-not-say", "1 index", worded("advisor/goes-itself"))


def moved(advice: Advice) -> set[str]:
    return {row.subobject or row.name for row in advice.segments if row.included}


WISHES: list[tuple[str, Constraints, int, set[str]]] = [
    ("none", Constraints(), 120, {"ORDERS", "ORDERS_PK", "STOCK", "P1", "P2"}),
    ("two moves", Constraints(most_moves=2), 120, {"ORDERS", "STOCK"}),
    ("no moves", Constraints(most_moves=0), 120, set()),
    ("forty GiB moved", Constraints(most_moved_bytes=40 * GIB), 120, {"ORDERS_PK", "STOCK"}),
    ("a pin", Constraints(pinned=("SHOP.HISTORY",)), 210, {"HISTORY", "ORDERS_PK"}),
    ("one kept out", Constraints(excluded=("shop.stock",)), 120, {"ORDERS", "ORDERS_PK", "P1", "P2"}),
    ("all partitions of one", Constraints(excluded=("SHOP.LINES",)), 120, {"ORDERS", "ORDERS_PK", "STOCK"}),
    ("one partition", Constraints(excluded=("SHOP.LINES.P2",)), 120, {"ORDERS", "ORDERS_PK", "STOCK", "P1"}),
    ("by pattern", Constraints(excluded=("*.ORDERS*",)), 120, {"STOCK", "P1", "P2"}),
    ("an index alone", Constraints(), 40, {"ORDERS_PK", "STOCK"}),
    ("an index with its table", Constraints(together="table"), 40, {"STOCK"}),
    ("a table and its index", Constraints(together="table", excluded=("SHOP.STOCK",)), 50, {"ORDERS", "ORDERS_PK"}),
]


@pytest.mark.parametrize(("constraints", "gib", "wanted"), [row[1:] for row in WISHES], ids=[row[0] for row in WISHES])
def test_it_is_held_to(constraints: Constraints, gib: int, wanted: set[str]) -> None:
    advice = asked(constraints, gib)
    assert moved(advice) == wanted
    assert sum(row.size_bytes for row in advice.segments if row.included) <= gib * GIB


def beyond(size: str, room: str) -> str:
    return worded("advisor/more", size, room, worded("advisor/may-still-moved"))


REASONS: list[tuple[str, Constraints, str | re.Pattern[str]]] = [
    ("STOCK", Constraints(excluded=("SHOP.STOCK",)), worded("advisor/stays-you-asked")),
    ("ORDERS_PK", Constraints(pinned=("SHOP.ORDERS_PK",)), worded("advisor/moves-you-asked", "Saves ")),
    ("P1", Constraints(most_moves=2), like("advisor/would-save-hour-most", ..., 2)),
    (
        "ORDERS",
        Constraints(most_moved_bytes=45 * GIB),
        beyond("40 GiB", "0 B"),
    ),
    (
        "STOCK",
        Constraints(pinned=("SHOP.ORDERS",), most_moved_bytes=45 * GIB),
        beyond("30 GiB", "5 GiB"),
    ),
    ("HISTORY", Constraints(), worded("advisor/more-usable", "200 GiB", "120 GiB")),
    ("HISTORY", Constraints(most_moves=2), worded("advisor/more-usable", "200 GiB", "120 GiB")),
]


@pytest.mark.parametrize(("name", "constraints", "words"), REASONS)
def test_the_reason_names_it(name: str, constraints: Constraints, words: str | re.Pattern[str]) -> None:
    reasons = {row.subobject or row.name: row.reason for row in asked(constraints).segments}
    assert tells(reasons[name], words)


def test_what_goes_with_its_table_says_so() -> None:
    reasons = {row.name: row.reason for row in asked(Constraints(together="table"), 40).segments}
    assert reasons["ORDERS_PK"].startswith(
        f"With its table: {worded('advisor/more-usable', '46 GiB', '40 GiB')} With about "
    )


REFUSED: list[tuple[str, Constraints, str, str]] = [
    ("nobody's name", Constraints(pinned=("SHOP.NOTHING",)), "no-such-segment", "'SHOP.NOTHING'"),
    ("kept out and nobody's", Constraints(excluded=("X.*",)), "no-such-segment", "'X.*'"),
    (
        "both",
        Constraints(pinned=("SHOP.STOCK",), excluded=("SHOP.S*",)),
        "pinned-and-excluded",
        worded("advisor/must-go-ssd", "SHOP.STOCK"),
    ),
    (
        "larger than the SSD",
        Constraints(pinned=("SHOP.HISTORY",)),
        "pins-too-large",
        "take 200 GiB; the SSD holds 120 GiB",
    ),
    (
        "more than may be moved",
        Constraints(pinned=("SHOP.ORDERS",), most_moved_bytes=30 * GIB),
        "pins-too-large",
        "take 40 GiB; at most 30 GiB may be moved",
    ),
    ("more than may move", Constraints(pinned=("SHOP.LINES",), most_moves=1), "pins-too-many", "2 segments must go"),
]


@pytest.mark.parametrize(
    ("constraints", "code", "words"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED]
)
def test_what_cannot_be_is_refused_by_name(constraints: Constraints, code: str, words: str) -> None:
    with pytest.raises(Refused) as refused:
        asked(constraints)
    assert refused.value.code == code
    assert words in str(refused.value)


@pytest.mark.parametrize(
    ("segment", "code"),
    [
        (replace(a_segment("ODD", 100_000), owner="SYS"), "pin-unmovable"),
        (a_segment("ODD", 100_000), "pin-size-unknown"),
    ],
)
def test_a_pin_that_cannot_move_is_refused(segment: Segment, code: str) -> None:
    request = a_request(constraints=Constraints(pinned=(f"{segment.owner}.ODD",)))
    with pytest.raises(SegtierError) as refused:
        advise([a_workload(segments=(*SEGMENTS[:1], segment))], [], request)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("constraints", "costly", "text"),
    [
        (Constraints(most_moves=2), True, "at most 2 segments to move"),
        (Constraints(most_moves=5), False, "at most 5 segments to move"),
        (Constraints(most_moved_bytes=10 * GIB), True, "at most 10 GiB to move"),
        (Constraints(excluded=("SHOP.ORDERS",)), True, "SHOP.ORDERS where it is"),
        (Constraints(pinned=("SHOP.ORDERS",)), False, "SHOP.ORDERS on SSD"),
        (Constraints(together="table"), False, worded("advisor/tables-go-partitions")),
    ],
)
def test_what_a_constraint_costs_is_what_the_option_loses(constraints: Constraints, costly: bool, text: str) -> None:
    free, held = asked(Constraints()), asked(constraints)
    (cost,) = held.best_segments.constraints
    assert free.best_segments.constraints == ()
    assert cost.text == text
    assert cost.saved_s_per_hour == pytest.approx(free.solver.saved_s_per_hour)
    assert cost.costs_s_per_hour == pytest.approx(free.solver.saved_s_per_hour - held.solver.saved_s_per_hour, abs=1e-6)
    assert (cost.costs_s_per_hour > 1) is costly
    note = next(note for note in option(held, "segments").notes if note.startswith("As asked, "))
    assert note.endswith(": costs nothing.") is not costly


def option(advice: Advice, name: OptionName):
    return next(row for row in advice.options if row.option == name)


def test_each_of_two_is_priced_with_the_other_kept() -> None:
    held = asked(Constraints(most_moves=2, excluded=("SHOP.ORDERS",)))
    costs = {cost.name: cost.saved_s_per_hour for cost in held.best_segments.constraints}
    assert costs["most_moves"] == pytest.approx(asked(Constraints(excluded=("SHOP.ORDERS",))).solver.saved_s_per_hour)
    assert costs["excluded"] == pytest.approx(asked(Constraints(most_moves=2)).solver.saved_s_per_hour)


def test_an_index_that_stays_takes_no_room() -> None:
    both, one = asked(Constraints(), 700), asked(Constraints(excluded=("SHOP.ORDERS_PK",)), 700)
    assert (option(both, "indexes").used_bytes, option(one, "indexes").used_bytes) == (6 * GIB, 0)


def test_what_stays_is_only_in_the_option_that_cannot_be() -> None:
    held = asked(Constraints(excluded=("SHOP.ORDERS_PK",)), 700)
    assert [row.options for row in held.segments if row.name == "ORDERS_PK"] == [("all",)]
    everything = option(held, "all")
    assert not everything.feasible
    assert everything.blocked_by[-1].text == worded("advisor/would-move-stay", "1 segment that is")


def test_fewer_moves_save_what_they_would_save_alone() -> None:
    """Each line is what a limit of so many moves gives, where the flash holds them all."""
    advice = asked(Constraints(), 400)
    lines = advice.best_segments.fewer_moves
    assert lines[-1].moves == len(moved(advice))
    for line in lines:
        limited = asked(Constraints(most_moves=line.moves), 400)
        assert line.saved_s_per_hour == pytest.approx(limited.solver.saved_s_per_hour, rel=1e-6)
        assert line.part == pytest.approx(line.saved_s_per_hour / advice.solver.saved_s_per_hour)
        assert line.bytes == sum(row.size_bytes for row in limited.segments if row.included)


@pytest.mark.parametrize("constraints", [Constraints(), Constraints(most_moves=3)])
def test_more_flash_saves_what_it_is_said_to(constraints: Constraints) -> None:
    small = asked(constraints, 60)
    large = asked(constraints, 60 + small.best_segments.next_bytes // GIB)
    more = large.solver.saved_s_per_hour - small.solver.saved_s_per_hour
    assert small.best_segments.next_s_per_hour == pytest.approx(more, rel=0.02, abs=1.0)
    (note,) = [note for note in option(small, "segments").notes if tells(note, like("advisor/more-ssd-would-save"))]
    assert like("advisor/more-ssd-would-save", "100 GB").match(note)


def test_the_most_that_segments_can_save_is_the_end_of_the_curve() -> None:
    advice = asked(Constraints(), 60)
    everything = asked(Constraints(), 700)
    most = advice.best_segments.most
    assert (most.moves, most.bytes) == (len(SEGMENTS), sum(GIB_OF.values()) * GIB)
    assert 1 - most.response_ratio.expected == pytest.approx(
        everything.solver.saved_s_per_hour / everything.db_time.db_time_s_per_hour, abs=1e-6
    )


def test_without_sizes_those_that_save_something_are_named() -> None:
    """The one that is never read saves nothing, whatever room there is."""
    request = a_request(60 * GIB, draws=80, headroom_pct=0.0)
    segments = (a_segment("ORDERS", 600_000, 60_000), a_segment("UNREAD", 0, 0))
    advice = advise([a_workload(segments=segments)], [], request)
    assert {row.name for row in advice.segments if "segments" in row.options} == {"ORDERS"}


@pytest.mark.parametrize(
    ("constraints", "words"),
    [
        (Constraints(most_moves=1), "It would move 6 segments; you allow 1."),
        (Constraints(most_moved_bytes=5 * GIB), "It would move 6 GiB; you allow 5 GiB."),
    ],
)
def test_limits_of_moves_stop_the_options_that_move_more(constraints: Constraints, words: str) -> None:
    held = asked(constraints, 700)
    assert not option(held, "all").feasible
    assert words in [stop.text for stop in option(held, "all").blocked_by]
    assert option(held, "indexes").feasible is (constraints.most_moves == 1)


@pytest.mark.parametrize(
    ("inventory", "said"),
    [(OF_ORDERS, []), (some_sizes(), [ALONE])],
)
def test_an_index_whose_table_nobody_names_goes_by_itself_and_that_is_said(
    inventory: Inventory, said: list[str]
) -> None:
    sized = tuple(replace(row, size_bytes=GIB_OF[row.subobject or row.name] * GIB) for row in SEGMENTS)
    request = a_request(120 * GIB, draws=40, constraints=Constraints(together="table"))
    advice = advise([a_workload(segments=sized)], [inventory], request)
    assert [note for note in option(advice, "segments").notes if note.startswith("Of 1 index")] == said


def test_no_option_is_offered_that_leaves_a_pin_where_it_is() -> None:
    """The scripts of the option advised hold it."""
    advice = asked(Constraints(pinned=("SHOP.HISTORY",)), 210)
    blocked = {
        one.option: [stop.text for stop in one.blocked_by if stop.code == "leaves-pins"] for one in advice.options
    }
    text = [worded("advisor/leaves-you-asked", "SHOP.HISTORY")]
    assert {name for name, stops in blocked.items() if stops == text} == {
        "indexes",
        "redo",
        "temp",
        "flash-cache",
        "buffer-cache",
        "set-indexes-and-hottest-table",
    }
    assert not any(blocked[name] for name in ("none", "all", "segments", "combination"))
    together = next(one for one in advice.options if one.option == "combination")
    assert not together.parts or "segments" in together.parts


def test_of_a_set_what_cannot_move_is_told_and_not_forecast() -> None:
    rows = (*SEGMENTS, replace(a_segment("HELD", 90_000, kind="CLUSTER"), size_bytes=None))
    sized = tuple(replace(row, size_bytes=GIB_OF.get(row.subobject or row.name, 1) * GIB) for row in rows)
    request = a_request(900 * GIB, draws=80, headroom_pct=0.0, sets=("all=SHOP.*", "named=SHOP.ORDERS"))
    advice = advise([a_workload(segments=sized)], [], request)
    best = advice.best_segments
    assert best is not None
    found = {one.label: (one.segments, one.fits) for one in best.sets if one.label in ("all", "named")}
    assert found == {"all": (6, True), "named": (1, True)}
    notes = {option.title: option.notes for option in advice.options}
    assert [note for note in notes["Set all on SSD"] if like("advisor/those-named-cannot-move", note)]
    assert not notes["Set named on SSD"]
