"""A tier: storage that segments may lie on, with all that limits what lies there. Today's disk groups are tiers too."""

from __future__ import annotations

from typing import Literal

from segtier.dataclass import dataclass
from segtier.model.device import Tier
from segtier.model.names import Word

TierLimit = Literal["bytes", "busy", "read-bytes", "written-bytes", "written-a-day"]
TIER_LIMITS: dict[TierLimit, str] = {
    "bytes": "usable bytes",
    "busy": "requests a second",
    "read-bytes": "bytes read a second",
    "written-bytes": "bytes written a second",
    "written-a-day": "bytes written a day",
}


@dataclass(frozen=True, slots=True)
class StorageTier:
    """What may be asked of it by the segments to place: after its RAID level, and without what is kept free or taken by others.

    None: not known. Nothing then limits a new tier; today's tier carries no more of it than it does today.
    """

    name: Word
    today: bool
    """Segments lie on it now."""
    usable_bytes: int | None
    reads_per_s: float | None = None
    """With no write beside them. Reads and writes share the devices: the parts of their limits together stay within 1."""
    writes_per_s: float | None = None
    """As the database writes, in the steady state, with no read beside them."""
    read_bytes_per_s: float | None = None
    written_bytes_per_s: float | None = None
    written_bytes_per_day: float | None = None
    """What its cells bear over the years it must last."""
    keeps_unwritten: bool | None = None
    """Its write cache survives a loss of power."""
    price_month: float | None = None
    currency: Word = ""


FLASH = "SSD"
"""The flash at hand, among the tiers."""


@dataclass(frozen=True, slots=True)
class FurtherTier:
    """A tier beside the flash at hand that segments may go to, and may lie on today."""

    tier: Tier
    """What a request meets there. Where it is not known how many it takes, more than any database asks for."""
    limits: StorageTier
    tablespaces: tuple[str, ...] = ()
    """In capitals: what lies there today."""
    place: Word = ""
    """Where its files go: +GROUP or a directory; empty: nobody said."""
    price: float | None = None
