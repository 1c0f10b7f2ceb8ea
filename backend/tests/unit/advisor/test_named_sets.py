"""Sets of segments by a name: the usual ones, and those that were typed, beside the best placement."""

from __future__ import annotations

from dataclasses import replace

import pytest

from segtier.advisor import advise
from segtier.advisor.segments.best_segments import notes
from segtier.documents import decode, encode
from segtier.errors import Refused
from segtier.model.advice import Advice, Summary
from segtier.model.placement import NamedSet
from segtier.model.workload import Segment
from segtier.oracle.devices import tier
from segtier.question import read_figures
from segtier.units import GIB
from tests.builders import a_request, a_segment, a_wait, a_workload
from tests.sentences import worded

ROWS = (
    ("ORDERS", 500_000, 60, "TABLE"),
    ("STOCK", 400_000, 30, "TABLE"),
    ("HISTORY", 60_000, 20, "TABLE"),
    ("ORDERS_PK", 200_000, 6, "INDEX"),
    ("STOCK_PK", 90_000, 5, "INDEX"),
)


def segments(rows: tuple[tuple[str, int, float, str], ...] = ROWS) -> tuple[Segment, ...]:
    return tuple(replace(a_segment(n, r, 1_000, kind), size_bytes=int(gib * GIB)) for n, r, gib, kind in rows)


def asked(*sets: str, gib: int = 60, rows: tuple[Segment, ...] | None = None) -> Advice:
    request = a_request(gib * GIB, draws=60, headroom_pct=0.0, sets=sets)
    return advise([a_workload(segments=segments() if rows is None else rows)], [], request)


TYPED = NamedSet("set-typed", "Typed", 3, True, 120.0, 0.2, ("SHOP.A",), 1, (), 0)
"""Nearly as good as the best: 0.2 s an hour less."""
BEST = worded("advisor/saves-hour-best", "Typed", "120 s")
SEVERAL = "take off SHOP.A and add SHOP.B, SHOP.C and 4 more"
NO_ROOM = worded("advisor/does-not-fit.best_segments")


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({}, BEST),
        (
            {"fits": False},
            worded("advisor/would-save-hour", "Typed", NO_ROOM, "120 s"),
        ),
        ({"fits": None}, BEST),
        (
            {"best_saves_more_s_per_hour": 0.5},
            worded("advisor/saves-hour-more", "Typed", "", "120 s", "take off SHOP.A", "0.5 s"),
        ),
        (
            {"best_saves_more_s_per_hour": 30.0, "fits": False, "add": ("SHOP.B", "SHOP.C"), "add_count": 6},
            worded(
                "advisor/saves-hour-more",
                "Typed",
                NO_ROOM,
                "120 s",
                "take off SHOP.A and add SHOP.B, SHOP.C and 4 more",
                "30 s",
            ),
        ),
    ],
)
def test_what_is_said_of_a_typed_set(changed: dict[str, object], said: str) -> None:
    best = asked().best_segments
    assert best is not None
    told = list(notes(replace(best, sets=(replace(TYPED, **changed),)), 3))
    assert said in told


def by_label(advice: Advice) -> dict[str, NamedSet]:
    return {one.label: one for one in advice.best_segments.sets}


def test_the_usual_set_is_there_with_what_it_takes() -> None:
    usual = next(option for option in asked().options if option.option == "set-indexes-and-hottest-table")
    assert (usual.moves.segments, usual.used_bytes) == (3, 71 * GIB)
    assert not asked().best_segments.sets


def test_what_to_change_of_yesterdays_set_and_what_it_is_worth() -> None:
    advice = asked("yesterday=SHOP.HISTORY,SHOP.STOCK")
    one = by_label(advice)["yesterday"]
    assert (one.take_off, one.add) == (("SHOP.HISTORY",), ("SHOP.ORDERS_PK", "SHOP.STOCK_PK"))
    saved = {row.option: row.db_time_saved_s_per_hour.expected for row in advice.options if row.response_ratio}
    assert one.best_saves_more_s_per_hour == pytest.approx(saved["segments"] - saved["set-yesterday"])
    note = next(note for option in advice.options for note in option.notes if note.startswith("yesterday"))
    assert "; take off SHOP.HISTORY and add SHOP.ORDERS_PK, SHOP.STOCK_PK for " in note


