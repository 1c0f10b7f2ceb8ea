"""What arrives in the tablespaces on flash, by the operations: for their sizes, their names and the owners' quotas."""

from __future__ import annotations

from collections.abc import Sequence

from segtier.dataclass import dataclass
from segtier.model.operation import Operation

Key = tuple[str, str]
"""(container, tablespace)"""


@dataclass(frozen=True, slots=True)
class Arrival:
    """One segment; `type` None: it may stand in two operations, of which one will find it."""

    pdb: str
    target: str
    owner: str
    home: str | None
    type: str | None
    size_bytes: int | None

    @property
    def key(self) -> Key:
        return (self.pdb, self.target)


def arrivals(operations: Sequence[Operation]) -> list[Arrival]:
    """Segments that move, and indexes that are built anew on the flash with their table."""
    return [
        Arrival(one.pdb or "", row.target, row.owner, row.home, row.type, row.size_bytes)
        for one in operations
        for row in one.rewrites
        if row.target is not None and row.arrives
    ]
