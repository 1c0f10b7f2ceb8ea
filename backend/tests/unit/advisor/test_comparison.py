"""Before and after: by wait class and in total, and the guard that says when that means nothing."""

from dataclasses import replace
from datetime import datetime

import pytest

from segtier.advisor import advise
from segtier.advisor.comparison.periods import compare, foreseen
from segtier.analysis.figures import total_of
from segtier.cli.support.comparison_tables import _judgement
from segtier.model.advice import Advice
from segtier.model.comparison import Comparison
from segtier.model.timeline import Window
from segtier.model.workload import Instance, Workload
from tests.builders import GIB, a_request, a_segment, a_wait, a_workload
from tests.sentences import worded


def hour(day: int, reads_s: float = 18_000, read_ms: float = 10, **changed: object) -> Workload:
    workload = a_workload(
        (a_wait("db file sequential read", reads_s, read_ms), a_wait("log file sync", 1_000, 3)),
        snaps=(day * 24, day * 24 + 1),
        **changed,
    )
    interval = replace(
        workload.interval,
        begin_time=datetime.fromisoformat(f"2026-03-{day:02d}T09:00"),
        end_time=datetime.fromisoformat(f"2026-03-{day:02d}T10:00"),
    )
    return replace(workload, interval=interval)


def compared(after: Workload, option: str | None = "all") -> Comparison:
    before = [hour(1)]
    return compare(before, [after], advise(before, [], a_request()), option)


MOVED = {"reads_s": 500.0, "read_ms": 0.28}


def test_classes_add_up_to_the_total() -> None:
    result = compared(hour(8, **MOVED))
    *classes, total = result.classes
    assert total.wait_class == "total"
    assert sum(row.before_ms_per_txn for row in classes) == pytest.approx(total.before_ms_per_txn)
    assert sum(row.after_ms_per_txn for row in classes) == pytest.approx(total.after_ms_per_txn)
    assert result.comparable


@pytest.mark.parametrize(("read_ms", "inside"), [(0.28, True), (4.0, False)])
def test_reads_inside_or_outside_the_forecast(read_ms: float, inside: bool) -> None:
    reads = next(r for r in compared(hour(8, 1_800_000 * read_ms / 1e3, read_ms)).classes if r.wait_class == "User I/O")
    assert reads.within_forecast is inside


@pytest.mark.parametrize("window", ["busy", "average"])
def test_the_forecast_is_of_the_hours_that_before_is_the_average_of(window: Window) -> None:
    """A quiet hour and one of three times the load, and after the change the same two."""
    before, after = (
        [hour(day), hour(day + 1, *reads, cpu_s=10_800.0, statistics={"user commits": 1_080_000.0})]
        for day, reads in ((1, (54_000, 10)), (8, (54_000, 10)))
    )
    foresee = foreseen(before, [], a_request(window=window))
    result = compare(before, after, foresee(1.0), "all", foresee=foresee)
    told = {row.event: row for row in result.events}
    for name in ("DB CPU", "log file sync"):  # the option leaves them alone
        assert told[name].predicted_s_per_hour == pytest.approx(told[name].before_s_per_hour)
    assert total_of(row.predicted_s_per_hour for row in result.events) == pytest.approx(
        result.predicted_response_ratio.expected * result.before_db_time_s_per_hour, rel=0.05
    )


@pytest.mark.parametrize(("rest_s", "inside"), [(1_000, True), (1_002, True), (1_400, False)])
def test_what_is_as_before_is_judged_as_what_was_before(rest_s: float, inside: bool) -> None:
    """Waits without a name end at today's time at most: what hours differ by anyway is not outside."""
    before = hour(1, rest_s=1_000, wait_classes=())
    after = hour(8, **MOVED, rest_s=rest_s, wait_classes=())
    foresee = foreseen([before], [], a_request())
    result = compare([before], [after], foresee(1.0), "all", foresee=foresee)
    assert next(row for row in result.classes if row.wait_class == "Not known").within_forecast is inside


