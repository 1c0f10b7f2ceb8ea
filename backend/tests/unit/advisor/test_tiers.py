"""Several tiers: what goes where, and what comes of it."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import pytest

from segtier.advisor import advise
from segtier.advisor.case import build_case
from segtier.advisor.option_called import option_called
from segtier.advisor.plan_option import plan_option
from segtier.advisor.segments.tier_placing import place_on_tiers
from segtier.advisor.segments.tier_reasons import AS_ASKED, NO_ROOM, NOT_TIMED, SAVES_NOTHING, TOO_LARGE
from segtier.errors import Infeasible, NotFound, Refused
from segtier.forecast import forecast_change
from segtier.model.advice import Advice, Moves, OptionAdvice
from segtier.model.constraints import Constraints
from segtier.model.forecast import Range
from segtier.model.option import BEST, TIERS
from segtier.model.plan import Destination
from segtier.model.storage_tier import FurtherTier
from segtier.model.tier_answer import TierAnswer
from segtier.model.workload import FileIo, TablespaceIo, Workload
from segtier.question import Question, compose_request
from segtier.question.tiers import AskedTier, compose_tiers
from tests.builders import a_request, a_segment, a_wait, a_workload
from tests.sentences import like, tells
from tests.two_speeds import FAST, SLOW, sizes, two_speeds

GIB = 2**30
NEARLY_NOTHING = 1_000


def asked(*tiers: AskedTier) -> tuple[FurtherTier, ...]:
    return compose_tiers(tiers)


def advised(flash_bytes: int, *tiers: AskedTier, reads: dict[str, float] | None = None, **request) -> Advice:
    given = a_request(flash_bytes, headroom_pct=0.0, further_tiers=asked(*tiers), **request)
    return advise([two_speeds(reads=reads)], [sizes()], given)


def answer(flash_bytes: int, *tiers: AskedTier, reads: dict[str, float] | None = None, **request) -> TierAnswer:
    found = advised(flash_bytes, *tiers, reads=reads, **request).tiers
    assert found is not None
    return found


def option(advice: Advice, name: str = TIERS) -> OptionAdvice:
    return option_called(name, advice.options)


def placed(found: TierAnswer) -> dict[str, str]:
    return {one.name.rpartition(".")[2]: one.tier for one in found.moves}


NVME = AskedTier(name="NVME", device="generic-pcie", size="32GiB", tablespaces=(FAST,))
SLOWER = AskedTier(name="SATA", size="20GiB", read_us=5_000)
COLD = {SLOW: 600_000.0, FAST: 60_000.0}


def test_each_segment_goes_where_it_fits_best() -> None:
    """40 GiB of SSD for the hottest; the tier beside it takes the next."""
    advice = advised(40 * GIB, AskedTier(name="SAS", size="30GiB", read_us=600))
    found, saved = advice.tiers, option(advice).db_time_saved_s_per_hour
    assert found is not None
    assert saved is not None
    assert placed(found) == {"ORDERS": "SSD", "LINES": "SAS"}
    assert found.gap < 1e-9
    assert [(one.name, one.segments, one.bytes) for one in found.tiers] == [
        ("SSD", 1, 40 * GIB),
        ("SAS", 1, 30 * GIB),
    ]
    assert sum(one.saved_s_per_hour for one in found.moves) == pytest.approx(saved.expected, rel=0.05)


@pytest.mark.parametrize("allowed", [True, False])
def test_a_cold_segment_goes_down_only_where_allowed(allowed: bool) -> None:
    """LINES fits on the NVMe only where both indexes leave; they cost less there than it saves."""
    advice = advised(NEARLY_NOTHING, NVME, SLOWER, reads=COLD, demotion=allowed)
    found, over = advice.tiers, option(advice)
    assert found is not None
    if allowed:
        assert (over.used_bytes, found.moved_bytes) == (30 * GIB, 48 * GIB)
        assert over.moves == Moves(segments=3, left=1, bytes=48 * GIB)
        assert placed(found) == {"LINES": "NVME", "ORDERS_PK": "SATA", "LINES_IX": "SATA"}
        down = {one.name: one.saved_s_per_hour for one in found.moves if one.tier == "SATA"}
        # 18,000 and 36,000 reads an hour, each 4.55 ms longer and more as the disks answer.
        assert sum(down.values()) == pytest.approx(-(0.9 * 60_000) * 4.55e-3, rel=0.3)
        assert found.demotions == 2
        for name, reads in (("ORDERS_PK", 36_000), ("LINES_IX", 18_000)):
            assert down[f"SHOP.{name}"] <= -reads * 4.55e-3 * 0.999
    else:
        assert placed(found) == {}
        assert found.demotions == 0


def test_what_is_fast_goes_to_no_slower_tier_unless_asked() -> None:
    """Its tablespace is no tier, so nobody uses the room that it leaves; not even for its writes."""
    slower = AskedTier(name="SAS", size="100GiB", read_us=900)
    found = answer(NEARLY_NOTHING, slower, reads={SLOW: 600_000.0, FAST: 20_000.0})
    assert placed(found) == {"ORDERS": "SAS", "LINES": "SAS"}


@pytest.mark.parametrize("demotion", [False, True])
def test_what_saves_nothing_makes_room_only_where_asked(demotion: bool) -> None:
    """Nobody reads LINES_IX: with it gone from the NVMe LINES fits there."""
    workload = two_speeds(reads=COLD)
    idle = replace(a_segment("LINES_IX", 0.0, 0.0, "INDEX"), tablespace=FAST)
    workload = replace(workload, segments=(*(one for one in workload.segments if one.name != idle.name), idle))
    tiers = asked(replace(NVME, size="40GiB", written_a_day="100TB"), replace(SLOWER, size="9GiB"))
    given = a_request(NEARLY_NOTHING, headroom_pct=0.0, further_tiers=tiers, demotion=demotion)
    found = advise([workload], [sizes()], given).tiers
    assert found is not None
    assert placed(found) == ({"LINES": "NVME", "LINES_IX": "SATA"} if demotion else {})


def test_what_is_fast_stays_where_tablespaces_differ_too_little_to_count_apart() -> None:
    """A fiftieth of the reads: the average read of the database is slow, these are not."""
    slower = AskedTier(name="SAS", size="100GiB", read_us=900)
    workload = two_speeds(reads={SLOW: 600_000.0, FAST: 12_000.0}, writes=0.0)
    given = a_request(NEARLY_NOTHING, headroom_pct=0.0, further_tiers=asked(slower), draws=50)
    advice = advise([workload], [sizes()], given)
    assert not advice.storage_today.told_apart
    assert placed(advice.tiers) == {"ORDERS": "SAS", "LINES": "SAS"}


def test_a_move_that_is_told_as_0_is_not_made_and_needs_no_place() -> None:
    """Ten reads an hour: 0.2 s of DB time, and a tier of its own."""
    workload = two_speeds()
    rare = replace(a_segment("LINES", 10.0, 0.0, "TABLE"), tablespace=SLOW)
    workload = replace(workload, segments=(*(one for one in workload.segments if one.name != rare.name), rare))
    given = a_request(40 * GIB, headroom_pct=0.0, further_tiers=asked(AskedTier(name="SAS", size="60GiB", read_us=600)))
    advice = advise([workload], [sizes()], given)
    assert placed(advice.tiers) == {"ORDERS": "SSD"}
    assert [row.tier_reason for row in advice.segments if row.name == "LINES"] == [SAVES_NOTHING]


def test_down_is_where_reads_are_no_faster() -> None:
    """Somebody else needs its room, and it goes up: that is no demotion."""
    workload = two_speeds(reads=COLD)
    idle = replace(a_segment("LINES_IX", 0.0, 0.0, "INDEX"), tablespace=FAST)
    workload = replace(workload, segments=(*(one for one in workload.segments if one.name != idle.name), idle))
    tiers = asked(replace(NVME, size="40GiB", written_a_day="100TB"), AskedTier(name="FASTER", size="9GiB", read_us=50))
    given = a_request(NEARLY_NOTHING, headroom_pct=0.0, further_tiers=tiers, demotion=True)
    found = advise([workload], [sizes()], given).tiers
    assert found is not None
    assert (placed(found)["LINES_IX"], found.demotions) == ("FASTER", 0)


def test_what_lies_on_a_tier_and_has_no_size_is_not_none() -> None:
    given = a_request(40 * GIB, headroom_pct=0.0, further_tiers=asked(NVME), draws=20)
    found = advise([two_speeds()], [], given).tiers
    assert found is not None
    (nvme,) = [one for one in found.tiers if one.name == "NVME"]
    assert (nvme.segments, nvme.bytes, nvme.bytes_today, nvme.limits) == (2, None, None, ())


def test_a_tier_holds_what_lies_on_it() -> None:
    """18 GiB of indexes on one that is said to hold 17."""
    with pytest.raises(Infeasible) as refused:
        answer(NEARLY_NOTHING, replace(NVME, size="17GiB"), draws=20)
    assert refused.value.code == "tier-too-small"
    assert {"NVME", FAST} <= set(str(refused.value).replace(",", "").split())


def test_a_tablespace_that_no_input_names_is_told() -> None:
    found = answer(40 * GIB, replace(SAS, tablespaces=("SHOP_DTAA",)), draws=20)
    assert [note for note in found.notes if "SHOP_DTAA" in note]


def test_of_tiers_that_are_all_there_none_is_an_empty_ssd() -> None:
    given = a_request(40 * GIB, headroom_pct=0.0, first_tier=asked(NVME)[0], further_tiers=asked(DISKS), draws=20)
    told = advise([two_speeds()], [sizes()], given).tiers
    plain = answer(40 * GIB, replace(SAS, tablespaces=()), draws=20)
    assert told is not None
    assert [note for note in told.notes if tells(note, like("advisor/no-tier-new"))]
    assert not [note for note in plain.notes if tells(note, like("advisor/no-tier-new"))]


DISKS = AskedTier(name="DISKS", size="200GiB", read_us=22_000, tablespaces=(SLOW,))


def test_a_tablespace_that_several_databases_have_is_told() -> None:
    """Its name says all of them."""
    workload = two_speeds()
    homes = {"ORDERS": "P1", "LINES": "P2"}
    held = tuple(replace(one, pdb=homes.get(one.name)) for one in workload.segments)
    given = a_request(40 * GIB, headroom_pct=0.0, further_tiers=asked(replace(SAS, tablespaces=(SLOW,))), draws=20)
    found = advise([replace(workload, segments=held)], [], given).tiers
    assert found is not None
    assert [note for note in found.notes if tells(note, like("advisor/stands-all-count"))]


def test_a_tier_of_today_gets_no_more_of_what_nobody_said_it_takes() -> None:
    """The same with its size alone."""
    bare = AskedTier(name="NVME", size="32GiB", read_us=100, tablespaces=(FAST,))
    advice = advised(NEARLY_NOTHING, bare, SLOWER, reads=COLD, demotion=True)
    found, (stop,) = advice.tiers, option(advice).blocked_by
    assert found is not None
    assert placed(found) == {}
    assert any("NVME" in note and "requests a second" in note for note in found.notes)
    assert tells(stop.text, like("advisor/nobody-said-how", "NVME")), (
        "whoever reads why it is not here reads what to state"
    )


def test_a_tier_with_a_segment_of_unknown_size_gets_no_more_than_today() -> None:
    """Less evidence never fills a tier: the larger index may take all that is free."""
    larger = replace(NVME, size="64GiB", written_a_day="100TB")
    given = a_request(NEARLY_NOTHING, headroom_pct=0.0, further_tiers=asked(larger, SLOWER), demotion=True)
    whole = sizes()
    part = replace(whole, segments=tuple(row for row in whole.segments if row.name != "ORDERS_PK"))
    goes = [placed(advise([two_speeds(reads=COLD)], [one], given).tiers) for one in (whole, part)]
    assert goes == [{"ORDERS": "NVME"}, {}]


def test_where_nobody_knows_read_times_nothing_is_said_of_tiers_that_hold_all() -> None:
    """Not that nothing would be saved."""
    slow = AskedTier(name="DISKS", size="200GiB", read_us=22_000, tablespaces=(SLOW,))
    given = a_request(80 * GIB, headroom_pct=0.0, further_tiers=asked(replace(NVME, size="60GiB"), slow), draws=20)
    advice = advise([two_speeds(timed=False)], [sizes()], given)
    assert [stop.code for stop in option(advice).blocked_by] == ["not-timed"]
    assert advice.tiers is not None
    assert advice.tiers.gap is None
    assert {(one.saved_s_per_hour, one.frontier) for one in advice.tiers.tiers} == {(None, ())}
    assert {row.benefit_s_per_hour for row in advice.placed(TIERS)} == {None}


@pytest.mark.parametrize("other_bytes", [10 * GIB, None])
def test_what_else_lies_on_a_tier_of_today_takes_its_room(other_bytes: int | None) -> None:
    """10 GiB that no report names: 32 less 10 hold no LINES of 30, whatever leaves; of unknown size they may take all."""
    found = sizes()
    other = replace(found.segments[0], name="UNREAD", tablespace=FAST, size_bytes=other_bytes)
    given = a_request(NEARLY_NOTHING, headroom_pct=0.0, further_tiers=asked(NVME, SLOWER), demotion=True, draws=50)
    listed = replace(found, segments=(*found.segments, other))
    assert placed(advise([two_speeds(reads=COLD)], [listed], given).tiers) == {}


def test_what_lies_on_a_tier_stays_where_read_times_tell_nothing() -> None:
    given = a_request(NEARLY_NOTHING, headroom_pct=0.0, further_tiers=asked(NVME, SLOWER), demotion=True, draws=50)
    found = advise([two_speeds(reads=COLD, timed=False)], [sizes()], given).tiers
    assert found is not None
    assert placed(found) == {}
    assert any("stays" in note for note in found.notes)


def test_a_tier_of_no_use_changes_nothing() -> None:
    """One that holds nothing: the best segments of the SSD alone."""
    request = a_request(60 * GIB, headroom_pct=0.0)
    alone = advise([two_speeds()], [sizes()], request)
    beside = advise(
        [two_speeds()],
        [sizes()],
        replace(request, further_tiers=asked(AskedTier(name="SMALL", size="1MiB", read_us=100))),
    )
    off = tuple(
        replace(
            row,
            options=tuple(one for one in row.options if one != TIERS),
            **{one.name: one.default for one in fields(row) if one.name.startswith("tier") or one.name == "lies"},
        )
        for row in beside.segments
    )
    others = tuple(
        replace(one, state=same.state, state_text=same.state_text)
        for one, same in zip((one for one in beside.options if one.option != TIERS), alone.options, strict=True)
    )
    same = {name: getattr(alone, name) for name in ("verdict", "top_events")}
    assert replace(beside, tiers=None, segments=off, options=others, **same) == alone
    best, over = option(alone, BEST), option(beside)
    assert (over.response_ratio, over.used_bytes) == (best.response_ratio, best.used_bytes)
    assert beside.verdict.gain == alone.verdict.gain


@pytest.mark.parametrize(
    ("tiers", "code"),
    [
        ((AskedTier(name="A"),), "tier-incomplete"),
        ((AskedTier(name="A", size="1TB"),), "tier-incomplete"),
        ((AskedTier(name="A", device="generic-pcie", count=3, raid="raid1"),), "bad-device-count"),
        ((AskedTier(name="a", size="1TB", read_us=100), AskedTier(name="A", size="1TB", read_us=100)), "tier-twice"),
        (
            (
                AskedTier(name="A", size="1TB", read_us=100, tablespaces=("x",)),
                AskedTier(name="B", size="1TB", read_us=100, tablespaces=("X",)),
            ),
            "tier-twice",
        ),
    ],
)
def test_tiers_that_cannot_be_meant(tiers: tuple[AskedTier, ...], code: str) -> None:
    with pytest.raises(Refused) as refused:
        compose_tiers(tiers)
    assert refused.value.code == code


def test_raid_5_of_a_device() -> None:
    """Four devices of 700 GB: three of bytes; each small write costs two reads and two writes."""
    (one,) = asked(AskedTier(name="A", device="generic-pcie", count=4, raid="raid5"))
    (alone,) = asked(AskedTier(name="B", device="generic-pcie"))
    assert one.limits.usable_bytes == 3 * (alone.limits.usable_bytes or 0)
    assert one.tier.read_iops == 4 * alone.tier.read_iops
    assert one.tier.write_iops < 4 * alone.tier.write_iops / 2
    assert one.tier.write_us == pytest.approx(alone.tier.write_us + alone.tier.read_us)


@pytest.mark.parametrize(("flash", "reads"), [(0, None), (20 * GIB, None), (45 * GIB, COLD)])
def test_more_tiers_are_never_worse(flash: int, reads: dict[str, float] | None) -> None:
    """Each further tier, also a useless one, leaves at least what was there before it."""
    tiers = (
        AskedTier(name="SLOW", size="200GiB", read_us=50_000),
        AskedTier(name="SAS", size="30GiB", read_us=600),
        AskedTier(name="NVME", size="30GiB", read_us=90),
    )
    ratios = []
    for many in range(3):
        given = a_request(flash or NEARLY_NOTHING, headroom_pct=0.0, further_tiers=asked(*tiers[: many + 1]), draws=20)
        case = build_case([two_speeds(reads=reads)], [sizes()], given)
        found = place_on_tiers(case)
        assert found is not None
        ratios.append(forecast_change(case.over_tiers, found.change).response_ratio.expected)
    assert ratios[0] >= ratios[1] - 1e-6
    assert ratios[1] >= ratios[2] - 1e-6


def test_each_segment_says_which_tier_it_is_on() -> None:
    given = a_request(NEARLY_NOTHING, headroom_pct=0.0, further_tiers=asked(NVME, SLOWER), demotion=True)
    advice = advise([two_speeds(reads=COLD)], [sizes()], given)
    on = {row.name: (row.lies, row.tier, row.placed(TIERS).included) for row in advice.segments}
    assert on == {
        "LINES": ("/u01", "NVME", True),
        "ORDERS_PK": ("NVME", "SATA", True),
        "LINES_IX": ("NVME", "SATA", True),
        "ORDERS": ("/u01", None, False),
    }
    assert all(row.placed(TIERS).reason == row.tier_reason for row in advice.segments)


@pytest.mark.parametrize("demotion", [True, False])
def test_at_its_own_size_a_tier_saves_what_the_answer_says(demotion: bool) -> None:
    """And never less with more: each size is forecast in full."""
    larger = replace(NVME, size="60GiB")
    found = answer(9 * GIB, larger, SLOWER, reads={SLOW: 600_000.0, FAST: 600_000.0}, demotion=demotion, draws=100)
    saved = sum(one.saved_s_per_hour for one in found.moves)
    for one in found.tiers:
        told = {size.usable_bytes: size.saved_s_per_hour for size in one.frontier}
        assert told[one.usable_bytes] == pytest.approx(saved)
        assert list(told.values()) == sorted(told.values())


def test_a_segment_of_the_option_saves_what_it_saves_on_its_tier() -> None:
    """Not what it would save on one SSD: what moves adds up to the option, and stands by what it saves there."""
    advice = advised(10 * GIB, AskedTier(name="SAS", size="100GiB", read_us=600), draws=100)
    rows, saved = advice.placed(TIERS), option(advice).db_time_saved_s_per_hour
    assert saved is not None
    moved = [row for row in rows if row.included]
    for name in ("expected", "low", "high"):
        field = "benefit" if name == "expected" else f"benefit_{name}"
        together = sum(getattr(row, f"{field}_s_per_hour") for row in moved)
        assert together == pytest.approx(getattr(saved, name), rel=0.05 if name == "expected" else 0.3)
    assert [row.rank for row in rows] == [1, 2, 3, 4]
    assert [row.benefit_s_per_hour for row in rows] == sorted((row.benefit_s_per_hour for row in rows), reverse=True)
    assert advice.tiers is not None
    assert {one.name: one.saved_s_per_hour for one in advice.tiers.moves} == {
        f"{row.owner}.{row.name}": row.benefit_s_per_hour for row in moved
    }


def test_going_down_is_never_free() -> None:
    """Also between two tiers that are both faster than a millisecond."""
    sas = AskedTier(name="SAS", size="20GiB", read_us=900)
    found = answer(NEARLY_NOTHING, NVME, sas, reads=COLD, demotion=True)
    down = [one.saved_s_per_hour for one in found.moves if one.tier == "SAS"]
    assert down
    assert all(one < 0 for one in down)


def test_a_tier_of_today_holds_what_else_lies_there() -> None:
    """40 GiB more in its tablespace, of a segment that nobody reads: nothing arrives."""
    full = sizes()
    full = replace(
        full, segments=(*full.segments, replace(full.segments[0], name="ARCHIVE", tablespace=FAST, size_bytes=40 * GIB))
    )
    larger = replace(NVME, size="64GiB")
    given = a_request(NEARLY_NOTHING, headroom_pct=0.0, further_tiers=asked(larger, SLOWER), demotion=True)
    found = advise([two_speeds(reads=COLD)], [full], given).tiers
    assert found is not None
    assert placed(found) == {}
    assert [one.usable_bytes for one in found.tiers if one.name == "NVME"] == [24 * GIB]


@pytest.mark.parametrize("prefixes", [("/u01", "/u02"), ("/u01", "/u01")])
def test_what_may_come_from_a_cache_widens_the_range_as_for_one_ssd(prefixes: tuple[str, str]) -> None:
    """Beside a tier that nothing fits on, the SSD gets the forecast that it has alone."""
    pinned = Constraints(pinned=("*.ORDERS_PK", "*.LINES_IX"))
    tiny = asked(AskedTier(name="TINY", size="1GiB", read_us=50))
    given = a_request(70 * GIB, headroom_pct=0.0, further_tiers=tiny, constraints=pinned)
    advice = advise([two_speeds(prefixes=prefixes)], [sizes()], given)
    assert advice.tiers is not None
    assert placed(advice.tiers) == {"ORDERS": "SSD", "ORDERS_PK": "SSD", "LINES_IX": "SSD"}
    assert option(advice).response_ratio == option(advice, BEST).response_ratio


def test_what_nobody_reads_goes_down_at_no_cost_and_is_counted() -> None:
    """The page of the plan and the sentence above it name as many."""
    workload = two_speeds(reads=COLD)
    idle = replace(a_segment("LINES_IX", 0.0, 0.0, "INDEX"), tablespace=FAST)
    workload = replace(workload, segments=(*(one for one in workload.segments if one.name != idle.name), idle))
    given = a_request(NEARLY_NOTHING, headroom_pct=0.0, further_tiers=asked(NVME, SLOWER), demotion=True)
    advice = advise([workload], [sizes()], given)
    found = advice.tiers
    assert found is not None
    down = {one.name.rpartition(".")[2]: one.saved_s_per_hour for one in found.moves if one.lies is not None}
    assert down.keys() == {"ORDERS_PK", "LINES_IX"}
    assert (down["LINES_IX"], found.demotions) == (0.0, 2)
    (reason,) = [row.tier_reason for row in advice.segments if row.name == "LINES_IX"]
    assert "costs nothing" in reason


SAS = AskedTier(name="SAS", size="60GiB", read_us=600, place="+SAS")


def test_the_answer_is_of_the_tiers_that_were_asked_for() -> None:
    """The verdict, what it gains, its segments, the events it helps and its plan: an option as the others are."""
    advice = advised(40 * GIB, SAS)
    over, verdict, ratio = option(advice), advice.verdict, option(advice).response_ratio
    assert ratio is not None
    assert verdict.option == TIERS
    assert verdict.gain == Range(1 - ratio.high, 1 - ratio.expected, 1 - ratio.low)
    assert over.title in verdict.headline
    assert over.state == "advised"
    assert {segment.name for segment in verdict.segments} == set(placed(advice.tiers))
    assert over.moves == Moves(segments=2, left=2, bytes=over.used_bytes)
    assert TIERS in advice.top_events[0].helped_by
    assert sum(row.time_s for row in over.wait_events_after) < sum(row.time_s for row in advice.wait_events_today)


@pytest.mark.parametrize(("name", "tiers"), [(None, ["SSD", "SAS"]), (TIERS, ["SSD", "SAS"]), (BEST, [])])
def test_the_plan_is_of_the_tiers_unless_another_option_is_named(name: str | None, tiers: list[str]) -> None:
    workload, given = two_speeds(), a_request(45 * GIB, headroom_pct=0.0, further_tiers=asked(SAS))
    advice = advise([workload], [sizes()], given)
    plan = plan_option(advice, [workload], name, Destination(data_diskgroup="+FLASH"), True, [sizes()])
    assert [one.tier for one in plan.parts] == tiers
    assert plan.option == (name or TIERS)
    assert (plan.request.verdict_text == advice.verdict.text) == (plan.option == advice.verdict.option)


def test_the_page_of_a_plan_tells_what_the_answer_does() -> None:
    """A tablespace that no input names would pass for an empty tier, in the table of room as well."""
    workload, given = two_speeds(), a_request(45 * GIB, headroom_pct=0.0, further_tiers=asked(WRONG), draws=20)
    advice = advise([workload], [sizes()], given)
    plan = plan_option(advice, [workload], TIERS, Destination(data_diskgroup="FLASH"), True, [sizes()])
    page = next(file.text for file in plan.files if file.path == "plan.md")
    assert "SHOP\\_DTAA" in page


WRONG = replace(SAS, tablespaces=("SHOP_DTAA",))


def test_tiers_that_hold_what_counts_speak_where_the_one_ssd_is_too_small() -> None:
    """Nothing of use fits on the SSD; the answer is not that."""
    advice = advised(NEARLY_NOTHING, AskedTier(name="SAS", size="100GiB", read_us=600))
    assert not option(advice, BEST).feasible
    assert (advice.verdict.option, advice.verdict.state) == (TIERS, "move")


def test_where_nobody_asks_there_is_no_such_option() -> None:
    advice = advised(40 * GIB)
    assert TIERS not in {one.option for one in advice.options}
    assert not any(TIERS in one.helped_by for one in advice.top_events)
    with pytest.raises(NotFound) as refused:
        option(advice)
    assert refused.value.code == "unknown-option"
    assert refused.value.advice


def test_where_no_size_is_known_the_option_needs_sizes() -> None:
    given = a_request(40 * GIB, headroom_pct=0.0, further_tiers=asked(SAS), draws=20)
    found = option(advise([two_speeds()], [], given))
    assert [stop.needs for stop in found.blocked_by] == ["sizes"]
    assert found.state == "needs"
    tiers = advise([two_speeds()], [], given).tiers
    assert tiers is not None
    assert {(one.saved_s_per_hour, one.frontier) for one in tiers.tiers} == {(None, ())}
    assert tiers.gap is None


FAST_HERE = like("advisor/ssd-cache-already", ..., "a tier")
"""Nobody measured the tiers, and 0.45 ms may be a cache's."""


