"""Two cumulative exports: where their difference is the interval, and every case where it is none."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from segtier.analysis.counters import beside_the_hour, choose_counters
from segtier.analysis.counters_between import NoInterval, counters_between
from segtier.model.advice import Advice
from segtier.model.evidence import Warn
from segtier.model.workload import Database, Instance, Interval, Segment, Source, Workload
from segtier.question.tiers import AskedTier, compose_tiers
from tests.builders import a_request, a_segment, a_workload, some_sizes
from tests.sentences import like, worded

TEN, ELEVEN = map(datetime.fromisoformat, ("2026-03-02T10:00", "2026-03-02T11:00"))
STARTED, RESTARTED = map(datetime.fromisoformat, ("2026-01-01T00:00", "2026-03-02T10:30"))


def an_export(*segments: Segment, name: str = "x.csv", at: datetime | None = None, **changed: Any) -> Workload:
    export = Workload(
        source=Source(kind="segment-counters", file=name, sha256=name.ljust(64, "0")),
        interval=Interval(end_time=at),
        segments=segments,
        segment_basis={"kind": "cumulative", "from": None, "to": at.isoformat() if at else None},
    )
    return replace(export, **changed)


def table(
    name: str, reads: float | None, writes: float | None = 10.0, object_: int | None = None, **more: Any
) -> Segment:
    return Segment("SHOP", name, type="TABLE", physical_reads_blocks=reads, physical_writes_blocks=writes,
                   data_object_id=object_, **more)  # fmt: skip


OTHERS = tuple(table(f"OTHER{n}", 100.0) for n in range(9))
GROWN = tuple(table(f"OTHER{n}", 150.0) for n in range(9))


def between(old: Segment | None, new: Segment | None, **changed: Any) -> tuple[Segment, tuple[Warn, ...]]:
    first = an_export(*OTHERS, *([old] if old else []), name="a.csv", **changed)
    second = an_export(*GROWN, *([new] if new else []), name="b.csv", **changed)
    found = counters_between(first, second)
    name = new.name if new else old.name if old else ""
    return next(one for one in found.segments if one.name == name), found.warnings


def test_the_difference_is_an_interval() -> None:
    first = an_export(table("T", 1_000, 50), name="a.csv", at=TEN)
    second = an_export(table("T", 1_700, 50), name="b.csv", at=ELEVEN)

    found = counters_between(first, second)

    (only,) = found.segments
    assert (only.physical_reads_blocks, only.physical_writes_blocks) == (700, 0)
    assert found.segment_basis == {"kind": "interval", "from": TEN.isoformat(), "to": ELEVEN.isoformat()}
    assert (found.interval.begin_time, found.interval.elapsed_s) == (TEN, 3600)
    assert found.warnings == ()


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        (table("T", 500, object_=7), table("T", 900, object_=8), "counter-refused-new-object"),
        (table("T", 500, object_=7), table("T", 90, object_=7), "counter-refused-smaller"),
        (table("T", 500, 20), table("T", 900, 19), "counter-refused-smaller"),
        (table("T", 500), None, "counter-refused-gone"),
    ],
)
def test_a_segment_without_a_difference_has_no_figures_and_a_reason(
    old: Segment | None, new: Segment | None, code: str
) -> None:
    segment, warnings = between(old, new)

    assert (segment.physical_reads_blocks, segment.physical_writes_blocks, segment.below) == (None, None, {})
    assert [warn.code for warn in warnings] == [code]
    assert "SHOP.T" in warnings[0].message
    assert segment.no_difference is not None
    assert warnings[0].message.endswith(segment.no_difference)


def test_absent_before_is_below_what_the_export_leaves_out() -> None:
    """The others' lowest figure is 10: T had up to 10 before, and how much is not known."""
    segment, warnings = between(None, table("T", 900))

    assert (segment.physical_reads_blocks, segment.below["physical_reads_blocks"]) == (None, 900)
    assert [warn.code for warn in warnings] == ["counter-refused-not-before"]


def test_absent_before_is_nothing_where_only_zeros_are_left_out() -> None:
    first = an_export(*OTHERS, table("ONE", 1, 1), name="a.csv")
    second = an_export(*GROWN, table("ONE", 1, 1), table("NEW", 30, None), name="b.csv")

    new = counters_between(first, second).segments[-1]
    assert (new.physical_reads_blocks, new.physical_writes_blocks) == (30, None)


