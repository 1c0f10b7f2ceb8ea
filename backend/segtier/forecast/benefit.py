"""DB time one segment would save on flash, at today's load: what placement ranks by."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from segtier.forecast import constants as c
from segtier.forecast.flash_ratios import bytes_per_read, bytes_per_scan_read
from segtier.forecast.read_latency import chance_of_fast_reads, read_latency_us
from segtier.forecast.stations import transfer_us
from segtier.model.device import Tier
from segtier.model.profile import Profile, SegmentLoad
from segtier.units import S_PER_HOUR

Benefit = Callable[[SegmentLoad], float | None]


def segment_benefit_s_per_hour(profile: Profile, tier: Tier) -> Benefit:
    """For each segment the seconds of DB time saved per hour: its part of read waits, scans and write stalls, as far as flash
    shortens them.

    Each wait class's time is shared out by requests, so the parts of all segments never exceed the whole.
    None where the segment's reads and writes are both unknown, or where it takes part in I/O whose total is.
    """
    reads = (
        profile.buffered_read_requests_per_s,
        profile.time_per_s("single-block-read", "multi-block-read"),
        _read_gain(profile, tier),
    )
    scans = profile.direct_read_requests_per_s, profile.time_per_s("direct-read"), _scan_gain(profile, tier)
    stalls = profile.data_write_requests_per_s, profile.time_per_s("write-stall"), c.STALL_GAIN.expected

    def benefit(load: SegmentLoad) -> float | None:
        if load.read_requests_per_s is None and load.write_requests_per_s is None:
            return None
        direct = load.direct_read_requests_per_s
        return _saved(
            ((load.read_requests_per_s or 0.0) - direct, *reads),
            (direct, *scans),
            (load.write_requests_per_s or 0.0, *stalls),
        )

    return benefit


def _saved(*parts: tuple[float, float | None, float, float]) -> float | None:
    saved = 0.0
    for part, whole, waited_s, gain in parts:
        if part <= 0 or waited_s <= 0:
            continue
        if whole is None:
            return None
        saved += _share(part, whole) * waited_s * gain
    return saved * S_PER_HOUR


def _share(part: float, whole: float) -> float:
    return min(part / whole, 1.0) if whole else 0.0


def _read_gain(profile: Profile, tier: Tier) -> float:
    fast = chance_of_fast_reads(profile)
    device = _taken_off(read_latency_us(profile), bytes_per_read(profile), tier)
    return fast * (1 - c.ALREADY_FAST.expected) + (1 - fast) * device


def _scan_gain(profile: Profile, tier: Tier) -> float:
    latency = profile.demand("direct-read").latency_us
    return _taken_off(latency, bytes_per_scan_read(profile), tier) * c.SCAN_GAIN.expected


def _taken_off(today_us: float | None, request_bytes: float, tier: Tier) -> float:
    """Part of today's time, with flash as expected."""
    if not today_us:
        return 0.0
    transfer = transfer_us(request_bytes, np.array(tier.read_bytes_per_s * c.FLASH_BANDWIDTH.expected))
    return max(1 - (tier.read_us + float(transfer)) / today_us, 0.0)
