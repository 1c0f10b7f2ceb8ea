"""How long a request takes on flash, relative to today."""

from __future__ import annotations

import numpy as np

from segtier.forecast import constants as c
from segtier.forecast.draws import Column, Draws
from segtier.forecast.read_latency import draws_that_are_fast, draws_with_fast_reads, read_latency_us
from segtier.forecast.stations import transfer_us
from segtier.model.demand import DemandName
from segtier.model.device import Tier
from segtier.model.profile import Profile

_MOST, _MOST_SCANS = 3.0, 1.5
"""Slower than this, relative to today, no forecast makes a request."""


def read_ratio(profile: Profile, tier: Tier, read_us: Column, draws: Draws) -> Column:
    """Of buffered reads. Where they are fast already, today's time is the measure, not the device's."""
    today = read_latency_us(profile)
    if today is None:
        return np.ones(draws.count)
    device = device_ratio(today, read_us + read_transfer_us(profile, tier))
    fast = draws_with_fast_reads(profile, draws)
    return np.where(fast, draws.triangle("already_fast", c.ALREADY_FAST), device) if fast.any() else device


def read_transfer_us(profile: Profile, tier: Tier) -> float:
    """From flash, of a buffered read of today's mean size."""
    return transfer_us(bytes_per_read(profile), tier.read_bytes_per_s)


def scan_transfer_us(profile: Profile, tier: Tier) -> float:
    """From flash, of a direct path read of today's mean size."""
    requests = profile.direct_read_requests_per_s or profile.demand("direct-read").waits_per_s
    size = (profile.direct_read_bytes_per_s or 0.0) / requests if requests else 0.0
    return transfer_us(size, tier.read_bytes_per_s)


def bytes_per_read(profile: Profile) -> float:
    """Mean size of a buffered read, a block at least."""
    requests, block = profile.buffered_read_requests_per_s, float(profile.block_size_bytes)
    if not requests or not profile.data_read_bytes_per_s:
        return block
    return max((profile.data_read_bytes_per_s - (profile.direct_read_bytes_per_s or 0.0)) / requests, block)


def scan_ratio(profile: Profile, tier: Tier, read_us: Column, draws: Draws) -> Column:
    """Of direct path reads."""
    demand = profile.demand("direct-read")
    if demand.latency_us is None:
        return np.ones(draws.count)
    return np.minimum(device_ratio(demand.latency_us, read_us + scan_transfer_us(profile, tier)), _MOST_SCANS)


def temp_ratios(profile: Profile, tier: Tier, read_us: Column, write_us: Column, draws: Draws) -> dict[str, Column]:
    """Of temp reads and writes, by demand. Those that are fast already measure themselves, as reads do."""
    size = c.TEMP_REQUEST_BYTES
    on_flash: dict[DemandName, Column] = {
        "temp-read": read_us + transfer_us(size, tier.read_bytes_per_s),
        "temp-write": write_us + transfer_us(size, tier.write_bytes_per_s),
    }
    today = {kind: profile.demand(kind).latency_us for kind in on_flash}
    return {kind: _unless_fast(today[kind], device_ratio(today[kind], us), draws) for kind, us in on_flash.items()}


def _unless_fast(today_us: float | None, device: Column, draws: Draws) -> Column:
    fast = draws_that_are_fast(today_us, draws)
    return np.where(fast, draws.triangle("already_fast_temp", c.ALREADY_FAST_TEMP), device) if fast.any() else device


def device_ratio(today_us: float | None, flash_us: Column) -> Column:
    """Flash over today's latency; 1 where today's is not known."""
    if not today_us:
        return np.ones_like(flash_us)
    return np.minimum(flash_us / today_us, _MOST)
