"""How much of an outcome's spread each uncertain input makes."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from segtier.forecast.draws import Column

_LEAST_SPREAD = 1e-12


def influences(outcome: Column, ranks: Mapping[str, Column]) -> dict[str, float]:
    """Squared rank correlations (Spearman) with the outcome, 0 to 1, scaled to add up to 1; empty where nothing varies.

    `ranks`: of the inputs that vary, as `Draws.ranks` has them.
    """
    if not ranks or np.ptp(outcome) <= _LEAST_SPREAD:
        return {}
    of_inputs, of_outcome = np.array(list(ranks.values())), _ranks(outcome)
    shares = (of_inputs @ (of_outcome - of_outcome.mean())) ** 2 / (of_inputs**2).sum(axis=1)
    total = shares.sum()
    return dict(zip(ranks, (shares / total).tolist(), strict=True)) if total > 0 else {}


def _ranks(column: Column) -> NDArray[np.float64]:
    """From 1; equal ones share the middle of theirs. `scipy.stats.rankdata` is the same, and takes a second to import."""
    _, which, counts = np.unique(column, return_inverse=True, return_counts=True)
    ranks: NDArray[np.float64] = (np.cumsum(counts) - (counts - 1) / 2)[which]
    return ranks
