"""What months of history keep: which intervals are thinned, and that no answer over time changes by it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields
from datetime import date, datetime, timedelta

import pytest

from robustness.less_evidence import broken
from segtier.advisor import advise
from segtier.advisor.case import Case, build_case
from segtier.advisor.drift.answer import drift_of
from segtier.advisor.drift.base import base_of
from segtier.analysis.history import THINNED, WHOLE_WEEKS, Held, thinned, to_thin, whole_from
from segtier.model.drift import Drift
from segtier.model.timeline import Window
from segtier.model.workload import Workload
from tests.builders import a_request
from tests.over_time import MONDAY, SIXTY_ON, Factor, Kept, cools, heats, hours, month_end, sizes, steady, weekend

WEEKS = 14
OLD = WEEKS - WHOLE_WEEKS


def at(week: int, day: int = 0, hour: int = 10) -> datetime:
    return MONDAY + timedelta(weeks=week, days=day, hours=hour)


WHOLE: dict[str, tuple[list[datetime], date | None]] = {
    "nothing": ([], None),
    "as many weeks as stay": ([at(week) for week in range(WHOLE_WEEKS)], None),
    "one more": ([at(week) for week in range(WHOLE_WEEKS + 1)], at(1).date()),
    "in any order, several a week": ([at(week, day) for week in range(12)[::-1] for day in (6, 0)], at(2).date()),
    "weeks without reports do not count": ([at(3 * week) for week in range(11)], at(3).date()),
    "a date of another century takes one week": (
        [*(at(week) for week in range(10)), at(4000)],
        at(1).date(),
    ),
}


@pytest.mark.parametrize("name", WHOLE)
def test_the_latest_weeks_stay_whole(name: str) -> None:
    begins, first = WHOLE[name]
    assert whole_from(begins) == first


def recent() -> list[Held]:
    return [Held(f"new{week}", at(20 + week), 1.0) for week in range(WHOLE_WEEKS)]


THIN: dict[str, tuple[list[Held], list[str]]] = {
    "the busiest of a day stays": (
        [Held("a", at(0, hour=9), 5.0), Held("b", at(0, hour=10), 7.0), Held("c", at(0, hour=11), 6.0)],
        ["a", "c"],
    ),
    "each day has one": ([Held("a", at(0), 5.0), Held("b", at(0, 1), 1.0)], []),
    "of equal ones the first": ([Held("b", at(0, hour=11), 5.0), Held("a", at(0, hour=10), 5.0)], ["b"]),
    "instances of one interval count together": (
        [Held("a1", at(0), 3.0), Held("a2", at(0), 3.0), Held("b", at(0, hour=11), 5.0)],
        ["b"],
    ),
    "unknown is not idle": ([Held("a", at(0), None), Held("b", at(0, hour=11), 5.0)], []),
}


@pytest.mark.parametrize("name", THIN)
def test_older_ones_lose_their_lists(name: str) -> None:
    old, gone = THIN[name]
    assert to_thin([*recent(), *old]) == gone
    assert to_thin(old) == []


def test_thinned_twice_is_thinned_once() -> None:
    (one,) = hours([Kept("ORDERS", 1, 1_000)], frozenset(), (0,))
    less = thinned(one)
    assert less.warnings == (*one.warnings, THINNED)
    assert thinned(less) is less
    kept = {field.name for field in fields(Workload) if getattr(less, field.name) == getattr(one, field.name)}
    assert {"interval", "time_model", "wait_events", "instance_statistics", "io_filetypes", "database"} <= kept
    assert not less.segments
    assert not less.sections


PUT_IN: dict[str, dict[str, Factor]] = {
    "nothing": {},
    "a segment cools, another heats": {"STOCK": cools(WEEKS * 7, 0.02), "AUDIT": heats(WEEKS * 7, 9.0)},
    "ends of months": {"LEDGER": month_end(40.0)},
    "weekends, for the old weeks alone": {"LEDGER": lambda day: weekend(30.0)(day) if day < OLD * 7 else 1.0},
    "weekends": {"LEDGER": weekend(30.0)},
    "all grows": dict.fromkeys(("ORDERS", "ITEMS", "STOCK", "AUDIT", "LEDGER", "ARCHIVE"), heats(WEEKS * 7, 3.0)),
    "all grew and shrinks": dict.fromkeys(
        ("ORDERS", "ITEMS", "STOCK", "AUDIT", "LEDGER", "ARCHIVE"),
        lambda day: heats(OLD * 7, 8.0)(day) * cools(WEEKS * 7, 0.3)(max(day - OLD * 7, 0)),
    ),
}


def months(factors: dict[str, Factor]) -> tuple[list[Kept], list[Workload]]:
    rows = {
        "ORDERS": 900_000,
        "ITEMS": 700_000,
        "STOCK": 300_000,
        "AUDIT": 150_000,
        "LEDGER": 20_000,
        "ARCHIVE": 30_000,
    }
    segments = [Kept(name, 10, reads, factors.get(name, steady)) for name, reads in rows.items()]
    return segments, list(hours(segments, SIXTY_ON, [d for d in range(WEEKS * 7) if d % 7 in (0, 3, 6)], (10, 15)))


def after_thinning(reports: Sequence[Workload]) -> list[Workload]:
    held = [
        Held(one.source.sha256 or "", one.interval.begin_time, one.interval.db_time_s)
        for one in reports
        if one.interval.begin_time
    ]
    gone = set(to_thin(held))
    assert gone
    return [thinned(one) if one.source.sha256 in gone else one for one in reports]


def case_of(segments: list[Kept], reports: Sequence[Workload]) -> Case:
    plan = ",".join(f"SHOP.{name}" for name in sorted(SIXTY_ON))
    return build_case(reports, [sizes(segments)], a_request(40, sets=(f"applied={plan}",)))


def drift(case: Case) -> Drift:
    return drift_of(case, base_of(case.request))


@pytest.mark.parametrize("name", PUT_IN)
def test_no_answer_over_time_changes(name: str) -> None:
    """Drift, calendar and growth: equal to the last digit."""
    segments, reports = months(PUT_IN[name])
    whole = drift(case_of(segments, reports))
    assert drift(case_of(segments, after_thinning(reports))) == whole
    assert whole.weeks >= 3
    assert whole.growth is not None
    assert {trend.weeks for trend in whole.growth.trends if trend.of in ("reads", "redo")} == {WEEKS}


SEEN: dict[str, Callable[[Drift], bool]] = {
    "a segment cools, another heats": lambda found: found.state == "swap",
    "ends of months": lambda found: len(found.calendar) > 0,
    "weekends": lambda found: len(found.calendar) > 0,
    "weekends, for the old weeks alone": lambda found: not found.calendar,
    "all grows": lambda found: reads_of(found) == "grows",
}


@pytest.mark.parametrize("name", SEEN)
def test_what_was_put_in_is_seen(name: str) -> None:
    """So that equal answers are not equal for being empty."""
    assert SEEN[name](drift(case_of(*months(PUT_IN[name]))))


def reads_of(found: Drift) -> str:
    assert found.growth is not None
    return next(trend.state for trend in found.growth.trends if trend.of == "reads")


WINDOWS: tuple[Window, ...] = ("busy", "average")


@pytest.mark.parametrize("window", WINDOWS)
def test_an_advice_widens_at_most(window: Window) -> None:
    segments, reports = months({})
    request = a_request(40, window=window, draws=200)
    whole = advise(reports, [sizes(segments)], request)
    less = advise(after_thinning(reports), [sizes(segments)], request)
    assert list(broken(whole, less)) == []
    if window != "average":
        assert [option.db_time_saved_s_per_hour for option in less.options] == [
            option.db_time_saved_s_per_hour for option in whole.options
        ]
