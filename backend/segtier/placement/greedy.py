"""The baseline: highest benefit density first, while it fits."""

from __future__ import annotations

from collections.abc import Sequence

from segtier.model.placement import Candidate


def greedy(candidates: Sequence[Candidate], capacity_bytes: int) -> tuple[Candidate, ...]:
    """Candidates in order of benefit per byte; one that no longer fits is passed over, smaller ones go on."""
    chosen = []
    left = capacity_bytes
    for candidate in sorted(candidates, key=lambda c: -c.benefit_s_per_hour / c.size_bytes):
        if candidate.size_bytes <= left:
            chosen.append(candidate)
            left -= candidate.size_bytes
    return tuple(chosen)


def fractional_bound(candidates: Sequence[Candidate], capacity_bytes: int) -> float:
    """Benefit of the best placement if segments could be split: no placement can do better (Dantzig 1957)."""
    bound, left = 0.0, capacity_bytes
    for candidate in sorted(candidates, key=lambda c: -c.benefit_s_per_hour / c.size_bytes):
        part = min(left / candidate.size_bytes, 1.0)
        bound += candidate.benefit_s_per_hour * part
        left -= round(candidate.size_bytes * part)
        if left <= 0:
            break
    return bound
