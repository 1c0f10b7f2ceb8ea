"""The placement: greedy always, exact where it can be, and the proof of how good it is."""

from __future__ import annotations

from collections.abc import Sequence

from segtier.model.placement import Candidate, Solution, SolverMethod
from segtier.placement.exact import exact
from segtier.placement.greedy import fractional_bound, greedy

SAME = 1e-9
"""Benefits closer than this part of the bound are equal to the solver."""


def choose(candidates: Sequence[Candidate], capacity_bytes: int) -> Solution:
    """The best found placement of candidates within the capacity, with an upper bound on any placement.

    Candidates without benefit, and those larger than the capacity, never enter. Equals of both are taken in the order given,
    never by name: masked names give the same placement.
    """
    fitting = (c for c in candidates if c.benefit_s_per_hour > 0 and c.size_bytes <= capacity_bytes)
    useful = sorted(fitting, key=lambda c: (-c.benefit_s_per_hour, c.size_bytes))
    quick = greedy(useful, capacity_bytes)
    quick_benefit = _benefit(quick)
    bound = fractional_bound(useful, capacity_bytes)
    method: SolverMethod = "greedy"
    chosen = quick
    solved = exact(useful, capacity_bytes)
    if solved is not None:
        best, proved_bound, proved = solved
        bound = min(bound, max(proved_bound, _benefit(best)))
        if _benefit(best) >= quick_benefit:
            chosen, method = best, "exact" if proved else "bounded"
    benefit = _benefit(chosen)
    if bound - benefit <= SAME * bound:
        bound, method = benefit, "exact"
    return Solution(
        chosen=tuple(c.key for c in chosen),
        benefit_s_per_hour=benefit,
        used_bytes=sum(c.size_bytes for c in chosen),
        method=method,
        bound_s_per_hour=bound,
        gap=_gap(benefit, bound),
        greedy_gap=_gap(quick_benefit, bound),
    )


def _benefit(chosen: Sequence[Candidate]) -> float:
    return sum(c.benefit_s_per_hour for c in chosen)


def _gap(benefit: float, bound: float) -> float:
    return max(1 - benefit / bound, 0.0) if bound > 0 else 0.0
