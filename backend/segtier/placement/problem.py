"""The choice as numbers: units, where each may go, what it takes of each limit there, what it gains.

    maximise  sum benefit[u, d] x[u, d]   where  sum over d of x[u, d] <= 1   and   sum use[r, u, d] x[u, d] <= limit[r]

A unit is a segment, or several that go together. A row is any limit: the bytes of a device, its requests a second, the bytes
moved in a change window. Amounts are whole numbers, so that what fits is never a question of tolerance.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from segtier.dataclass import dataclass

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]
NOWHERE = -1
"""The place of a unit that stays where it is."""


@dataclass(frozen=True, slots=True, eq=False)
class Problem:
    benefit: Floats
    """(units, devices), seconds an hour; what is not above 0 never goes there."""
    use: Whole
    """(rows, units, devices)."""
    limit: Whole
    """(rows,)."""

    @property
    def units(self) -> int:
        return int(self.benefit.shape[0])

    @property
    def devices(self) -> int:
        return int(self.benefit.shape[1])

    def used(self, places: Whole) -> Whole:
        """(rows,) of a choice: the device of each unit, or NOWHERE."""
        used = np.zeros(len(self.limit), np.int64)
        for device in range(self.devices):
            used += self.use[:, places == device, device].sum(axis=1)
        return used

    def gained(self, places: Whole) -> float:
        return float(sum(self.benefit[places == device, device].sum() for device in range(self.devices)))

    def fits(self, places: Whole) -> bool:
        return bool(np.all(self.used(places) <= self.limit))

    def possible(self) -> Problem:
        """Without the gain of what does not fit alone: it would only raise the bound."""
        fits = np.all(self.use <= self.limit[:, np.newaxis, np.newaxis], axis=0)
        return Problem(np.where(fits, self.benefit, 0.0), self.use, self.limit)

    def part(self, units: Whole, limit: Whole) -> Problem:
        """Of some of the units, with other limits."""
        return Problem(self.benefit[units], self.use[:, units], limit)


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    places: Whole
    gained: float
    bound: float
    """No choice gains more."""


def one_device(benefit: Floats, size: Whole, capacity: int) -> Problem:
    """Of a single device whose bytes are the only limit."""
    return Problem(benefit[:, np.newaxis], size[np.newaxis, :, np.newaxis], np.array([capacity], np.int64))