@pytest.mark.parametrize("load", [1.0, 1.4, 4.0])
def test_the_forecast_is_that_of_the_load_measured(load: float) -> None:
    """Half of the reads move: the disks that are left answer a larger load more slowly, as far as they carry it."""
    given = {"segments": (a_segment("ORDERS", 900_000, size_bytes=GIB), a_segment("OTHERS", 900_000, size_bytes=GIB))}
    before = [hour(1, **given)]
    after = hour(8, reads_s=9_000.0 * load, cpu_s=3_600 * load, statistics={"user commits": 360_000.0 * load})

    def foresee(load: float) -> Advice:
        return advise(before, [], a_request(load=load, sets=("half=SHOP.ORDERS",)))

    told = compare(before, [after], foresee(1.0), "set-half", foresee=foresee)
    as_before = compare(before, [after], foresee(1.0), "set-half")
    then, same = told.predicted_response_ratio, as_before.predicted_response_ratio
    assert then is not None
    assert same is not None
    assert (then.expected > same.expected) is (load > 1)
    at_load = worded("advisor/forecast-load-period", f"{load:.3g}")
    assert (at_load in told.reasons, at_load in as_before.reasons) == (load > 1, False)
    foreseen_then = {row.wait_class: row.predicted_at_load_before_ms_per_txn for row in told.classes}
    assert foreseen_then == {
        row.wait_class: row.predicted_ms_per_txn if load > 1 else None for row in as_before.classes
    }


def test_a_class_the_option_leaves_alone_is_not_judged() -> None:
    commits = next(row for row in compared(hour(8, **MOVED)).classes if row.wait_class == "Commit")
    assert commits.within_forecast is None


def _twice(workload: Workload) -> Workload:
    return replace(workload, instances=(*workload.instances, Instance(number=2, name="shop2", cpus=32, cores=16)))


def cpu_went(to: str, why: str = "other-sql-may") -> str:
    return f"{worded('advisor/per-transaction-went', f'10 to {to}')} {worded(f'advisor/{why}')}"


CASES = [
    ("the same work", hour(8, **MOVED), True, ""),
    (
        "twice the load",
        hour(8, 1_000, 0.28, cpu_s=7_200.0, statistics={"user commits": 720_000.0}),
        True,
        "The load differs",
    ),
    (
        "four times the CPU of a transaction",
        hour(8, cpu_s=15_000.0),
        False,
        cpu_went("41.7"),
    ),
    (
        "half as much CPU again",
        hour(8, cpu_s=6_000.0),
        True,
        cpu_went("16.7"),
    ),
    (
        "half the load",
        hour(8, statistics={"user commits": 180_000.0}),
        True,
        "100.0 transactions/s before, 50.0 after",
    ),
    (
        "half the CPU of a transaction",
        hour(8, cpu_s=1_800.0),
        True,
        cpu_went("5", "shorter-waits-less"),
    ),
    (
        "a quarter of the CPU of a transaction",
        hour(8, cpu_s=900.0),
        False,
        cpu_went("2.5", "shorter-waits-less"),
    ),
    ("other servers", hour(8, cores=8), True, "The servers had 16 cores before and 8 after."),
    (
        "299 seconds",
        hour(8, elapsed_s=299.0, cpu_s=299.0, statistics={"user commits": 29_900.0}),
        True,
        worded("advisor/period-long-take", "after", 299, 5).capitalize(),
    ),
    ("another database", replace(hour(8), database=replace(hour(8).database, dbid=815)), False, "different databases"),
    (
        "another release",
        replace(hour(8), database=replace(hour(8).database, release="19.0.0.0.0")),
        True,
        "The release changed",
    ),
    ("one instance more", _twice(hour(8)), False, "1 instance before, 2 after"),
    ("the hour before is the hour after", hour(1), False, "begins (2026-03-01 09:00) before"),
    ("no transactions", hour(8, statistics={"user commits": 0.0}), False, "transactions"),
    ("few transactions", hour(8, cpu_s=0.5, statistics={"user commits": 50.0}), False, "only 50 transactions"),
]


@pytest.mark.parametrize(("name", "after", "comparable", "words"), CASES, ids=[case[0] for case in CASES])
def test_when_a_comparison_means_nothing(name: str, after: Workload, comparable: bool, words: str) -> None:
    result = compared(after)
    assert result.comparable is comparable, (name, result.reasons)
    assert words in " ".join(result.reasons)
    if not comparable:
        assert result.within_forecast is None
        assert all(row.within_forecast is None for row in result.classes)
        assert result.reasons[0].startswith("Not comparable")


@pytest.mark.parametrize(
    "after",
    [hour(8, **MOVED), hour(8, elapsed_s=300.0, cpu_s=300.0, statistics={"user commits": 30_000.0})],
    ids=["an hour", "five minutes"],
)
def test_the_same_work_gives_no_reason(after: Workload) -> None:
    assert compare([hour(1)], [after], None, None).reasons == ()