def test_rounded_figures_give_no_fine_difference() -> None:
    rounded = (Warn("rounded-figures", "rounded"),)
    fine, warnings = between(table("T", 1.2345e10), table("T", 1.2346e10), warnings=rounded)
    coarse, _ = between(table("T", 1.2345e10), table("T", 2.2346e10), warnings=rounded)

    assert (fine.physical_reads_blocks, fine.physical_writes_blocks) == (None, 0)
    assert "counter-refused-rounded" in {warn.code for warn in warnings}
    assert coarse.physical_reads_blocks == pytest.approx(1e10, rel=0.01)


@pytest.mark.parametrize(
    ("start", "end", "difference"),
    [(1e9, 1.0015e9, None), (1e9, 1.0025e9, 2_500_000), (999_000_000.0, 999_000_001.0, 1)],
)
def test_rounded_figures_from_ten_digits_on(start: float, end: float, difference: float | None) -> None:
    """Five digits of 1,000,000,000: each end may be off by 50,000, both together by no more than 5 % of the difference."""
    found, _ = between(table("T", start), table("T", end), warnings=(Warn("rounded-figures", "rounded"),))
    assert found.physical_reads_blocks == (None if difference is None else pytest.approx(difference))


def test_a_table_and_an_index_of_one_name_are_two_segments() -> None:
    index = replace(table("T", 40), type="INDEX")
    found = counters_between(
        an_export(table("T", 100), index, name="a.csv"),
        an_export(table("T", 110), replace(index, physical_reads_blocks=90), name="b.csv"),
    )
    assert [one.physical_reads_blocks for one in found.segments] == [10, 50]


INSTANCE = (Instance(number=1, startup_time=STARTED),)
A_FILE = Source("segment-counters", "a.csv", "a" * 64)


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        ({"database": Database(dbid=1)}, {"database": Database(dbid=2)}, "different databases"),
        ({"at": ELEVEN}, {"at": TEN}, "not exported after"),
        ({"source": A_FILE}, {"source": A_FILE}, worded("analysis/same-file.counters_between")),
        ({"instances": INSTANCE}, {"instances": (*INSTANCE, Instance(number=2))}, "different instances"),
        ({"instances": INSTANCE}, {"instances": (Instance(number=1, startup_time=RESTARTED),)}, "started in between"),
        ({"segment_basis": {"kind": "interval", "from": None, "to": None}}, {}, "interval already"),
    ],
)
def test_exports_that_cannot_be_compared(first: dict[str, Any], second: dict[str, Any], words: str) -> None:
    with pytest.raises(NoInterval, match=words):
        counters_between(an_export(*OTHERS, name="a.csv", **first), an_export(*GROWN, name="b.csv", **second))


def test_a_restart_shows_in_many_segments_and_the_grown_ones_do_not_hide_it() -> None:
    shrunk = tuple(table(f"OTHER{n}", 20.0) for n in range(3)) + GROWN[3:]
    with pytest.raises(NoInterval, match=like("analysis/segments-smaller-figures", 3, 9)):
        counters_between(an_export(*OTHERS, name="a.csv"), an_export(*shrunk, name="b.csv"))


@pytest.mark.parametrize(("same", "told"), [(4, True), (5, False)])
def test_half_of_the_segments_must_be_the_same(same: int, told: bool) -> None:
    """Nine in each export: four are fewer than half, five are not."""
    other = [table(f"X{n}", 50.0) for n in range(9 - same)]
    first, second = an_export(*OTHERS, name="a.csv"), an_export(*GROWN[:same], *other, name="b.csv")
    if told:
        with pytest.raises(NoInterval, match="fewer than half"):
            counters_between(first, second)
    else:
        assert counters_between(first, second).segments


def test_other_segments_and_no_growth_are_told() -> None:
    with pytest.raises(NoInterval, match="fewer than half"):
        counters_between(an_export(*OTHERS, name="a.csv"), an_export(*map(table, "ABCDEFGHI", [5.0] * 9), name="b.csv"))
    with pytest.raises(NoInterval, match="no figure grew"):
        counters_between(an_export(*OTHERS, name="a.csv"), an_export(*OTHERS, name="b.csv"))


FIRST = an_export(table("HOT", 9_000, 90), table("COLD", 1_000, 10), name="first.csv")
SECOND = an_export(table("HOT", 9_100, 91), table("COLD", 1_900, 19), name="second.csv")


@pytest.mark.parametrize("exports", [(FIRST, SECOND), (SECOND, FIRST), (FIRST, SECOND, FIRST)])
def test_without_times_the_larger_is_later(exports: tuple[Workload, ...]) -> None:
    chosen = choose_counters(exports)

    assert chosen.workload is not None
    assert [one.physical_reads_blocks for one in chosen.workload.segments] == [100, 900]
    assert [warn.code for warn in chosen.warnings] == ["counters-interval"]
    assert "larger figures" in chosen.warnings[0].message
    assert {one.source for one in chosen.workload.segments[0].evidence} <= {FIRST.source.sha256, SECOND.source.sha256}


