"""What redo logs and temporary space take on flash, where an inventory says it: no report lists their sizes."""

from __future__ import annotations

from collections.abc import Sequence

from segtier.model.inventory import Inventory
from segtier.plan.moves.temp import with_headroom


def redo_bytes(inventories: Sequence[Inventory]) -> int | None:
    """One member of every online group, as the scripts make them; None where a size is missing."""
    listed = next((one.redo_groups for one in reversed(inventories) if one.redo_groups), ())
    return _sum([group.size_bytes for group in listed if not group.standby])


def temp_bytes(inventories: Sequence[Inventory]) -> int | None:
    """The most ever in use with the scripts' headroom, else the temp files as they are; None where neither is known."""
    peak = max((one.temp_peak_bytes for one in inventories if one.temp_peak_bytes), default=None)
    if peak is not None:
        return with_headroom(peak)
    listed = next((one.temp_files for one in reversed(inventories) if one.temp_files), ())
    return _sum([file.size_bytes for file in listed])


def _sum(sizes: Sequence[int | None]) -> int | None:
    known = [size for size in sizes if size is not None]
    return sum(known) if known and len(known) == len(sizes) else None
