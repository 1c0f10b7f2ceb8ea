"""The grade and its reasons, fault by fault."""

import re
from dataclasses import replace

import pytest

from segtier.advisor import advise
from segtier.analysis.grade_alone import grade_alone
from segtier.model.evidence import Warn
from segtier.model.workload import Interval, IoFiletype, Section, Source, WaitClass, Workload
from tests.builders import a_request, a_segment, a_wait, a_workload
from tests.sentences import like, tells, worded

READS = a_wait("db file sequential read", 9_000, 9)
SOUND = a_workload((READS,), segments=(a_segment("ORDERS", 900_000),), rest_s=200)
LONG = replace(SOUND, interval=replace(SOUND.interval, elapsed_s=10_000.0))
CUT = replace(SOUND, warnings=(Warn("truncated", "it breaks off"),))
NINETY = replace(SOUND, interval=replace(SOUND.interval, elapsed_s=5_400.0))

SINCE_START = replace(
    SOUND,
    source=Source("bundle", "b.zip", "b" * 64),
    interval=replace(SOUND.interval, elapsed_s=2.25 * 86_400),
    segment_basis={"kind": "cumulative", "from": None, "to": None},
)


def with_total_reads(total: float) -> Workload:
    from segtier.model.workload import InstanceStatistic

    rows = (*SOUND.instance_statistics, InstanceStatistic("physical read total IO requests", total))
    return replace(SOUND, instance_statistics=rows)


@pytest.mark.parametrize(
    ("workload", "grade", "says"),
    [
        (SOUND, "A", None),
        (a_workload((READS,), segments=SOUND.segments, rest_s=4_000), "B", "unexplained"),
        (
            replace(
                a_workload((READS,), segments=SOUND.segments, rest_s=4_000),
                wait_classes=(WaitClass("User I/O", time_s=13_000), WaitClass("Commit", time_s=0)),
            ),
            "B",
            like("analysis/db-time-waits"),
        ),
        (a_workload((READS,), segments=SOUND.segments, rest_s=-3_000), "B", "exceed DB time"),
        (replace(SOUND, segments=(), segment_coverage={}), "C", "Segments by Physical Reads"),
        (replace(SOUND, instance_statistics=()), "B", "Instance Activity"),
        (LONG, "B", "2.8 hours"),
        (CUT, "C", "breaks off"),
        (replace(CUT, segments=(), segment_coverage={}), "D", "breaks off"),
        (NINETY, "B", "90 minutes"),
        (replace(SOUND, interval=replace(SOUND.interval, elapsed_s=7_201.0)), "B", "covers 2.0 hours"),
        (replace(SOUND, interval=replace(SOUND.interval, elapsed_s=7_200.0)), "B", "120 minutes"),
        (replace(SOUND, interval=replace(SOUND.interval, elapsed_s=300.0)), "A", None),
        (replace(SOUND, interval=replace(SOUND.interval, elapsed_s=299.0)), "B", "299 seconds: a moment"),
        (
            replace(SOUND, instance_statistics=(), sections=(Section("Instance Activity Stats", "unreadable"),)),
            "B",
            worded("analysis/could-not-read", "Instance Activity Stats"),
        ),
        (SINCE_START, "B", "averages over 2.2 days since start-up"),
        (with_total_reads(2_000_000), "B", "IOStat counts"),
        (with_total_reads(1_100_000), "A", None),
        (with_total_reads(500_000), "B", worded("analysis/iostat-counts-read", "278", "139")),
        (
            a_workload(
                (a_wait("db file sequential read", 190, 1_000),), cpu_s=9_810, segments=(a_segment("ORDERS", 190),)
            ),
            "A",
            None,
        ),
        (
            a_workload(
                (a_wait("db file sequential read", 200, 1_000),), cpu_s=9_800, segments=(a_segment("ORDERS", 200),)
            ),
            "B",
            "Only 200 reads",
        ),
        (
            a_workload((a_wait("db file sequential read", 9_000, 900),), segments=(a_segment("ORDERS", 9_000),)),
            "B",
            like("analysis/single-block-reads-average"),
        ),
        (a_workload((a_wait("db file sequential read", 9_000, 0.001),), segments=SOUND.segments), "C", "no device"),
        (a_workload((READS,), segments=(a_segment("ORDERS", 90_000),)), "C", "9 %"),
        (a_workload((READS,), segments=(a_segment("ORDERS", 190_000),)), "C", "nobody can tell"),
        (a_workload((READS,), segments=(a_segment("ORDERS", 210_000),)), "B", "21 %"),
        (a_workload((READS,), segments=(a_segment("ORDERS", 510_000),)), "A", None),
        (a_workload((READS,), segments=(a_segment("ORDERS", 1_100_000),)), "A", None),
        (
            a_workload((READS,), segments=(a_segment("ORDERS", 1_600_000),)),
            "B",
            worded("analysis/listed-segments-make", "1,600,000", "1,000,000"),
        ),
    ],
)
def test_grade(workload: Workload, grade: str, says: str | re.Pattern[str] | None) -> None:
    quality = advise([workload], [], a_request()).quality
    assert quality.grade == grade, quality.reasons
    assert says is None or any(tells(reason, says) for reason in quality.reasons), quality.reasons