@pytest.mark.parametrize(
    ("statistic", "total", "says"),
    [
        ("session logical reads", 36e6, worded("advisor/per-transaction-went-other", "Logical reads", "100 to 200")),
        ("user calls", 3.6e6, worded("advisor/per-transaction-went-other", "User calls", "10 to 20")),
    ],
)
def test_work_of_a_transaction_that_no_storage_changes(statistic: str, total: float, says: str) -> None:
    before, after = (hour(day, statistics={statistic: total * times}) for day, times in ((1, 1), (8, 2)))
    assert compare([before], [after], None, None).reasons == (says,)


def test_waits_and_rates_come_first_with_the_noise_of_their_hours() -> None:
    before = [hour(day, 18_000 * ms / 10, ms) for day, ms in ((1, 9.0), (2, 10.0), (3, 14.0))]
    result = compare(before, [hour(8, **MOVED)], None, None)
    first, *_, last = result.figures
    assert (first.name, first.moved) == ("db file sequential read", True)
    assert (first.noise_low, first.noise_high) == pytest.approx((0.9, 1.4))
    assert (last.unit, last.name) == ("/s", "write requests")


def test_faster_reads_and_less_db_time_are_an_improvement() -> None:
    result = compared(hour(8, **MOVED))
    assert result.outcome == "improved"
    assert result.headline == worded(
        "advisor/db-time-per", "A db file sequential read takes 0.28 ms instead of 10 ms", "77 % less"
    )
    assert result.made_by == "User I/O"


def test_slower_reads_and_more_db_time_are_worse() -> None:
    assert compared(hour(8, 36_000, 20)).outcome == "worse"


@pytest.mark.parametrize("read_ms", [8.2, 10, 12.4])
def test_reads_inside_the_noise_moved_nothing(read_ms: float) -> None:
    """One hour each: a quarter either way is noise. No forecast is held against it."""
    result = compared(hour(8, 1_800 * read_ms, read_ms))
    assert (result.outcome, result.within_forecast) == ("nothing-moved", None)
    assert all(row.within_forecast is None for row in result.classes)
    assert result.headline.startswith("Nothing moved: a db file sequential read takes")


def test_a_wider_spread_of_the_hours_is_a_wider_band() -> None:
    before = [hour(day, 1_800 * ms, ms) for day, ms in ((1, 5.0), (2, 10.0), (3, 15.0))]
    assert compare(before, [hour(8, 1_800 * 6, 6)], None, None).outcome == "nothing-moved"
    assert compare(before[1:2], [hour(8, 1_800 * 6, 6)], None, None).outcome == "improved"


def test_hours_that_are_alike_promise_no_less_than_a_tenth() -> None:
    first = compare([hour(1), hour(2)], [hour(8)], None, None).figures[0]
    assert (first.noise_low, first.noise_high) == pytest.approx((1 / 1.1, 1.1))


@pytest.mark.parametrize(("time_s", "after_us"), [(4.99, None), (5.01, 10_000)])
def test_fewer_than_500_waits_are_no_average(time_s: float, after_us: float | None) -> None:
    first = compare([hour(1)], [hour(8, time_s)], None, None).figures[0]
    assert (first.name, first.after) == ("db file sequential read", after_us and pytest.approx(after_us))


def _with_locks(workload: Workload, time_s: float) -> Workload:
    locks = a_wait("enq: TX - row lock contention", time_s, 900)
    more = workload.interval.db_time_s + time_s
    return replace(
        workload,
        wait_events=(*workload.wait_events, locks),
        interval=replace(workload.interval, db_time_s=more),
        time_model=tuple(replace(row, time_s=more) if row.name == "DB time" else row for row in workload.time_model),
    )


MOST = worded("advisor/most-difference", "the difference")


def test_a_ratio_never_stands_without_the_class_that_made_it() -> None:
    """Fewer row locks made DB time less by four tenths, while reads take as long and more of them are made."""
    before, after = _with_locks(hour(1), 30_000), _with_locks(hour(8, 20_000, 10), 8_400)
    result = compare([before], [after], None, None)
    assert result.response_ratio == pytest.approx(0.62, abs=0.03)
    assert (result.outcome, result.made_by) == ("other-change", "Application")
    assert f"{MOST} is Application (enq: TX - row lock contention)" in result.text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (_with_locks(hour(1), 1_000), _with_locks(hour(8, **MOVED), 18_000)),
        (_with_locks(hour(1), 19_000), _with_locks(hour(8, 36_000, 20), 1_000)),
    ],
    ids=["faster", "slower"],
)
def test_reads_that_changed_and_db_time_that_did_not(before: Workload, after: Workload) -> None:
    result = compare([before], [after], None, None)
    assert result.outcome == "no-change"
    assert "did not follow" in result.headline


