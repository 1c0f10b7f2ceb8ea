"""How far a figure of one and the same period goes up and down by itself: no difference inside that is a change."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import median
from typing import NamedTuple

from segtier.analysis.inputs import sort_inputs
from segtier.analysis.intervals import sort_intervals
from segtier.analysis.profile import profile_of
from segtier.errors import NotUsable
from segtier.model.profile import Profile
from segtier.model.workload import Workload

ONE_HOUR = 1.25
"""Times, either way, where no period has a second hour to tell."""
LEAST = 1.1
"""Hours that are alike by chance promise no less."""

Figure = Callable[[Profile], float | None]


class Band(NamedTuple):
    """After over before: inside it nothing has changed."""

    low: float
    high: float

    def holds(self, ratio: float) -> bool:
        return self.low <= ratio <= self.high


def hours_of(reports: Sequence[Workload]) -> tuple[Profile, ...]:
    """Each interval of a period by itself."""
    slots, _ = sort_intervals(sort_inputs(reports).intervals)
    found = []
    for slot in slots:
        try:
            found.append(profile_of(slot))
        except NotUsable:
            continue
    return tuple(found)


def band(periods: Sequence[Sequence[Profile]], figure: Figure) -> Band:
    """The widest spread of the hours of a period around their middle."""
    lows, highs = [], []
    for hours in periods:
        values = [value for hour in hours if (value := figure(hour))]
        if len(values) > 1:
            lows.append(min(values) / median(values))
            highs.append(max(values) / median(values))
    if not lows:
        return Band(1 / ONE_HOUR, ONE_HOUR)
    return Band(min(*lows, 1 / LEAST), max(*highs, LEAST))
