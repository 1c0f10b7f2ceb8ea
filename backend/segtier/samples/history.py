"""Counters since instance start-up: what cumulative exports and Oracle's cache advisory are made of."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from random import Random

from segtier.samples.workload_model import Hour, SegmentHour, total

COUNTERS = tuple(f.name for f in fields(SegmentHour) if f.name != "spec")


def since_startup(hours: Iterable[Hour], days: float) -> tuple[SegmentHour, ...]:
    """Counters since instance start-up: the given day, and `days` earlier days that were like it on average."""
    rows = zip(*(h.segments for h in hours), strict=True)
    return tuple(_accumulated(row, days) for row in rows)


def _accumulated(row: tuple[SegmentHour, ...], days: float) -> SegmentHour:
    spec = row[0].spec
    share = days * Random(f"{spec.object_id}/history").uniform(0.97, 1.03)
    counters = {name: total(row, name) + round(total(row, name) * share) for name in COUNTERS}
    return SegmentHour(spec, **counters)
