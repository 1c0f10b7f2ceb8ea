"""Between what seconds the read waits of a segment lie, and the time of one read, of what samples say (`SegmentWait`)."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

from segtier.model.workload import SegmentWait
from segtier.units import US_PER_S

Z_95 = 1.96
"""Standard deviations to the ends: 95 of 100 ranges hold what was."""


class Sampled(NamedTuple):
    """Seconds, or microseconds of a read."""

    low: float
    likely: float
    high: float


def waited_s(row: SegmentWait) -> Sampled | None:
    """Of the waits for reads; None where the samples do not tell.

    The mean of a count of `n` lies between quantiles of the gamma distributions of `n` and `n + 1` (F. Garwood, 1936).
    Waits that come together count as the fewer that come one by one and say as much: `mean² / variance`.
    """
    mean, variance = row.read_wait_s, row.variance_s2
    if not mean or not variance:
        return None
    alone = mean**2 / variance
    each_s = variance / mean
    return Sampled(_quantile(alone, -Z_95) * each_s, mean, _quantile(alone + 1, Z_95) * each_s)


def read_us(row: SegmentWait, reads: float | None) -> Sampled | None:
    """What one of so many reads took; None where their number is not known.

    `reads`: of the same intervals. Where some are not counted it is more than a read took; where samples are missing, less.
    """
    waited = waited_s(row)
    if waited is None or not reads:
        return None
    return Sampled(*(seconds * US_PER_S / reads for seconds in waited))


def _quantile(shape: float, z: float) -> float:
    """Of the gamma distribution of scale 1, as far as `z` standard deviations of the normal one (E. Wilson, M. Hilferty, 1931).

    Exact to 2 % from four samples on; below, the low end is lower. `scipy.special.gammaincinv` is exact, and slow to import.
    """
    return shape * max(1 - 1 / (9 * shape) + z / (3 * sqrt(shape)), 0.0) ** 3
