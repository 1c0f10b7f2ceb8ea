"""Requests that nobody counted by segment: how many some segments make together lies between what their blocks allow."""

from __future__ import annotations

from dataclasses import replace

from segtier.dataclass import dataclass

Ends = tuple[float, float]
"""The least and the most, in parts of a share."""
EXACT: Ends = (1.0, 1.0)


@dataclass(frozen=True, slots=True)
class NotCounted:
    """By how much the shares of a change may be wrong, each times what the instance's blocks a request make of it."""

    reads: Ends = EXACT
    direct: Ends = EXACT
    writes: Ends = EXACT

    @property
    def crossed(self) -> NotCounted:
        """With few writes where there are many reads: whether writes help or fill the flash nobody knows beforehand."""
        return replace(self, writes=self.writes[::-1])

    def at(self, end: int) -> tuple[float, float, float]:
        """0: the least, 1: the most."""
        return self.reads[end], self.direct[end], self.writes[end]
