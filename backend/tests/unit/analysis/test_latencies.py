"""Latency histograms of the reports used, joined, with an estimate of their time."""

from __future__ import annotations

from dataclasses import replace

import pytest

from segtier.advisor import advise
from segtier.analysis.latencies import Latencies
from segtier.model.evidence import Evidence
from segtier.model.latency import LatencyHistogram
from segtier.model.workload import HistogramBucket, WaitHistogram, Workload
from tests.builders import a_request, a_wait, a_workload

READ, SCAN, SYNC, WRITE = (
    "db file sequential read",
    "db file scattered read",
    "log file sync",
    "log file parallel write",
)
Ends = tuple[float, float | None, float | None]


def a_histogram(event: str, waits: int | None, *buckets: Ends, **changed: int) -> WaitHistogram:
    rows = tuple(HistogramBucket(*one) for one in buckets)
    return WaitHistogram(event, waits, rows, evidence=(Evidence("Wait Event Histogram"),), **changed)


def an_hour(*histograms: WaitHistogram, snap: int = 100, waits_s: float = 1_000.0) -> Workload:
    """Reads of 8 ms, scans and commits of 4 ms; a log writer of 2 ms."""
    waits = (
        a_wait(READ, waits_s, 8),
        a_wait(SCAN, 400, 4),
        a_wait(SYNC, 300 + snap, 4),
        a_wait(WRITE, 100, 2, foreground=False),
    )
    report = a_workload(waits, snaps=(snap, snap + 1), wait_histograms=histograms)
    return replace(report, source=replace(report.source, sha256=f"{snap:064x}"))


def latencies(*reports: Workload) -> dict[str, LatencyHistogram]:
    found = advise(reports, [], a_request(window="average")).sources.latencies
    assert len({one.event for one in found}) == len(found)
    return {one.event: one for one in found}


def rows(found: LatencyHistogram) -> list[tuple[float, float | None, float, float | None]]:
    return [(b.from_us, b.to_us, round(b.waits_pct, 6), b.time_pct and round(b.time_pct, 1)) for b in found.buckets]


@pytest.mark.parametrize(
    ("buckets", "expected"),
    [
        # 75 % of 4,000 us and 25 % of sqrt(8,000 * 32,000) = 16,000 us.
        ([(0.0, 8_000.0, 75.0), (8_000.0, 32_000.0, 25.0)], [42.9, 57.1]),
        # Of 8,000 us in the mean 75 % of 4,000 us leave 5,000, of 25 % of the waits: more than 32,000 us would need.
        ([(0.0, 8_000.0, 75.0), (8_000.0, None, 25.0)], [37.5, 62.5]),
        # What is left is less than their beginning: the beginning it is.
        ([(0.0, 8_000.0, 75.0), (40_000.0, None, 25.0)], [23.1, 0.0, 76.9]),
        # The closed ones take more than all: nothing is left over, and nobody waited longer.
        ([(0.0, 40_000.0, 100.0), (40_000.0, None, 0.0)], [100.0, 0.0]),
    ],
)
def test_time_is_estimated_by_the_middle_of_a_bucket(buckets: list[Ends], expected: list[float]) -> None:
    found = latencies(an_hour(a_histogram(READ, 125_000, *buckets)))[READ]
    assert found.avg_wait_us == pytest.approx(8_000, rel=1e-4)
    assert [bucket.time_pct for bucket in found.buckets] == pytest.approx(expected, abs=0.06)
    assert sum(bucket.waits_pct for bucket in found.buckets) == pytest.approx(100)


def test_without_the_events_time_an_open_bucket_leaves_all_shares_unknown() -> None:
    hour = an_hour(
        a_histogram(WRITE, 10, (0.0, 1_000.0, 90.0), (1_000.0, None, 10.0)),
        a_histogram(READ, 10, (0.0, 1_000.0, 90.0), (1_000.0, 2_000.0, 10.0)),
    )
    found = latencies(replace(hour, wait_events=tuple(row for row in hour.wait_events if row.event != WRITE)))
    assert [bucket.time_pct for bucket in found[WRITE].buckets] == [None, None]
    assert found[WRITE].avg_wait_us is None
    assert None not in [bucket.time_pct for bucket in found[READ].buckets]


