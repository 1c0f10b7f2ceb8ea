"""Storage behind a limit: a plateau with longer and longer waits, and commits that no disk makes so slow."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from segtier.advisor import advise
from segtier.errors import Refused
from segtier.model.advice import Advice
from segtier.model.volume import Machine
from segtier.model.workload import Database, Workload
from tests.builders import a_request, a_wait, a_workload

MIDNIGHT = datetime.fromisoformat("2026-03-01T00:00")


def hour(number: int, reads: float, read_ms: float) -> Workload:
    one = a_workload(
        (a_wait("db file sequential read", reads * read_ms / 1e3, read_ms),),
        cpu_s=2_000,
        snaps=(100 + number, 101 + number),
        statistics={"physical read IO requests": reads, "physical reads": reads},
    )
    begin = MIDNIGHT + timedelta(hours=number)
    return replace(one, interval=replace(one.interval, begin_time=begin, end_time=begin + timedelta(hours=1)))


def advised(*hours: tuple[float, float]) -> Advice:
    """Hours by their reads (millions) and the time of each (ms)."""
    return advise([hour(n, reads * 1e6, ms) for n, (reads, ms) in enumerate(hours)], [], a_request())


PLATEAU = ((4, 1.0), (10.8, 2), (10.9, 4), (10.8, 6))


@pytest.mark.parametrize(
    ("hours", "throttled"),
    [
        (PLATEAU, True),
        (PLATEAU[:3], False),
        (((4, 1.0), (10.8, 2), (9.8, 4), (10.8, 6)), False),
        (((4, 1.0), (10.8, 4), (10.9, 4), (10.8, 4.2)), False),
        (((4, 1.0), (10.8, 2), (14, 4), (10.8, 6)), False),
        (((0.4, 1.0), (0.8, 2), (0.8, 4), (0.8, 6)), False),
    ],
    ids=["three hours", "two hours", "no plateau", "waits stay", "more went through", "no volume has so low a limit"],
)
def test_a_plateau(hours: tuple[tuple[float, float], ...], throttled: bool) -> None:
    found = advised(*hours)
    assert ("throttled" in {finding.code for finding in found.findings}) == throttled
    assert (found.verdict.cause == "throttled") == throttled, found.verdict.text
    if throttled:
        assert all(option.throughput_ratio.high <= 1.02 for option in found.options if option.throughput_ratio)


def commits(sync_ms: float = 95.59, read_ms: float = 0.796, cpu_s: float = 9_000) -> Advice:
    """The published case: 208,804 waits of 95.59 ms, 40.5 % of DB time, reads of 0.796 ms."""
    waits = (
        a_wait("log file sync", 208.804 * sync_ms, sync_ms),
        a_wait("db file sequential read", 16_000, read_ms),
        a_wait("direct path read", 4_300, 5),
    )
    return advise([a_workload(waits, cpu_s=cpu_s)], [], a_request())


def test_commits_that_no_disk_makes_so_slow() -> None:
    found = commits()
    redo = next(option for option in found.options if option.option == "redo")
    assert (found.verdict.cause, found.verdict.move_allowed) == ("throttled", False)
    assert redo.not_known is not None
    assert redo.not_known.least_pct == pytest.approx(0, abs=0.1), "from zero"
    assert not redo.worth_it
    assert redo.state not in ("advised", "possible")
    assert all(option.throughput_ratio.high <= 1 for option in found.options if option.throughput_ratio)


@pytest.mark.parametrize(
    "other",
    [{"sync_ms": 55}, {"read_ms": 4}, {"cpu_s": 80_000}],
    ids=["a slow disk may", "slow reads too", "full CPUs"],
)
def test_commits_that_something_else_explains(other: dict[str, float]) -> None:
    found = commits(**other)
    assert "throttled" not in {finding.code for finding in found.findings}


@pytest.mark.parametrize("rac", [True, False])
def test_a_flash_cache_in_a_cluster_carries_oracles_warning(rac: bool) -> None:
    database = Database(name="SHOP", dbid=4711, release="12.1.0.2.0", rac=rac, platform="Linux x86 64-bit")
    found = advise([a_workload(database=database)], [], a_request())
    cache = next(option for option in found.options if option.option == "flash-cache")
    assert ("2120400.1" in " ".join(one.source for one in cache.assumptions)) == rac


@pytest.mark.parametrize(("limit_mb", "bound"), [(100.0, True), (110.0, True), (120.0, False), (None, False)])
def test_a_stated_limit_of_the_machine_is_named_and_faster_redo_credited_with_nothing(
    limit_mb: float | None, bound: bool
) -> None:
    """Data and redo together take 104 MB/s: 12,500 blocks a second read, 0.56 MB/s of redo and what is written."""
    reads = 12_500.0 * 3_600
    workload = a_workload(
        (a_wait("log file sync", 9_000, 30), a_wait("db file sequential read", 12_000, 0.8)),
        cpu_s=9_000,
        statistics={"physical read IO requests": reads, "physical reads": reads, "physical writes": 90_000.0},
    )
    machine = Machine(bytes_per_s=None if limit_mb is None else limit_mb * 1e6)
    found = advise([workload], [], a_request(machine=machine))
    assert (found.verdict.cause == "throttled") is bound, found.verdict.text
    if bound:
        redo = next(option for option in found.options if option.option == "redo")
        assert f"the machine lets {limit_mb:,.0f} MB/s through" in found.verdict.text
        assert not redo.worth_it


def test_a_limit_that_the_reports_pass_is_no_limit_of_theirs() -> None:
    with pytest.raises(Refused) as refused:
        advise([hour(0, 10e6, 4)], [], a_request(machine=Machine(requests_per_s=1_000)))
    assert refused.value.code == "machine-limit-too-low"
    assert f"{MIDNIGHT:%Y-%m-%d %H:%M} to 01:00" in refused.value.message
