"""What each of several tiers may take: the flash at hand, new tiers, and those of today beside what else lies there."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from segtier.advisor.case import Case
from segtier.errors import Infeasible
from segtier.model.storage_tier import FLASH, FurtherTier, StorageTier
from segtier.model.workload import SegmentKey
from segtier.units import format_bytes


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

    Raises Infeasible where more lies there today than it is said to hold.
    """
    tier = asked.limits
    if tier.usable_bytes is None:
        return tier
    usable = int(tier.usable_bytes * kept)
    if not asked.tablespaces:
        return replace(tier, usable_bytes=usable)
    _holds_what_lies_there(case, asked, tier.usable_bytes)
    if case.known.totals[0] is None or _of_unknown_size(case, asked):
        return replace(tier, usable_bytes=None)
    known = case.known.sizes
    rest = _rows(case, {row.key for key in placed if (row := known.find(key)) is not None})
    if any(space is None or size is None for space, size in rest):
        return replace(tier, usable_bytes=None)
    return replace(tier, usable_bytes=max(usable - _lies(rest, asked), 0))


def _holds_what_lies_there(case: Case, asked: FurtherTier, whole_bytes: int) -> None:
    """By the sizes that are known: there may be more."""
    lies_bytes = _lies(_rows(case, frozenset()), asked)
    if lies_bytes > whole_bytes:
        raise Infeasible(
            f"the segments of {', '.join(asked.tablespaces)} take {format_bytes(lies_bytes)}, but you stated"
            f" {format_bytes(whole_bytes)} for the tier {asked.limits.name}",
            code="tier-too-small",
            advice="State the usable bytes that the tier has today, or only the tablespaces on that tier.",
        )


def _of_unknown_size(case: Case, asked: FurtherTier) -> bool:
    """A segment that the reports name there has no size: nobody knows how full it is."""
    return any(
        load.size_bytes is None for load in case.segments.loads if (load.tablespace or "").upper() in asked.tablespaces
    )


def _rows(case: Case, without: Collection[SegmentKey]) -> list[tuple[str | None, int | None]]:
    """Tablespace and bytes of all that inventories list."""
    rows = [(row.tablespace, row.size_bytes) for row in case.known.sizes.rows.values() if row.key not in without]
    return rows + [(one.tablespace, one.size_bytes) for inventory in case.inventories for one in inventory.folded]


def _lies(rows: Sequence[tuple[str | None, int | None]], asked: FurtherTier) -> int:
    """Known bytes there today."""
    return sum(size for space, size in rows if size and space and space.upper() in asked.tablespaces)
