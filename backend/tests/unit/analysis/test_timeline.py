"""Reports in time: copies, overlaps, gaps, restarts, instances, and the window a forecast is made from."""

import re
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from segtier.advisor import advise
from segtier.analysis.hours_used import hours_used
from segtier.analysis.inputs import as_reports
from segtier.analysis.intervals import sort_intervals
from segtier.analysis.timeline import choose_window
from segtier.analysis.two_periods import changed_at, two_periods
from segtier.errors import Refused
from segtier.model.timeline import HoursUsed, StatedHours, TimelinePoint, Window
from segtier.model.workload import Database, Instance, Interval, TimeModelRow, Workload
from tests.builders import a_request, a_wait, a_workload
from tests.sentences import like, tells, worded

START = datetime(2026, 3, 2, 8, 0)  # noqa: DTZ001 - a report prints local time without a zone
UP = datetime(2026, 1, 1)  # noqa: DTZ001


def an_hour(number: int, load: float = 1.0, hours: int = 1, instance: int = 1, **changed: object) -> Workload:
    """The report of hour `number`; `load` scales its waits."""
    waits = (
        a_wait("db file sequential read", 9_000 * load + number, 9),
        a_wait("log file sync", 1_000 * load + number, 2),
        a_wait("read by other session", 300 * load + number, 9),
    )
    base = a_workload(waits, elapsed_s=3600.0 * hours, snaps=(100 + number, 100 + number + hours))
    begin = START + timedelta(hours=number)
    interval = replace(base.interval, begin_time=begin, end_time=begin + timedelta(hours=hours))
    node = Instance(number=instance, name=f"shop{instance}", cpus=32, cores=16, startup_time=UP)
    source = replace(base.source, file=f"hour{number}_{instance}.html", sha256=f"{number:032x}{instance:032x}")
    return replace(base, interval=interval, instances=(node,), source=source, **changed)  # type: ignore[arg-type]


def codes(reports: list[Workload]) -> list[str]:
    return [warning.code for warning in sort_intervals(as_reports(reports))[1]]


def notes(reports: list[Workload]) -> list[str]:
    return [note.code for note in choose_window(sort_intervals(as_reports(reports))[0], "average")[1].notes]


@pytest.mark.parametrize(
    ("reports", "warned", "files"),
    [
        ([an_hour(0), an_hour(1)], [], ["hour0_1.html", "hour1_1.html"]),
        ([an_hour(1), an_hour(0)], [], ["hour0_1.html", "hour1_1.html"]),
        ([an_hour(0), an_hour(0, 2)], ["duplicate-interval"], ["hour0_1.html"]),
        (
            [an_hour(0), replace(an_hour(0), database=Database(name="COPY", dbid=99))],
            ["copied-interval"],
            ["hour0_1.html"],
        ),
        ([an_hour(0, hours=2), an_hour(0), an_hour(1)], ["overlapping-interval"], ["hour0_1.html", "hour1_1.html"]),
        ([an_hour(0), an_hour(0, instance=2)], [], ["hour0_1.html", "hour0_2.html"]),
    ],
)
def test_what_counts(reports: list[Workload], warned: list[str], files: list[str]) -> None:
    slots, warnings = sort_intervals(as_reports(reports))
    assert [w.code for w in warnings] == warned
    assert [r.source.file for slot in slots for r in slot.reports] == files


def with_figures_of(first: Workload, other: Workload) -> Workload:
    same = replace(other.interval, db_time_s=first.interval.db_time_s)
    return replace(other, interval=same, wait_events=first.wait_events)


def without_snaps(one: Workload, *, timed: bool = True) -> Workload:
    bare = replace(one.interval, begin_snap=None, end_snap=None)
    return replace(one, interval=bare if timed else replace(bare, begin_time=None, end_time=None))


