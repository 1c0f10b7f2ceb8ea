"""What a comparison says of two periods: what most of the difference is, and what changed before it says that nothing did."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from segtier.advisor.comparison.periods import compare
from segtier.model.comparison import Comparison
from segtier.model.workload import WaitEvent, Workload
from tests.builders import a_wait, a_workload
from tests.sentences import worded

READ, SCAN, LOCK, COMMIT = (
    "db file sequential read", "direct path read", "enq: TX - row lock contention", "log file sync",
)  # fmt: skip
WORK = {"session logical reads": 36e6, "execute count": 3.6e6, "user calls": 1.8e6}
"""100 logical reads, 10 executions and 5 calls in each of 360,000 transactions."""


def waits(*rows: tuple[str, float, float]) -> tuple[WaitEvent, ...]:
    return tuple(a_wait(event, time_s, avg_ms) for event, time_s, avg_ms in rows)


def reads(number: float, avg_ms: float) -> tuple[str, float, float]:
    return READ, number * avg_ms / 1e3, avg_ms


def day(number: int, *rows: tuple[str, float, float], cpu_s: float = 3_600, **statistics: float) -> Workload:
    named = {name.replace("_", " "): value for name, value in statistics.items()}
    return a_workload(waits(*rows), snaps=(number, number + 1), cpu_s=cpu_s, statistics=WORK | named)


def of(before: Workload, after: Workload) -> Comparison:
    return compare([before], [after], None, None)


def event(result: Comparison, name: str):
    return next(row for row in result.events if row.event == name)


USUAL = (reads(1_800_000, 10), (COMMIT, 1_000, 3))
LAST = ("SQL*Net more data to client", 1, 0.1)
"""The end of a list that is whole."""

CASES = [
    (
        "a wait fell from 1,377 to 635 s",
        day(1, *USUAL, (LOCK, 1_377, 90), LAST),
        day(8, *USUAL, (LOCK, 635, 90), LAST),
        ("other-change", None),
        {LOCK: "less", READ: "as-before"},
        f"{LOCK} 1.8 ms instead of 3.8 ms",
    ),
    (
        "reads a quarter longer, of 2.3 times the logical reads",
        day(1, reads(1_800_000, 0.61), cpu_s=3_600),
        day(8, reads(4_140_000, 0.77), cpu_s=7_900, session_logical_reads=82.8e6),
        ("other-change", "work"),
        {READ: "more", "DB CPU": "more"},
        f"logical reads {worded('analysis/times', '2.3')}",
    ),
    (
        "scans that left the cache",
        day(1, *USUAL, (SCAN, 11, 4), LAST),
        day(8, *USUAL, (SCAN, 199, 4), LAST, physical_reads=2.9e6),
        ("other-change", None),
        {SCAN: "more"},
        f"{SCAN} 0.55 ms instead of 0.031 ms",
    ),
    (
        "new scans",
        day(1, *USUAL, LAST),
        day(8, *USUAL, (SCAN, 12_000, 4), LAST),
        ("other-change", "work"),
        {SCAN: "new"},
        worded("advisor/not-printed-before", SCAN, "33 ms"),
    ),
    (
        "locks that are gone",
        day(1, *USUAL, (LOCK, 2_000, 90), LAST),
        day(8, *USUAL, LAST),
        ("other-change", None),
        {LOCK: "gone"},
        worded("advisor/before-not-printed", LOCK, "5.6 ms"),
    ),
    (
        "reads on other disks",
        day(1, *USUAL),
        day(8, reads(1_800_000, 0.3), (COMMIT, 1_000, 3)),
        ("improved", "latency"),
        {READ: "less"},
        f"{READ} 1.5 ms instead of 50 ms",
    ),
    (
        "reads that a flash cache answers",
        day(1, *USUAL),
        day(8, reads(900_000, 6), ("db flash cache single block physical read", 450, 0.5), (COMMIT, 1_000, 3)),
        ("improved", "latency"),
        {READ: "less", "db flash cache single block physical read": "new"},
        worded("advisor/not-printed-before", "db flash cache single block physical read", "1.2 ms"),
    ),
    (
        "CPU that logical reads took",
        day(1, *USUAL, cpu_s=36_000),
        day(8, *USUAL, cpu_s=72_000, session_logical_reads=72e6),
        ("other-change", "work"),
        {"DB CPU": "more"},
        f"logical reads {worded('analysis/times', '2')}",
    ),
    (
        "CPU for the same logical reads",
        day(1, *USUAL, cpu_s=36_000),
        day(8, *USUAL, cpu_s=72_000),
        ("other-change", "cpu"),
        {"DB CPU": "more"},
        worded("advisor/cpu-logical-read"),
    ),
    ("the same", day(1, *USUAL), day(8, *USUAL), ("nothing-moved", None), {READ: "as-before", COMMIT: "as-before"}, ""),
    (
        "a wait of a hair less than half a percent of DB time",
        day(1, *USUAL, (LOCK, 100, 90), LAST),
        day(8, *USUAL, (LOCK, 213, 90), LAST),
        ("nothing-moved", None),
        {LOCK: "as-before"},
        "",
    ),
]


@pytest.mark.parametrize(
    ("before", "after", "outcome", "changes", "says"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_what_changed(
    before: Workload, after: Workload, outcome: tuple[str, str | None], changes: dict[str, str], says: str
) -> None:
    result = of(before, after)
    assert result.outcome == outcome[0], result.headline
    most = next((part.cause for part in result.parts if part.most), None)
    assert outcome[1] in (None, most), result.parts
    assert {name: event(result, name).change for name in changes} == changes
    assert says in f"{result.headline} {result.text}"


@pytest.mark.parametrize(("before", "after"), [case[1:3] for case in CASES], ids=[case[0] for case in CASES])
def test_the_parts_are_the_whole_difference(before: Workload, after: Workload) -> None:
    result = of(before, after)
    total = result.classes[-1]
    difference = total.after_ms_per_txn - total.before_ms_per_txn
    assert sum(part.ms_per_txn for part in result.parts) == pytest.approx(difference, abs=1e-9)


@pytest.mark.parametrize("name", ["db file sequential read", "logical reads", "executions", "physical reads", "CPU"])
def test_work_stands_beside_latency(name: str) -> None:
    result = of(CASES[1][1], CASES[1][2])
    assert name in {row.name for row in result.figures}


def test_many_small_waits_are_a_class_that_changed() -> None:
    small = [f"enq: {kind} - contention" for kind in ("TM", "UL", "RO", "KO", "PW", "MV")]

    def locked(number: int, time_s: float) -> Workload:
        rows = tuple(replace(a_wait(name, time_s, 9), wait_class="Application") for name in small)
        return a_workload((*waits(*USUAL), *rows), snaps=(number, number + 1))

    result = of(locked(1, 100), locked(8, 200))
    assert {event(result, name).change for name in small} == {"as-before"}
    assert next(row.change for row in result.classes if row.wait_class == "Application") == "more"
    assert result.outcome == "other-change"
    assert worded("advisor/waits-class-changed", "Application") in result.headline


def first_page(workload: Workload) -> Workload:
    """What a Top 5 prints: the longest waits, and no table of classes."""
    rows = sorted(workload.wait_events, key=lambda row: -(row.time_s or 0.0))[:2]
    return replace(workload, wait_events=tuple(rows), wait_classes=())


def test_a_wait_that_a_short_list_may_have_left_out_is_not_known() -> None:
    """900 s after; before, the list ends at 1,000 s."""
    before, after = first_page(day(1, *USUAL, (LOCK, 900, 90))), day(8, *USUAL, (LOCK, 900, 90))
    result = of(before, after)
    assert event(result, LOCK).before_s_per_hour is None
    assert event(result, LOCK).change == "not-printed"
    assert result.outcome == "not-known"


def no_statistic(name: str) -> Callable[[Workload], Workload]:
    def without(workload: Workload) -> Workload:
        return replace(
            workload, instance_statistics=tuple(row for row in workload.instance_statistics if row.name != name)
        )

    return without


def no_waits_counted(workload: Workload) -> Workload:
    return replace(
        workload, wait_events=tuple(replace(row, waits=None, avg_wait_us=None) for row in workload.wait_events)
    )


def no_waits(workload: Workload) -> Workload:
    """Its table is not there: no wait and no class has a name."""
    return replace(workload, wait_events=(), wait_classes=())


def no_row_of_reads(workload: Workload) -> Workload:
    rows = tuple(row for row in workload.wait_events if row.event != READ)
    return replace(workload, wait_events=rows, wait_classes=())


TAKEN = {
    "its waits": no_waits,
    "its row of reads": no_row_of_reads,
    "its logical reads": no_statistic("session logical reads"),
    "its executions": no_statistic("execute count"),
    "its table of classes": lambda workload: replace(workload, wait_classes=()),
    "its list but for the first page": first_page,
    "its numbers of waits": no_waits_counted,
}


WIDER = {"new": "more", "gone": "less"}


@pytest.mark.parametrize("taken", TAKEN)
@pytest.mark.parametrize("side", ["before", "after", "both"])
@pytest.mark.parametrize(("before", "after"), [case[1:3] for case in CASES], ids=[case[0] for case in CASES])
def test_less_evidence_claims_no_other_effect_of_storage_and_no_more_sameness(
    taken: str, side: str, before: Workload, after: Workload
) -> None:
    whole = of(before, after)
    less = TAKEN[taken]
    result = of(less(before) if side != "after" else before, less(after) if side != "before" else after)
    certain = {"improved", "worse", "nothing-moved"}
    assert result.outcome not in certain - {whole.outcome}, result.headline
    seen = {row.event: row.change for row in whole.events}
    for row in result.events:
        # What both hold without a name may change; what one side alone does not name has not.
        known = seen.get(row.event, row.change if side == "both" else "as-before")
        assert row.change in (WIDER.get(known), known, "not-printed"), row


@pytest.mark.parametrize(
    ("cpu_s", "statistics", "comparable", "code"),
    [
        (1_800, WORK, True, "advisor/per-transaction-about"),
        (900, WORK, True, "advisor/per-transaction-about"),
        (1_800, {}, True, "advisor/shorter-waits-less"),
        (900, {}, False, "advisor/shorter-waits-less"),
        (1_800, WORK | {"user calls": 3.6e6}, True, "advisor/shorter-waits-less"),
    ],
    ids=["half", "a quarter", "half, nothing counted", "a quarter, nothing counted", "half, other calls"],
)
def test_less_cpu_does_not_prove_other_sql(
    cpu_s: float, statistics: dict[str, float], comparable: bool, code: str
) -> None:
    before = a_workload(waits(*USUAL), snaps=(1, 2), statistics=WORK if statistics else {})
    after = a_workload(waits(*USUAL), snaps=(8, 9), cpu_s=cpu_s, statistics=statistics)
    result = of(before, after)
    said = worded(code) if code.endswith("less") else worded(code, "logical reads, executions, user calls", "less ")
    assert result.comparable is comparable
    assert any(said in reason for reason in result.reasons), result.reasons
