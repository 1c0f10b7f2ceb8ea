"""Does the range of a segment's read time, made of samples ten seconds apart, hold what the reads took?

Sessions read segments whose times are known (`readers.py`). What AWR keeps of them, samples and counts of reads, is written as a
dump; the product reads it. Printed for each kind of load and number of samples: in how many segments the range holds the truth,
how wide it is (high / low), in how many it would if sessions were taken to wait one by one, and how far off the rival estimate
from TIME_WAITED is.

Run: `python simulation/samples.py [--databases 100] [--seed 1]`. Exits with 1 where fewer than 90 of 100 hold it, or a range of
about 100 samples of sessions that wait one by one is wider than 1.6.
"""

from __future__ import annotations

import argparse
import io
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from statistics import median
from typing import NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from segtier.analysis.sampled_waits import read_us
from segtier.model.workload import SegmentWait, Source, Workload
from segtier.reports.awr_dump import read_dump
from simulation.readers import HOUR_S, KINDS, Reads, met_at
from tests.awr_dumps import FIRST, AwrDump

APART_S = 10.0
SIZES = (0, 10, 30, 80, 125, 400, 10**9)
"""Samples: the ends of the groups. The middle one is that of 100."""
NEEDED_PCT, MOST_WIDE = 90.0, 1.6
TOGETHER = ("stalled", "parallel")
"""Kinds whose sessions wait together: 100 samples say as much as fewer that come one by one, so their ranges are wider."""
_EXPECTED = (6, 20, 50, 100, 250)
"""Samples of the segments of a database, on average."""
_EVENT = "db file sequential read"


class Estimate(NamedTuple):
    kind: str
    samples: int
    truth_us: float
    low_us: float
    likely_us: float
    high_us: float
    holds_alone: bool
    """Whether it would hold the truth if all sessions were taken to wait one by one."""
    rival_us: float
    """By TIME_WAITED alone: the harmonic mean, since a read is met in proportion to its length."""

    @property
    def holds(self) -> bool:
        return self.low_us <= self.truth_us <= self.high_us

    @property
    def width(self) -> float:
        return self.high_us / self.low_us

    @property
    def rival_is_off(self) -> float:
        return max(self.rival_us / self.truth_us, self.truth_us / self.rival_us)


def estimates(
    seed: int, kinds: Sequence[str] = tuple(KINDS), expected: Sequence[int] = _EXPECTED
) -> Iterator[Estimate]:
    """Of the segments of one database that are met in a sample."""
    of = np.random.default_rng(seed)
    moments_s = np.arange(of.uniform(0, APART_S), HOUR_S, APART_S)
    dump, truths, rivals = AwrDump(), dict[str, float](), dict[str, float]()
    dump.instance()
    for snap in (1, 2):
        dump.snapshot(snap)
        dump.event(snap, _EVENT, 1_000 * snap, 10.0 * snap)
    for kind in kinds:
        for most in expected:
            sessions = KINDS[kind](most * APART_S / HOUR_S, float(of.choice((0.004, 0.008, 0.016))), of)
            name, reads = f"{kind} {most}".upper(), sum(len(one.took_s) for one in sessions)
            met = met_at(sessions, moments_s)
            if not met:
                continue
            _write(dump, name, reads, met, moments_s)
            truths[name] = _total_s(sessions) * 1e6 / reads
            rivals[name] = len(met) / sum(1 / took_s for _, took_s in met) * 1e6
    workload = _read(dump)
    requests = {row.name: row.physical_read_requests for row in workload.segments}
    for row in workload.segment_waits:
        found = read_us(row, requests[row.name])
        assert found is not None
        truth_us, alone = truths[row.name], read_us(_one_by_one(row), requests[row.name])
        assert alone is not None
        holds = alone.low <= truth_us <= alone.high
        yield Estimate(row.name.split()[0].lower(), row.samples or 0, truth_us, *found, holds, rivals[row.name])


def _one_by_one(row: SegmentWait) -> SegmentWait:
    return replace(row, variance_s2=(row.read_wait_s or 0.0) ** 2 / (row.samples or 1))


def _total_s(sessions: Sequence[Reads]) -> float:
    return float(sum(one.took_s.sum() for one in sessions))


def _write(dump: AwrDump, name: str, reads: int, met: Sequence[tuple[int, float]], moments_s: np.ndarray) -> None:
    dump.segment(2, name, {"PHYSICAL_READS": reads, "PHYSICAL_READ_REQUESTS": reads})
    for number, took_s in met:
        dump.sample(2, _EVENT, name, SAMPLE_ID=(number + 1) * 10, TIME_WAITED=round(took_s * 1e6),
                    SAMPLE_TIME=FIRST + timedelta(seconds=float(moments_s[number])))  # fmt: skip


def _read(dump: AwrDump) -> Workload:
    (workload,) = read_dump([io.BytesIO(one) for one in dump.written()], Source())
    return workload


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--databases", type=int, default=100)
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    groups: dict[tuple[str, int], list[Estimate]] = defaultdict(list)
    for seed in range(given.seed, given.seed + given.databases):
        for one in estimates(seed):
            groups[one.kind, next(at for at, end in enumerate(SIZES[1:]) if one.samples < end)].append(one)
    print(
        f"{'sessions wait':14} {'samples':>9} {'segments':>9} {'held':>7} {'width':>6} {'one by one':>11}  TIME_WAITED off by"
    )
    for (kind, size), some in sorted(groups.items()):
        span = f"{max(SIZES[size], 1)}-{SIZES[size + 1] - 1}" if size < len(SIZES) - 2 else f"{SIZES[size]}-"
        wide, off = median(one.width for one in some), median(one.rival_is_off for one in some)
        alone_pct = 100 * sum(one.holds_alone for one in some) / len(some)
        print(
            f"{kind:14} {span:>9} {len(some):9} {held_pct(some):6.1f}% {wide:6.2f} {alone_pct:10.1f}%  {off:.2f}",
            flush=True,
        )
    alone = [one for (kind, size), some in groups.items() for one in some if kind not in TOGETHER and SIZES[size] == 80]
    all_ = [one for some in groups.values() for one in some]
    wide = median(one.width for one in alone)
    print(f"{held_pct(all_):.1f} of 100 ranges of {len(all_):,} segments hold the truth (at least {NEEDED_PCT:.0f})")
    print(f"a range of 80 to 124 samples of sessions that wait one by one is {wide:.2f} wide (at most {MOST_WIDE})")
    return int(held_pct(all_) < NEEDED_PCT or wide > MOST_WIDE)


def held_pct(some: Sequence[Estimate]) -> float:
    return 100.0 * sum(one.holds for one in some) / len(some)


if __name__ == "__main__":
    sys.exit(main())