@pytest.mark.parametrize(
    ("first", "second", "warned"),
    [
        # Equal figures alone are no copy: of another hour, of another instance, of a cluster whose numbers nobody prints.
        (an_hour(0), with_figures_of(an_hour(0), an_hour(5)), []),
        (an_hour(0), with_figures_of(an_hour(0), an_hour(0, instance=2)), []),
        (without_snaps(an_hour(0)), without_snaps(with_figures_of(an_hour(0), an_hour(5))), []),
        # The same time is, where no snapshots are known; whatever its figures.
        (without_snaps(an_hour(0)), without_snaps(an_hour(0, 2)), ["duplicate-interval"]),
        # Without any time the same bytes are, and no others.
        (without_snaps(an_hour(0), timed=False), without_snaps(an_hour(0), timed=False), ["copied-interval"]),
        (
            without_snaps(an_hour(0), timed=False),
            replace(without_snaps(an_hour(0), timed=False), source=an_hour(1).source),
            [],
        ),
    ],
)
def test_a_copy_is_of_the_same_interval(first: Workload, second: Workload, warned: list[str]) -> None:
    assert codes([first, second]) == warned


def test_intervals_that_are_there_twice_are_said_once_with_those_that_count() -> None:
    def of(name: str, hours: range) -> list[Workload]:
        found = [an_hour(number) for number in hours]
        return [replace(one, source=replace(one.source, file=name)) for one in found]

    (warning,) = sort_intervals(as_reports([*of("one.dmp", range(5)), *of("two.dmp", range(2, 9))]))[1]
    said = ("two.dmp", "3 of 7 intervals", "snapshots 102-105", "one.dmp", "the other 4 count")
    assert warning.message == worded("analysis/already-left-out", *said)


def by_statspack(report: Workload, first_snap: int | None = None) -> Workload:
    """The same as Statspack counts it: with snapshot numbers of its own."""
    snaps = (
        report.interval
        if first_snap is None
        else replace(report.interval, begin_snap=first_snap, end_snap=first_snap + 1)
    )
    waits = tuple(replace(row, waits=(row.waits or 0) + 7) for row in report.wait_events)
    source = replace(report.source, kind="statspack", file=f"sp_{report.source.file}")
    return replace(report, interval=snaps, wait_events=waits, source=source)


@pytest.mark.parametrize(
    ("reports", "files"),
    [
        ([by_statspack(an_hour(0), 7), an_hour(0)], ["hour0_1.html"]),
        ([an_hour(0, hours=2), by_statspack(an_hour(1), 7)], ["hour0_1.html"]),
        ([replace(an_hour(0), instances=()), by_statspack(an_hour(0), 7)], ["hour0_1.html"]),
        # Numbers that both have are of other times.
        ([an_hour(0), by_statspack(an_hour(1), 100)], ["hour0_1.html", "sp_hour1_1.html"]),
        ([an_hour(0), by_statspack(an_hour(0, instance=2), 700)], ["hour0_1.html", "sp_hour0_2.html"]),
    ],
)
def test_statspack_of_the_time_of_an_awr_report_counts_no_minute_twice(
    reports: list[Workload], files: list[str]
) -> None:
    slots, warnings = sort_intervals(as_reports(reports))
    assert [report.source.file for slot in slots for report in slot.reports] == files
    assert [one.code for one in warnings] == ["overlapping-interval"] * (len(reports) - len(files))
    assert all(len(slot.reports) == 1 for slot in slots)


@pytest.mark.parametrize(
    ("first", "second", "refused"),
    [
        ({"unique_name": "shop"}, {"unique_name": "shop_dr", "role": "PHYSICAL STANDBY"}, True),
        ({"role": "PRIMARY"}, {"role": "PHYSICAL STANDBY"}, True),
        ({"pdb": "ONE"}, {"pdb": "TWO"}, True),
        ({"unique_name": "shop", "role": "PRIMARY"}, {"unique_name": "SHOP", "role": "PHYSICAL STANDBY"}, False),
        ({"unique_name": "shop"}, {}, False),
        ({"pdb": "ONE"}, {}, False),
    ],
)
def test_a_standby_and_another_pdb_are_other_databases(
    first: dict[str, str], second: dict[str, str], refused: bool
) -> None:
    reports = [
        replace(an_hour(number), database=Database(name="SHOP", dbid=7, **told))  # type: ignore[arg-type]
        for number, told in enumerate((first, second))
    ]
    if not refused:
        assert len(sort_intervals(as_reports(reports))[0]) == 2
        return
    with pytest.raises(Refused, match=like("analysis/reports-each-load")) as caught:
        sort_intervals(as_reports(reports))
    assert caught.value.code == "several-databases"


