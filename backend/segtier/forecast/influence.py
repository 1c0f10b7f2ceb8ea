"""How much of an outcome's spread each uncertain input makes."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from segtier.forecast.draws import Column

_LEAST_SPREAD = 1e-12


def influences(outcome: Column, inputs: Mapping[str, Column]) -> dict[str, float]:
    """Squared rank correlations (Spearman) with the outcome, 0 to 1, scaled to add up to 1.

    Of the inputs that vary; empty where none does, or the outcome does not.
    """
    vary = [name for name, column in inputs.items() if np.ptp(column) > 0]
    if not vary or np.ptp(outcome) <= _LEAST_SPREAD:
        return {}
    ranks = np.array([_ranks(column) for column in (outcome, *(inputs[name] for name in vary))])
    ranks -= ranks.mean(axis=1, keepdims=True)
    shares = (ranks[1:] @ ranks[0]) ** 2 / (ranks[1:] ** 2).sum(axis=1)
    total = shares.sum()
    return dict(zip(vary, (shares / total).tolist(), strict=True)) if total > 0 else {}


def _ranks(column: Column) -> NDArray[np.float64]:
    """From 1; equal ones share the middle of theirs. `scipy.stats.rankdata` is the same, and takes a second to import."""
    _, which, counts = np.unique(column, return_inverse=True, return_counts=True)
    return (np.cumsum(counts) - (counts - 1) / 2)[which]
