"""The ground's clock: every device is slower than the real one by the same factor, so that two cores carry the load.

What is told to the forecast is told at the real device's speed: times are divided by the factor, rates multiplied.
"""

from __future__ import annotations

from segtier.units import S_PER_HOUR

SLOWED = 3.0


def told_s(seconds: float, elapsed_s: float) -> float:
    """Seconds of an interval, in an hour of the real devices."""
    return seconds * S_PER_HOUR / elapsed_s


def told_count(count: float, elapsed_s: float) -> float:
    """Counts of an interval, in an hour of the real devices."""
    return count * SLOWED * S_PER_HOUR / elapsed_s