def test_reports_of_two_databases_are_refused_by_name() -> None:
    other = replace(an_hour(1, 3), database=Database(name="LEDGER", dbid=99))
    with pytest.raises(Refused, match="LEDGER") as caught:
        sort_intervals(as_reports([an_hour(0), other]))
    assert caught.value.code == "several-databases"


@pytest.mark.parametrize(
    ("reports", "expected"),
    [
        ([an_hour(0), an_hour(1)], []),
        ([an_hour(0), an_hour(3)], ["gap"]),
        (
            [an_hour(0), replace(an_hour(1), instances=(Instance(number=1, startup_time=START, cpus=32, cores=16),))],
            ["restart"],
        ),
        (
            [an_hour(0), *(replace(an_hour(n), instances=(Instance(number=1, startup_time=START),)) for n in (1, 2))],
            ["restart"],
        ),
        ([an_hour(0), replace(an_hour(1), instances=(Instance(number=1, startup_time=UP.replace(minute=3)),))], []),
        ([an_hour(0), an_hour(0, instance=2), an_hour(1)], ["instance-missing"]),
    ],
)
def test_notes(reports: list[Workload], expected: list[str]) -> None:
    assert notes(reports) == expected


@pytest.mark.parametrize(
    ("reports", "says"),
    [
        ([an_hour(0), an_hour(3)], worded("analysis/no-report-between", "2026-03-02 09:00", "2026-03-02 11:00")),
        (
            [an_hour(0), replace(an_hour(1), instances=(Instance(number=1, startup_time=START),))],
            worded("analysis/instance-restarted-around", "1", "2026-03-02 08"),
        ),
        (
            [an_hour(0), an_hour(0, instance=2), an_hour(1)],
            worded("analysis/intervals-in-part", "1", "2 intervals", "tells", "instance 2"),
        ),
    ],
)
def test_what_notes_say(reports: list[Workload], says: str) -> None:
    _, timeline = choose_window(sort_intervals(as_reports(reports))[0], "average")
    assert [note.message for note in timeline.notes] == [says]


LOADS = [1.0, 1.2, 0.8, 3.0, 1.1, 2.0, *[1.0 + n / 100 for n in range(14)]]


@pytest.mark.parametrize(("window", "files"), [("average", 20), ("busiest", 1), ("p95", 1)])
def test_window(window: str, files: int) -> None:
    day = [an_hour(n, load) for n, load in enumerate(LOADS)]
    advice = advise(day, [], a_request(window=window))
    assert advice.timeline is not None
    used = [point for point in advice.timeline.points if point.used]
    assert len(used) == files
    assert advice.interval_hours == pytest.approx(files)
    active = sorted(p.average_active_sessions or 0 for p in advice.timeline.points)
    expected = {"average": None, "busiest": active[-1], "p95": active[18]}[window]
    assert expected is None or used[0].average_active_sessions == expected


def test_two_instances_of_one_hour_add_up() -> None:
    one, two = an_hour(0), an_hour(0, instance=2)
    single, both = advise([one], [], a_request()), advise([one, two], [], a_request())
    assert single.db_time.db_time_s_per_hour is not None
    assert both.db_time.db_time_s_per_hour == pytest.approx(2 * single.db_time.db_time_s_per_hour)
    assert both.interval_hours == pytest.approx(1)
    assert both.verdict.ceiling_db_time_pct == pytest.approx(single.verdict.ceiling_db_time_pct or 0)


def test_times_of_reads_before_and_after_other_storage() -> None:
    hours = [
        TimelinePoint(
            n, n + 1, START + timedelta(hours=n), None, 3_600.0, 1.0, 50.0, None, (1,), (), True, read_wait_us=us
        )
        for n, us in enumerate((12_000.0, 10_000.0, 2_000.0, 1_000.0))
    ]
    assert [one.message for one in two_periods(hours)] == [
        worded("analysis/reads-take-until", "11 ms", "2026-03-02 10:00", "1.5 ms")
    ]


