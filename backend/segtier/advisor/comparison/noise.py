"""How far a figure of one and the same period goes up and down by itself: no difference inside that is a change."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

ONE_HOUR = 1.25
"""Times, either way, where no period has a second hour to tell."""
LEAST = 1.1
"""Hours that are alike by chance promise no less."""


class Band(NamedTuple):
    """After over before: inside it nothing has changed."""

    low: float
    high: float

    def holds(self, ratio: float) -> bool:
        return self.low <= ratio <= self.high


def band(periods: Sequence[Sequence[float | None]]) -> Band:
    """The widest spread of a figure around its middle, of the hours of each period."""
    lows, highs = [], []
    for hours in periods:
        values = [value for value in hours if value]
        if len(values) > 1:
            lows.append(min(values) / median(values))
            highs.append(max(values) / median(values))
    if not lows:
        return Band(1 / ONE_HOUR, ONE_HOUR)
    return Band(min(*lows, 1 / LEAST), max(*highs, LEAST))
