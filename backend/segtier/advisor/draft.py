"""An option before its forecast: what it moves, what it takes, what stands in its way."""

from __future__ import annotations

from dataclasses import dataclass

from segtier.forecast import Change
from segtier.model.workload import SegmentKey


@dataclass(frozen=True, slots=True)
class Draft:
    option: str
    change: Change
    used_bytes: int | None
    blocked_by: tuple[str, ...] = ()
    moved: frozenset[SegmentKey] = frozenset()
    known: bool = True
    """False: the inputs do not say what the option would move, so there is no forecast."""
