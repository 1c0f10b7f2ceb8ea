"""Which segment goes where, why, and how good the choice provably is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from segtier.model.workload import SegmentKey

SolverMethod = Literal["exact", "bounded"]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A segment that could move: its benefit in DB-time seconds saved per hour, and its bytes (at least one)."""

    key: SegmentKey
    benefit_s_per_hour: float
    size_bytes: int


@dataclass(frozen=True, slots=True)
class Solution:
    """The chosen keys with the proof: `bound` is an upper bound on any choice's benefit, gap = 1 - benefit / bound."""

    chosen: tuple[SegmentKey, ...]
    benefit_s_per_hour: float
    used_bytes: int
    method: SolverMethod
    bound_s_per_hour: float
    gap: float
    greedy_gap: float