@pytest.mark.parametrize(
    ("name", "flash", "tier", "changes", "why"),
    [
        ("ORDERS", 80 * GIB, SAS, {"constraints": Constraints(excluded=("*.ORDERS",))}, AS_ASKED),
        ("ORDERS_PK", 80 * GIB, NVME, {"timed": False}, NOT_TIMED),
        ("LINES", 80 * GIB, SAS, {"idle": True}, SAVES_NOTHING),
        ("LINES_IX", 80 * GIB, SAS, {}, FAST_HERE),
        ("ORDERS", NEARLY_NOTHING, replace(SAS, size="35GiB"), {}, TOO_LARGE),
        ("LINES", 40 * GIB, replace(SAS, size="1GiB"), {}, NO_ROOM),
    ],
)
def test_what_stays_says_why(name: str, flash: int, tier: AskedTier, changes: dict[str, Any], why: str) -> None:
    workload = two_speeds(timed=changes.get("timed", True))
    if changes.get("idle"):
        idle = replace(a_segment("LINES", 0.0, 0.0, "TABLE"), tablespace=SLOW)
        workload = replace(workload, segments=(*(one for one in workload.segments if one.name != idle.name), idle))
    held = changes.get("constraints", Constraints())
    given = a_request(flash, headroom_pct=0.0, further_tiers=asked(tier), draws=20, constraints=held)
    (row,) = [row.placed(TIERS) for row in advise([workload], [sizes()], given).segments if row.name == name]
    assert not row.included
    assert row.reason == why or tells(row.reason, why)