@pytest.mark.parametrize(("read_wait_pct", "told"), [(5.0, True), (4.9, False)])
def test_hours_that_hardly_read_tell_of_no_other_storage(read_wait_pct: float, told: bool) -> None:
    hours = [
        TimelinePoint(
            n,
            n + 1,
            START + timedelta(hours=n),
            None,
            3_600.0,
            1.0,
            read_wait_pct,
            None,
            (1,),
            (),
            True,
            read_wait_us=us,
        )
        for n, us in enumerate((12_000.0, 1_000.0))
    ]
    assert bool(two_periods(hours)) is told


def with_reads(number: int, load: float, times: float) -> Workload:
    """So many times as long a read, at that load."""
    waits = (a_wait("db file sequential read", 9_000 * load * times + number, 9 * times),)
    hour = an_hour(number)
    work = tuple(
        replace(row, total=row.total * load) if row.name == "user commits" and row.total else row
        for row in hour.instance_statistics
    )
    return replace(
        hour,
        wait_events=waits,
        wait_classes=(),
        instance_statistics=work,
        interval=replace(hour.interval, db_time_s=3_600 + 9_000 * load * times),
        time_model=(TimeModelRow("DB time", 3_600 + 9_000 * load * times), TimeModelRow("DB CPU", 3_600)),
    )


def days_of(loads: list[tuple[float, float, float]], hours: tuple[int, int]) -> list[Workload]:
    """Before and after: so many hours; each row a load, and how long its reads take in either."""
    kinds = [loads[n % len(loads)] for n in range(sum(hours))]
    return [with_reads(n, kind[0], kind[1 + (n >= hours[0])]) for n, kind in enumerate(kinds)]


SLOWER_WHEN_BUSY = [(1.0, 1.0, 0.2), (1.0, 1.1, 0.22), (3.0, 2.5, 0.5)]


@pytest.mark.parametrize(
    ("loads", "hours", "told", "since"),
    [
        (SLOWER_WHEN_BUSY, (48, 48), True, True),
        (SLOWER_WHEN_BUSY, (48, 30), True, True),
        ([(load, 1 / now, 1 / before) for load, before, now in SLOWER_WHEN_BUSY], (48, 48), True, True),
        (SLOWER_WHEN_BUSY, (48, 12), False, False),  # a night, perhaps
        ([(1.0, 1.0, 0.1), (3.0, 1.1, 0.12)], (30, 6), True, False),  # it may not last
        ([(1.0, 1.0, 0.7), (3.0, 2.5, 1.7)], (48, 48), False, False),
        ([(1.0, 1.0, 1.0), (3.0, 2.5, 2.5)], (48, 48), False, False),
    ],
)
def test_an_answer_is_about_the_storage_of_today(
    loads: list[tuple[float, float, float]], hours: tuple[int, int], told: bool, since: bool
) -> None:
    """Reads of a busy hour after the change take as long as those of a quiet one before it."""
    slots, _ = sort_intervals(as_reports(days_of(loads, hours)))
    used, line = choose_window(slots, "busy")
    assert bool(two_periods(line.points)) is told
    assert ("storage-changed" in [note.code for note in line.notes]) is since
    changed = START + timedelta(hours=hours[0])
    assert not since or all(slot.begin_time and slot.begin_time >= changed for slot in used)
    assert not since or changed_at(line.points) == changed


IDLE = an_hour(2, time_model=(TimeModelRow("DB time", 0.0),))
"""No DB time."""
UNTIMED = replace(an_hour(0), interval=Interval(begin_snap=100, end_snap=101, elapsed_s=3600.0))


