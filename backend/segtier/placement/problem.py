"""The choice as numbers: units, the places each may go to, what it takes of each limit there, what it gains.

    maximise  sum benefit[u, d] x[u, d]
    where     sum over d of x[u, d] = 1  for each unit,   sum use[r, u, d] x[u, d] <= limit[r]  for each row,   x 0 or 1

A multiple-choice knapsack with several limits. A unit is a segment, or several that go together. A place is a tier. A row is
any limit: the bytes of a tier, its requests a second, the bytes moved in a change window. Gains count from where a unit lies
today: to stay gains 0. A unit whose place today is one of the places takes its part of the limits there, and frees it by going;
one that lies elsewhere (NOWHERE) takes nothing, unless a row says so. A single SSD is the case of one place and no unit on it.

Amounts are whole numbers and not negative, so that what fits is never a question of tolerance.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from segtier.dataclass import dataclass

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]
Row = Mapping[int, Whole]
"""Of one limit, for each place where units take some of it: (units,)."""
NOWHERE = -1
"""The place of a unit that stays where it is, when that is none of the places; also the last column of options."""
UNDECIDED = -2
"""Takes and gains nothing yet."""


@dataclass(frozen=True, slots=True, eq=False)
class Problem:
    benefit: Floats
    """(units, places), seconds an hour more than where the unit lies today; -inf where it never goes."""
    rows: Sequence[Row]
    limit: Whole
    """(rows,)."""
    home: Whole | None = None
    """(units,): the place of each today, or NOWHERE; None: all NOWHERE."""

    @property
    def units(self) -> int:
        return int(self.benefit.shape[0])

    @property
    def places(self) -> int:
        return int(self.benefit.shape[1])

    @property
    def today(self) -> Whole:
        """All stay."""
        return np.full(self.units, NOWHERE) if self.home is None else self.home.copy()

    def used(self, places: Whole) -> Whole:
        """(rows,) of a choice: the place of each unit."""
        there = {place: (places == place).astype(np.int64) for place in {place for row in self.rows for place in row}}
        return np.array([sum(int(use @ there[place]) for place, use in row.items()) for row in self.rows], np.int64)

    def use(self, units: Whole) -> Whole:
        """(rows, units, places + 1) of some units; the last is NOWHERE."""
        use = np.zeros((len(self.rows), len(units), self.places + 1), np.int64)
        for number, row in enumerate(self.rows):
            for place, amounts in row.items():
                use[number, :, place] = amounts[units]
        return use

    def gained(self, places: Whole) -> float:
        return float(sum(self.benefit[places == place, place].sum() for place in range(self.places)))

    def fits(self, places: Whole) -> bool:
        return bool(np.all(self.used(places) <= self.limit))

    def options(self) -> Floats:
        """(units, places + 1): what each option gains, -inf where it is none; the last is NOWHERE.

        A place that gains nothing is an option only where going there frees something: else staying is never worse (dominance).
        """
        options = np.full((self.units, self.places + 1), -np.inf, order="F")
        worth = self.benefit > 0
        frees = self._frees()
        if frees is not None:
            worth |= frees[:, np.newaxis]
        options[:, :-1] = np.where(worth, self.benefit, -np.inf)
        if self.home is None:
            options[:, NOWHERE] = 0.0
        else:
            options[np.arange(self.units), self.home] = 0.0
        return options

    def _frees(self) -> NDArray[np.bool_] | None:
        """(units,): takes something where it lies today; None where no unit does."""
        today = self.today
        parts = [
            (today == place) & (amounts > 0)
            for row in self.rows
            for place, amounts in row.items()
            if place == NOWHERE or self.home is not None
        ]
        return np.any(parts, axis=0) if parts else None

    def possible(self) -> Problem:
        """Without the options that do not fit alone: they would only raise the bound."""
        benefit, today = self.benefit.copy(), self.today
        for row, limit in zip(self.rows, self.limit, strict=True):
            for place, amounts in row.items():
                if place != NOWHERE:
                    benefit[(amounts > limit) & (today != place), place] = -np.inf
        return Problem(benefit, self.rows, self.limit, self.home)

    def part(self, units: Whole, limit: Whole) -> Problem:
        """Of some of the units, with other limits."""
        rows = [{place: amounts[units] for place, amounts in row.items()} for row in self.rows]
        return Problem(self.benefit[units], rows, limit, None if self.home is None else self.home[units])


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    places: Whole
    gained: float
    bound: float
    """No choice gains more."""


def one_device(benefit: Floats, size: Whole, capacity: int) -> Problem:
    """Of a single device whose bytes are the only limit."""
    return Problem(benefit[:, np.newaxis], [{0: size}], np.array([capacity], np.int64))


def rows_of(use: Whole) -> list[Row]:
    """Of amounts (rows, units, places)."""
    return [{place: row[:, place] for place in range(row.shape[1]) if row[:, place].any()} for row in use]
