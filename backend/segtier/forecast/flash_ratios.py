"""How long a request takes on flash, relative to today."""

from __future__ import annotations

import numpy as np

from segtier.dataclass import dataclass
from segtier.forecast import constants as c
from segtier.forecast.draws import Column, Draws
from segtier.forecast.read_latency import draws_that_are_fast, draws_with_fast_reads, read_latency_us
from segtier.forecast.stations import transfer_us
from segtier.model.demand import DemandName
from segtier.model.device import Tier
from segtier.model.profile import Profile

LARGEST_READ_BYTES = 1 << 20
"""Oracle asks for no more at once."""


@dataclass(frozen=True, slots=True)
class OnFlash:
    """What a request meets on the flash before any queue: the device with the host's share, and its bandwidth."""

    read_us: Column
    write_us: Column
    read_bytes_per_s: Column
    write_bytes_per_s: Column
    read_stream_bytes_per_s: Column
    """Of one request on its way."""
    write_stream_bytes_per_s: Column
    reads_measured: bool
    """Then today's time and the flash's were both measured, and are compared however fast today's is."""
    writes_measured: bool


def on_flash(tier: Tier, draws: Draws) -> OnFlash:
    """Drawn once: no data sheet says how the device answers here, and a measurement says it for the hour it was made in."""
    bandwidth = draws.triangle("flash_bandwidth", c.FLASH_BANDWIDTH)
    return OnFlash(
        draws.triangle(
            "flash_read_us",
            c.Spread(tier.read_us_low, tier.read_us, tier.read_us_high, tier.source_of("read_us")),
            "µs",
        ),
        draws.triangle(
            "flash_write_us",
            c.Spread(tier.write_us_low, tier.write_us, tier.write_us_high, tier.source_of("write_us")),
            "µs",
        ),
        tier.read_bytes_per_s * bandwidth,
        tier.write_bytes_per_s * bandwidth,
        (tier.stream_bytes_per_s or tier.read_bytes_per_s) * bandwidth,
        (tier.stream_bytes_per_s or tier.write_bytes_per_s) * bandwidth,
        tier.is_measured("read_us"),
        tier.is_measured("write_us"),
    )


def read_ratio(profile: Profile, flash: OnFlash, draws: Draws, *, apart: bool = False) -> Column:
    """Of buffered reads. Where they are fast already, today's time is the measure and no data sheet.

    `apart`: only reads that are not fast move, each with its own time; the mean of today's is a unit then.
    """
    today = read_latency_us(profile)
    if not today:
        return unknown_ratio(profile, ("single-block-read", "multi-block-read"), draws)
    on_device = flash.read_us + transfer_us(bytes_per_read(profile), flash.read_stream_bytes_per_s)
    if flash.reads_measured or apart:
        return on_device / today
    device = _no_slower_than_a_device(on_device / today, draws)
    fast = draws_with_fast_reads(profile, draws)
    return np.where(fast, draws.triangle("already_fast", c.ALREADY_FAST), device) if fast.any() else device


def slowest_ratio(profile: Profile, flash: OnFlash, draws: Draws, *, apart: bool = False) -> Column:
    """Of buffered reads: on flash they take at most so many times their own time.

    What is read faster than there comes from an SSD or a cache too. Infinite where both were measured, and where tablespaces
    tell which reads are fast.
    """
    if flash.reads_measured or apart or not read_latency_us(profile):
        return np.full(draws.count, np.inf)
    slower = draws.fork().triangle("slowest_on_flash", c.SLOWEST_ON_FLASH)
    fast = draws_with_fast_reads(profile, draws)
    return np.maximum(np.where(fast, 1.0, slower), read_ratio(profile, flash, draws))


def cache_ratio(profile: Profile, tier: Tier, draws: Draws) -> Column | None:
    """Of buffered reads that are fast today, if a cache makes them so; None where none are, or where the flash was measured.

    As `today.gain_of_fast` has it of a tablespace.
    """
    today = read_latency_us(profile)
    if not today or tier.is_measured("read_us") or not draws_with_fast_reads(profile, draws).any():
        return None
    return np.full(draws.count, tier.read_us / today)


def bytes_per_read(profile: Profile) -> float:
    """Mean size of a buffered read: a block at least, and no more than Oracle asks for at once."""
    requests, block = profile.buffered_read_requests_per_s, float(profile.block_size_bytes)
    if not requests or not profile.data_read_bytes_per_s:
        return block
    size = (profile.data_read_bytes_per_s - (profile.direct_read_bytes_per_s or 0.0)) / requests
    return min(max(size, block), LARGEST_READ_BYTES)


def bytes_per_scan_read(profile: Profile) -> float:
    """Mean size of a direct path read."""
    requests = profile.direct_read_requests_per_s or profile.demand("direct-read").waits_per_s
    return min((profile.direct_read_bytes_per_s or 0.0) / requests, LARGEST_READ_BYTES) if requests else 0.0


def scan_ratio(profile: Profile, flash: OnFlash, draws: Draws) -> Column:
    """Of direct path reads."""
    on_device = flash.read_us + transfer_us(bytes_per_scan_read(profile), flash.read_stream_bytes_per_s)
    return device_ratio(profile, "direct-read", on_device, draws)


def temp_ratios(profile: Profile, flash: OnFlash, draws: Draws) -> dict[str, Column]:
    """Of temp reads and writes, by demand. Those that are fast already measure themselves, as reads do."""
    size = c.TEMP_REQUEST_BYTES
    read_us = flash.read_us + transfer_us(size, flash.read_stream_bytes_per_s)
    write_us = flash.write_us + transfer_us(size, flash.write_stream_bytes_per_s)
    return {
        "temp-read": _temp_ratio(profile, "temp-read", read_us, flash.reads_measured, draws),
        "temp-write": _temp_ratio(profile, "temp-write", write_us, flash.writes_measured, draws),
    }


def _temp_ratio(profile: Profile, kind: DemandName, flash_us: Column, measured: bool, draws: Draws) -> Column:
    today_us = profile.demand(kind).latency_us
    if measured and today_us:
        return flash_us / today_us
    device = device_ratio(profile, kind, flash_us, draws)
    fast = draws_that_are_fast(today_us, draws)
    return np.where(fast, draws.triangle("already_fast_temp", c.ALREADY_FAST_TEMP), device) if fast.any() else device


def unknown_ratio(profile: Profile, kinds: tuple[DemandName, ...], draws: Draws) -> Column:
    """Of waits whose length today nobody knows; 1 where there are none for sure."""
    if not any(profile.may_take_time(kind) for kind in kinds):
        return np.ones(draws.count)
    return draws.triangle("unknown_latency", c.UNKNOWN_LATENCY)


def device_ratio(profile: Profile, kind: DemandName, flash_us: Column, draws: Draws) -> Column:
    """Flash over today's latency of a demand; drawn where today's is not known."""
    today_us = profile.demand(kind).latency_us
    return _no_slower_than_a_device(flash_us / today_us, draws) if today_us else unknown_ratio(profile, (kind,), draws)


def _no_slower_than_a_device(ratio: Column, draws: Draws) -> Column:
    """Where the data sheet makes it longer than today's, today's storage is no slower a device: how much longer is drawn."""
    if not np.any(ratio > c.SLOWEST_ON_FLASH.low):
        return ratio
    return np.minimum(ratio, draws.triangle("slowest_on_flash", c.SLOWEST_ON_FLASH))