@pytest.mark.parametrize(
    ("us", "waits", "told"), [(5.5, 1_000, False), (5.0, 1_000, False), (4.5, 1_000, True), (4.5, 999, False)]
)
def test_reads_faster_than_a_cpu_asks_for_a_block(us: float, waits: int, told: bool) -> None:
    read = replace(READS, waits=waits, time_s=waits * us / 1e6, avg_wait_us=us)
    reasons = advise([a_workload((read,), segments=SOUND.segments)], [], a_request()).quality.reasons
    assert (
        any(tells(reason, like("analysis/averages-over-waits", ..., ..., f"{waits:,}")) for reason in reasons) is told
    )


def test_typed_figures_are_never_graded_a() -> None:
    typed = Workload(wait_events=(replace(READS, db_time_pct=70.0),), interval=Interval(elapsed_s=3600))
    assert advise([typed], [], a_request()).quality.grade != "A"


def test_idle_io_files_do_not_count_as_a_contradiction() -> None:
    few = replace(SOUND, io_filetypes=(IoFiletype("Data File", read_requests_per_s=1.0),))
    few = replace(few, instance_statistics=tuple(r for r in few.instance_statistics if "total" not in r.name))
    assert not any("IOStat" in reason for reason in advise([few], [], a_request()).quality.reasons)


@pytest.mark.parametrize(("stated_per_s", "told"), [(19, False), (20, True)])
def test_two_counts_of_a_busy_hour_contradict_each_other(stated_per_s: int, told: bool) -> None:
    """IOStat counts one read a second."""
    one = (IoFiletype("Data File", read_requests_per_s=1.0),)
    hour = replace(with_total_reads(stated_per_s * 3_600.0), io_filetypes=one)
    assert any("IOStat" in reason for reason in advise([hour], [], a_request()).quality.reasons) is told


def test_hours_as_good_as_their_answer_are_no_reason() -> None:
    later = replace(SOUND, interval=replace(SOUND.interval, begin_snap=101, end_snap=102))
    quality = advise([SOUND, later], [], a_request(window="average")).quality
    assert (quality.grade, quality.reasons) == ("A", ())


def test_an_answer_is_no_better_than_the_hours_it_is_made_from() -> None:
    """Two hours that explain each other's rest: the sum is clean, one of them is not."""
    segments = (a_segment("ORDERS", 1_700_000),)
    clean = a_workload(segments=segments)
    torn = a_workload(
        (a_wait("db file sequential read", 2_000, 10),), rest_s=1_800, segments=segments, snaps=(101, 102)
    )
    advice = advise([clean, torn], [], a_request(window="average"))
    alone = advise([torn], [], a_request())
    assert grade_alone(clean) == "A"
    assert advice.quality.grade == alone.quality.grade != "A"
    assert any("by itself" in reason for reason in advice.quality.reasons)
