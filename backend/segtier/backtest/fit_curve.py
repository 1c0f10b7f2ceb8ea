"""The hit curve of the flash cache size test of 2010: two parameters, least squares on the logarithm of the response.

Fitted anew for each draw of the inputs the paper leaves out and of the model's own: who fits a curve to a test fits it to
the model at hand, errors included, and what remains uncertain is how far the points lie beside the curve. The measured hit
share at 120 GB is not used: it checks the fit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import OptimizeResult, least_squares

from segtier.backtest.fitted_curves import FittedCurves
from segtier.backtest.forecast_row import Bench
from segtier.backtest.inputs import Drawn
from segtier.backtest.rows import Backtest
from segtier.forecast import HitCurve
from segtier.forecast.draws import Column
from segtier.units import GIB

START = (0.35, 250.0)
"""Hot share, working set in GiB."""
SHARES = np.linspace(0.1, 0.98, 16)


def fit_curves(
    backtest: Backtest, inputs: Sequence[Drawn], draws: int, pinned: Mapping[str, float] | None = None
) -> FittedCurves:
    """For each draw the curve that brings its forecasts nearest to what was published at every size.

    The response depends on the size only through the hit share, so it is solved on a grid of hit shares once.
    """
    rows = [row for row in backtest.rows if row.figure == "response-ms" and backtest.changes[row.change].fitted_curve]
    sizes = np.array([backtest.changes[row.change].flash_cache_gb for row in rows])
    published = np.log([row.published or 1.0 for row in rows])
    flat = (Bench(backtest, inputs, draws, _flat(share, inputs, draws), pinned) for share in SHARES)
    by_share = np.log([bench.responses_ms(rows[0]) for bench in flat])
    fits = [_fit(sizes, published, response) for response in by_share.T]
    hot, working_set_gb = np.array([fit.x for fit in fits]).T.reshape(2, len(inputs), draws)
    freedom = len(rows) - len(START)
    misfit = float(np.sqrt(np.mean([2 * fit.cost for fit in fits]) / freedom))
    curves = zip(hot, working_set_gb * GIB, strict=True)
    return FittedCurves(tuple(HitCurve(share, size) for share, size in curves), misfit, freedom)


def _flat(share: float, inputs: Sequence[Drawn], draws: int) -> FittedCurves:
    """The same hit share at any size."""
    return FittedCurves((HitCurve(np.full(draws, share), np.full(draws, np.inf)),) * len(inputs), 0.0, 1)


def _fit(sizes: Column, published: Column, response: Column) -> OptimizeResult:
    """`response`: logarithm of the response for each of SHARES."""

    def residuals(parameters: NDArray[np.float64]) -> Column:
        hot, working_set = parameters
        found: Column = np.interp(hot + (1 - hot) * np.minimum(sizes / working_set, 1.0), SHARES, response)
        return found - published

    return least_squares(residuals, START, bounds=([0.0, float(sizes.max())], [0.95, 5_000.0]), x_scale=[0.1, 100.0])
