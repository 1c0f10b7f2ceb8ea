"""The hit curve of the flash cache size test of 2010: two parameters, least squares on the logarithm of the response.

The measured hit share at 120 GB is not used: it checks the fit.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import least_squares

from segtier.backtest.forecast_row import Bench
from segtier.backtest.inputs import Drawn
from segtier.backtest.rows import Backtest, Row
from segtier.forecast import HitCurve
from segtier.forecast.draws import Column
from segtier.units import GIB

START = (0.35, 250.0)
"""Hot share, working set in GiB."""
SHARES = np.linspace(0.1, 0.98, 16)


def fit_curve(
    backtest: Backtest, inputs: Sequence[Drawn], draws: int, pinned: Mapping[str, float] | None = None
) -> HitCurve:
    """Hot share and working set that bring the medians of the rows with a fitted curve nearest to what was published.

    The response depends on the size only through the hit share, so it is solved on a grid of hit shares once.
    """
    rows = [row for row in backtest.rows if row.figure == "response-ms" and backtest.changes[row.change].fitted_curve]
    sizes = np.array([backtest.changes[row.change].flash_cache_gb for row in rows])
    published = np.log([row.published or 1.0 for row in rows])
    response = np.log([_median_ms(backtest, rows[0], share, inputs, draws, pinned) for share in SHARES])

    def residuals(parameters: NDArray[np.float64]) -> Column:
        hot, working_set = parameters
        found: Column = np.interp(hot + (1 - hot) * np.minimum(sizes / working_set, 1.0), SHARES, response)
        return found - published

    best = least_squares(residuals, START, bounds=([0.0, float(sizes.max())], [0.95, 5_000.0]), x_scale=[0.1, 100.0])
    hot, working_set = (float(value) for value in best.x)
    return HitCurve(hot, working_set * GIB)


def _median_ms(
    backtest: Backtest,
    row: Row,
    share: float,
    inputs: Sequence[Drawn],
    draws: int,
    pinned: Mapping[str, float] | None,
) -> float:
    """Median response with the same hit share at any size."""
    found = Bench(backtest, inputs, draws, HitCurve(float(share), math.inf), pinned).samples(row)
    return float(np.median(found)) if found is not None else math.nan
