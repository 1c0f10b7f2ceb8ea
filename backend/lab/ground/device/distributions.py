"""Service times as a table of the inverse distribution function, which the device draws from."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from segtier.dataclass import dataclass

POINTS = 129
"""As in device.h: service time at u = i / 128, straight lines between."""
_MOST = 1 - 1 / (8 * (POINTS - 1))
"""The last point: a tail without an end is cut there, and the mean kept."""
Table = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Service:
    """How long a request takes alone at its server.

    fixed: always `mean_ms`. exponential: of that mean. position: `shortest_ms` and an even part of `seek_ms` and of `turn_ms`,
    an arm that moves and a disk that turns. long-tail: log-normal of that mean, the logarithm's deviation `spread`.
    """

    kind: Literal["fixed", "exponential", "position", "long-tail"]
    mean_ms: float = 0.0
    shortest_ms: float = 0.0
    seek_ms: float = 0.0
    turn_ms: float = 0.0
    spread: float = 0.0

    @property
    def expected_ms(self) -> float:
        if self.kind == "position":
            return self.shortest_ms + (self.seek_ms + self.turn_ms) / 2
        return self.mean_ms

    def table(self) -> Table:
        """(POINTS,) ms, rising; its mean is `expected_ms`."""
        at = np.minimum(np.linspace(0, 1, POINTS), _MOST)
        found = self._quantiles(at)
        return found * (self.expected_ms / mean_of(found)) if self.expected_ms else found

    def _quantiles(self, at: Table) -> Table:
        if self.kind == "fixed":
            return np.full(POINTS, self.mean_ms)
        if self.kind == "exponential":
            return np.asarray(stats.expon.ppf(at, scale=self.mean_ms))
        if self.kind == "long-tail":
            return np.asarray(stats.lognorm.ppf(at, self.spread, scale=self.mean_ms / np.exp(self.spread**2 / 2)))
        most = self.seek_ms + self.turn_ms
        short = min(self.seek_ms, self.turn_ms) / most
        # Of two even parts the sum has a density that rises, is level and falls.
        return np.asarray(stats.trapezoid.ppf(at, short, 1 - short, loc=self.shortest_ms, scale=most))


def mean_of(table: Table) -> float:
    """Of draws from it: the lines between the points are even."""
    return float(np.mean((table[1:] + table[:-1]) / 2))


def second_moment_of(table: Table) -> float:
    low, high = table[:-1], table[1:]
    return float(np.mean((low**2 + low * high + high**2) / 3))
