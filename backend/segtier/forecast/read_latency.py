"""How long buffered reads take today."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from segtier.forecast import constants as c
from segtier.forecast.draws import Draws
from segtier.model.profile import ALREADY_FAST_US, Profile


def read_latency_us(profile: Profile) -> float | None:
    """Mean wait of buffered reads, single- and multi-block, weighted by waits."""
    waits = profile.demand("single-block-read").waits_per_s + profile.demand("multi-block-read").waits_per_s
    seconds = profile.time_per_s("single-block-read", "multi-block-read")
    return seconds / waits * 1e6 if waits > 0 else None


def reads_already_fast(profile: Profile) -> bool:
    """Below a millisecond: from flash or an array's cache."""
    latency = _measure_us(profile)
    return latency is not None and latency < ALREADY_FAST_US


def draws_with_fast_reads(profile: Profile, draws: Draws) -> NDArray[np.bool_]:
    """In which draws today's buffered reads come from flash or an array's cache."""
    return draws_that_are_fast(_measure_us(profile), draws)


def draws_that_are_fast(latency: float | None, draws: Draws) -> NDArray[np.bool_]:
    """In which draws requests that take this long do: below 1 ms in all, a little above in some."""
    if latency is None or latency >= c.FAST_LIMIT_US.high:
        return np.zeros(draws.count, dtype=np.bool_)
    if latency < ALREADY_FAST_US:
        return np.ones(draws.count, dtype=np.bool_)
    return draws.triangle("fast_limit_us", c.FAST_LIMIT_US, "µs") > latency


def chance_of_fast_reads(profile: Profile) -> float:
    """The part of all draws in which they do: 1 below 1 ms, 0 from the limit's high end."""
    latency, (low, _, high, _) = _measure_us(profile), c.FAST_LIMIT_US
    if latency is None or latency >= high:
        return 0.0
    return ((high - max(latency, low)) / (high - low)) ** 2


def _measure_us(profile: Profile) -> float | None:
    return profile.demand("single-block-read").latency_us or read_latency_us(profile)
