"""What a placement over tiers gains for every capacity of one of them, the others as they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from segtier.dataclass import dataclass
from segtier.model.storage_tier import StorageTier
from segtier.placement.problem import Floats
from segtier.placement.tiers import Moves, Segments, TierPlacement, place


@dataclass(frozen=True, slots=True, eq=False)
class TierPoint:
    usable_bytes: int
    placement: TierPlacement
    bound: float
    """No placement in so many bytes gains more; a bound of more bytes is one of fewer."""


def tier_frontier(
    tiers: Sequence[StorageTier], at: int, capacities: Sequence[int], segments: Segments, saves: Floats, moves: Moves
) -> list[TierPoint]:
    """By rising capacity of the tier `at`; none gains less than the one before, whose placement fits too.

    Raises Infeasible where what is held does not fit into the least.
    """
    points: list[TierPlacement] = []
    rising = sorted(set(capacities))
    for size in rising:
        some = [replace(tier, usable_bytes=size) if number == at else tier for number, tier in enumerate(tiers)]
        found = place(some, segments, saves, moves, near=True)
        points.append(max((*points[-1:], found), key=lambda one: one.gained))
        points[-1] = replace(points[-1], bound=found.bound)
    least = np.minimum.accumulate([one.bound for one in points][::-1])[::-1].tolist()
    return [
        TierPoint(size, one, max(bound, one.gained)) for size, one, bound in zip(rising, points, least, strict=True)
    ]
