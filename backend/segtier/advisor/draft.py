"""An option before its forecast: what it moves, what it takes, what stands in its way."""

from __future__ import annotations

from dataclasses import dataclass

from segtier.forecast import Change
from segtier.model.forecast import Range
from segtier.model.workload import SegmentKey


@dataclass(frozen=True, slots=True)
class Draft:
    option: str
    change: Change
    used_bytes: int | None
    blocked_by: tuple[str, ...] = ()
    moved: frozenset[SegmentKey] = frozenset()
    known: bool = True
    """False: there is nothing to forecast, because the inputs do not say what would move or nothing is left to do."""
    parts: tuple[str, ...] = ()
    """Of a combination, in the order in which they are done."""
    rival: tuple[str, Range] | None = None
    """Of a combination: title and response of the best option alone."""

    @property
    def made_of(self) -> tuple[str, ...]:
        """The option itself, or the parts of a combination; of one that has none nothing."""
        return self.parts if self.option == "combination" else (self.option,)
