"""When an average read time says nothing about a device, and when it does."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from segtier.analysis.doubt import doubt_of_reads
from segtier.analysis.profile import build_profile
from segtier.model.workload import HistogramBucket, WaitHistogram, Workload
from tests.builders import a_wait, a_workload
from tests.sentences import like, tells, worded

SEQUENTIAL = "db file sequential read"


def reads(average_ms: float, count: int, below_1ms_pct: float | None = None) -> Workload:
    built = a_workload((a_wait(SEQUENTIAL, average_ms * count / 1000, average_ms),))
    if below_1ms_pct is None:
        return built
    buckets = (HistogramBucket(0, 1_000, below_1ms_pct), HistogramBucket(1_000, None, 100 - below_1ms_pct))
    return replace(built, wait_histograms=(WaitHistogram(SEQUENTIAL, count, buckets),))


@pytest.mark.parametrize(
    ("average_ms", "count", "below_1ms_pct", "says"),
    [
        (8, 100_000, None, None),
        (8, 500, None, None),
        (8, 499, None, "Only 499 reads"),
        (499, 100_000, None, None),
        (501, 100_000, None, "no device does"),
        (0.4, 100_000, 99.0, None),
        (1.5, 100_000, 85.0, None),
        (4.2, 100_000, 89.9, None),
        (4.2, 100_000, 99.7, "1,068 ms"),
        (12, 100_000, 90.0, "111 ms"),
        (10, 100_000, 90.0, None),
        (5, 100_000, 100.0, like("analysis/single-block-reads-take", "More than 99.9 %")),
        (5, 100_000, 99.94, "99.9 % of"),
        (12, 100_000, 98.94, "98.9 % of"),
    ],
)
def test_reads(average_ms: float, count: int, below_1ms_pct: float | None, says: str | re.Pattern[str] | None) -> None:
    doubt = doubt_of_reads(build_profile(reads(average_ms, count, below_1ms_pct)))
    assert (doubt is None) == (says is None), doubt
    assert says is None or (doubt is not None and tells(doubt, says))


@pytest.mark.parametrize("waits", [0, None])
def test_reads_nobody_counted(waits: int | None) -> None:
    row = replace(a_wait(SEQUENTIAL, 9_000, 9), waits=waits, avg_wait_us=None)
    doubt = doubt_of_reads(build_profile(a_workload((row,))))
    assert doubt is not None
    assert doubt == worded("analysis/how-many-reads")


def test_no_reads_no_doubt() -> None:
    assert doubt_of_reads(build_profile(a_workload((a_wait("log file sync", 900, 9),)))) is None
