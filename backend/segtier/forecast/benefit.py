"""DB time one segment would save on flash, at today's load: what placement ranks by."""

from __future__ import annotations

from segtier.forecast import constants as c
from segtier.forecast.flash_ratios import read_transfer_us, scan_transfer_us
from segtier.forecast.read_latency import chance_of_fast_reads, read_latency_us
from segtier.model.device import Tier
from segtier.model.profile import Profile, SegmentLoad
from segtier.units import S_PER_HOUR


def segment_benefit_s_per_hour(load: SegmentLoad, profile: Profile, tier: Tier) -> float | None:
    """Seconds of DB time saved per hour: its part of the read waits, scans and write stalls times what flash takes off.

    Each wait class's time is shared out by requests, so the parts of all segments never exceed the whole.
    None where the segment's reads and writes are both unknown.
    """
    if load.read_requests_per_s is None and load.write_requests_per_s is None:
        return None
    reads = load.read_requests_per_s or 0.0
    buffered_share = _share(reads - load.direct_read_requests_per_s, profile.buffered_read_requests_per_s)
    direct_share = _share(load.direct_read_requests_per_s, profile.direct_read_requests_per_s)
    write_share = _share(load.write_requests_per_s or 0.0, profile.data_write_requests_per_s)
    saved = buffered_share * profile.time_per_s("single-block-read", "multi-block-read") * _read_gain(profile, tier)
    saved += direct_share * profile.time_per_s("direct-read") * _scan_gain(profile, tier)
    saved += write_share * profile.time_per_s("write-stall") * c.STALL_GAIN.expected
    return saved * S_PER_HOUR


def _share(part: float, whole: float | None) -> float:
    return min(max(part, 0.0) / whole, 1.0) if whole else 0.0


def _read_gain(profile: Profile, tier: Tier) -> float:
    fast = chance_of_fast_reads(profile)
    device = _taken_off(read_latency_us(profile), tier.read_us + read_transfer_us(profile, tier))
    return fast * (1 - c.ALREADY_FAST.expected) + (1 - fast) * device


def _scan_gain(profile: Profile, tier: Tier) -> float:
    latency = profile.demand("direct-read").latency_us
    return _taken_off(latency, tier.read_us + scan_transfer_us(profile, tier)) * c.SCAN_GAIN.expected


def _taken_off(today_us: float | None, flash_us: float) -> float:
    return max(1 - flash_us / today_us, 0.0) if today_us else 0.0
