"""Units that are equal in all they gain and take are one class with a count; some classes stand for many."""

from __future__ import annotations

import numpy as np

from segtier.dataclass import dataclass
from segtier.placement.prices import Dual
from segtier.placement.problem import Floats, Problem, Whole

_LARGEST = 0.2
"""Of a sample, the part of those that gain or take most: they stand for themselves only."""


@dataclass(frozen=True, slots=True, eq=False)
class Alike:
    first: Whole
    """(classes,): a unit of each."""
    of: Whole
    """(units,): the class of each."""
    count: Floats
    share: Floats
    """(classes,): the most that one of its units gains of all there is to gain, or takes of a limit, times the count."""

    def __len__(self) -> int:
        return len(self.first)

    def some(self, within: Whole, most: int) -> tuple[Whole, Floats]:
        """At most so many of these classes, and how many units each stands for: the largest, of the others every nth by size."""
        if len(within) <= most:
            return within, self.count[within]
        order = within[np.argsort(-self.share[within], kind="stable")]
        largest, rest = np.split(order, [int(most * _LARGEST)])
        step = len(rest) / (most - len(largest))
        chosen = rest[np.arange(step / 2, len(rest), step).astype(int)]
        stands_for = self.count[chosen] * (self.count[rest].sum() / self.count[chosen].sum())
        return np.concatenate([largest, chosen]), np.concatenate([self.count[largest], stands_for])

    def members(self, classes: Whole) -> Whole:
        """(units,) of these classes, class by class in the order given."""
        row = np.full(len(self), -1)
        row[classes] = np.arange(len(classes))
        mine = row[self.of]
        units = np.flatnonzero(mine >= 0)
        return units[np.argsort(mine[units], kind="stable")]


def alike(problem: Problem, dual: Dual, scale: Floats) -> Alike:
    """Told by one sum of all figures, each with a weight of its own: what it might confuse costs nearness, never truth."""
    chance = np.random.default_rng(0)
    options = np.where(np.isfinite(dual.options), dual.options, -1.0)
    sums = np.einsum("uo,o", options, chance.random(options.shape[1]))
    share = np.maximum(problem.benefit.max(axis=1), 0.0)
    share /= max(float(share.sum()), 1e-300)
    for row, whole in zip(dual.rows, scale.tolist(), strict=True):
        for amounts in row.values():
            part = amounts / whole
            sums += part * (chance.random() * max(float(sums.max(initial=1.0)), 1.0))
            np.maximum(share, part, out=share)
    _, first, of, count = np.unique(sums, return_index=True, return_inverse=True, return_counts=True)
    return Alike(first, of, count.astype(np.float64), share[first] * count)
