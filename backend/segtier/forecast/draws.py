"""Uncertain inputs as columns of draws: same seed, same draws."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import field, replace
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from segtier.dataclass import dataclass
from segtier.forecast.constants import INPUTS, Spread
from segtier.model.forecast import Assumption, Range

Column = NDArray[np.float64]
_ENDS = (0.1, 0.5, 0.9)


@dataclass(slots=True)
class Draws:
    """Draws of every uncertain input by name, with the assumption each one stands for."""

    count: int
    seed: int
    pinned: Mapping[str, float] = field(default_factory=dict)
    """Inputs that are known here: name to value, instead of a draw. Raises ValueError for names of no input."""
    expected: bool = False
    """Every input at its expected value: the columns then stand for something else than draws (load_curve.py)."""
    columns: dict[str, Column] = field(default_factory=dict)
    assumptions: dict[str, Assumption] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if unknown := sorted(self.pinned.keys() - INPUTS):
            raise ValueError(
                f"no inputs of the forecast to pin: {', '.join(unknown)}; there are {', '.join(sorted(INPUTS))}"
            )

    def triangle(self, name: str, spread: Spread, unit: str = "") -> Column:
        """A column drawn from the spread; the same name always gives the same draws for the same seed.

        Raises ValueError for a name that constants.py does not list.
        """
        if name not in INPUTS:
            raise ValueError(f"{name} is drawn but not listed in constants.INPUTS")
        if name in self.columns:
            return self.columns[name]
        low, expected, high, source = spread
        if name in self.pinned:
            source = f"as stated, instead of {low:,.4g} to {high:,.4g} ({source})"
            low = expected = high = self.pinned[name]
        if self.expected:
            low = high = expected
        column = _triangular(self.seed, name, self.count, low, expected, high)
        self.columns[name] = column
        self.assumptions[name] = Assumption(name, expected, low, high, unit, source)
        return column

    def uniform(self, name: str, spread: Spread) -> Column:
        """A column drawn evenly between the ends: of what nobody knows more."""
        if name in self.columns or name in self.pinned or self.expected:
            return self.triangle(name, spread)
        low, expected, high, source = spread
        column: Column = low + _uniform(self.seed, name, self.count) * (high - low)
        self.columns[name] = column
        self.assumptions[name] = Assumption(name, expected, low, high, "", source)
        return column

    def shared(self, name: str, parts: int) -> list[Column]:
        """Parts of one that add up to it, each way of sharing it as likely as another (Dirichlet, all ones)."""
        if self.expected:
            return [np.full(self.count, 1 / parts)] * parts
        drawn = [-np.log(1 - _uniform(self.seed, f"{name} {part}", self.count)) for part in range(parts)]
        total = sum(drawn)
        return [one / total for one in drawn]

    def known(self, name: str, value: float, unit: str, source: str) -> Column:
        """A column of one measured value, or of what is stated instead."""
        if name in self.pinned:
            source = f"as stated, instead of {value:,.4g} ({source})"
            value = self.pinned[name]
        self.assumptions.setdefault(name, Assumption(name, value, value, value, unit, source))
        return np.full(self.count, value)

    def fork(self) -> Draws:
        """These draws so far; what is drawn from it later is not drawn from them."""
        return replace(self, columns=dict(self.columns), assumptions=dict(self.assumptions))

    def ranks(self, names: Collection[str]) -> dict[str, Column]:
        """Where each draw stands among the others, in the middle 0, of those of these inputs that vary.

        A column rises with the even draws it is made of: their ranks are its ranks, and are found once.
        """
        return {
            name: _ranks(self.seed, name, self.count)
            for name, column in self.columns.items()
            if name in names and float(np.ptp(column)) > 0
        }


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


@lru_cache(maxsize=512)
def _ranks(seed: int, name: str, count: int) -> Column:
    ranks = np.empty(count)
    ranks[np.argsort(_uniform(seed, name, count))] = np.arange(count) - (count - 1) / 2
    ranks.flags.writeable = False
    return ranks


def median(column: ArrayLike) -> float:
    """As `numpy.median`, which imports `numpy.ma` to say that a draw is no number."""
    ordered = np.sort(np.ravel(column))
    half, odd = divmod(ordered.size, 2)
    middle = ordered[half] if odd else (ordered[half - 1] + ordered[half]) / 2
    return float(ordered[-1] if np.isnan(ordered[-1]) else middle)


def quantiles(column: Column) -> Range:
    """P10, P50, P90 of a column."""
    return all_quantiles([column])[0]


def all_quantiles(columns: Sequence[Column]) -> list[Range]:
    """P10, P50, P90 of each column. Of one with infinite draws each is a draw: nothing lies between two of these."""
    drawn = np.sort(np.asarray(columns), axis=1)
    count, ends = drawn.shape[1], np.asarray(_ENDS)
    found = drawn[:, np.ceil(np.maximum(count * ends - 1, 0)).astype(int)]
    finite = np.isfinite(drawn[:, [0, -1]]).all(axis=1)
    spots = (count - 1) * ends
    low = np.floor(spots).astype(int)
    below, above, way = drawn[finite][:, low], drawn[finite][:, np.minimum(low + 1, count - 1)], spots - low
    found[finite] = np.where(way < 0.5, below + (above - below) * way, above - (above - below) * (1 - way))
    found[np.isnan(drawn[:, -1])] = np.nan
    return [Range(*row) for row in found.tolist()]
