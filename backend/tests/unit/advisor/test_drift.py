"""Drift against an applied plan: what was put in is found, noise is not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, timedelta
from typing import Any

import numpy as np
import pytest

from segtier.advisor.case import build_case
from segtier.advisor.drift.answer import drift_of
from segtier.advisor.drift.base import Base, base_of
from segtier.errors import Refused
from segtier.model.drift import AppliedPlans, Drift
from segtier.model.workload import Source, Workload
from segtier.placement.drift import swap_of
from segtier.units import GIB
from tests.builders import a_request, a_segment, a_workload
from tests.over_time import (
    DISK_MS,
    MONDAY,
    SSD_MS,
    Factor,
    Kept,
    cools,
    heats,
    hours,
    month_end,
    sizes,
    steady,
    weekend,
)

ON = ("ORDERS", "ITEMS", "STOCK")
PLAN = tuple(f"SHOP.{name}" for name in ON)
WORKDAYS = [day for day in range(42) if day % 7 < 5]
MONDAYS = range(0, 42, 7)


def database(**factors: Factor) -> list[Kept]:
    rows = (
        ("ORDERS", 900_000),
        ("ITEMS", 700_000),
        ("STOCK", 300_000),
        ("AUDIT", 150_000),
        ("LEDGER", 120_000),
        ("ARCHIVE", 30_000),
    )
    return [Kept(name, 10, reads, factors.get(name, steady)) for name, reads in rows]


def drift(
    segments: list[Kept],
    days: Sequence[int] = MONDAYS,
    plan: tuple[str, ...] | None = PLAN,
    seed: int = 0,
    holiday: int | None = None,
    gib: int = 30,
) -> Drift:
    factor = {holiday: 0.05} if holiday is not None else {}
    reports = list(hours(segments, frozenset(ON), days, seed=seed, day_factor=factor))
    case = build_case(reports, [sizes(segments)], a_request(gib * GIB, draws=40, headroom_pct=0.0))
    return drift_of(case, Base("storage") if plan is None else Base("set", plan))


def swapped(found: Drift) -> tuple[list[str], list[str]]:
    return [one.name for one in found.take_off], [one.name for one in found.bring]


def test_what_cooled_makes_room_for_what_heated() -> None:
    found = drift(database(STOCK=cools(14, 0.05), AUDIT=heats(14, 4.0)))
    assert (found.state, swapped(found)) == ("swap", (["SHOP.STOCK"], ["SHOP.AUDIT"]))
    assert found.saves_s_per_hour is not None
    gained = (150_000 * 4 - 300_000 * 0.05) * (DISK_MS - SSD_MS) / 1_000
    assert found.saves_s_per_hour.low < gained < found.saves_s_per_hour.high * 1.1
    assert found.saves_s_per_hour.low > gained / 2
    assert (found.weeks, found.like_hours, found.on_flash, found.moved_bytes) == (6, 1, 3, 20 * GIB)
    assert found.seen_in >= found.weeks - 1
    assert found.costs_s is not None
    assert found.pays_after_hours == pytest.approx(found.costs_s / found.saves_s_per_hour.low)


@pytest.mark.parametrize(
    ("days", "weeks"), [(range(5), 1), ((0, 7), 2), (range(0, 35, 7), 5)], ids=["one week", "two", "five"]
)
def test_a_week_is_not_a_trend(days: Sequence[int], weeks: int) -> None:
    found = drift(database(STOCK=lambda _: 0.05, AUDIT=lambda _: 4.0), days)
    assert (found.state, found.weeks) == ("swap" if weeks >= 3 else "too-short", weeks)
    assert bool(found.take_off) == (weeks >= 3)


@pytest.mark.parametrize(
    "segments",
    [
        database(AUDIT=lambda day: 20.0 if day == 21 else 1.0),
        database(LEDGER=month_end(30.0)),
        database(AUDIT=weekend(20.0)),
        database(STOCK=lambda _: 0.4, AUDIT=lambda _: 0.85),
    ],
    ids=["one hot day", "month end", "weekends", "less than a plan is changed for"],
)
def test_what_does_not_last_moves_nothing(segments: list[Kept]) -> None:
    assert drift(segments, WORKDAYS).state == "stays"


def test_a_holiday_is_no_drift_and_hides_none() -> None:
    assert drift(database(), holiday=21).state == "stays"
    found = drift(database(STOCK=cools(7, 0.05), AUDIT=heats(7, 4.0)), range(0, 49, 7), holiday=21)
    assert swapped(found) == (["SHOP.STOCK"], ["SHOP.AUDIT"])


def test_without_a_plan_nothing_is_judged() -> None:
    assert drift(database(), plan=None).state == "nothing-applied"


@pytest.mark.parametrize(
    ("after_days", "state", "weeks"),
    [(-1, "swap", 6), (15, "too-short", 2), (8, "swap", 3)],
    ids=["before all hours", "two weeks ago", "three weeks ago"],
)
def test_an_applied_plan_is_judged_by_hours_after_it(after_days: int, state: str, weeks: int) -> None:
    """Before the moves the same reads came from disk: those hours say nothing of what a read from disk takes now."""
    segments = database(STOCK=lambda _: 0.05, AUDIT=lambda _: 4.0)
    reports = list(hours(segments, frozenset(ON), range(0, 42, 7) if after_days < 0 else range(0, 35, 7)))
    case = build_case(reports, [sizes(segments)], a_request(30 * GIB, draws=40, headroom_pct=0.0))
    plans = AppliedPlans(("pln_1",), (MONDAY + timedelta(days=after_days)).replace(tzinfo=UTC), PLAN)
    found = drift_of(case, base_of(case.request, plans))
    assert (found.state, found.weeks, found.base.kind, found.base.plans) == (state, weeks, "plan", ("pln_1",))


def test_a_plan_may_outlive_a_segment() -> None:
    """Nobody typed its name: it counts as on SSD, and stays."""
    reports = list(hours(segments := database(), frozenset(ON), MONDAYS))
    case = build_case(reports, [sizes(segments)], a_request(40 * GIB, draws=40, headroom_pct=0.0))
    plans = AppliedPlans(("pln_1",), MONDAY.replace(tzinfo=UTC) - timedelta(days=1), (*PLAN, "SHOP.DROPPED"))
    found = drift_of(case, base_of(case.request, plans))
    assert (found.state, found.on_flash, found.unsized) == ("stays", 4, 1)


def test_a_set_that_is_asked_with_goes_before_a_plan() -> None:
    plans = AppliedPlans(("pln_1",), MONDAY.replace(tzinfo=UTC), PLAN)
    assert base_of(a_request(GIB, sets=("now=SHOP.AUDIT",)), plans) == Base("set", ("SHOP.AUDIT",))
    assert base_of(a_request(GIB)) == Base("storage")


def test_a_name_that_nobody_has_is_refused() -> None:
    with pytest.raises(Refused):
        drift(database(), plan=("SHOP.NOBODY",))


def test_all_on_ssd_gains_nothing() -> None:
    segments = [one for one in database() if one.name in ON]
    assert drift(segments).state == "no-gain"


def test_a_segment_no_list_names_is_not_idle() -> None:
    """It may have read as much as the last one that is named."""
    segments = database()
    reports = list(hours(segments, frozenset(ON), MONDAYS))
    cut = [replace(one, segments=tuple(row for row in one.segments if row.name != "STOCK")) for one in reports]
    request = a_request(30 * GIB, draws=40, headroom_pct=0.0, sets=(f"yesterday={','.join(PLAN)}",))
    case = build_case(cut, [sizes(segments)], request)
    found = drift_of(case, Base("set", PLAN))
    assert found.on_flash == 3
    # ARCHIVE is the last: STOCK has read less, AUDIT five times that.
    assert swapped(found) == (["SHOP.STOCK"], ["SHOP.AUDIT"])
    assert found.take_off[0].reads_per_hour.low == 0


@pytest.mark.parametrize(
    "lost",
    [{"wait_events": ()}, {"segments": ()}, {"instance_statistics": (), "wait_events": (), "load_profile": ()}],
    ids=["no read times", "no lists", "no counters either"],
)
@pytest.mark.parametrize("weeks", [range(1, 6), range(4)], ids=["the last five", "the first four"])
def test_what_hours_do_not_tell_is_no_answer(lost: dict[str, Any], weeks: range) -> None:
    """They count for nothing: not as hours without reads, nor as hours in which reads take no time."""
    segments = database(STOCK=cools(14, 0.05), AUDIT=heats(14, 4.0))
    reports = list(hours(segments, frozenset(ON), MONDAYS))
    less = [replace(one, **lost) if at in weeks else one for at, one in enumerate(reports)]
    found = drift_of(
        build_case(less, [sizes(segments)], a_request(30 * GIB, draws=40, headroom_pct=0.0)), Base("set", PLAN)
    )
    assert (found.state, found.weeks) == ("too-short", 6 - len(weeks))


def noise(seed: int, units: int = 200, weeks: int = 6) -> bool:
    """Whether a swap is found where there is none: all read as ever, the plan is the best for that."""
    chance = np.random.default_rng([41, seed])
    base = np.exp(chance.normal(0, 1.5, units)) * 10_000
    size = np.ceil(np.exp(chance.normal(0, 1.0, units)) * 2**30).astype(np.int64)
    order = np.argsort(-base / size)
    inside = np.zeros(units, bool)
    inside[order[np.cumsum(size[order]) <= size.sum() * 0.2]] = True
    figures = base[:, np.newaxis] * np.exp(chance.normal(0, 0.3, (units, weeks)))
    return swap_of(figures, figures, size, inside, int(size[inside].sum())) is not None


def test_noise_moves_nothing() -> None:
    assert sum(noise(seed) for seed in range(100)) <= 5


@pytest.mark.parametrize("seed", range(3))
def test_a_database_as_ever_keeps_its_plan(seed: int) -> None:
    assert drift(database(), seed=seed).state == "stays"


@pytest.mark.parametrize(
    ("listed", "since_start", "factors", "state"),
    [
        (4, {}, {"STOCK": cools(14, 0.05), "AUDIT": heats(14, 4.0)}, "swap"),
        (3, {"LEDGER": 20}, {"STOCK": cools(14, 0.05), "AUDIT": heats(14, 4.0)}, "stays"),
        (2, {"LEDGER": 20, "STOCK": 0.01}, {}, "stays"),
        (3, {"ITEMS": 0.01, "STOCK": 0.01, "LEDGER": 20}, {"STOCK": lambda _: 0.4}, "stays"),
    ],
    ids=["listed", "what heats is not listed", "nothing drifts", "nothing drifts, one reads little"],
)
def test_counters_of_another_time_show_no_drift(
    listed: int, since_start: dict[str, float], factors: dict[str, Factor], state: str
) -> None:
    """Each hour lists its busiest; what segments read since start-up is in every hour alike, and says nothing of one."""
    segments = database(**factors)
    told = [
        replace(one, segments=tuple(sorted(one.segments, key=lambda row: -(row.physical_read_requests or 0)))[:listed])
        for one in hours(segments, frozenset(ON), MONDAYS)
    ]
    counters = a_workload(
        (),
        segments=tuple(a_segment(one.name, one.reads * 500 * since_start.get(one.name, 1)) for one in segments),
        segment_basis={"kind": "cumulative", "from": None, "to": None},
        source=Source(kind="segment-counters", file="counters.csv", sha256="c" * 64),
    )

    def found(*more: Workload) -> Drift:
        case = build_case([*told, *more], [sizes(segments)], a_request(30 * GIB, draws=40, headroom_pct=0.0))
        return drift_of(case, Base("set", PLAN))

    assert (found(counters).state, swapped(found(counters))) == (found().state, swapped(found()))
    assert found().state == state
