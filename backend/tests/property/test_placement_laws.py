"""Laws of placement: capacity holds, more capacity never hurts, the bound is a bound."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from segtier.placement.problem import NOWHERE, one_device
from segtier.placement.solve import solve

GIB = 1024**3
units = st.lists(st.tuples(st.floats(0.01, 1e6), st.integers(1, 500 * GIB)), min_size=1, max_size=30)


@settings(max_examples=60)
@given(units, st.integers(1, 2000 * GIB), st.integers(0, 2000 * GIB))
def test_capacity_bound_and_growth(rows: list[tuple[float, int]], capacity: int, more: int) -> None:
    gains = np.array([gain for gain, _ in rows])
    sizes = np.array([size for _, size in rows], np.int64)
    small, large = (solve(one_device(gains, sizes, limit)) for limit in (capacity, capacity + more))
    for found, limit in ((small, capacity), (large, capacity + more)):
        assert sizes[found.places != NOWHERE].sum() <= limit
        assert found.gained <= found.bound * (1 + 1e-9)
    assert large.gained >= small.gained * (1 - 1e-6)