def test_of_many_the_first_are_named_and_the_rest_counted() -> None:
    rows = segments((*ROWS, *((f"T{n}", 1_000, 1, "TABLE") for n in range(9))))
    one = by_label(asked("mine=SHOP.T*", gib=110, rows=rows))["mine"]
    assert (len(one.take_off), one.take_off_count) == (0, 0)
    small = by_label(asked("mine=SHOP.T*", gib=6, rows=rows))["mine"]
    assert (len(small.take_off), small.take_off_count, small.fits) == (5, 9, False)


def test_the_best_set_has_nothing_to_change() -> None:
    advice = asked("mine=SHOP.STOCK,SHOP.ORDERS_PK,SHOP.STOCK_PK")
    one = by_label(advice)["mine"]
    assert (one.take_off, one.add) == ((), ())
    assert one.best_saves_more_s_per_hour == pytest.approx(0, abs=1e-6)
    assert not [note for option in advice.options for note in option.notes if note.startswith("mine")]


def test_names_alone_are_their_own_label() -> None:
    assert "SHOP.STOCK" in by_label(asked("SHOP.STOCK"))


@pytest.mark.parametrize(("text", "code"), [("mine=", "empty-set"), ("mine=SHOP.NONE", "no-such-segment")])
def test_a_set_of_nothing_is_refused(text: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        asked(text)
    assert refused.value.code == code


def test_where_a_size_is_missing_nobody_says_that_it_fits() -> None:
    rows = (*segments(ROWS[1:]), replace(segments(ROWS[:1])[0], size_bytes=None))
    one = by_label(asked("mine=SHOP.ORDERS,SHOP.STOCK", rows=rows))["mine"]
    assert one.fits is None


LITTLE, MUCH = 0.25, 0.4
TPC_C = {
    # Rows read at random by a transaction of the standard mix (45 % new order, 43 % payment, 4 % each of the others): TPC-C
    # standard specification 5.11, clauses 2.4 to 2.8 and 5.2.3. Item, warehouse and district stay in the cache.
    "C_STOCK": 0.45 * 10,
    "C_CUSTOMER": 0.45 * 1 + 0.43 * (0.4 + 0.6 * 3) + 0.04 * 2 + 0.04 * 10,
    "C_ORDER_LINE": 0.04 * 1 + 0.04 * 10 + 0.04 * 20,
    "C_ORDER": 0.04 * 1 + 0.04 * 10,
    "C_HISTORY": 0.0,
}


def test_the_sets_of_the_published_configurations_come_in_their_order() -> None:
    """Indexes little, the hottest table beside them much more, four tables more again: as a published test measured."""
    leaves = 0.07
    tables = tuple(
        replace(a_segment(name, rows * 200_000, rows * 60_000), size_bytes=40 * GIB) for name, rows in TPC_C.items()
    )
    indexes = tuple(
        replace(a_segment(f"{name}_PK", rows * 200_000 * leaves, rows * 9_000, "INDEX"), size_bytes=10 * GIB)
        for name, rows in TPC_C.items()
    )
    reads = sum(row.physical_read_requests or 0.0 for row in (*tables, *indexes))
    workload = a_workload((a_wait("db file sequential read", reads * 0.012, 12),), segments=(*tables, *indexes))
    sets = ("little=INDEXES", "more=INDEXES,HOTTEST 1", "most=INDEXES,HOTTEST 4")
    advice = advise([workload], [], a_request(700 * 10**9, sets=sets))
    taken = {option.option: 1 - option.response_ratio.expected for option in advice.options if option.response_ratio}
    little, more, most = (taken[f"set-{name}"] for name in ("little", "more", "most"))
    assert little < LITTLE
    assert MUCH < more < most


@pytest.mark.filterwarnings("error")
def test_what_the_flash_cannot_carry_is_forecast_as_of_any_option() -> None:
    slow = tier(60 * GIB, measured=read_figures(["read_iops=100"]))
    request = replace(a_request(60 * GIB, draws=60, headroom_pct=0.0, sets=("mine=SHOP.STOCK",)), tier=slow)
    advice = advise([a_workload(segments=segments())], [], request)
    option = next(option for option in advice.options if option.option == "set-mine")
    assert option.throughput_ratio.expected < 1 < option.response_ratio.expected
    assert option.state == "no-gain"
    assert by_label(advice)["mine"].saved_s_per_hour == option.db_time_saved_s_per_hour.expected
    assert decode(encode(advice.summary), Summary).best_segments == advice.summary.best_segments
