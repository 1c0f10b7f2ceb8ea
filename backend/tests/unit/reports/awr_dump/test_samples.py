"""Samples as seconds of waits: how far apart they are, what sessions that wait together say, whether ranges hold the truth."""

from __future__ import annotations

import io
from collections import Counter, defaultdict
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from scipy.special import gammaincinv

from segtier.analysis.sampled_waits import read_us, waited_s
from segtier.model.workload import READ_WAIT, SegmentWait, Source, Workload
from segtier.reports.awr_dump import read_dump
from segtier.reports.awr_dump.samples import spacing, spread
from simulation.readers import KINDS
from simulation.samples import MOST_WIDE, NEEDED_PCT, TOGETHER, Estimate, estimates, held_pct
from tests.awr_dumps import FIRST, AwrDump, busy_dump

READS = "db file sequential read"


def taken(numbers: Any, seconds_each: float = 1.0) -> dict[int, Any]:
    return {number: FIRST + timedelta(seconds=number * seconds_each) for number in numbers}


@pytest.mark.parametrize(
    ("samples", "expected"),
    [
        (taken(range(10, 900, 10)), (10, 10.0)),
        (taken(range(3, 900, 10), 1.02), (10, 10.2)),
        (taken(number for number in range(0, 900, 10) if number % 70), (10, 10.0)),
        (taken(range(900)), (1, 1.0)),
        (taken(range(0, 900, 60)), (60, 60.0)),
        (taken(range(0, 70, 10)), (10, 10.0)),
        (taken((0, 600, 1200)), (10, 10.0)),
        ({}, (10, 10.0)),
        (taken((*range(0, 900, 10), 433)), (10, 10.0)),
        (taken(range(0, 900, 10)) | {2**62 + 1: FIRST}, (10, 10.0)),
        (taken((0, 70, 90, 230, 310, 420, 430, 480, 790, 850)), (10, 10.0)),
        (dict.fromkeys(range(0, 900, 10)), (10, 10.0)),
        (taken(range(0, 500, 10)) | {n: FIRST + timedelta(seconds=n - 3600) for n in range(500, 900, 10)}, (10, 10.0)),
    ],
    ids=["as Oracle does", "an instance that is late", "some without sessions", "all kept", "one of sixty", "few", "very few",
         "none", "a damaged number", "one far off", "rare ones", "without times", "the clock was set back"],
)  # fmt: skip
def test_samples_say_how_far_apart_they_are(samples: dict[int, Any], expected: tuple[int, float]) -> None:
    step, apart_s = spacing(samples)
    assert (step, round(apart_s, 6)) == expected


@pytest.mark.parametrize(
    ("waiting", "expected"),
    [
        ({10: 1, 40: 1, 90: 1}, 3),
        ({10: 8}, 64),
        ({10: 8, 90: 8}, 128),
        (dict.fromkeys(range(10, 110, 10), 1), 1),
        (dict.fromkeys(range(10, 110, 10), 4), 16),
        ({10: 1, 20: 3}, 0.5 + 2 + 4.5),
        ({None: 5, 40: 1}, 26),
    ],
    ids=["one by one", "together", "together twice", "one long wait", "four long ones", "growing", "of no sample"],
)
def test_who_waits_together_says_less(waiting: dict[Any, int], expected: float) -> None:
    assert spread(Counter(waiting), 10) == expected


def read(dump: AwrDump) -> Workload:
    (data,) = dump.written()
    _, found, _ = read_dump([io.BytesIO(data)], Source())
    return found


