"""What a flash cache of other sizes would serve: points for a chart."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from segtier.forecast.basis import Basis
from segtier.forecast.calibration import calibrate
from segtier.forecast.change import Change
from segtier.forecast.draws import median, quantiles
from segtier.forecast.network import Network
from segtier.model.forecast import Range
from segtier.oracle.flash_cache import LARGEST_FACTOR
from segtier.units import MIB

_POINTS = 12
_LEAST_FACTOR = 0.1
"""Of the buffer cache."""

Look = Callable[[Change], tuple[Range, float | None]]


def sizes_of_curve(buffer_cache_bytes: int, usable_bytes: int) -> tuple[int, ...]:
    """From a tenth of the buffer cache to ten times as much, as far as that fits, in steps of one factor and whole MiB."""
    least, most = _LEAST_FACTOR * buffer_cache_bytes, min(LARGEST_FACTOR * buffer_cache_bytes, usable_bytes)
    if not 0 < least <= most:
        return ()
    sizes = (np.geomspace(least, most, _POINTS) // MIB * MIB).astype(int)
    return tuple(sorted({int(size) for size in sizes if size > 0}))


def cache_look(basis: Basis) -> Look:
    """A function from a change with a flash cache to (share of buffered reads it serves, response at the same work).

    The response as `forecast_change` expects it, relative to today's; None where the change cannot carry the work.
    """
    base, today = calibrate(basis), np.ones(basis.draws)

    def look(change: Change) -> tuple[Range, float | None]:
        network = Network(base.fork(), change)
        response = median(network.response(today)) / basis.profile.db_time_per_s
        return quantiles(network.arrivals.flash_hits), response if np.isfinite(response) else None

    return look
