"""What each of several tiers may take: the flash at hand, new tiers, and those of today beside what else lies there."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from segtier.advisor.case import Case
from segtier.model.storage_tier import FLASH, FurtherTier, StorageTier
from segtier.model.workload import SegmentKey


def flash_tier(case: Case) -> StorageTier:
    tier = case.request.tier
    return StorageTier(
        FLASH,
        False,
        case.capacity_bytes,
        reads_per_s=tier.read_iops,
        writes_per_s=tier.write_iops,
        read_bytes_per_s=tier.read_bytes_per_s,
        written_bytes_per_s=tier.write_bytes_per_s,
    )


def without_others(case: Case, asked: FurtherTier, kept: float, placed: Collection[SegmentKey]) -> StorageTier:
    """A tier without what is kept free, and one of today without what lies there and is not placed: segments that cannot move,
    or whose load is not known. Where the sizes and tablespaces of all segments are not known that is not known either.
    """
    tier = asked.limits
    if tier.usable_bytes is None:
        return tier
    usable = int(tier.usable_bytes * kept)
    if not asked.tablespaces:
        return replace(tier, usable_bytes=usable)
    if case.known.totals[0] is None:
        return replace(tier, usable_bytes=None)
    known = case.known.sizes
    listed = {row.key for key in placed if (row := known.find(key)) is not None}
    rest = [(row.tablespace, row.size_bytes) for row in known.rows.values() if row.key not in listed]
    rest += [(one.tablespace, one.size_bytes) for inventory in case.inventories for one in inventory.folded]
    if any(space is None or size is None for space, size in rest):
        return replace(tier, usable_bytes=None)
    others = sum(size for space, size in rest if size and space and space.upper() in asked.tablespaces)
    return replace(tier, usable_bytes=max(usable - others, 0))