def test_sessions_that_wait_together_have_a_larger_error() -> None:
    dump = busy_dump()
    dump.rows["WRH$_ACTIVE_SESSION_HISTORY"].clear()
    for number in range(1, 41):
        dump.sample(3, READS, "ORDERS", SAMPLE_ID=number * 30)
        dump.sample(3, READS, "LINES", SAMPLE_ID=number // 8 * 300 + 10)
    rows = {row.name: row for row in read(dump).segment_waits}
    assert [rows[name].read_wait_s for name in ("ORDERS", "LINES")] == [400, 400]
    assert rows["ORDERS"].variance_s2 == 4_000
    assert (rows["LINES"].variance_s2 or 0) > 25_000


def test_a_row_stands_for_the_time_to_the_next_sample_that_was_kept() -> None:
    dump = busy_dump()
    dump.rows["WRH$_ACTIVE_SESSION_HISTORY"].clear()
    for number in range(100):
        dump.sample(3, READS, "ORDERS", SAMPLE_ID=number, SAMPLE_TIME=FIRST + timedelta(seconds=number))
    one = read(dump)
    assert [(row.samples, row.read_wait_s) for row in one.segment_waits] == [(100, 100)]
    assert one.segment_coverage[READ_WAIT].captured == 100


@pytest.mark.parametrize("number", [0.5, 10**60, -10, None])
def test_what_numbers_no_sample_is_of_none(number: float | None) -> None:
    dump = busy_dump()
    dump.sample(3, READS, "LINES", count=3, SAMPLE_ID=number)
    (found,) = [row for row in read(dump).segment_waits if row.name == "LINES"]
    assert (found.samples, found.read_wait_s, found.variance_s2) == (3, 30, 900)


def a_wait(samples: int, together: float = 1.0) -> SegmentWait:
    return SegmentWait(
        "SHOP", "ORDERS", samples=samples, read_wait_s=10.0 * samples, variance_s2=100.0 * samples * together
    )


@pytest.mark.parametrize("samples", [4, 10, 30, 100, 1_000])
def test_the_ends_are_those_of_a_count(samples: int) -> None:
    found = waited_s(a_wait(samples))
    assert found is not None
    assert found.low == pytest.approx(10 * gammaincinv(samples, 0.025), rel=0.02)
    assert found.likely == 10 * samples
    assert found.high == pytest.approx(10 * gammaincinv(samples + 1, 0.975), rel=0.01)


def test_waits_that_come_together_count_as_fewer() -> None:
    eight, one = waited_s(a_wait(80, together=8)), waited_s(a_wait(10))
    assert eight is not None
    assert one is not None
    assert eight == pytest.approx([8 * seconds for seconds in one])


def test_the_time_of_a_read_needs_the_reads() -> None:
    row = a_wait(100)
    found = read_us(row, 200_000)
    assert found is not None
    assert found.likely == 5_000
    assert [read_us(row, reads) for reads in (None, 0)] == [None, None]
    assert waited_s(replace(row, variance_s2=None)) is None
    assert waited_s(replace(row, read_wait_s=0.0, samples=0, variance_s2=0.0)) is None


def _by_kind(seeds: range, expected: tuple[int, ...]) -> dict[str, list[Estimate]]:
    found = defaultdict(list)
    for seed in seeds:
        for one in estimates(seed, expected=expected):
            found[one.kind].append(one)
    return found


def test_ranges_hold_what_reads_took() -> None:
    """A slice of `python simulation/samples.py`."""
    found = _by_kind(range(1, 4), (30,))
    assert set(found) == set(KINDS)
    assert held_pct([one for some in found.values() for one in some]) >= NEEDED_PCT


def test_of_a_hundred_segments_of_each_kind_the_ranges_hold_ninety() -> None:
    found = _by_kind(range(1, 21), (6, 20, 50, 100, 250))
    for kind, some in found.items():
        assert len(some) > 80
        assert held_pct(some) >= NEEDED_PCT, kind
    alone = [one.width for kind, some in found.items() for one in some if kind not in TOGETHER and one.samples >= 90]
    assert max(alone) <= MOST_WIDE
    jobs = found["parallel"]
    assert sum(one.holds_alone for one in jobs) < 0.9 * len(jobs), "to take them to wait one by one would do as well"
