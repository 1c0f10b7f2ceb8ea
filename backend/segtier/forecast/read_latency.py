"""How long buffered reads take today."""

from __future__ import annotations

from segtier.model.profile import ALREADY_FAST_US, Profile


def read_latency_us(profile: Profile) -> float | None:
    """Mean wait of buffered reads, single- and multi-block, weighted by waits."""
    waits = profile.demand("single-block-read").waits_per_s + profile.demand("multi-block-read").waits_per_s
    seconds = profile.time_per_s("single-block-read", "multi-block-read")
    return seconds / waits * 1e6 if waits > 0 else None


def reads_already_fast(profile: Profile) -> bool:
    """Below a millisecond: from flash or an array's cache."""
    latency = profile.demand("single-block-read").latency_us or read_latency_us(profile)
    return latency is not None and latency < ALREADY_FAST_US