def test_tiers_cost_what_all_of_them_cost_as_far_as_somebody_said_it() -> None:
    """A tier of today is there already."""
    today = replace(NVME, price=None)
    found = [
        option(advised(40 * GIB, *tiers, draws=20, price=1000.0)).cost
        for tiers in ((replace(SAS, price=500.0), today), (SAS, today))
    ]
    assert found == [1500.0, None]


def test_a_tier_that_gets_nothing_costs_nothing() -> None:
    """All of it fits on the faster one."""
    slower = replace(SAS, price=500.0)
    assert option(advised(100 * GIB, slower, draws=20, price=1000.0)).cost == 1000.0


CARD = AskedTier(name="CARD", device="generic-pcie", size="50GiB", place="+CARD")
ARRAY = AskedTier(name="ARRAY", size="50GiB", read_us=500, shared=True, place="+ARRAY")
SEEN = {"ORDERS": "CARD", "LINES": "ARRAY"}


@pytest.mark.parametrize(
    ("card", "array", "rac", "goes"),
    [
        (CARD, ARRAY, False, SEEN),
        (CARD, ARRAY, None, SEEN),
        (CARD, ARRAY, True, {"ORDERS": "ARRAY"}),
        (replace(CARD, shared=True), ARRAY, True, SEEN),
        (replace(CARD, device="generic-san"), ARRAY, True, {"ORDERS": "ARRAY", "LINES": "CARD"}),
        (CARD, replace(ARRAY, shared=None), True, {}),
        (replace(CARD, tablespaces=("OLD",), written_a_day="100TB"), ARRAY, True, SEEN),
    ],
    ids=["one node", "nobody knows", "a card", "a card all see", "an array", "nobody said", "what is there all see"],
)
def test_on_a_cluster_a_tier_takes_only_what_every_node_sees(
    card: AskedTier, array: AskedTier, rac: bool | None, goes: dict[str, str]
) -> None:
    """And the plan is that of the tiers that take something, whichever of them stands for the SSD."""
    workload = two_speeds()
    workload = replace(workload, database=replace(workload.database, rac=rac))
    question = Question(tiers=(card, array), headroom_pct=0.0)
    advice = advise([workload], [sizes()], replace(compose_request(question), draws=50))
    assert advice.tiers is not None
    assert placed(advice.tiers) == goes
    told = {note.split()[0] for note in advice.tiers.notes if tells(note, like("advisor/gets-nothing-other"))}
    assert told == {"CARD", "ARRAY"} - set(goes.values())
    if goes:
        plan = plan_option(advice, [workload], TIERS, Destination(), override=False)
        assert {part.tier for part in plan.parts} == set(goes.values())


