"""The best placement by the full model, and the proof of how good it is.

The model sees a placement through three sums only (forecast/placed.py). So: what the three shares are worth at a point gives each
segment a weight; the placement of most weight is forecast, the weights are taken there, and so on. Begun from both ends, nothing
moved and everything moved, since the model is not concave everywhere: one end alone stops at a worse choice now and then.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from segtier.advisor.case import Case
from segtier.advisor.movers import Movers, Whole
from segtier.forecast import Change
from segtier.forecast.placed import Placed, Shares, flash_load
from segtier.model.workload import SegmentKey
from segtier.placement.problem import NOWHERE, Problem
from segtier.placement.rounding import filled
from segtier.placement.solve import solve

ROUNDS = 4
"""Placements found and forecast, at most."""
_PARTS = 1_000_000_000
"""Of the flash device's time, in whole numbers."""


@dataclass(frozen=True, slots=True, eq=False)
class Linear:
    """The problem whose weights are the slopes at one point, and how near a placement comes to the most it can gain."""

    slopes: Shares
    """What more of each share would save."""
    gained: float
    greedy: float
    """By density alone."""
    bound: float
    """No placement gains more."""


@dataclass(frozen=True, slots=True, eq=False)
class Placement:
    """What moves, what it takes, and what it saves by the full model."""

    moved: Whole
    """Numbers of the movers."""
    keys: frozenset[SegmentKey]
    shares: Shares
    used_bytes: int
    capacity_bytes: int
    saved: float
    """Part of today's DB time, the median at the same work."""
    linear: Linear | None = None

    @property
    def gap(self) -> float:
        return self._behind(self.linear.gained) if self.linear else 0.0

    @property
    def greedy_gap(self) -> float:
        return self._behind(self.linear.greedy) if self.linear else 0.0

    def _behind(self, gained: float) -> float:
        return max(1 - gained / self.linear.bound, 0.0) if self.linear and self.linear.bound > 0 else 0.0

    @property
    def room_bytes(self) -> int:
        return self.capacity_bytes - self.used_bytes


class Placer:
    """Places the movers of one case."""

    def __init__(self, case: Case, movers: Movers) -> None:
        self._case, self.movers = case, movers
        self._busy = self._flash_load()

    def placed(self, beside: Change) -> Placed:
        """The response of a placement with whatever else changes."""
        return Placed(self._case.basis, self._case.segments.share_error, beside)

    def best(self, capacity_bytes: int) -> Placement:
        """By the full model, beside no other change."""
        placed = self.placed(Change())
        everything = np.clip(self.movers.shares.sum(axis=0), 0.0, 1.0)
        ends = [self._by(placed.slopes(end), placed, capacity_bytes) for end in (everything, np.zeros(3))]
        best = max((self._of(np.zeros(0, np.int64), placed, capacity_bytes), *ends), key=lambda one: one.saved)
        for _ in range(ROUNDS - len(ends)):
            again = self._by(placed.slopes(best.shares), placed, capacity_bytes)
            if again.saved <= best.saved:
                break
            best = again
        return self._proved(best, placed.slopes(best.shares))

    def within(self, capacity_bytes: int, whole: Placement) -> Placement:
        """In less room than the whole flash, by the slopes of the placement there; that one where it still fits."""
        if whole.used_bytes <= capacity_bytes or whole.linear is None:
            return whole
        return self._by(whole.linear.slopes, self.placed(Change()), capacity_bytes)

    def _by(self, slopes: Shares, placed: Placed, capacity_bytes: int) -> Placement:
        found = solve(self._problem(slopes, capacity_bytes))
        return self._of(np.flatnonzero(found.places != NOWHERE), placed, capacity_bytes)

    def _proved(self, best: Placement, slopes: Shares) -> Placement:
        """With the problem whose slopes are its own."""
        problem = self._problem(slopes, best.capacity_bytes)
        found = solve(problem)
        greedy = problem.gained(filled(problem, np.full(problem.units, NOWHERE)))
        gained = float(problem.benefit[best.moved, 0].sum())
        return replace(best, linear=Linear(slopes, gained, greedy, max(found.bound, gained)))

    def _of(self, moved: Whole, placed: Placed, capacity_bytes: int) -> Placement:
        shares = np.clip(self.movers.shares[moved].sum(axis=0), 0.0, 1.0)
        keys = frozenset(self.movers.keys[at] for at in moved)
        used = int(self.movers.size[moved].sum())
        return Placement(moved, keys, shares, used, capacity_bytes, placed.saved(shares))

    def _problem(self, slopes: Shares, capacity_bytes: int) -> Problem:
        benefit = np.maximum(self.movers.shares @ slopes, 0.0)
        rows = [(self.movers.size, max(capacity_bytes, 0)), *self._busy]
        return Problem(
            benefit[:, np.newaxis],
            np.stack([use for use, _ in rows])[:, :, np.newaxis],
            np.array([limit for _, limit in rows], np.int64),
        )

    def _flash_load(self) -> list[tuple[Whole, int]]:
        """A row where all of them together would keep the flash too busy; else none."""
        load, most = flash_load(self._case.basis)
        busy = np.ceil(self.movers.shares @ load * _PARTS).astype(np.int64)
        return [(busy, int(most * _PARTS))] if busy.sum() > most * _PARTS else []