def test_of_three_the_longest_interval_up_to_the_last_is_used() -> None:
    third = an_export(table("HOT", 9_500, 95), table("COLD", 1_950, 19), name="third.csv")
    chosen = choose_counters((SECOND, third, FIRST))
    assert chosen.workload is not None
    assert [one.physical_reads_blocks for one in chosen.workload.segments] == [500, 950]
    assert "the difference between first.csv and third.csv is used" in chosen.warnings[0].message


def test_a_restart_falls_back_to_the_later_export_and_says_so() -> None:
    first = replace(FIRST, interval=Interval(end_time=TEN))
    second = an_export(table("HOT", 50, 1), table("COLD", 70, 1), name="second.csv", at=ELEVEN)

    chosen = choose_counters((first, second))

    assert chosen.workload is not None
    assert [one.physical_reads_blocks for one in chosen.workload.segments] == [50, 70]
    assert [warn.code for warn in chosen.warnings] == ["counters-cumulative"]
    assert "first.csv and second.csv give no interval" in chosen.warnings[0].message
    assert chosen.share_error == 0.25


def test_one_export_is_used_as_it_is_and_an_interval_comes_first() -> None:
    assert choose_counters((FIRST,)).warnings == ()
    assert choose_counters((FIRST,)).share_error == 0.25
    assert choose_counters(()).workload is None
    deltas = an_export(table("HOT", 7), name="deltas.csv", segment_basis={"kind": "interval", "from": None, "to": None})
    chosen = choose_counters((FIRST, SECOND, deltas))
    assert chosen.workload is not None
    assert chosen.workload.source.file == "deltas.csv"


def test_the_advice_ranks_by_the_interval_and_says_so() -> None:
    from segtier.advisor import advise

    report, sizes = a_workload(), some_sizes(("HOT", 10), ("COLD", 10))
    one = advise([report, SECOND], [sizes], a_request())
    two = advise([report, FIRST, SECOND], [sizes], a_request())

    assert [row.name for row in one.segments][:2] == ["HOT", "COLD"]
    assert [row.name for row in two.segments][:2] == ["COLD", "HOT"]
    assert {warn.code for warn in two.warnings} >= {"counters-interval"}
    codes = {warn.code for warn in two.warnings}
    assert "counters-other-time" in codes
    assert "counters-fill" not in codes


def at_ten(start: datetime | None) -> Workload:
    """Counters of an hour that begins then, as an export."""
    end = None if start is None else start + timedelta(hours=1)
    rows = (table("HOT", 900_000), table("COLD", 300_000), table("LUKEWARM", 200_000))
    basis = {"kind": "interval", "from": None, "to": None}
    return an_export(*rows, name="hour.csv", segment_basis=basis, interval=Interval(begin_time=start, end_time=end))


@pytest.mark.parametrize("listed", [(), (a_segment("HOT", 500_000),)], ids=["no list", "a list"])
@pytest.mark.parametrize("start", [TEN - timedelta(days=1), TEN + timedelta(minutes=30), None])
def test_counters_of_another_time_are_no_hours(listed: tuple[Segment, ...], start: datetime | None) -> None:
    """They widen what goes by the names of segments, say so, and are no evidence of the best quality."""
    from segtier.advisor import advise

    report = a_workload(segments=listed)
    report = replace(report, interval=replace(report.interval, begin_time=TEN, end_time=ELEVEN))
    sizes = some_sizes(("HOT", 10), ("COLD", 10), ("LUKEWARM", 10))
    own, other = (advise([report, at_ten(begin)], [sizes], a_request(30 * 10**9)) for begin in (TEN, start))
    (of_hour,), (of_other,) = (
        [one.response_ratio for one in advice.options if one.option == "segments"] for advice in (own, other)
    )
    assert of_hour is not None
    assert of_other is not None
    assert of_other.low < of_hour.low
    assert of_hour.high < of_other.high
    told = other.quality
    assert told.grade != "A"
    assert told.grade >= own.quality.grade
    named = told.coverage["physical_reads"]
    assert named is None or named < 0.5
    assert {warn.code for warn in other.warnings} & {"counters-fill", "counters-other-time"}


