"""How much of an outcome's spread each input makes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import rankdata, spearmanr

from segtier.forecast.influence import influences

DRAWN = {name: np.random.default_rng(number).random(300) for number, name in enumerate("abc")}
RANKS = {name: rankdata(column) - 150.5 for name, column in DRAWN.items()}
FIXED = np.full(300, 0.5)


@given(st.tuples(*[st.floats(-3, 3)] * 3).filter(lambda weights: max(map(abs, weights)) > 0.1))
def test_squared_rank_correlations_that_add_up_to_one(weights: tuple[float, float, float]) -> None:
    outcome = np.round(sum(w * column for w, column in zip(weights, DRAWN.values(), strict=True)), 1)
    if np.ptp(outcome) == 0:
        return
    squared = {name: spearmanr(column, outcome).statistic ** 2 for name, column in DRAWN.items()}
    found = influences(outcome, RANKS)
    assert sum(found.values()) == pytest.approx(1)
    for name, share in found.items():
        assert share == pytest.approx(squared[name] / sum(squared.values()))


@pytest.mark.parametrize(("outcome", "ranks"), [(FIXED, RANKS), (DRAWN["a"], {})])
def test_where_nothing_varies_there_is_none(outcome: np.ndarray, ranks: dict[str, np.ndarray]) -> None:
    assert influences(outcome, ranks) == {}
