"""A further tier as the network sees it: what a request takes there relative to today, and what it carries.

The first tier, the flash, draws its inputs by name. A further one is drawn from the same numbers between its own ends: what the
host adds to a device's time it adds to that of another too.
"""

from __future__ import annotations

import numpy as np

from segtier.dataclass import dataclass
from segtier.forecast.draws import Column, Draws
from segtier.forecast.flash_ratios import OnFlash, bytes_per_read, device_ratio, on_flash, read_ratio, scan_ratio
from segtier.forecast.read_latency import read_latency_us
from segtier.forecast.stations import flash_stretch, transfer_us, waiting_part
from segtier.forecast.today import Today
from segtier.model.device import Tier
from segtier.model.profile import Profile


@dataclass(frozen=True, slots=True)
class Target:
    """Columns have one entry per draw."""

    tier: Tier
    today: Today
    """What reads of a tablespace count as that come here."""
    read_ratio: Column
    scan_ratio: Column
    bytes_per_s: Column
    """What it reads."""
    direct_write_gain: Column
    """Of direct path writes; below 0 where they take longer here."""

    @property
    def channels(self) -> float:
        """Requests it works on at once."""
        return max(self.tier.read_us * self.tier.read_iops / 1e6, 1.0)

    def stretch(self, waited: Column, unwaited: Column, seen: float | Column) -> Column:
        """Response time relative to its response at low load; `waited` and `unwaited`: parts of its time."""
        met = waiting_part(seen, self.channels) * waited + unwaited
        return flash_stretch(waited + unwaited, self.channels, met)


def target_of(profile: Profile, tier: Tier, today: Today, scan_gain: Column, draws: Draws) -> Target:
    own = Draws(draws.count, draws.seed, expected=draws.expected)
    device = on_flash(tier, own)
    return Target(
        tier,
        today,
        _reads(profile, device, today, own),
        scan_ratio(profile, device, own),
        device.read_bytes_per_s,
        scan_gain * (1 - device_ratio(profile, "direct-write", device.write_us, own)),
    )


def _reads(profile: Profile, device: OnFlash, today: Today, draws: Draws) -> Column:
    """A tier that is slower than today's storage is slower: what is put there was asked to go there."""
    at_best = read_ratio(profile, device, draws, apart=today.apart)
    now_us = read_latency_us(profile)
    if not now_us:
        return at_best
    there: Column = (device.read_us + transfer_us(bytes_per_read(profile), device.read_stream_bytes_per_s)) / now_us
    return np.where(there > 1, there, at_best)