@pytest.mark.parametrize("listed", [(), (a_segment("HOT", 500_000),)], ids=["no list", "a list"])
def test_counters_of_another_time_widen_each_segment_the_frontier_and_tiers(listed: tuple[Segment, ...]) -> None:
    from segtier.advisor import advise

    report = a_workload(segments=listed)
    report = replace(report, interval=replace(report.interval, begin_time=TEN, end_time=ELEVEN))
    sizes = some_sizes(("HOT", 10), ("COLD", 10), ("LUKEWARM", 10))
    further = compose_tiers((AskedTier(name="SAS", size="12GiB", read_us=600),))
    request = a_request(16 * 10**9, further_tiers=further)
    own, other = (advise([report, at_ten(at)], [sizes], request) for at in (TEN, TEN - timedelta(days=1)))

    def ranges(advice: Advice) -> dict[str, tuple[float, float]]:
        found = {option.option: (option.response_ratio.low, option.response_ratio.high) for option in advice.options
                 if option.option == "tiers" and option.response_ratio is not None}  # fmt: skip
        for row in advice.segments:
            found[row.name] = (row.benefit_low_s_per_hour or 0.0, row.benefit_high_s_per_hour or 0.0)
            found[f"{row.name} on tiers"] = (
                row.tier_benefit_low_s_per_hour or 0.0,
                row.tier_benefit_high_s_per_hour or 0.0,
            )
        assert advice.frontier is not None
        first = next(point for point in advice.frontier.points if point.moves == 2)
        found["frontier"] = (first.response_ratio.low, first.response_ratio.high)
        return found

    of_hour, of_other = ranges(own), ranges(other)
    assert of_hour.keys() == of_other.keys()
    open_ = set(of_hour) - ({"HOT", "HOT on tiers"} if listed else set())
    for name in open_:
        (low, high), (lower, higher) = of_hour[name], of_other[name]
        assert lower <= low + 0.005, name
        assert high <= higher, name
        assert higher - lower > 1.02 * (high - low), name


def test_all_segments_together_are_all_at_any_time() -> None:
    from segtier.advisor import advise

    sizes = some_sizes(("HOT", 10), ("COLD", 10), ("LUKEWARM", 10))
    report = replace(a_workload(), interval=replace(a_workload().interval, begin_time=TEN, end_time=ELEVEN))
    own, other = (advise([report, at_ten(at)], [sizes], a_request()) for at in (TEN, TEN - timedelta(days=1)))
    for name in ("all", "redo", "temp"):
        ratios = [one.response_ratio for advice in (own, other) for one in advice.options if one.option == name]
        assert ratios[0] == ratios[1]


def test_counters_of_another_day_do_not_displace_what_the_hour_lists() -> None:
    """By the counters COLD makes nine of ten reads; the hour lists HOT, and COLD not."""
    from segtier.advisor import advise

    report = a_workload(segments=(a_segment("HOT", 500_000), a_segment("ONLY_LISTED", 9_000)))
    sizes = some_sizes(("HOT", 10), ("COLD", 10), ("ONLY_LISTED", 1))
    alone = advise([report], [sizes], a_request())
    beside = advise([report, FIRST, SECOND], [sizes], a_request())

    rows = {row.name: row for row in beside.segments}
    assert rows["HOT"].io_share == alone.segments[0].io_share
    assert rows["COLD"].io_share < 0.02
    assert {warn.code for warn in beside.warnings} >= {"counters-interval", "counters-fill"}


@pytest.mark.parametrize(
    ("begin", "fills"),
    [(TEN, False), (TEN - timedelta(days=1), True), (TEN + timedelta(minutes=30), True), (None, True)],
)
def test_counters_of_the_hour_itself_are_no_other_time(begin: datetime | None, fills: bool) -> None:
    end = None if begin is None else begin + timedelta(hours=1)
    basis = {"kind": "interval", "from": None, "to": None}
    export = an_export(
        table("HOT", 7), name="deltas.csv", segment_basis=basis, interval=Interval(begin_time=begin, end_time=end)
    )
    report = a_workload(segments=(a_segment("HOT", 500_000),))
    report = replace(report, interval=replace(report.interval, begin_time=TEN, end_time=ELEVEN))
    chosen = beside_the_hour(choose_counters((export,), report.interval), report)
    assert ("counters-fill" in {warn.code for warn in chosen.warnings}) == fills


def test_of_several_intervals_that_of_the_hour_is_used() -> None:
    basis = {"kind": "interval", "from": None, "to": None}
    day = timedelta(days=1)
    other, own = (
        an_export(
            *rows, name=name, segment_basis=basis, interval=Interval(begin_time=at, end_time=at + timedelta(hours=1))
        )
        for name, at, rows in (
            ("yesterday.csv", TEN - day, (table("HOT", 7), table("COLD", 7))),
            ("today.csv", TEN, (table("HOT", 7),)),
        )
    )
    chosen = choose_counters((other, own), Interval(begin_time=TEN, end_time=ELEVEN))
    assert chosen.workload is not None
    assert chosen.workload.source.file == "today.csv"