def test_reports_are_joined_by_their_waits_as_fine_as_all_of_them_are() -> None:
    fine = a_histogram(READ, 300, (0.0, 1_000.0, 50.0), (1_000.0, 2_000.0, 30.0), (2_000.0, None, 20.0))
    coarse = a_histogram(READ, 100, (0.0, 2_000.0, 40.0), (2_000.0, 4_000.0, 20.0), (4_000.0, None, 40.0))
    found = latencies(an_hour(fine), an_hour(coarse, snap=101), an_hour(snap=102))[READ]
    assert [row[:3] for row in rows(found)] == [(0.0, 2_000.0, 70.0), (2_000.0, None, 30.0)]
    assert found.waits == 400
    assert [one.source for one in found.evidence] == [f"{100:064x}", f"{101:064x}"]


def test_buckets_that_a_bundle_left_out_are_empty() -> None:
    sparse = a_histogram(READ, 200, (500.0, 1_000.0, 50.0), (8_000.0, 16_000.0, 50.0))
    other = a_histogram(READ, 200, (1_000.0, 2_000.0, 100.0))
    found = latencies(an_hour(sparse), an_hour(other, snap=101))[READ]
    assert [row[:3] for row in rows(found)] == [
        (500.0, 1_000.0, 25.0),
        (1_000.0, 2_000.0, 50.0),
        (2_000.0, 8_000.0, 0.0),
        (8_000.0, 16_000.0, 25.0),
    ]


TWO = ((0.0, 1_000.0, 40.0), (1_000.0, 2_000.0, 60.0))


@pytest.mark.parametrize(
    ("reports", "events"),
    [
        ([an_hour()], []),
        ([an_hour(a_histogram(SYNC, 9, *TWO), a_histogram(READ, 9, *TWO))], [READ, SYNC]),
        ([an_hour(a_histogram(READ, None, *TWO))], [READ]),
        ([an_hour(a_histogram(WRITE, 9, *TWO), a_histogram(SCAN, 9, *TWO))], [SCAN, WRITE]),
        ([an_hour(a_histogram("latch free", 9, *TWO))], []),
        # Names of several events, cut to the same letters.
        ([an_hour(a_histogram(READ, 9, *TWO), a_histogram(READ, 5, *TWO))], []),
        ([an_hour(a_histogram(READ, 9, *TWO, instance=1), a_histogram(READ, 5, *TWO, instance=2))], [READ]),
        ([an_hour(a_histogram(READ, 9, (0.0, 1_000.0, None), (1_000.0, 2_000.0, 60.0)))], []),
    ],
)
def test_what_has_a_histogram(reports: list[Workload], events: list[str]) -> None:
    assert list(latencies(*reports)) == events


def test_a_report_without_its_number_of_waits_is_not_joined_to_others() -> None:
    unknown = a_histogram(READ, None, (0.0, 1_000.0, 100.0), (1_000.0, 2_000.0, 0.0))
    found = latencies(an_hour(a_histogram(READ, 10, *TWO)), an_hour(unknown, snap=101))[READ]
    assert [row[:3] for row in rows(found)] == [*TWO]
    assert found.waits == 10


def test_it_says_the_same_however_often_it_is_asked() -> None:
    """An adviser keeps it for the next question."""
    report, found = (
        an_hour(a_histogram(READ, None, (0, 8_000, 95.2), (8_000, 16_000, 4.4), (16_000, None, 0.4))),
        Latencies(),
    )
    found.added(report)
    first = found.histogram(READ, report)
    assert [found.histogram(READ, report) for _ in range(5)] == [first] * 5