def test_a_forecast_is_not_judged_by_reads_that_got_slower() -> None:
    """Half as many reads again, and each takes longer: a transaction reads more, and nobody moved anything."""
    result = compared(hour(8, 2_700_000 * 14 / 1e3, 14))
    assert (result.outcome, result.parts[0].cause) == ("other-change", "work")
    assert (result.predicted_response_ratio is None, result.within_forecast) == (False, None)
    assert all(row.within_forecast is None for row in result.classes)


WORK_GREW = worded(
    "advisor/db-time-per.outcome-2",
    "85 % more",
    worded("advisor/most-difference", "it"),
    f"{worded('advisor/work-transaction', 'more')} (physical reads 48 % more)",
)


def times(ratio: str) -> str:
    return worded("analysis/times", ratio)


def db_time(than_before: str) -> str:
    return worded("advisor/db-time-per.outcome", than_before)


@pytest.mark.parametrize(
    ("reads", "commits", "says"),
    [
        (2_664_000, 360_000, WORK_GREW),
        (2_520_000, 504_000, worded("advisor/load-grew", "transactions 40 % more") + " A db file "),
        (4_500_000, 1_080_000, worded("advisor/load-grew", f"transactions {times('3')}") + " A "),
        (2_340_000, 468_000, "A db file sequential read takes 14 ms instead of 10 ms"),
    ],
)
def test_load_that_grew_is_said_first(reads: int, commits: int, says: str) -> None:
    after = hour(8, reads * 14 / 1e3, 14, statistics={"user commits": commits})
    assert compare([hour(1)], [after], None, None).headline.startswith(says)


@pytest.mark.parametrize(
    ("locks_s", "says"),
    [
        (
            0,
            worded("advisor/inside-hours-do", db_time(worded("analysis/than-it-was", "4.2 % less")), "0.80", "1.25"),
        ),
        (20_000, db_time(worded("analysis/than-it-was", "81 % more")) + "; most"),
        (55_000, db_time(times("3.3")) + "; most"),
        (480_000, db_time(times("21")) + "; most"),
    ],
)
def test_db_time_is_told_in_percent_and_from_twice_on_in_times(locks_s: float, says: str) -> None:
    before, after = _with_locks(hour(1), 1_000), _with_locks(hour(8), locks_s)
    assert compare([before], [after], None, None).text.startswith(says)


def test_no_forecast_is_shown_where_no_option_is_advised() -> None:
    before = [_with_locks(replace(hour(1), wait_events=()), 90_000)]
    advice = advise(before, [], a_request())
    assert advice.verdict.option == "none"
    for option in (None, "none"):
        result = compare(before, [hour(8)], advice, option)
        assert (result.option, result.predicted_response_ratio) == (None, None)
        assert not any("Forecast for" in line for line in _judgement(result))


def test_a_read_is_the_event_that_awr_prints() -> None:
    """Parallel reads and waits for another session's read are single-block reads as well, and no part of this average."""
    reads = (a_wait("db file sequential read", 18_000, 10), a_wait("read by other session", 9_000, 25))
    result = compare([a_workload(reads, snaps=(1, 2))], [a_workload(reads, snaps=(8, 9))], None, None)
    assert (result.figures[0].name, result.figures[0].before) == ("db file sequential read", pytest.approx(10_000))


def test_scans_that_changed_are_not_nothing() -> None:
    def day(number: int, scan_ms: float) -> Workload:
        waits = (a_wait("db file sequential read", 18_000, 10), a_wait("direct path read", 600 * scan_ms, scan_ms))
        return a_workload(waits, snaps=(number, number + 1))

    result = compare([day(1, 4)], [day(8, 10)], None, None)
    assert result.outcome == "other-change"
    assert result.headline == (
        "A direct path read takes 10 ms instead of 4 ms; a db file sequential read takes 10 ms, as before."
    )


def test_periods_that_mean_nothing_have_no_outcome() -> None:
    result = compared(hour(8, cpu_s=15_000.0))
    assert (result.outcome, result.text) == ("not-comparable", "")