@pytest.mark.parametrize(
    ("reports", "window", "used", "text"),
    [
        ([an_hour(0)], "busiest", 1, worded("analysis/made-interval", "2026-03-02 08:00 to 09:00")),
        ([UNTIMED], "busiest", 1, worded("analysis/made-interval", "snapshots 100 to 101")),
        (
            [an_hour(0), an_hour(1)],
            "average",
            2,
            worded("analysis/made-all-intervals", "2", "2026-03-02 08:00 to 10:00"),
        ),
        (
            [an_hour(0), an_hour(30)],
            "average",
            2,
            worded("analysis/made-all-intervals", "2", "2026-03-02 08:00 to 2026-03-03 15:00"),
        ),
        (
            [an_hour(0), an_hour(1, 2.0)],
            "busiest",
            1,
            "Made from the busiest of 2 intervals: 2026-03-02 09:00 to 10:00, ",
        ),
        (
            [an_hour(0, 3.0), an_hour(1, 2.0)],
            "p95",
            1,
            "Made from " + worded("analysis/th-percentile") + " of 2 intervals: 2026-03-02 08:00 to 09:00, ",
        ),
        (
            [an_hour(0), IDLE],
            "busiest",
            1,
            "Made from " + worded("analysis/only-usable") + " of 2 intervals: 2026-03-02 08:00 to 09:00, ",
        ),
        (
            [an_hour(0), an_hour(1), IDLE],
            "average",
            2,
            worded("analysis/made-intervals-others", "2", "3", "2026-03-02 08:00 to 10:00"),
        ),
    ],
)
def test_which_hours_an_answer_is_made_from(reports: list[Workload], window: Window, used: int, text: str) -> None:
    found = hours_used(choose_window(sort_intervals(as_reports(reports))[0], window)[1])
    assert found.text.startswith(text) if text.endswith(" ") else found.text == text
    assert found == HoursUsed(window, len(reports), used, found.text)


@pytest.mark.parametrize("window", ["busiest", "average"])
@pytest.mark.parametrize("rest_s", [0.0, 900.0])
def test_the_classes_of_the_hours_used_are_those_of_db_time(window: Window, rest_s: float) -> None:
    hours = [unexplained(an_hour(n, load), rest_s) for n, load in enumerate((1.0, 3.0))]
    advice = advise(hours, [], a_request(window=window))
    assert advice.timeline is not None
    used = [point.classes for point in advice.timeline.points if point.used]
    for part in advice.db_time.slices:
        mean = sum(classes[part.name] for classes in used) / len(used)
        assert mean == pytest.approx(part.time_s_per_hour / 3600)
    names = {part.name for part in advice.db_time.slices}
    assert names == {"DB CPU", "User I/O", "Commit", "unexplained"}
    assert (used[0]["unexplained"] > 0) == (rest_s > 0)
    for point in advice.timeline.points:
        assert sum(point.classes.values()) == pytest.approx(point.average_active_sessions)


def test_the_events_of_an_hour_are_parts_of_their_class_and_small_ones_have_no_name() -> None:
    hour = unexplained(an_hour(0, 1.0), 900.0)
    waits = (*hour.wait_events, a_wait("db file scattered read", 2, 1))
    _, timeline = choose_window(sort_intervals(as_reports([replace(hour, wait_events=waits)]))[0], "busiest")
    (point,) = timeline.points
    assert {name: set(events) for name, events in point.events.items()} == {
        "User I/O": {"db file sequential read", "read by other session"},
        "Commit": {"log file sync"},
    }
    for name, events in point.events.items():
        assert sum(events.values()) <= point.classes[name] + 1e-12
    assert sum(point.events["User I/O"].values()) < point.classes["User I/O"]
    (idle,) = choose_window(sort_intervals(as_reports([IDLE]))[0], "busiest")[1].points
    assert idle.events == {}


def unexplained(hour: Workload, seconds: float) -> Workload:
    interval = replace(hour.interval, db_time_s=(hour.interval.db_time_s or 0) + seconds)
    rows = [
        replace(row, time_s=(row.time_s or 0) + seconds) if row.name.lower() == "db time" else row
        for row in hour.time_model
    ]
    return replace(hour, interval=interval, time_model=tuple(rows))


def test_an_hour_without_db_time_has_no_classes() -> None:
    _, timeline = choose_window(sort_intervals(as_reports([an_hour(0), IDLE]))[0], "busiest")
    assert [bool(point.classes) for point in timeline.points] == [True, False]


