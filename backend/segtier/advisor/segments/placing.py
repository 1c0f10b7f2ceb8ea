"""The best placement by the full model, and the proof of how good it is.

The model sees a placement through three sums only (forecast/placed.py). So: what the three shares are worth at a point gives each
segment a weight; the placement of most weight is forecast, the weights are taken there, and so on. Begun from both ends, nothing
moved and everything moved, since the model is not concave everywhere: one end alone stops at a worse choice now and then.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import cached_property

import numpy as np

from segtier.advisor.case import Case
from segtier.advisor.segments.held import Held
from segtier.advisor.segments.movers import Floats, Ints, Movers, tables_of, units_of
from segtier.advisor.segments.other_time import parts_of
from segtier.dataclass import dataclass
from segtier.forecast import Change
from segtier.forecast.placed import Placed, Shares, flash_load
from segtier.model.constraints import Constraints
from segtier.model.workload import SegmentKey
from segtier.placement.problem import NOWHERE, Problem
from segtier.placement.rounding import filled
from segtier.placement.solve import solve

ROUNDS = 4
"""Placements found and forecast, at most."""
_PARTS = 1_000_000_000
"""Of the flash device's time, in whole numbers."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A segment, or all that go together with it."""

    benefit_s_per_hour: float
    size_bytes: int
    segments: int = 1

    @property
    def density(self) -> float:
        """Seconds an hour for each byte."""
        return self.benefit_s_per_hour / self.size_bytes

    @property
    def each(self) -> float:
        """Seconds an hour for each segment."""
        return self.benefit_s_per_hour / self.segments


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

    moved: Ints
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
    """Places the movers of one case within its constraints, or within others."""

    def __init__(self, case: Case, movers: Movers, held: Held, constraints: Constraints | None = None) -> None:
        self.case, self.movers, self.held = case, movers, held
        self._constraints = constraints or case.request.constraints
        tables = tables_of(case) if self._constraints.together == "table" else None
        self.units = units_of(movers, tables, held)
        self._limits = [*self._moves(), *self._flash_load()]
        self.placed = Placed(case.basis, case.segments.share_error, Change(share_least=case.segments.share_least))
        """The response of a placement beside no other change."""

    @cached_property
    def all_parts(self) -> Floats:
        """(6,): of all segments together, as `Movers.parts`."""
        found: Floats = parts_of(self.case.segments.loads).sum(axis=0)
        return found

    def freed(self, constraints: Constraints, held: Held) -> Placer:
        """The same with other constraints, to see what these cost."""
        return Placer(self.case, self.movers, held, constraints)

    def wholes(self, benefits: Mapping[SegmentKey, float | None]) -> dict[SegmentKey, Whole]:
        """What each mover goes together with, and what all of that saves."""
        units, keys = self.units, self.movers.keys
        saved = np.bincount(units.of, weights=[benefits.get(key) or 0.0 for key in keys], minlength=len(units.size))
        rows = zip(saved.tolist(), units.size.tolist(), units.moves.tolist(), strict=True)
        each = [Whole(benefit, size, moves) for benefit, size, moves in rows]
        return {key: each[unit] for key, unit in zip(keys, units.of.tolist(), strict=True)}

    def room_needed(self, placement: Placement) -> dict[SegmentKey, int]:
        """For each mover that is free the bytes at which it would be placed: what is denser by the slopes here, and itself."""
        units = self.units
        if placement.linear is None:
            return {}
        density = units.shares[units.free] @ placement.linear.slopes / units.size[units.free]
        there = units.free[density > 0]
        order = there[np.argsort(-density[density > 0], kind="stable")]
        needed = np.zeros(len(units.size), np.int64)
        needed[order] = np.cumsum(units.size[order]) + units.size[units.pinned].sum()
        each = needed[units.of].tolist()
        return {key: size for key, size in zip(self.movers.keys, each, strict=True) if size}

    def best(self, capacity_bytes: int) -> Placement:
        """By the full model, beside no other change, and proved."""
        return self.proved(self.found(capacity_bytes))

    def found(self, capacity_bytes: int) -> Placement:
        """The same without the proof: what it saves needs none."""
        placed, units = self.placed, self.units
        least = self._of(units.pinned, capacity_bytes)
        most = np.clip(least.shares + units.shares[units.free].sum(axis=0), 0.0, 1.0)
        ends = [self._by(placed.slopes(end), capacity_bytes) for end in (most, least.shares)]
        best = max((least, *ends), key=lambda one: one.saved)
        for _ in range(ROUNDS - len(ends)):
            again = self._by(placed.slopes(best.shares), capacity_bytes)
            if again.saved <= best.saved:
                break
            best = again
        return best

    def within(self, capacity_bytes: int, whole: Placement) -> Placement | None:
        """In less room than the whole flash, by the slopes of the placement there; that one where it still fits.

        None where what must move does not fit.
        """
        if whole.used_bytes <= capacity_bytes or whole.linear is None:
            return whole
        if self.units.size[self.units.pinned].sum() > capacity_bytes:
            return None
        return self._by(whole.linear.slopes, capacity_bytes)

    def by_gains(self, gains: Floats, capacity_bytes: int) -> Placement:
        """The placement that gains most, where each mover gains so much."""
        units = self.units
        each: Floats = np.bincount(units.of, weights=gains, minlength=len(units.size)).astype(np.float64)
        return self._chosen(self._problem(each, capacity_bytes), capacity_bytes)

    def of_keys(self, keys: Collection[SegmentKey], capacity_bytes: int) -> Placement:
        """These segments, as far as they are movers, with all that goes with them and what is pinned."""
        there = [number for number, key in enumerate(self.movers.keys) if key in keys]
        chosen = np.setdiff1d(self.units.of[there], np.setdiff1d(self.units.of, self.units.free))
        return self._of(np.concatenate([self.units.pinned, chosen]), capacity_bytes)

    def of_units(self, chosen: Ints, capacity_bytes: int) -> Placement:
        return self._of(chosen, capacity_bytes)

    def allows(self, one: Placement) -> bool:
        """It keeps to the capacity and to all limits."""
        chosen = np.isin(np.arange(len(self.units.size)), self.units.of[one.moved])
        use, limit = self.limits(one.capacity_bytes)
        return bool(np.all(use[:, chosen].sum(axis=1) <= limit))

    def limits(self, capacity_bytes: int) -> tuple[Ints, Ints]:
        """(rows, units) of what each unit takes of each limit, and the limits: bytes first."""
        rows = [(self.units.size, self._room(capacity_bytes)), *self._limits]
        return np.stack([use for use, _ in rows]), np.array([limit for _, limit in rows], np.int64)

    def proved(self, one: Placement) -> Placement:
        """With the problem whose slopes are its own. What is pinned is not chosen, so it is no part of what is proved."""
        slopes = self.placed.slopes(one.shares)
        problem = self._problem(self.units.shares @ slopes, one.capacity_bytes)
        found = solve(problem)
        greedy = problem.gained(filled(problem, np.full(problem.units, NOWHERE)))
        chosen = np.isin(self.units.free, self.units.of[one.moved])
        gained = float(problem.benefit[chosen, 0].sum())
        return replace(one, linear=Linear(slopes, gained, greedy, max(found.bound, gained)))

    def _by(self, slopes: Shares, capacity_bytes: int) -> Placement:
        return self._chosen(self._problem(self.units.shares @ slopes, capacity_bytes), capacity_bytes)

    def _chosen(self, problem: Problem, capacity_bytes: int) -> Placement:
        chosen = self.units.free[solve(problem).places != NOWHERE]
        units = np.concatenate([self.units.pinned, chosen])
        return self._of(units, capacity_bytes)

    def _of(self, chosen: Ints, capacity_bytes: int) -> Placement:
        """Of units."""
        moved = np.flatnonzero(np.isin(self.units.of, chosen))
        shares = np.clip(self.movers.shares[moved].sum(axis=0), 0.0, 1.0)
        keys = frozenset(self.movers.keys[at] for at in moved)
        used = int(self.movers.size[moved].sum())
        return Placement(moved, keys, shares, used, capacity_bytes, self.placed.saved(shares))

    def problem(self, gains: Floats, room_bytes: int, limited: bool = False) -> Problem:
        """Of the units that are free, in room that the pinned ones do not take; `limited`: within all other limits too."""
        units = self.units
        rows = [(units.size, max(room_bytes, 0)), *(self._limits if limited else ())]
        less = [0, *(use[units.pinned].sum() for use, _ in rows[1:])]
        return Problem(
            np.maximum(gains[units.free], 0.0)[:, np.newaxis],
            [{0: use[units.free]} for use, _ in rows],
            np.array([limit - taken for (_, limit), taken in zip(rows, less, strict=True)], np.int64),
        )

    def _problem(self, gains: Floats, capacity_bytes: int) -> Problem:
        pinned = int(self.units.size[self.units.pinned].sum())
        return self.problem(gains, self._room(capacity_bytes) - pinned, limited=True)

    def _room(self, capacity_bytes: int) -> int:
        most = self._constraints.most_moved_bytes
        return capacity_bytes if most is None else min(capacity_bytes, most)

    def _moves(self) -> list[tuple[Ints, int]]:
        """A row where no more than so many segments may move."""
        most, moves = self._constraints.most_moves, self.units.moves
        return [(moves, most)] if most is not None and moves.sum() > most else []

    def _flash_load(self) -> list[tuple[Ints, int]]:
        """A row where all of them together would keep the flash too busy; else none."""
        load, most = flash_load(self.case.basis)
        busy = np.ceil(self.units.shares @ load * _PARTS).astype(np.int64)
        return [(busy, int(most * _PARTS))] if busy.sum() > most * _PARTS else []