def test_a_pin_names_what_every_node_sees() -> None:
    """Nothing is held on a tier that it cannot be on."""
    workload = two_speeds()
    workload = replace(workload, database=replace(workload.database, rac=True))
    asks = Question(tiers=(CARD, ARRAY), headroom_pct=0.0, pinned=("*.LINES",))
    found = advise([workload], [sizes()], replace(compose_request(asks), draws=50)).tiers
    assert found is not None
    assert placed(found) == {"ORDERS": "ARRAY"}


def test_engineered_storage_places_data_itself() -> None:
    workload = two_speeds()
    workload = replace(workload, database=replace(workload.database, rac=True, engineered="exadata"))
    found = advise([workload], [sizes()], replace(compose_request(Question(tiers=(CARD, ARRAY))), draws=50)).tiers
    assert found is not None
    assert placed(found) == {}
    assert [note for note in found.notes if "Exadata" in note]


NEAR = {SLOW: 16.0, FAST: 12.0}
"""Of one class."""


@pytest.mark.parametrize("other", [True, False])
def test_a_segment_is_judged_by_its_own_tablespace_and_not_by_its_class(other: bool) -> None:
    """16 and 12 ms, "14 ms" on average; `other`: a third tablespace tells them apart from it."""
    workload = two_speeds(NEAR, prefixes=("/u01", "/u01"), writes=0.0)
    if other:
        workload = with_a_third(workload)
    tier = AskedTier(name="SAS", size="200GiB", read_us=13_000)
    given = a_request(NEARLY_NOTHING, headroom_pct=0.0, further_tiers=asked(tier), draws=100)
    advice = advise([workload], [sizes()], given)
    assert advice.storage_today.told_apart == other
    saved = {one.name.rpartition(".")[2]: one.saved_s_per_hour for one in advice.tiers.moves}
    assert set(saved) == {"ORDERS", "LINES"}
    # 540,000 reads, 3 ms each, and disks that answer sooner.
    assert sum(saved.values()) > 540_000 * 3e-3


def with_a_third(workload: Workload) -> Workload:
    """300,000 reads an hour at 0.45 ms from a place of their own."""
    space = TablespaceIo("LEDGER", read_requests=300_000.0, avg_read_us=450.0, blocks_per_read=1.0)
    file = FileIo("LEDGER", "/u09/ledger.dbf", read_requests=300_000.0)
    (wait,) = workload.wait_events
    seconds, reads = (wait.time_s or 0.0) + 300_000 * 0.45e-3, 1_500_000
    wait = a_wait(wait.event, seconds, seconds / reads * 1e3)
    spaces, files = (*workload.tablespace_io, space), (*workload.file_io, file)
    return a_workload((wait,), segments=workload.segments, tablespace_io=spaces, file_io=files)
