"""What a read from disk takes more than one from SSD, and what moving takes.

After a move the reads that are left on disk are fewer, and the database's mean read is mostly one of SSD. So what a read from
disk takes today is what is left of the read time once the reads of the applied segments are taken out at the speed of the SSD.
A swap brings in more reads than it takes out, so the disks get no slower by it: at that latency its gain is a low one.
"""

from __future__ import annotations

import numpy as np

from segtier.dataclass import dataclass
from segtier.model.device import Tier
from segtier.oracle.move_rate import SLOWEST_MB_PER_S
from segtier.placement.problem import Floats
from segtier.units import S_PER_HOUR

_LEAST_DISK_READS = 0.01
"""Of all buffered reads: of fewer nobody can tell how long they take."""


@dataclass(frozen=True, slots=True)
class Price:
    """Seconds a read."""

    low: float
    expected: float
    high: float


def price_of(tier: Tier, reads: Floats, reads_s: Floats, on_flash: Floats) -> Price | None:
    """For each of some weeks or hours all buffered reads, the time in them, and those on SSD; None where disk is not slower."""
    left = reads - on_flash
    if not len(reads) or np.any(left <= _LEAST_DISK_READS * reads):
        return None
    each = []
    for flash_us in (tier.read_us_high, tier.read_us, tier.read_us_low):
        flash_s = flash_us / 1e6
        each.append(float(np.median((reads_s - on_flash * flash_s) / left - flash_s)))
    low, expected, high = sorted(each)
    return Price(low, expected, high) if low > 0 else None


def most_cost_s(moved_bytes: int, reads_s: float) -> float:
    """DB time at most while so much moves: all buffered reads, which take so many seconds an hour, once more."""
    return moved_bytes / (SLOWEST_MB_PER_S * 1e6) / S_PER_HOUR * reads_s
