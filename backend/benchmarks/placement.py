"""How near to its bound a placement comes and what that costs, by the kind of database.

    .venv/bin/python benchmarks/placement.py [UNITS] [--groups] [--limits]      (default: 100000, singly, two devices)

A line for each kind and capacity (part of all bytes): proved gap, processor time, at the end the peak of memory. `--groups`:
tables go with their indexes and partitions. `--limits`: four more, the requests of each device, bytes moved and bytes written
a day.
Exits with 1 where a gap is above MOST_GAP or a choice takes more than MOST_S.
"""

from __future__ import annotations

import resource
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from segtier.placement.problem import Floats, Problem, Row, Whole
from segtier.placement.solve import solve

UNITS = 100_000
CAPACITIES = (0.02, 0.1, 0.4)
MOST_GAP, MOST_S = 1e-3, 3.0
_ALLOCATION = 65_536
_BUSY_S = 20_000.0
"""Seconds of read waits an hour that all of them together make."""
_TIGHT = 0.8
"""Of what the best choice without it takes: a further limit."""

Drawn = tuple[Floats, Floats]
"""(bytes, reads)."""


def _smooth(chance: np.random.Generator, count: int) -> Drawn:
    return np.exp(chance.normal(0, 1.8, count)) * 2e8, np.exp(chance.normal(0, 2.0, count))


def _heavy(chance: np.random.Generator, count: int) -> Drawn:
    return (chance.pareto(0.7, count) + 0.01) * 1e8, chance.pareto(0.8, count) + 1e-3


def _correlated(chance: np.random.Generator, count: int) -> Drawn:
    size = np.exp(chance.normal(0, 1.5, count)) * 2e8
    return size, size / 2e8 + 0.5


def _giants(chance: np.random.Generator, count: int) -> Drawn:
    """Sixty hold nine tenths of the bytes."""
    size, reads = np.exp(chance.normal(0, 1.0, count)) * 1e7, np.exp(chance.normal(0, 1.0, count))
    few = chance.choice(count, min(60, count), replace=False)
    size[few] = size.sum() * 0.9 / len(few) * np.exp(chance.normal(0, 0.6, len(few)))
    reads[few] = reads.sum() * 3 / len(few) * np.exp(chance.normal(0, 0.6, len(few)))
    return size, reads


def _whales(chance: np.random.Generator, count: int) -> Drawn:
    """Four hundred nearly alike make most of the gain, and a dozen or two fit."""
    size, reads = np.exp(chance.normal(0, 1.0, count)) * 1e6, np.exp(chance.normal(0, 1.0, count))
    few = chance.choice(count, min(400, count), replace=False)
    size[few] = size.sum() * 20 / len(few) * np.exp(chance.normal(0, 0.3, len(few)))
    reads[few] = reads.sum() * 5 * size[few] / size[few].sum() * np.exp(chance.normal(0, 0.02, len(few)))
    return size, reads


KINDS: dict[str, Callable[[np.random.Generator, int], Drawn]] = {
    "smooth": _smooth,
    "heavy": _heavy,
    "correlated": _correlated,
    "giants": _giants,
    "whales": _whales,
}


def a_problem(kind: str, count: int, part: float, *, groups: bool, limits: bool) -> Problem:
    chance = np.random.default_rng([1, count, *kind.encode()])
    drawn, reads = KINDS[kind](chance, count)
    size = np.maximum((drawn / _ALLOCATION).astype(np.int64), 1) * _ALLOCATION
    writes = np.exp(chance.normal(-1.0, 1.2, count))
    reads *= _BUSY_S / reads.sum()
    gain = np.stack([reads * (1 - 0.02 * np.minimum(writes, 5)), reads * (0.82 - 0.02 * np.minimum(writes, 5))], axis=1)
    if groups:
        size, gain = _together(chance, size, gain)
    room = (np.array([0.4, 0.6]) * part * int(size.sum())).astype(np.int64)
    plain = Problem(gain, [{0: size}, {1: size}], room)
    return _limited(chance, plain, size) if limits else plain


def _together(chance: np.random.Generator, size: Whole, gain: Floats) -> tuple[Whole, Floats]:
    """A table with a few indexes; now and then one of many partitions."""
    several = np.minimum(1 + chance.geometric(0.35, len(size)), 8)
    many = chance.random(len(size)) < 0.002
    several[many] = chance.integers(50, 600, int(many.sum()))
    starts = np.concatenate([[0], np.cumsum(several)])
    starts = starts[starts < len(size)]
    return np.add.reduceat(size, starts), np.add.reduceat(gain, starts, axis=0)


def _limited(chance: np.random.Generator, plain: Problem, size: Whole) -> Problem:
    requests = (plain.benefit[:, 0] * chance.uniform(50, 150, plain.units)).astype(np.int64)
    written = (size * np.exp(chance.normal(-3, 1, plain.units))).astype(np.int64)
    more: list[Row] = [{0: requests}, {1: requests}, {0: size, 1: size}, {0: written}]
    taken = Problem(plain.benefit, more, np.zeros(4, np.int64)).used(solve(plain).places)
    limit = np.concatenate([plain.limit, (taken * _TIGHT).astype(np.int64)])
    return Problem(plain.benefit, [*plain.rows, *more], limit)


def main(count: int, *, groups: bool, limits: bool) -> bool:
    print(f"{'kind':12}{'capacity':>9}{'units':>9}{'gap %':>9}{'cpu s':>7}")
    gaps, took = [], []
    for kind in KINDS:
        for part in CAPACITIES:
            problem = a_problem(kind, count, part, groups=groups, limits=limits)
            start_s = time.process_time()
            found = solve(problem)
            took.append(time.process_time() - start_s)
            gaps.append(1 - found.gained / found.bound)
            print(f"{kind:12}{part:9.0%}{problem.units:9,}{100 * gaps[-1]:9.4f}{took[-1]:7.2f}", flush=True)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    above = sum(gap > MOST_GAP for gap in gaps)
    print(f"gap above {MOST_GAP:.1%}: {above} of {len(gaps)}, worst {max(gaps):.3%}")
    print(
        f"processor time: median {statistics.median(took):.2f} s, worst {max(took):.2f} s; peak memory {peak:.0f} MiB"
    )
    return not above and max(took) <= MOST_S


if __name__ == "__main__":
    numbers = [int(one) for one in sys.argv[1:] if one.isdigit()]
    kept = main((numbers or [UNITS])[0], groups="--groups" in sys.argv, limits="--limits" in sys.argv)
    sys.exit(0 if kept else 1)
