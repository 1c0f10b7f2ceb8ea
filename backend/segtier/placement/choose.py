"""The placement on one device: the best found choice within its capacity, and the proof of how good it is."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from segtier.model.placement import Candidate, Solution, SolverMethod
from segtier.placement.problem import NOWHERE, one_device
from segtier.placement.rounding import filled
from segtier.placement.solve import solve


def choose(candidates: Sequence[Candidate], capacity_bytes: int) -> Solution:
    """The best found placement of candidates within the capacity, with an upper bound on any placement.

    Candidates without benefit, and those larger than the capacity, never enter. Equals of both are taken in the order given,
    never by name: masked names give the same placement.
    """
    fitting = (c for c in candidates if c.benefit_s_per_hour > 0 and c.size_bytes <= capacity_bytes)
    useful = sorted(fitting, key=lambda c: (-c.benefit_s_per_hour, c.size_bytes))
    benefit = np.array([c.benefit_s_per_hour for c in useful], np.float64)
    problem = one_device(benefit, np.array([c.size_bytes for c in useful], np.int64), max(capacity_bytes, 0))
    found = solve(problem)
    quick = problem.gained(filled(problem, np.full(len(useful), NOWHERE)))
    chosen = [c for c, place in zip(useful, found.places, strict=True) if place != NOWHERE]
    gap = _gap(found.gained, found.bound)
    method: SolverMethod = "bounded" if gap else "exact"
    return Solution(
        chosen=tuple(c.key for c in chosen),
        benefit_s_per_hour=found.gained,
        used_bytes=sum(c.size_bytes for c in chosen),
        method=method,
        bound_s_per_hour=found.bound,
        gap=gap,
        greedy_gap=_gap(quick, found.bound),
    )


def _gap(benefit: float, bound: float) -> float:
    return max(1 - benefit / bound, 0.0) if bound > 0 else 0.0
