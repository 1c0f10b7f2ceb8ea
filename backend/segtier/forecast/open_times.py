"""Reads of what moves may take longer than those that stay, or not as long: what that cannot make of a part.

Of storage that is one station for all, where no tablespace tells which reads are fast.
"""

from __future__ import annotations

import numpy as np

from segtier.forecast.draws import Column
from segtier.forecast.moved import Moved


def times_open(moved: Moved) -> bool:
    """Whether a read of what moves is taken to be longer, or shorter, than one that stays; of one station for all."""
    time = moved.stations[0].time
    return time is not moved.reads and not np.array_equal(time, moved.reads)


def no_more_than_all(moved: Moved, ratio: Column) -> Moved:
    """What stays is not taken to be read faster than the flash reads: a part gains no more than all reads would.

    `ratio`: time of a read there over today's mean. Of one station for all.
    """
    if not times_open(moved):
        return moved
    (one,) = moved.stations
    return moved._replace(stations=(one._replace(time=np.minimum(one.time, 1 - least_left(moved, ratio))),))


def least_left(gone: Moved, ratio: Column) -> Column:
    """Of their time, what reads that stay take where none is read faster than the flash reads."""
    least: Column = np.maximum(1 - gone.reads, 0.0) * np.minimum(ratio, 1.0)
    return least
