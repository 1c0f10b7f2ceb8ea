"""What lies today where reads take no longer than on the SSD: moving it saves nothing."""

from __future__ import annotations

from collections.abc import Sequence

from segtier.advisor.case import Case
from segtier.forecast.today import credited
from segtier.model.device import StorageToday, Tier
from segtier.model.profile import SegmentLoad
from segtier.units import format_us


def fast_today(case: Case, load: SegmentLoad) -> str | None:
    """Why the tablespace of the segment earns no credit; None where it does, or where read times tell nothing apart."""
    return fast_beside(case.storage, load, [case.request.tier], "the SSD")


def fast_beside(storage: StorageToday, load: SegmentLoad, tiers: Sequence[Tier], called: str) -> str | None:
    """The same beside several tiers: None where it earns credit on one of them."""
    seen = storage.class_of(load.key[0], load.tablespace) if storage.told_apart else None
    if seen is None or any(credited(seen[1], tier) for tier in tiers):
        return None
    station, one = seen
    read_us = one.read_us or 0.0
    here = f"{load.tablespace} reads in {format_us(read_us)} from {station.name}"
    if read_us <= min(tier.read_us for tier in tiers):
        return f"{here}, as fast as {called}: moving it would save nothing."
    return f"{here}: SSD or a cache already, and only a measured read time tells whether {called} would be faster."
