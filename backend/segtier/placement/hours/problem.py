"""Hours as numbers: what each unit brings along in each of them, and what a choice saves there by the full model.

    least over choices of  worst(choice) = max over hours of (best[h] - saved[h](shares of the choice in h))

A choice is a row of units that go, within limits as in `placement.problem`. Units from `free` on are known to these hours and
cannot be chosen: they count only where it is asked how good a choice could be.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from segtier.dataclass import dataclass
from segtier.placement.problem import Floats, Whole

Bools = NDArray[np.bool_]
Choices = NDArray[np.bool_]
"""(choices, units)."""


@dataclass(frozen=True, slots=True, eq=False)
class HourGains:
    """One hour. Savings are parts of its DB time."""

    shares: Floats
    """(units, columns)."""
    fixed: Floats
    """(columns,): what goes whatever is chosen."""
    saved: Callable[[Floats], Floats]
    """(points, columns) to (points,)."""
    slopes: Callable[[Floats], Floats]
    """(columns,) to (columns,): what more of each share saves there."""
    best: float
    """What the hour's own best saves, as far as one is known."""

    def points(self, choices: Choices) -> Floats:
        """(choices, columns)."""
        points: Floats = np.clip(self.fixed + choices @ self.shares, 0.0, 1.0)
        return points


@dataclass(frozen=True, slots=True, eq=False)
class AllHours:
    use: Whole
    """(rows, units)."""
    limit: Whole
    """(rows,)."""
    free: int
    hours: Sequence[HourGains]

    @property
    def units(self) -> int:
        return int(self.use.shape[1])


@dataclass(frozen=True, slots=True, eq=False)
class LeastWorst:
    chosen: Bools
    """(units,)."""
    worst: float
    bound: float
    """No choice has a smaller worst shortfall, of those that cannot be chosen either."""
