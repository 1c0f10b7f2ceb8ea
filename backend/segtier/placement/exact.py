"""The 0/1 placement as a mixed-integer program for HiGHS (scipy.optimize.milp)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp

from segtier.model.placement import Candidate

NODE_LIMIT = 2_000
"""Of the search, not seconds: the same inputs give the same placement on a slow machine."""
LARGEST = 5_000
"""More candidates than this are left to the greedy choice and its bound."""


def exact(candidates: Sequence[Candidate], capacity_bytes: int) -> tuple[tuple[Candidate, ...], float, bool] | None:
    """(chosen, upper bound in s per hour, proved optimal), or None where the solver found nothing.

    Sizes are given as parts of the capacity and benefits as parts of the largest, which keeps the numbers in
    the solver's range; the result is checked again in whole bytes.
    """
    if not candidates or len(candidates) > LARGEST:
        return None
    most = max(c.benefit_s_per_hour for c in candidates)
    benefit = np.array([c.benefit_s_per_hour / most for c in candidates])
    size = np.array([c.size_bytes / capacity_bytes for c in candidates])
    result = milp(
        -benefit,
        constraints=LinearConstraint(size[np.newaxis, :], -np.inf, 1.0),
        integrality=np.ones(len(candidates), dtype=np.int64),
        bounds=Bounds(0, 1),
        options={"node_limit": NODE_LIMIT, "mip_rel_gap": 1e-9},
    )
    if result.x is None:
        return None
    chosen = tuple(c for c, taken in zip(candidates, result.x, strict=True) if taken > 0.5)
    if sum(c.size_bytes for c in chosen) > capacity_bytes:
        return None
    bound = -float(result.mip_dual_bound) * most if result.mip_dual_bound is not None else float("inf")
    return chosen, bound, result.status == 0
