"""Before and after: by wait class and in total, and the guard that says when that means nothing."""

from dataclasses import replace
from datetime import datetime

import pytest

from segtier.advisor import advise, compare
from segtier.model.advice import Comparison
from segtier.model.workload import Instance, Workload
from tests.builders import a_request, a_wait, a_workload


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


def test_a_class_the_option_leaves_alone_is_not_judged() -> None:
    commits = next(row for row in compared(hour(8, **MOVED)).classes if row.wait_class == "Commit")
    assert commits.within_forecast is None


def _twice(workload: Workload) -> Workload:
    return replace(workload, instances=(*workload.instances, Instance(number=2, name="shop2", cpus=32, cores=16)))


CASES = [
    ("the same work", hour(8, **MOVED), True, ""),
    (
        "twice the load",
        hour(8, 1_000, 0.28, cpu_s=7_200.0, statistics={"user commits": 720_000.0}),
        True,
        "The load differs",
    ),
    ("four times the CPU of a transaction", hour(8, cpu_s=15_000.0), False, "CPU per transaction went from 10 to 41"),
    ("half as much CPU again", hour(8, cpu_s=6_000.0), True, "CPU per transaction went from 10 to 16"),
    ("another database", replace(hour(8), database=replace(hour(8).database, dbid=815)), False, "different databases"),
    (
        "another release",
        replace(hour(8), database=replace(hour(8).database, release="19.0.0.0.0")),
        True,
        "The release changed",
    ),
    ("one instance more", _twice(hour(8)), False, "1 instances before, 2 after"),
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
