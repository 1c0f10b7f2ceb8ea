"""A set of segments is an option: forecast, room, what stands in its way, its plan. By its members, not by its name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from segtier.advisor import advise
from segtier.advisor.plan_option import plan_option
from segtier.documents import encode
from segtier.errors import Infeasible, NotFound, Refused
from segtier.model.advice import Advice, OptionAdvice
from segtier.model.constraints import Constraints
from segtier.model.inventory import DatabaseFile, Inventory, InventorySegment
from segtier.model.plan import Destination, Plan
from segtier.model.workload import Segment, Source
from segtier.units import GIB
from tests.builders import a_request, a_segment, a_wait, a_workload
from tests.sentences import like, worded

ROWS = (
    ("ORDERS", 500_000, 60, "TABLE"),
    ("STOCK", 400_000, 30, "TABLE"),
    ("HISTORY", 60_000, 20, "TABLE"),
    ("ORDERS_PK", 200_000, 6, "INDEX"),
    ("STOCK_PK", 90_000, 5, "INDEX"),
)
WAITS = (
    a_wait("db file sequential read", 12_000, 12),
    a_wait("direct path read temp", 900, 12),
    a_wait("log file sync", 700, 6),
)


def segments(rows: Sequence[tuple[str, int, float | None, str]] = ROWS) -> tuple[Segment, ...]:
    return tuple(
        replace(a_segment(name, reads, 1_000, kind), size_bytes=None if gib is None else int(gib * GIB))
        for name, reads, gib, kind in rows
    )


def sizes(*names: tuple[str, float, str], temp_gib: int | None = None) -> Inventory:
    """A complete export of sizes."""
    rows = names or tuple((name, gib, kind) for name, _, gib, kind in ROWS)
    temp = () if temp_gib is None else (DatabaseFile("/u01/temp01.dbf", "TEMP", size_bytes=temp_gib * GIB),)
    return Inventory(
        source=Source("segment-sizes", "sizes.csv", "c" * 64),
        segments=tuple(
            InventorySegment("SHOP", n, type=k, tablespace="SHOP_DATA", size_bytes=int(g * GIB)) for n, g, k in rows
        ),
        temp_files=temp,
    )


def asked(
    *sets: str,
    gib: int = 400,
    rows: tuple[Segment, ...] | None = None,
    inventories: Sequence[Inventory] = (),
    **constraints: object,
) -> Advice:
    request = a_request(gib * GIB, draws=60, headroom_pct=0.0, sets=sets, constraints=Constraints(**constraints))
    return advise([a_workload(WAITS, segments=segments() if rows is None else rows)], inventories, request)


def option(advice: Advice, name: str) -> OptionAdvice:
    return next(row for row in advice.options if row.option == name)


def moved(advice: Advice, name: str) -> set[str]:
    return {row.name for row in advice.segments if name in row.options}


def plan(advice: Advice, name: str, override: bool = True) -> Plan:
    return plan_option(advice, [a_workload(WAITS, segments=segments())], name, Destination(), override)


def same(one: OptionAdvice, other: OptionAdvice) -> bool:
    """Of all that is forecast."""
    names = (
        "response_ratio",
        "db_time_saved_s_per_hour",
        "throughput_ratio",
        "wait_events_after",
        "load_curve",
        "used_bytes",
    )
    return all(getattr(one, name) == getattr(other, name) for name in names)


@settings(max_examples=3, deadline=None)
@given(
    chosen=st.sets(st.sampled_from([name for name, *_ in ROWS]), min_size=1), order=st.randoms(use_true_random=False)
)
def test_the_same_segments_have_the_same_forecast_whatever_the_set_is_called(chosen: set[str], order: object) -> None:
    names = sorted(chosen)
    order.shuffle(names)  # type: ignore[attr-defined]
    listed = ",".join(f"SHOP.{name}" for name in names)
    advice = asked(f"one={listed}", f"other={','.join(sorted(listed.lower().split(',')))}", inventories=[sizes()])
    assert moved(advice, "set-one") == moved(advice, "set-other") == chosen
    assert same(option(advice, "set-one"), option(advice, "set-other"))
    for name in ("segments", "indexes", "set-indexes-and-hottest-table"):
        if moved(advice, name) == chosen:
            assert same(option(advice, "set-one"), option(advice, name)), name


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("indexes", "it=INDEXES"),
        ("indexes", "it=SHOP.ORDERS_PK,SHOP.STOCK_PK"),
        ("segments", "it=SHOP.*"),
        ("set-indexes-and-hottest-table", "it=INDEXES,HOTTEST 1"),
        ("set-indexes-and-hottest-table", "it=indexes\nSHOP.ORDERS"),
        ("temp", "it=TEMP"),
        ("redo", "it=Redo"),
    ],
)
def test_a_set_and_the_option_that_moves_the_same_are_forecast_alike(name: str, text: str) -> None:
    advice = asked(text, inventories=[sizes(temp_gib=8)])
    assert moved(advice, "set-it") == moved(advice, name)
    assert same(option(advice, "set-it"), option(advice, name))


def test_indexes_that_no_list_names_widen_all_indexes_only() -> None:
    """A set holds what the inputs name."""
    more = sizes(*((name, gib, kind) for name, _, gib, kind in ROWS), ("OTHER_IX", 9, "INDEX"))
    advice = asked("it=INDEXES", inventories=[more])
    assert not same(option(advice, "set-it"), option(advice, "indexes"))
    assert option(advice, "set-it").used_bytes == 11 * GIB
    assert option(advice, "indexes").used_bytes == 20 * GIB


def test_a_set_is_no_reason_for_another_answer() -> None:
    without, with_sets = asked(gib=60), asked("a=SHOP.*", "b=INDEXES,TEMP,REDO", gib=60)
    assert encode(with_sets.verdict) == encode(without.verdict)
    assert [row.response_ratio for row in with_sets.options[:9]] == [row.response_ratio for row in without.options[:9]]


@pytest.mark.parametrize(
    ("text", "gib", "takes"),
    [
        ("HOTTEST 1", 400, {"ORDERS"}),
        ("HOTTEST 2", 20, {"ORDERS", "STOCK"}),
        ("HOTTEST", 400, {"ORDERS", "STOCK", "HISTORY"}),
        ("HOTTEST", 55, {"STOCK", "HISTORY"}),
        ("INDEXES,HOTTEST", 55, {"ORDERS_PK", "STOCK_PK", "STOCK"}),
        ("HOTTEST", 10, set()),
    ],
)
def test_the_hottest_tables_as_many_as_fit_or_as_asked(text: str, gib: int, takes: set[str]) -> None:
    assert moved(asked(f"it={text}", gib=gib), "set-it") == takes


def test_the_hottest_table_goes_with_all_of_its_partitions() -> None:
    parts = [replace(a_segment("SALES", 300_000, 1_000, "TABLE PARTITION"), subobject=f"P{n}") for n in range(3)]
    rows = (*segments(), *(replace(row, size_bytes=GIB) for row in parts))
    assert moved(asked("it=HOTTEST 1", rows=rows), "set-it") == {"SALES"}
    advice = asked("it=SHOP.SALES.P1", "all=shop.sales", rows=rows)
    assert [option(advice, name).moves.segments for name in ("set-it", "set-all")] == [1, 3]


UNSIZED = segments((*ROWS[:4], ("STOCK_PK", 90_000, None, "INDEX")))
BLOCKED = [
    ("too large", {"gib": 40}, "it=SHOP.ORDERS,SHOP.STOCK", "does-not-fit", ["SHOP.ORDERS (60 GiB)"]),
    ("size not known", {"rows": UNSIZED}, "it=INDEXES", "size-unknown", ["SHOP.STOCK_PK"]),
    ("does not fit, even with a size missing", {"gib": 50, "rows": UNSIZED}, "it=INDEXES,SHOP.ORDERS", "does-not-fit", []),
    ("past the moves allowed", {"most_moves": 1}, "it=INDEXES", "past-limits", []),
    ("to stay", {"excluded": ("SHOP.STOCK",)}, "it=SHOP.STOCK,SHOP.ORDERS", "excluded", ["SHOP.STOCK"]),
    ("leaves a pin", {"pinned": ("SHOP.STOCK",)}, "it=INDEXES", "leaves-pins", ["SHOP.STOCK"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("given", "text", "code", "said"), [case[1:] for case in BLOCKED], ids=[case[0] for case in BLOCKED]
)
def test_what_stands_in_its_way_is_said_and_no_script_is_written(
    given: dict[str, object], text: str, code: str, said: list[str]
) -> None:
    advice = asked(text, **given)
    stops = {stop.code: stop.text for stop in option(advice, "set-it").blocked_by}
    assert code in stops
    assert all(words in stops[code] for words in said), stops
    with pytest.raises(Infeasible):
        plan(advice, "set-it")


def test_segments_that_cannot_move_are_told_and_alone_they_make_no_set() -> None:
    rows = (*segments(), replace(a_segment("HELD", 90_000, kind="CLUSTER"), size_bytes=GIB))
    advice = asked("some=SHOP.HELD,SHOP.STOCK", "none=SHOP.HELD", rows=rows)
    assert [note for note in option(advice, "set-some").notes if like("advisor/those-named-cannot-move").search(note)]
    assert [stop.code for stop in option(advice, "set-none").blocked_by] == ["none-moves"]


def test_names_that_no_segment_has_are_all_told() -> None:
    with pytest.raises(Refused, match=r"'SHOP\.NONE', 'SHOP\.GONE'") as refused:
        asked("it=SHOP.STOCK,SHOP.NONE,SHOP.GONE")
    assert refused.value.code == "no-such-segment"


def test_a_segment_that_only_an_export_of_sizes_lists_has_reads_that_nobody_knows() -> None:
    """The range reaches over what no list names; nothing is taken for none."""
    more = sizes(*((name, gib, kind) for name, _, gib, kind in ROWS), ("ARCHIVE", 9, "TABLE"))
    advice = asked("with=SHOP.STOCK,SHOP.ARCHIVE", "without=SHOP.STOCK", inventories=[more])
    one, other = option(advice, "set-with"), option(advice, "set-without")
    assert moved(advice, "set-with") == {"STOCK", "ARCHIVE"}
    assert one.used_bytes == 39 * GIB
    assert one.response_ratio.low < other.response_ratio.low
    assert one.response_ratio.high == pytest.approx(other.response_ratio.high, abs=0.02)
    assert [note for note in one.notes if "SHOP.ARCHIVE" in note]
    assert {row.reason for row in advice.segments if row.name == "ARCHIVE"} == {worded("advisor/reads-not-listed", "")}


MOVES, TEMP = "steps/40_move_segments.sql", "steps/50_temp.sql"
PLANS = [
    ("segments alone", "it=SHOP.STOCK,SHOP.STOCK_PK", {MOVES}, {"STOCK", "STOCK_PK"}),
    ("indexes alone", "it=INDEXES", {MOVES}, {"STOCK_PK", "ORDERS_PK"}),
    ("temp beside", "it=INDEXES,TEMP", {f"1_temp/{TEMP}", f"2_set/{MOVES}"}, {"STOCK_PK", "ORDERS_PK"}),
    ("temp alone", "it=TEMP", {TEMP}, set()),
    ("redo and temp", "it=TEMP,REDO", {"1_redo/steps/50_redo.sql", f"2_temp/{TEMP}"}, set()),
]  # fmt: skip


@pytest.mark.parametrize(("text", "files", "names"), [case[1:] for case in PLANS], ids=[case[0] for case in PLANS])
def test_its_scripts_move_what_was_forecast(text: str, files: set[str], names: set[str]) -> None:
    advice = asked(text)
    written = plan(advice, "set-it")
    paths = {file.path for file in written.files}
    assert files <= paths
    assert written.option == "set-it"
    assert {row.index or row.table for row in written.operations} == names
    assert {row.name for row in written.request.move} == moved(advice, "set-it") == names
    assert next(file.text for file in written.files if file.path == "plan.md").startswith("# Set it on SSD")
    assert not written.refused


def test_what_nobody_named_is_not_refused_in_its_plan() -> None:
    written = plan(asked("it=SHOP.STOCK"), "set-it")
    reasons = {row.name: row.reason for row in written.request.move}
    assert set(reasons) == {"STOCK"}
    assert not written.request.left_out


def test_a_label_is_text_in_every_page_and_name() -> None:
    advice = asked("<b>x</b> `drop` | #=SHOP.STOCK")
    written = plan(advice, "set-b-x-b-drop")
    page = next(file.text for file in written.files if file.path == "plan.md").splitlines()[0]
    html = next(file.text for file in written.files if file.path == "plan.html")
    assert "<b>" not in page
    assert "<b>x</b>" not in html


def test_a_set_that_the_question_does_not_name_is_no_option() -> None:
    with pytest.raises(NotFound, match="set-indexes-and-hottest-table") as refused:
        plan(asked(), "set-mine")
    assert refused.value.advice
