"""Growth of a database: what was put in is found, what is missing stays unknown, and the SSD lasts as long as it says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, date, timedelta

import numpy as np
import pytest

from segtier.advisor import advise
from segtier.advisor.case import build_case
from segtier.advisor.drift.base import Base
from segtier.advisor.growth.answer import growth_of
from segtier.advisor.growth.limits import bytes_limit, requests_limit
from segtier.advisor.growth.loads import Interval, weekly_load
from segtier.advisor.growth.told import with_rest
from segtier.analysis.dated_sizes import DatedSize, line_of_sizes
from segtier.analysis.profile import build_profile
from segtier.model.drift import AppliedPlans
from segtier.model.growth import Growth, GrowthOf, Trend
from segtier.model.inventory import FoldedSegments, Inventory
from segtier.model.workload import IoFunction, Workload
from segtier.units import GIB
from tests.builders import a_profile, a_request
from tests.over_time import MONDAY, Factor, Kept, hours, sizes
from tests.sentences import like, tells

WEEK = timedelta(days=7)
ON = Base("set", ("SHOP.ORDERS",))
LOADS: tuple[GrowthOf, ...] = ("db-time", "reads", "redo")
EACH_WEEK = range(0, 70, 7)


def grown(per_week: float) -> Factor:
    return lambda day: 1 + per_week * day / 7


def reports(per_week: float = 0.0, days: Sequence[int] = EACH_WEEK, seed: int = 0) -> list[Workload]:
    segments = [Kept("ORDERS", 10, 900_000, grown(per_week)), Kept("ITEMS", 10, 700_000, grown(per_week))]
    counted = (
        IoFunction("Direct Reads", read_requests_per_s=0.0),
        IoFunction("Buffer Cache Reads", read_requests_per_s=None),
    )
    return [replace(one, io_functions=counted) for one in hours(segments, frozenset(), days, (10, 15), 0.05, seed)]


def lists(per_week: float = 2.0, weeks: Sequence[int] = range(10), seed: int = 0) -> list[Inventory]:
    """ORDERS grows from 100 GiB; ITEMS stays at 50."""
    steps = np.random.default_rng([48, seed]).normal(per_week, 0.5, max(weeks) + 1)
    return [
        replace(
            sizes([Kept("ORDERS", 100 + float(steps[:week].sum()), 1), Kept("ITEMS", 50, 1)]),
            taken_at=MONDAY + week * WEEK + timedelta(hours=2),
        )
        for week in weeks
    ]


def growth(given: Sequence[Workload], inventories: Sequence[Inventory], base: Base = ON, gib: int = 200) -> Growth:
    return growth_of(build_case(given, inventories, a_request(gib * GIB)), base)


def trends(found: Growth) -> dict[GrowthOf, Trend]:
    return {one.of: one for one in found.trends}


def test_what_was_put_in_is_found() -> None:
    found = growth(reports(0.05), lists())
    assert {of: one.state for of, one in trends(found).items()} == {
        "db-time": "grows",
        "reads": "grows",
        "redo": "no-trend",
        "all-segments": "grows",
        "ssd-segments": "grows",
    }
    reads, whole = trends(found)["reads"], trends(found)["all-segments"]
    assert reads.per_week
    assert reads.per_week.low < 0.05 * 1_600_000 < reads.per_week.high
    assert (reads.weeks, reads.like_hours, reads.unit, reads.last) == (10, 2, "requests/h", date(2026, 5, 4))
    assert whole.per_week
    assert whole.per_week.low < 2 * GIB < whole.per_week.high
    full, requests = found.limits
    assert full.state in ("between", "from")
    assert full.earliest
    assert requests.state == "not-within"
    assert tells(requests.text, like("advisor/limits-cpu-throughput"))
    assert found.keep_free
    assert found.keep_free.weeks == 36
    assert found.keep_free.pct.low > 10


@pytest.mark.parametrize(
    ("days", "state"), [((0,), "too-short"), ((0, 7), "too-short"), (range(7), "too-short"), ((0, 8, 16), "too-short")]
)
def test_a_week_is_not_a_trend(days: Sequence[int], state: str) -> None:
    """Nor are three weeks that have no hour of the week in common."""
    found = trends(growth(reports(0.5, days), lists(20.0, range(2))))
    assert {one.state for one in found.values()} == {state}
    assert all(one.per_week is None and one.now is None for one in found.values())


def without(lists_: list[Inventory], **changed: object) -> list[Inventory]:
    return [replace(one, **changed) for one in lists_]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "given",
    [
        [],
        without(lists(), taken_at=None),
        without(lists(), complete=None),
        [replace(one, segments=tuple(replace(row, size_bytes=None) for row in one.segments)) for one in lists()],
    ],
    ids=["no lists", "no dates", "perhaps not all", "no sizes"],
)
def test_missing_sizes_are_unknown(given: list[Inventory]) -> None:
    found = growth(reports(0.05), given)
    assert {trends(found)[of].state for of in ("all-segments", "ssd-segments")} == {"unknown"}
    assert found.limits[0].state == "unknown"
    assert found.keep_free is None


def test_a_segment_without_a_size_leaves_its_sum_open() -> None:
    given = [
        replace(
            one, segments=tuple(replace(row, size_bytes=None) if row.name == "ITEMS" else row for row in one.segments)
        )
        for one in lists()
    ]
    found = trends(growth(reports(), given))
    assert (found["all-segments"].state, found["ssd-segments"].state) == ("unknown", "grows")


def test_a_segment_that_may_be_in_a_sum_leaves_the_ssd_open() -> None:
    folded = (FoldedSegments(3, GIB),)
    base = Base("plan", ("SHOP.ORDERS", "SHOP.SMALL"), AppliedPlans(("pln_1",), None, ()))
    assert trends(growth(reports(), lists(), base))["ssd-segments"].state == "grows"
    assert trends(growth(reports(), without(lists(), folded=folded), base))["ssd-segments"].state == "unknown"


def test_lists_of_other_containers_are_no_history() -> None:
    given = lists()
    earlier = [
        replace(one, segments=tuple(replace(row, pdb="OTHER") for row in one.segments)) if at < 8 else one
        for at, one in enumerate(given)
    ]
    found = trends(growth(reports(), earlier))["all-segments"]
    assert (found.state, found.weeks) == ("too-short", 2)


@pytest.mark.parametrize("lost", ["instance_statistics", "wait_events"])
def test_what_hours_do_not_count_is_no_load(lost: str) -> None:
    """Half of the weeks lose a list: they count for nothing, not as weeks without load."""
    given = [replace(one, **{lost: ()}) if at >= 10 else one for at, one in enumerate(reports())]  # type: ignore[arg-type]
    found = trends(growth(given, []))
    assert all(found[of].state in ("no-trend", "unknown") for of in LOADS)


def test_db_time_counts_after_the_mark_only() -> None:
    """The move changed it; requests it did not."""
    marked = (MONDAY + timedelta(days=50)).replace(tzinfo=UTC)
    found = trends(growth(reports(0.05), [], Base("plan", ("SHOP.ORDERS",), AppliedPlans(("pln_1",), marked, ()))))
    assert (found["db-time"].weeks, found["reads"].weeks) == (2, 10)
    assert (found["db-time"].state, found["reads"].state) == ("too-short", "grows")


PROFILE = a_profile()


def intervals(per_week: float, seed: int, weeks: int = 9) -> list[Interval]:
    chance = np.random.default_rng([49, seed])
    return [
        Interval(
            MONDAY + timedelta(days=7 * week, hours=hour),
            replace(PROFILE, db_time_per_s=(5 + hour) * (1 + per_week * week) * float(np.exp(chance.normal(0, 0.05)))),
        )
        for week in range(weeks)
        for hour in (9, 14, 20)
    ]


def db_time(given: Sequence[Interval]) -> tuple[float, float]:
    line = weekly_load(given, lambda profile: profile.db_time_per_s).line
    return (line.low, line.high) if line else (-np.inf, np.inf)


def test_a_load_is_found_in_its_range() -> None:
    mean = 5 + np.mean((9, 14, 20))
    found = [db_time(intervals(0.04, seed, 8)) for seed in range(100)]
    assert sum(low <= 0.04 * mean <= high for low, high in found) >= 90
    assert sum(low > 0 for low, _ in found) >= 80
    still = [db_time(intervals(0.0, seed, 8)) for seed in range(100)]
    assert sum(low > 0 or high < 0 for low, high in still) <= 5


def test_fewer_intervals_never_turn_a_trend() -> None:
    turned = 0
    for seed in range(50):
        chance = np.random.default_rng([50, seed])
        given = intervals(float(chance.choice([-0.03, 0.0, 0.03])), seed)
        low, high = db_time(given)
        for part in (0.8, 0.5, 0.3):
            less = db_time([one for one in given if chance.random() < part])
            turned += (low > 0 and less[1] < 0) or (high < 0 and less[0] > 0)
    assert turned == 0


def test_weeks_later_and_other_units_change_nothing() -> None:
    given = intervals(0.02, 1)
    later = [replace(one, middle=one.middle + 5 * WEEK) for one in given]
    larger = [replace(one, profile=replace(one.profile, db_time_per_s=one.profile.db_time_per_s * 60)) for one in given]
    assert db_time(later) == pytest.approx(db_time(given))
    assert db_time(larger) == pytest.approx(tuple(60 * end for end in db_time(given)))


def test_the_mix_of_hours_is_no_trend() -> None:
    """Later weeks report the busy hours only."""
    given = [one for one in intervals(0.0, 1) if one.middle < MONDAY + 4 * WEEK or one.middle.hour == 20]
    low, high = db_time(given)
    assert low <= 0 <= high


def test_one_hot_hour_is_no_trend() -> None:
    given = [
        replace(one, profile=replace(one.profile, db_time_per_s=14 * 1.1 ** (at / 3))) if one.middle.hour == 9 else one
        for at, one in enumerate(intervals(0.0, 2))
    ]
    low, high = db_time(given)
    assert low <= 0 <= high


def test_a_whole_day_is_not_like_its_busy_hour() -> None:
    day = replace(build_profile(reports()[0]), elapsed_s=86_400.0)
    given = [replace(one, profile=day) if at >= 12 else one for at, one in enumerate(intervals(0.0, 3))]
    assert {length for _, _, length in weekly_load(given, lambda profile: profile.db_time_per_s).like} == {24}


def dated(seed: int, weeks: int = 10, more: int = 400) -> tuple[list[DatedSize], list[float]]:
    steps = np.random.default_rng([51, seed]).normal(2.0, 1.0, weeks + more)
    whole = 100 + np.cumsum(steps)
    return [DatedSize(MONDAY + at * WEEK, round(whole[at] * GIB)) for at in range(weeks)], whole.tolist()


def test_the_ssd_is_full_when_it_says() -> None:
    held = 0
    for seed in range(100):
        known, whole = dated(seed)
        limit = 150.0
        found = bytes_limit(round(limit * GIB), known, line_of_sizes(known))
        full = (MONDAY + next(at for at, size in enumerate(whole) if size >= limit) * WEEK).date()
        earliest = found.earliest is None or found.earliest <= full
        latest = found.latest is None or full - WEEK <= found.latest
        by = found.state != "not-within" or (found.followed_to is not None and full > found.followed_to)
        held += earliest and latest and by
    assert held >= 90


@pytest.mark.parametrize(
    ("gib", "state"), [(100, "reached"), (140, "between"), (100_000, "not-within")], ids=["full", "soon", "never"]
)
def test_each_end_of_the_ssd(gib: int, state: str) -> None:
    found = growth(reports(), lists(), gib=gib).limits[0]
    assert found.state == state
    assert (found.earliest is not None) == (state == "between") == (found.latest is not None)


@pytest.mark.parametrize(("gib", "says"), [(140, True), (100_000, True), (100, False)], ids=["a date", "none", "full"])
def test_a_date_says_what_it_leaves_out(gib: int, says: bool) -> None:
    found = growth(reports(), lists(), gib=gib).limits[0]
    assert tells(found.text, like("advisor/segments-came-since")) == says
    bare = replace(found, text="")
    assert with_rest(bare, named=False) == bare, "all of a tablespace counts, whenever it came"


def test_a_larger_ssd_is_full_later() -> None:
    found = [growth(reports(), lists(), gib=gib).limits[0].earliest for gib in (130, 140, 150)]
    assert found == sorted(found, key=lambda day: day or date.max)
    assert len(set(found)) == 3


@pytest.mark.parametrize(
    ("read_iops", "state"), [(1e12, "unknown"), (1e6, "not-within"), (800.0, "from"), (100.0, "from")]
)
def test_requests_have_an_earliest_day(read_iops: float, state: str) -> None:
    some = a_request(GIB).tier
    load = weekly_load(intervals(0.05, 1), lambda profile: profile.db_time_per_s * 20 / read_iops)
    found = requests_limit(replace(some, read_iops=read_iops), load)
    assert found.state == state
    assert found.latest is None
    assert (found.earliest is not None) == (state == "from")


@pytest.mark.parametrize("make", [lambda: reports(0.0), lambda: reports(0.05)])
def test_the_answer_of_drift_has_it(make: Callable[[], list[Workload]]) -> None:
    from segtier.advisor.drift.answer import drift_of

    case = build_case(make(), lists(), a_request(200 * GIB))
    assert drift_of(case, ON).growth == growth_of(case, ON)


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (lists(), "advisor/database-grew-week"),
        (lists(0.0), "advisor/database-not-grown"),
        (lists(2.0, range(2)), "advisor/nobody-measured-how"),
        (without(lists(), taken_at=None), "advisor/nobody-measured-how"),
    ],
    ids=["grows", "does not", "too short", "no dates"],
)
def test_what_is_kept_free_is_said_beside_the_trend(given: list[Inventory], code: str) -> None:
    advice = advise(reports(), given, a_request(200 * GIB))
    kept = {row.source for option in advice.options for row in option.assumptions if row.name == "headroom"}
    assert kept
    assert all(tells(source, like(code)) for source in kept)
