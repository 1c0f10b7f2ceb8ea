"""What several devices of one model make under a RAID level.

A small write costs device requests (Patterson, Gibson & Katz 1988; Chen et al. 1994): one
under RAID 0, one on each of two devices under RAID 1 and 10; under RAID 5 the old data and the old parity are read and both
written anew: 4; under RAID 6 there are two parities: 6.
"""

from __future__ import annotations

from segtier.dataclass import dataclass
from segtier.errors import Refused
from segtier.model.device import DeviceModel, Raid
from segtier.model.storage_tier import StorageTier

DAYS_PER_YEAR = 365.25


@dataclass(frozen=True, slots=True)
class _Level:
    least: int
    copies: int
    parities: int
    """Devices' worth of bytes that hold parity."""
    reads: int
    """Device requests of a small write."""
    writes: int


_LEVELS: dict[Raid, _Level] = {
    "raid0": _Level(1, 1, 0, 0, 1),
    "raid1": _Level(2, 2, 0, 0, 2),
    "raid10": _Level(2, 2, 0, 0, 2),
    "raid5": _Level(3, 1, 1, 2, 2),
    "raid6": _Level(4, 1, 2, 3, 3),
}


def raid_tier(name: str, model: DeviceModel, count: int, raid: Raid, qualified_years: float) -> StorageTier:
    """A new tier of `count` devices of one model, which must bear its writes for so many years.

    Small writes set the write limits, and each writes to `writes` devices; large ones fill stripes and do better.
    Raises Refused where there are too few devices, an odd number to mirror, or no years.
    """
    level = _LEVELS[raid]
    if count < level.least:
        raise Refused(f"{raid} takes {level.least} devices at least, not {count}", code="bad-device-count")
    if count % level.copies:
        raise Refused(f"{count} devices cannot be mirrored in pairs; give an even number", code="bad-device-count")
    if not qualified_years > 0:
        raise Refused("give the years that the devices must last, more than 0", code="bad-years")
    write_s = level.reads / model.read_iops + level.writes / model.write_iops
    bears = None if model.endurance_bytes is None else model.endurance_bytes * count / level.writes
    return StorageTier(
        name=name,
        today=False,
        usable_bytes=model.raw_bytes * (count - level.parities) // level.copies,
        reads_per_s=model.read_iops * count,
        writes_per_s=count / write_s,
        read_bytes_per_s=model.read_bytes_per_s * count,
        written_bytes_per_s=model.write_bytes_per_s * (count - level.parities) / level.copies,
        written_bytes_per_day=None if bears is None else bears / (qualified_years * DAYS_PER_YEAR),
    )
