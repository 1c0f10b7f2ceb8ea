"""The inputs papers leave out: their expected values, and draws of them that all papers share."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from scipy.stats import qmc

from segtier.backtest.rows import Backtest, Default
from segtier.forecast.draws import Column

Drawn = Mapping[str, float]
"""One value for each default."""


def expected_inputs(backtest: Backtest) -> dict[str, float]:
    """Every default at its expected value."""
    return {name: default.expected for name, default in backtest.defaults.items()}


def drawn_inputs(backtest: Backtest, variants: int, seed: int) -> list[dict[str, float]]:
    """`variants` draws of all defaults: a Latin hypercube over triangles, the same for every paper."""
    names = list(backtest.defaults)
    cube = qmc.LatinHypercube(len(names), rng=np.random.default_rng(seed)).random(variants)
    columns = [_triangle(backtest.defaults[name], cube[:, i]) for i, name in enumerate(names)]
    return [{name: float(columns[i][row]) for i, name in enumerate(names)} for row in range(variants)]


def _triangle(default: Default, probability: Column) -> Column:
    """The inverse of a triangle's distribution function."""
    low, peak, high = default.low, default.expected, default.high
    width = high - low
    if width <= 0:
        return np.full_like(probability, peak)
    rising = low + np.sqrt(probability * width * (peak - low))
    falling = high - np.sqrt((1 - probability) * width * (high - peak))
    return np.where(probability < (peak - low) / width, rising, falling)
