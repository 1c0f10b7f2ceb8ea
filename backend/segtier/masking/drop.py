"""What is left where names are dropped: figures of the whole database."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from segtier.masking.oracle_names import kept
from segtier.model.evidence import Warn
from segtier.model.inventory import FoldedSegments, Inventory, InventorySegment
from segtier.model.names import Kind

NAMES_DROPPED = Warn(
    "names-dropped",
    "Names were dropped: advice for the whole database, for redo, temp and the flash cache is possible. Segments cannot be"
    " ranked, chosen or moved, and nothing can be joined with other files. Mask with hash for that.",
)


def without_segments(inventory: Inventory) -> Inventory:
    """Each segment added to a sum of its kind; one without a size is lost, and the list no longer complete."""
    sums: defaultdict[tuple[str | None, str | None], list[int]] = defaultdict(list)
    for row in inventory.segments:
        if row.size_bytes is not None:
            sums[row.key[4], _oracles(row)].append(row.size_bytes)
    folded = tuple(
        FoldedSegments(len(sizes), sum(sizes), kind=kind, tablespace=tablespace)
        for (kind, tablespace), sizes in sums.items()
    )
    lost = any(row.size_bytes is None for row in inventory.segments)
    return replace(
        inventory,
        segments=(),
        last_used=(),
        folded=(*inventory.folded, *folded),
        complete=False if lost else inventory.complete,
    )


def _oracles(row: InventorySegment) -> str | None:
    """SYSTEM and SYSAUX, which never count as data to move."""
    return row.tablespace if row.tablespace and kept(Kind.TABLESPACE, row.tablespace) else None