@pytest.mark.parametrize(
    ("reports", "expected"),
    [
        ([an_hour(0)], (32, 16)),
        ([an_hour(0), an_hour(0, instance=2)], (64, 32)),
        ([an_hour(0), an_hour(1)], (32, 16)),
        ([an_hour(0), replace(an_hour(0, instance=2), instances=(Instance(number=2, cpus=32),))], (64, None)),
        ([replace(an_hour(0), instances=())], (None, None)),
    ],
)
def test_the_machine_of_the_hours_used(reports: list[Workload], expected: tuple[int | None, int | None]) -> None:
    timeline = choose_window(sort_intervals(as_reports(reports))[0], "average")[1]
    assert (timeline.cpus, timeline.cores) == expected


DAY = [an_hour(0), an_hour(1, 3.0), an_hour(2, 2.0), an_hour(3)]


def at(hour: int, past: int = 0) -> datetime:
    return START.replace(hour=hour, minute=past)


@pytest.mark.parametrize(
    ("begin", "end", "files", "text"),
    [
        (at(8), at(9), ["hour0_1.html"], "2026-03-02 08:00 to 09:00"),
        (at(8, 30), at(10, 30), ["hour0_1.html", "hour1_1.html"], "2026-03-02 08:00 to 10:00"),
        (at(8, 31), at(10, 29), ["hour1_1.html"], "2026-03-02 09:00 to 10:00"),
        (at(10, 30), None, ["hour2_1.html", "hour3_1.html"], "2026-03-02 10:00 to 12:00"),
        (None, at(8, 31), ["hour0_1.html"], "2026-03-02 08:00 to 09:00"),
    ],
)
@pytest.mark.parametrize("window", ["busiest", "p95", "average"])
def test_stated_hours_go_before_the_window(
    window: Window, begin: datetime | None, end: datetime | None, files: list[str], text: str
) -> None:
    stated = StatedHours(begin, end)
    chosen, timeline = choose_window(sort_intervals(as_reports([*DAY, IDLE_LATER]))[0], window, stated)
    assert [report.source.file for slot in chosen for report in slot.reports] == files
    assert [point.files[0] for point in timeline.points if point.used] == files
    said = worded("analysis/made-intervals-those", len(files), "5", text)
    assert hours_used(timeline) == HoursUsed(window, 5, len(files), said, stated)


IDLE_LATER = replace(
    IDLE,
    interval=replace(IDLE.interval, begin_snap=120, end_snap=121, begin_time=at(18), end_time=at(19)),
)


@pytest.mark.parametrize(
    ("reports", "begin", "end", "message", "advice"),
    [
        (
            DAY,
            at(14),
            at(16),
            "2026-03-02 14:00 to 16:00",
            worded("analysis/inputs-db-time", "4", "2026-03-02 08:00 to 12:00"),
        ),
        (DAY, at(8, 31), at(9, 29), "2026-03-02 08:31 to 09:29", like("analysis/state-hours-hold")),
        (DAY, at(8, 31), at(9, 30), "2026-03-02 08:31 to 09:30", like("analysis/state-hours-hold")),
        ([*DAY, IDLE_LATER], at(18), at(19), like("analysis/no-interval-db"), "The inputs have 4 with DB time"),
        (DAY, None, at(7), "before 2026-03-02 07:00", "or none."),
        (DAY, at(13), None, "from 2026-03-02 13:00 on", "or none."),
        ([UNTIMED], at(8), at(9), like("analysis/no-interval-db"), worded("analysis/inputs-print-no")),
    ],
)
def test_hours_without_an_interval_are_refused(
    reports: list[Workload],
    begin: datetime | None,
    end: datetime | None,
    message: str | re.Pattern[str],
    advice: str | re.Pattern[str],
) -> None:
    with pytest.raises(Refused) as caught:
        choose_window(sort_intervals(as_reports(reports))[0], "busiest", StatedHours(begin, end))
    assert tells(caught.value.message, message)
    assert tells(caught.value.advice or "", advice)
    assert caught.value.code == "no-interval-in-hours"


def test_an_advice_is_made_from_the_stated_hours() -> None:
    stated = advise(DAY, [], a_request(hours=StatedHours(at(8), at(9))))
    alone = advise([DAY[0]], [], a_request())
    assert stated.db_time.db_time_s_per_hour == pytest.approx(alone.db_time.db_time_s_per_hour)
    assert stated.interval_hours == pytest.approx(1)
