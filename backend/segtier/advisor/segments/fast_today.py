"""What lies today where reads take no longer than on the SSD: moving it saves nothing."""

from __future__ import annotations

from segtier.advisor.case import Case
from segtier.forecast.today import credited
from segtier.model.profile import SegmentLoad
from segtier.units import format_us


def fast_today(case: Case, load: SegmentLoad) -> str | None:
    """Why the tablespace of the segment earns no credit; None where it does, or where read times tell nothing apart."""
    storage = case.storage
    seen = storage.class_of(load.key[0], load.tablespace) if storage.told_apart else None
    if seen is None or credited(seen[1], case.request.tier):
        return None
    station, one = seen
    time = format_us(one.read_us or 0.0)
    return f"{load.tablespace} reads in {time} from {station.name}, as fast as the SSD: moving it would save nothing."
