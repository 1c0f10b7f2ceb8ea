"""How often drift is found where there is none, and where there is, in databases drawn at random.

Run: `python -m benchmarks.drift [SEEDS]`. A row for each number of segments, weeks, and spread of a segment's reads from week to
week (of their logarithm): finds of so many seeds with the plan that is best, with the plan of one noisy week, and where the
largest segment on SSD has cooled to 5 % and another has taken its place. About a minute on a quiet core with 100 seeds.
"""

from __future__ import annotations

import sys

import numpy as np

from segtier.placement.drift import swap_of

SEEDS, FIRST_SEED = 100, 1_000
"""Seeds that no threshold was chosen by."""
_READS, _SPREAD, _ON_SSD = 10_000, 1.5, 0.2
_COOLED = 0.05


def main() -> int:
    seeds = range(FIRST_SEED, FIRST_SEED + int(sys.argv[1] if len(sys.argv) > 1 else SEEDS))
    print("segments weeks spread  found: best plan  plan of a noisy week  one cooled, one heated")
    for units in (20, 200, 2_000):
        for weeks in (3, 4, 6):
            for spread in (0.1, 0.3, 0.6):
                still, noisy, moved = (
                    sum(found(seed, units, weeks, spread, plan_spread=plan, drift=drift) for seed in seeds)
                    for plan, drift in ((0.0, False), (spread, False), (0.0, True))
                )
                print(f"{units:8,d} {weeks:5d} {spread:6.1f} {still:17d} {noisy:21d} {moved:23d}", flush=True)
    return 0


def found(seed: int, units: int, weeks: int, spread: float, *, plan_spread: float, drift: bool) -> bool:
    """Whether a swap is. `plan_spread`: of the reads by which the plan was chosen."""
    chance = np.random.default_rng([41, seed, units, weeks])
    reads = np.exp(chance.normal(0, _SPREAD, units)) * _READS
    size = np.ceil(np.exp(chance.normal(0, 1, units)) * 2**30).astype(np.int64)
    figures = reads[:, np.newaxis] * np.exp(chance.normal(0, spread, (units, weeks)))
    order = np.argsort(-reads * np.exp(chance.normal(0, plan_spread, units)) / size)
    inside = np.zeros(units, bool)
    inside[order[np.cumsum(size[order]) <= size.sum() * _ON_SSD]] = True
    if drift:
        cools = np.flatnonzero(inside)[np.argmax(reads[inside])]
        others = np.flatnonzero(~inside)
        fits = others[size[others] <= size[cools]]
        heats = fits[np.argmax(reads[fits])] if len(fits) else others[np.argmin(size[others])]
        figures[heats] *= reads[cools] / reads[heats]
        figures[cools] *= _COOLED
    return swap_of(figures, figures, size, inside, int(size[inside].sum())) is not None


if __name__ == "__main__":
    sys.exit(main())
