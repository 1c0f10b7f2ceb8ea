"""What the report prints decides, where answers once contradicted it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from segtier.advisor import advise
from segtier.model.advice import Advice, OptionAdvice
from segtier.model.workload import InstanceStatistic, OsStatistic, Workload
from tests.builders import a_request, a_segment, a_wait, a_workload, some_sizes
from tests.published import RAC, a_system
from tests.sentences import like, worded

SIZES = some_sizes(("ORDERS", 40), ("ORDERS_PK", 6))


def advised(workload: Workload) -> Advice:
    return advise([workload], [SIZES], a_request())


def option(advice: Advice, name: str) -> OptionAdvice:
    return next(one for one in advice.options if one.option == name)


def test_the_largest_of_the_waits_elsewhere_leads() -> None:
    rows = (("gc buffer busy acquire", 90_000, 5_200.0), ("buffer busy waits", 90_000, 7_160.0))
    verdict = advised(a_system(200, *rows, database=RAC)).verdict
    assert verdict.cause == "concurrency"


@pytest.mark.parametrize(("reads_s", "says"), [(100.0, "advisor/ssd-will-not"), (3_700.0, "advisor/ssd-takes-off")])
def test_ssd_will_not_help_where_it_would_take_off_next_to_nothing(reads_s: float, says: str) -> None:
    rows = (("SQL*Net more data from dblink", 90_000, 6_000.0), ("db file sequential read", 300_000, reads_s))
    verdict = advised(a_system(200, *rows)).verdict
    assert verdict.cause == "network"
    assert like(says).search(verdict.headline)


def test_an_event_is_helped_by_what_shortens_it_whatever_comes_first() -> None:
    rows = (("buffer busy waits", 90_000, 6_000.0), ("direct path read temp", 200_000, 3_000.0))
    advice = advised(a_system(200, *rows))
    helped = next(event.helped_by for event in advice.top_events if event.event == "direct path read temp")
    assert advice.verdict.state == "tune-first"
    assert "temp" in helped
    assert all(option(advice, name).worth_it for name in helped)


def _only_temp() -> Workload:
    """599.5 blocks a second are read, 598.3 of them past the cache, and nothing says which of those are temp."""
    rows = (("direct path read temp", 200_000, 2_600.0), ("db file sequential read", 2_000, 20.0))
    workload = a_system(3_000, *rows)
    told = {"physical reads": 599.5, "physical reads direct": 598.3, "physical read IO requests": 58.0}
    statistics = tuple(
        InstanceStatistic(row.name, total=told[row.name] * 3_600) if row.name in told else row
        for row in workload.instance_statistics
        if "temporary" not in row.name
    )
    return replace(workload, instance_statistics=statistics, io_filetypes=(), io_functions=())


def test_direct_reads_of_temp_are_temp_and_not_of_indexes() -> None:
    advice = advised(_only_temp())
    temp, indexes = option(advice, "temp").response_ratio, option(advice, "indexes").response_ratio
    assert temp is not None
    assert temp.high < 0.8
    assert indexes is not None
    assert indexes.expected > 0.95


@pytest.mark.parametrize(
    ("event", "step"),
    [
        ("latch: shared pool", "advisor/find-statements-parsed-loaded"),
        ("library cache lock", "advisor/find-statements-parsed-loaded"),
        ("latch: cache buffers chains", "advisor/find-blocks-latches"),
        ("latch free", "advisor/find-latch-sleeps"),
        ("buffer busy waits", "advisor/find-blocks-latches"),
        ("enq: TX - index contention", "advisor/find-index-whose"),
        ("os thread startup", "advisor/find-opens-connections"),
    ],
)
def test_the_next_step_is_about_the_event_that_is_printed(event: str, step: str) -> None:
    verdict = advised(a_system(500, (event, 90_000, 9_000.0))).verdict
    assert (verdict.cause, verdict.next_step) == ("concurrency", worded(step))


def _unexplained(busy: float, own: float, direct_blocks: float | None = None) -> Workload:
    """On a server with 100 CPUs; direct reads and writes counted, or not."""
    workload = a_workload(
        (a_wait("db file sequential read", 1_500, 5),),
        cpu_s=own * 360_000,
        rest_s=own * 900_000,
        cores=100,
        threads=100,
        os_statistics=(OsStatistic("BUSY_TIME", busy), OsStatistic("IDLE_TIME", 1 - busy)),
    )
    counted = {} if direct_blocks is None else {"physical reads direct": direct_blocks, "physical writes direct": 0.0}
    rows = (InstanceStatistic(name, total=value) for name, value in counted.items())
    return replace(workload, instance_statistics=(*workload.instance_statistics, *rows))


@pytest.mark.parametrize(
    ("workload", "step"),
    [
        (_unexplained(0.92, 0.18), like("analysis/find-else-runs", "92 %", "18 %")),
        (_unexplained(0.02, 0.01, 4_389), like("analysis/look-sessions-did", ...)),
        (_unexplained(0.02, 0.01, 900_000), like("analysis/look-parallel-servers")),
    ],
    ids=["something else has the CPUs", "hardly any direct reads", "direct reads"],
)  # fmt: skip
def test_the_next_step_follows_what_rules_a_cause_out(workload: Workload, step: object) -> None:
    verdict = advised(workload).verdict
    assert verdict.cause == "unexplained"
    assert step.search(verdict.next_step), verdict.next_step  # type: ignore[attr-defined]


def test_waits_for_storage_cells_are_an_exadatas_whoever_prints_them() -> None:
    advice = advised(a_system(2_000, ("cell single block physical read", 900_000, 5_000.0)))
    assert [stop.code for stop in option(advice, "all").blocked_by] == ["engineered"]
    assert option(advice, "flash-cache").state == "blocked"


def test_a_log_writer_without_time_is_the_disk() -> None:
    """Commits of 391 ms, log writes of 32 ms, and a log writer that writes for 258 of 362 s on idle CPUs."""
    rows = (("db file sequential read", 400_000, 16_000.0), ("log file sync", 9_000, 3_519.0))
    writes = (("log file parallel write", 8_000, 258.0),)
    advice = advised(a_system(200, *rows, background=writes, elapsed_s=362, db_time_s=20_000, threads=32, cores=16))
    assert (advice.verdict.ceiling_db_time_pct or 0) > 90
    redo = option(advice, "redo").response_ratio
    assert redo is not None
    assert redo.low < 0.95


@pytest.mark.parametrize("locks_s", [20_700, 60_400], ids=["47 %", "75 %"])
def test_locks_may_go_with_the_storage_their_holders_wait_for(locks_s: float) -> None:
    """As measured on a real engine: nothing but reads beside the locks, and both went."""
    rows = (("db file sequential read", 470_000, 22_000.0), ("enq: TX - row lock contention", 450_000, locks_s))
    advice = advised(a_system(70, *rows))
    least, most = 100 * 22_000 / (22_070 + locks_s), advice.verdict.ceiling_db_time_pct or 0
    assert advice.verdict.bottleneck == "storage-read"
    assert most > 97
    assert like("advisor/locks-take-whoever", ...).search(advice.verdict.text)
    gained = option(advice, "all").response_ratio
    assert gained is not None
    # No report tells whether holders think meanwhile: at the careful end four tenths of the lock waits stay.
    assert least < 100 * (1 - gained.high) < least + 0.6 * (100 - least) < 100 * (1 - gained.low)


def test_locks_come_first_where_their_holders_do_something_else() -> None:
    rows = (("db file sequential read", 47_000, 300.0), ("enq: TX - row lock contention", 450_000, 20_000.0))
    verdict = advised(a_system(6_000, *rows)).verdict
    assert (verdict.cause, verdict.state) == ("locks", "tune-first")


@pytest.mark.parametrize(("listed", "stops"), [(200_000, ["few-listed"]), (800_000, [])], ids=["a tenth", "two fifths"])
def test_the_best_segments_want_an_export_where_next_to_none_are_listed(listed: float, stops: list[str]) -> None:
    reads = a_wait("db file sequential read", 18_000, 9)
    advice = advised(a_workload((reads,), segments=(a_segment("ORDERS", listed, 1_000),)))
    assert [stop.code for stop in option(advice, "segments").blocked_by] == stops
