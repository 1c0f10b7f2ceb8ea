"""The intervals a default answer stands on: no odd one, and of two loads the one with more DB time."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from segtier.advisor import advise
from segtier.analysis.hours_used import OF_OTHER_HOURS, hours_used
from segtier.analysis.inputs import as_reports, sort_inputs
from segtier.analysis.intervals import Slot, sort_intervals
from segtier.analysis.profile import profile_of
from segtier.analysis.regimes import leading, seconds
from segtier.analysis.timeline import choose_window
from segtier.model.timeline import DEFAULT_WINDOW, StatedHours, Timeline
from segtier.model.workload import Coverage, Interval, TimeModelRow, Workload
from segtier.reports import read_document
from tests import corpus
from tests.builders import a_request, a_wait, a_workload

MONDAY = datetime(2026, 3, 2)  # noqa: DTZ001 - a report prints local time without a zone
READS, SCANS, COMMITS = "db file sequential read", "direct path read", "log file sync"


def an_hour(
    number: int,
    sessions: float = 2.0,
    event: str = READS,
    *,
    rest: float = 0.0,
    twice: float = 0.0,
    minutes: float = 60,
) -> Workload:
    """From the hour `number` after Monday's midnight on: two of five sessions on CPU, three in the event.

    `rest`: part of DB time that no wait holds; `twice`: by what part of it CPU and waits exceed it.
    """
    seconds = minutes * 60
    db_time_s = sessions * seconds
    held_s = db_time_s * (1 - rest + twice)
    waits = (a_wait(event, held_s * 0.6, 10),)
    built = a_workload(waits, elapsed_s=seconds, cpu_s=held_s * 0.4, snaps=(100 + number, 101 + number))
    begin = MONDAY + timedelta(hours=number)
    interval = Interval(
        begin_snap=100 + number,
        end_snap=101 + number,
        begin_time=begin,
        end_time=begin + timedelta(minutes=minutes),
        elapsed_s=seconds,
        db_time_s=db_time_s,
    )
    model = (TimeModelRow("DB time", db_time_s), TimeModelRow("DB CPU", held_s * 0.4))
    source = replace(built.source, file=f"hour{number}.html", sha256=f"{number:064x}")
    return replace(built, interval=interval, time_model=model, source=source)


def a_week(
    day: str = READS, night: str = READS, weekend: str | None = None, *, night_load: float = 2.0
) -> list[Workload]:
    """Hours 0 to 5 of each day are night."""
    found = []
    for number in range(7 * 24):
        of_day, weekday = number % 24, number // 24
        event = weekend if weekend and weekday > 4 else night if of_day < 6 else day
        found.append(an_hour(number, night_load if of_day < 6 else 2.0 + of_day / 100, event))
    return found


def chosen(hours: list[Workload]) -> tuple[list[int], Timeline]:
    slots, timeline = choose_window(slots_of(hours), DEFAULT_WINDOW)
    return [(slot.reports[0].interval.begin_snap or 0) - 100 for slot in slots], timeline


def slots_of(hours: list[Workload]) -> tuple[Slot, ...]:
    return sort_intervals(as_reports(hours))[0]


def codes(timeline: Timeline) -> list[str]:
    return [note.code for note in timeline.notes if note.code in OF_OTHER_HOURS]


USUAL = [an_hour(number, 2.0 + number / 100) for number in range(12)]


@pytest.mark.parametrize(
    ("odd", "left_out", "hour"),
    [
        pytest.param(an_hour(12, 70.0, minutes=29), True, 11, id="short"),
        pytest.param(an_hour(12, 70.0, minutes=31), False, 12, id="long enough"),
        pytest.param(an_hour(12, 70.0, twice=0.26), True, 11, id="counts more than it states"),
        pytest.param(an_hour(12, 70.0, twice=0.24), False, 12, id="full CPUs count twice"),
        pytest.param(an_hour(12, 70.0, rest=0.9), True, 11, id="a load that nothing holds"),
        pytest.param(an_hour(12, 70.0, rest=0.24), False, 12, id="nearly all held"),
        pytest.param(an_hour(12, 9.0, rest=0.9), False, 11, id="unexplained at a usual load"),
    ],
)
def test_an_answer_stands_on_no_odd_interval(odd: Workload, left_out: bool, hour: int) -> None:
    """Nor on one where something else leads than in all of them."""
    found, timeline = chosen([*USUAL, odd])

    assert found == [hour]
    assert codes(timeline) == ["interval-left-out"] * left_out + ["spoken-for"]


def test_who_asks_for_the_busiest_of_all_gets_it() -> None:
    slots, timeline = choose_window(slots_of([*USUAL, an_hour(12, 70.0, minutes=2)]), "busiest")

    assert [slot.reports[0].interval.begin_snap for slot in slots] == [112]
    assert codes(timeline) == []


def test_the_odd_interval_no_longer_turns_the_answer_over() -> None:
    """Two minutes of lock waits beside a day of reads."""
    odd = an_hour(12, 70.0, "enq: TX - row lock contention", minutes=2)
    usual, with_it = (advise(hours, [], a_request()) for hours in (USUAL, [*USUAL, odd]))

    assert with_it.verdict == usual.verdict
    assert with_it.hours is not None
    assert "2 min long" in (with_it.hours.other_hours or "")


def test_the_same_hour_of_other_days_makes_a_load_usual() -> None:
    """A batch starts each night, and some of its time no wait holds."""
    days = [an_hour(24 * day + hour, 2.0 + hour / 100) for day in range(6) for hour in range(1, 24)]
    nights = [an_hour(24 * day, 30.0 + day, rest=0.3) for day in range(6)]

    found, timeline = chosen([*days, *nights])

    assert "interval-left-out" not in codes(timeline)
    assert found != []
    alone, timeline = chosen([*days, nights[-1]])
    assert alone != [120]
    assert "interval-left-out" in codes(timeline)


@pytest.mark.parametrize(
    ("hours", "of_day", "regimes"),
    [
        (a_week(), range(6, 24), False),
        (a_week(night=COMMITS), range(6, 24), True),
        (a_week(night=COMMITS, night_load=40.0), range(6), True),
        (a_week(weekend=SCANS), range(6, 24), True),
        (a_week(night=COMMITS, night_load=0.1), range(6, 24), False),
    ],
    ids=["one load", "another by night", "more of it by night", "another at the weekend", "next to nothing by night"],
)
def test_an_answer_leads_with_the_load_that_takes_more_db_time(
    hours: list[Workload], of_day: range, regimes: bool
) -> None:
    found, timeline = chosen(hours)

    assert (found[0] % 24) in of_day
    assert ("two-regimes" in codes(timeline)) == regimes
    assert codes(timeline)[-1] == "spoken-for"


def test_the_other_load_can_be_asked_for_by_its_hours() -> None:
    slots = slots_of(a_week(night=COMMITS))
    _, timeline = choose_window(slots, DEFAULT_WINDOW)
    (told,) = [note.message for note in timeline.notes if note.code == "two-regimes"]
    assert "00:00 to 06:00" in told
    night = StatedHours(MONDAY, MONDAY + timedelta(hours=6))

    used = choose_window(slots, DEFAULT_WINDOW, night)[1]

    assert [point.begin_snap for point in used.points if point.used] == [100, 101, 102, 103, 104, 105]
    assert hours_used(used).other_hours is None


@pytest.fixture
def real_slots(request: pytest.FixtureRequest) -> tuple[Slot, ...]:
    document = read_document((corpus.FOLDER / request.param).read_bytes(), request.param)
    assert isinstance(document, Workload)
    return sort_intervals(sort_inputs([document]).intervals)[0]


@corpus.needs_corpus
@pytest.mark.parametrize("real_slots", [path.name for path in corpus.files("awr-miner-")], indirect=True)
def test_the_default_interval_of_real_files_leads_with_what_leads_in_all(real_slots: tuple[Slot, ...]) -> None:
    used, _ = choose_window(real_slots, DEFAULT_WINDOW)

    profiles, own = ([one for slot in some if (one := profile_of(slot))] for some in (real_slots, used))
    assert leading(seconds(own).sum(axis=0)) == leading(seconds(profiles).sum(axis=0))


@pytest.mark.parametrize(
    ("loads", "without", "hour"),
    [
        pytest.param((2.0, 2.0, 2.0), {2}, 1, id="equal"),
        pytest.param((2.0, 1.96, 2.01), {2}, 0, id="about as busy"),
        pytest.param((2.0, 2.0, 3.0), {2}, 2, id="much busier"),
        pytest.param((2.0, 2.0, 2.0), {0, 1, 2}, 2, id="none tells"),
        pytest.param((2.0, 2.0, 2.0), {0}, 2, id="the busiest tells"),
    ],
)
def test_of_hours_about_as_busy_one_that_lists_segments_answers(
    loads: tuple[float, ...], without: set[int], hour: int
) -> None:
    full = {"physical_reads_blocks": Coverage(listed=900.0, total=1_000.0)}
    hours = [
        replace(one, segment_coverage={} if number in without else full)
        for number, one in enumerate(an_hour(number, load) for number, load in enumerate(loads))
    ]
    found, timeline = chosen(hours)

    assert found == [hour]
    assert ("fuller-interval" in codes(timeline)) == (hour != 2)
