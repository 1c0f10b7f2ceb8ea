"""What a placement must keep to, beyond the bytes of the flash: limits, and segments somebody has decided about."""

from __future__ import annotations

from typing import Literal, get_args

from segtier.dataclass import dataclass
from segtier.model.names import ObjectName

Together = Literal["segment", "table"]
"""segment: each goes by itself. table: with its partitions, indexes and LOBs, as far as the inputs say whose they are."""
Hold = Literal["window", "every-hour"]
"""window: the placement is the best for the hours the forecast is made from. every-hour: the one whose worst interval of the
inputs is least short of its own best.
"""
HOLDS: tuple[Hold, ...] = get_args(Hold)
TOGETHER: tuple[Together, ...] = get_args(Together)


@dataclass(frozen=True, slots=True)
class Constraints:
    """Names are OWNER.NAME or OWNER.NAME.PARTITION, with * for any letters; without a partition all of them are meant."""

    most_moves: int | None = None
    most_moved_bytes: int | None = None
    """What a change window has time for."""
    pinned: tuple[ObjectName, ...] = ()
    """Go to flash whatever they save."""
    excluded: tuple[ObjectName, ...] = ()
    """Stay where they are."""
    together: Together = "segment"
    hold: Hold = "window"

    @property
    def limit_moves(self) -> bool:
        return self.most_moves is not None or self.most_moved_bytes is not None

    @property
    def any(self) -> bool:
        return self != Constraints()
