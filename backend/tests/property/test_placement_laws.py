"""Laws of placement: capacity holds, more capacity never hurts, the bound is a bound."""

from hypothesis import given, settings
from hypothesis import strategies as st

from segtier.model.placement import Candidate
from segtier.placement import choose

GIB = 1024**3
candidates = st.lists(st.tuples(st.floats(0.01, 1e6), st.integers(1, 500 * GIB)), min_size=0, max_size=30).map(
    lambda rows: [Candidate((None, "A", f"S{n}", None, "TABLE"), b, s) for n, (b, s) in enumerate(rows)]
)


@settings(max_examples=60)
@given(candidates, st.integers(1, 2000 * GIB), st.integers(0, 2000 * GIB))
def test_capacity_bound_and_growth(rows: list[Candidate], capacity: int, more: int) -> None:
    small, large = choose(rows, capacity), choose(rows, capacity + more)
    sizes = {c.key: c.size_bytes for c in rows}
    for solution, limit in ((small, capacity), (large, capacity + more)):
        assert sum(sizes[key] for key in solution.chosen) == solution.used_bytes <= limit
        assert solution.benefit_s_per_hour <= solution.bound_s_per_hour * (1 + 1e-9)
        assert 0 <= solution.gap <= solution.greedy_gap + 1e-9
    assert large.benefit_s_per_hour >= small.benefit_s_per_hour * (1 - 1e-6)
