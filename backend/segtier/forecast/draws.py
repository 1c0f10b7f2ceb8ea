"""Uncertain inputs as columns of draws: same seed, same draws."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from segtier.forecast.constants import Spread
from segtier.model.forecast import Assumption, Range

Column = NDArray[np.float64]


@dataclass(slots=True)
class Draws:
    """Draws of every uncertain input by name, with the assumption each one stands for."""

    count: int
    seed: int
    pinned: Mapping[str, float] = field(default_factory=dict)
    """Inputs that are known here: name to value, instead of a draw."""
    expected: bool = False
    """Every input at its expected value: the columns then stand for something else than draws (load_curve.py)."""
    columns: dict[str, Column] = field(default_factory=dict)
    assumptions: dict[str, Assumption] = field(default_factory=dict)

    def triangle(self, name: str, spread: Spread, unit: str = "") -> Column:
        """A column drawn from the spread; the same name always gives the same draws for the same seed."""
        if name in self.columns:
            return self.columns[name]
        low, expected, high, source = spread
        if name in self.pinned:
            low = expected = high = self.pinned[name]
        if self.expected:
            low = high = expected
        column = _triangular(self.seed, name, self.count, low, expected, high)
        self.columns[name] = column
        self.assumptions[name] = Assumption(name, expected, low, high, unit, source)
        return column

    def known(self, name: str, value: float, unit: str, source: str) -> Column:
        """A column of one measured value."""
        self.assumptions.setdefault(name, Assumption(name, value, value, value, unit, source))
        return np.full(self.count, value)

    def dominant(self, outcome: Column) -> str | None:
        """The input whose ranks follow the outcome's most closely (Spearman's rank correlation)."""
        if float(np.ptp(outcome)) <= 1e-12:
            return None
        outcome_ranks = _ranks(outcome)
        strength = {
            name: abs(float(np.corrcoef(_ranks(column), outcome_ranks)[0, 1]))
            for name, column in self.columns.items()
            if float(np.ptp(column)) > 0
        }
        return max(strength, key=lambda name: strength[name]) if strength else None


@lru_cache(maxsize=512)
def _uniform(seed: int, name: str, count: int) -> Column:
    """Between 0 and 1. A generator per name keeps one input's draws independent of which others an option has."""
    column = np.random.default_rng([seed, *name.encode()]).random(count)
    column.flags.writeable = False
    return column


def _triangular(seed: int, name: str, count: int, low: float, expected: float, high: float) -> Column:
    """The inverse of the triangle's distribution function, at draws that are the same for the same seed and name."""
    if high <= low:
        return np.full(count, expected)
    u, width, peak = _uniform(seed, name, count), high - low, (expected - low) / (high - low)
    rising = low + np.sqrt(u * width * (expected - low))
    falling = high - np.sqrt((1 - u) * width * (high - expected))
    column: Column = np.where(u < peak, rising, falling)
    return column


def _ranks(column: Column) -> Column:
    return np.argsort(np.argsort(column)).astype(np.float64)


def quantiles(column: Column) -> Range:
    """P10, P50, P90 of a column."""
    low, expected, high = np.quantile(column, (0.1, 0.5, 0.9))
    return Range(float(low), float(expected), float(high))