@pytest.mark.parametrize(("then_ms", "noticed"), [(0.6, True), (6, False), (40, False), (60, True)])
def test_two_periods_in_one_folder_are_noticed(then_ms: float, noticed: bool) -> None:
    hours = [hour(1, 21_600, 12), hour(2, 19_800, 11), hour(8, 1_800 * then_ms, then_ms)]
    codes = {warn.code for warn in advise(hours, [], a_request()).warnings}
    assert ("two-periods" in codes) == noticed


def _event(result: Comparison, name: str):
    return next(row for row in result.events if row.event == name)


@pytest.mark.parametrize("commits", [180_000.0, 720_000.0])
def test_the_forecast_of_an_event_is_for_the_work_done_after(commits: float) -> None:
    """360,000 transactions before: half or twice as many take half or twice the time that is forecast for today's work."""
    before = [hour(1)]
    advice = advise(before, [], a_request())
    row = _event(compare(before, [hour(8, statistics={"user commits": commits})], advice, "all"), READS)
    forecast = next(
        each
        for option in advice.options
        if option.option == "all"
        for each in option.wait_events_after
        if each.event == READS
    )
    work = commits / 360_000
    assert row.predicted_s_per_hour == pytest.approx(forecast.time_s * work)
    ends = (forecast.time_s_low * work, forecast.time_s * work, forecast.time_s_high * work)
    assert (row.predicted_range.low, row.predicted_range.expected, row.predicted_range.high) == pytest.approx(ends)


def test_without_transactions_the_forecast_is_for_the_work_of_today() -> None:
    before = [hour(1)]
    advice = advise(before, [], a_request())
    row = _event(compare(before, [hour(8, statistics={"user commits": 0.0})], advice, "all"), READS)
    forecast = next(
        each
        for option in advice.options
        if option.option == "all"
        for each in option.wait_events_after
        if each.event == READS
    )
    assert row.predicted_s_per_hour == pytest.approx(forecast.time_s)


READS = "db file sequential read"


def test_a_rate_that_one_period_alone_has_is_shown_and_one_that_neither_has_is_not() -> None:
    uncounted = [_uncounted(hour(day)) for day in (1, 8)]
    one, neither = (compare([before], uncounted[1:], None, None) for before in (hour(1), uncounted[0]))
    assert "transactions" in {row.name for row in one.figures}
    assert "transactions" not in {row.name for row in neither.figures}


def _uncounted(workload: Workload) -> Workload:
    kept = tuple(row for row in workload.instance_statistics if row.name != "user commits")
    return replace(workload, instance_statistics=kept)


def test_an_event_that_is_gone_made_the_difference_by_all_its_time() -> None:
    """1.5 ms of a transaction are gone with one event; of another of its class 1 of 3 ms."""
    many = {"user commits": 3_600_000.0}
    before = _waiting_for(hour(1, 9_000, statistics=many), ("enq: TX - row lock contention", 5_400), (SLOWER, 10_800))
    after = _waiting_for(hour(8, 9_000, statistics=many), (SLOWER, 7_200))
    result = compare([before], [after], None, None)
    assert f"{MOST} is Application (enq: TX - row lock contention)" in result.text


SLOWER = "SQL*Net break/reset to client"


def _waiting_for(workload: Workload, *locks: tuple[str, float]) -> Workload:
    waits = tuple(a_wait(event, time_s, 100) for event, time_s in locks)
    db_time_s = (workload.interval.db_time_s or 0.0) + sum(time_s for _, time_s in locks)
    model = tuple(replace(row, time_s=db_time_s) if row.name == "DB time" else row for row in workload.time_model)
    return replace(
        workload,
        wait_events=(*workload.wait_events, *waits),
        time_model=model,
        interval=replace(workload.interval, db_time_s=db_time_s),
    )


def test_an_event_that_came_with_the_change_is_not_zero_before() -> None:
    after = _waiting_for(hour(8, 9_000), ("enq: TX - row lock contention", 3_600))
    row = _event(compare([hour(1, 9_000)], [after], None, None), "enq: TX - row lock contention")
    assert (row.before_s_per_hour, row.before_ms_per_txn, row.before_avg_wait_us) == (None, None, None)
    assert row.change == "new"
    assert row.after_ms_per_txn == pytest.approx(3_600 / 360_000 * 1_000)
