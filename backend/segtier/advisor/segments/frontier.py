"""The best placement for every amount of flash: response against bytes, with its range."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from segtier.advisor.segments.movers import Floats, Ints
from segtier.advisor.segments.other_time import of_parts
from segtier.advisor.segments.placing import Placer
from segtier.dataclass import dataclass
from segtier.forecast.not_counted import NotCounted
from segtier.forecast.placed import Placed, Shares
from segtier.model.placement import Frontier, FrontierPoint
from segtier.placement.problem import NOWHERE
from segtier.placement.solve import solve

POINTS = 200
EXACT_BELOW = 2_000
"""Units for each of whose points a placement is solved; with more of them a prefix of the densest is as good."""
_ANCHORS = (0.0, 0.25, 0.5, 0.75, 1.0)
"""Parts of the whole saving at which the slopes are taken."""


@dataclass(frozen=True, slots=True, eq=False)
class _Chosen:
    """Beside what is pinned."""

    shares: Shares
    bytes: int
    moves: int
    parts: Floats
    """(6,): what of it the hour says."""


@dataclass(frozen=True, slots=True, eq=False)
class _Way:
    """The units by falling density at the slopes of one anchor; the first k of them are the best choice for their bytes."""

    anchor_bytes: int
    slopes: Shares
    size: Ints
    """(units + 1,): of the first k."""
    shares: Floats
    """(units + 1, 3)."""
    moves: Ints
    parts: Floats

    def first(self, room_bytes: int) -> _Chosen:
        """As many as fit."""
        count = int(np.searchsorted(self.size, room_bytes, side="right")) - 1
        return _Chosen(self.shares[count], int(self.size[count]), int(self.moves[count]), self.parts[count])

    def missed(self, room_bytes: int) -> float:
        """At most this part more would be gained by another choice: what is left, at the density of the next (Dantzig 1957)."""
        first = int(np.searchsorted(self.size, room_bytes, side="right")) - 1
        if first == len(self.size) - 1:
            return 0.0
        gain = self.shares[first : first + 2] @ self.slopes
        density = (gain[1] - gain[0]) / (self.size[first + 1] - self.size[first])
        return float(density * (room_bytes - self.size[first]) / gain[0]) if gain[0] > 0 else np.inf


def frontier_of(placer: Placer) -> Frontier | None:
    """None where no unit is free to move."""
    steps = [step.point for step in steps_of(placer)]
    if not steps:
        return None
    exact = len(placer.units.free) < EXACT_BELOW
    return Frontier(tuple(steps), knee_of(steps), exact, placer.case.request.headroom_pct)


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """A point with the shares that move."""

    point: FrontierPoint
    shares: Shares
    open: NotCounted | None
    """By how much these may be wrong."""


def steps_of(placer: Placer) -> list[Step]:
    """The best placement for every amount of flash; empty where no unit is free to move."""
    units, placed = placer.units, placer.placed
    free = units.free
    if not len(free):
        return []
    pinned = np.clip(units.shares[units.pinned].sum(axis=0), 0.0, 1.0)
    least_bytes, least_moves = int(units.size[units.pinned].sum()), int(units.moves[units.pinned].sum())
    ways = [_way(placer, placed, pinned + at, used) for at, used in _anchors(placer, placed, pinned)]
    best = placed.at(pinned)
    held = units.parts[units.pinned].sum(axis=0)
    open_ = of_parts(held, placer.all_parts)
    steps = [Step(FrontierPoint(least_bytes, least_moves, placed.range(pinned, open_)), pinned, open_)]
    for found in _choices(placer, pinned, ways):
        shares = np.clip(pinned + found.shares, 0.0, 1.0)
        if placed.at(shares) < best:
            best = placed.at(shares)
            open_ = of_parts(held + found.parts, placer.all_parts)
            ratio = placed.range(shares, open_)
            point = FrontierPoint(least_bytes + found.bytes, least_moves + found.moves, ratio)
            steps.append(Step(point, shares, open_))
    return _rising(steps)


def _choices(placer: Placer, pinned: Shares, ways: list[_Way]) -> list[_Chosen]:
    """Beside what is pinned, the best choice for each amount of flash, smallest first."""
    placed = placer.placed

    def at(chosen: _Chosen) -> Shares:
        return np.clip(pinned + chosen.shares, 0.0, 1.0)

    near = [(room, _near(ways, room)) for room in _rooms(ways)]
    firsts = [[(one, one.first(room)) for one in found] for room, found in near]
    placed.know(at(chosen) for tried in firsts for _, chosen in tried)
    best = [min(tried, key=lambda one: placed.at(at(one[1]))) for tried in firsts]
    if len(placer.units.free) >= EXACT_BELOW:
        return [chosen for _, chosen in best]
    solved = [_solved(placer, way, room) for (room, _), (way, _) in zip(near, best, strict=True)]
    placed.know(at(one) for one in solved if one)
    return [
        other if other and placed.at(at(other)) < placed.at(at(first)) else first
        for other, (_, first) in zip(solved, best, strict=True)
    ]


def _way(placer: Placer, placed: Placed, at: Shares, anchor_bytes: int = 0) -> _Way:
    units = placer.units
    slopes = placed.slopes(np.clip(at, 0.0, 1.0))
    gain = units.shares[units.free] @ slopes
    there = units.free[gain > 0]
    order = there[np.argsort(-gain[gain > 0] / units.size[there], kind="stable")]
    return _Way(
        anchor_bytes,
        slopes,
        np.concatenate([[0], np.cumsum(units.size[order])]),
        np.concatenate([np.zeros((1, units.shares.shape[1])), np.cumsum(units.shares[order], axis=0)]),
        np.concatenate([[0], np.cumsum(units.moves[order])]),
        np.concatenate([np.zeros((1, units.parts.shape[1])), np.cumsum(units.parts[order], axis=0)]),
    )


def _anchors(placer: Placer, placed: Placed, pinned: Shares) -> list[tuple[Shares, int]]:
    """Points on the way by the first slopes where parts of its saving are reached, and their bytes."""
    way = _way(placer, placed, pinned)
    first, last = placed.at(pinned), placed.at(np.clip(pinned + way.shares[-1], 0.0, 1.0))
    if not np.isfinite(last):
        return [(placed.none_moved, 0)]
    steps = [_reaching(way, placed, pinned, first - part * (first - last)) for part in _ANCHORS]
    return [(way.shares[step], int(way.size[step])) for step in steps]


def _reaching(way: _Way, placed: Placed, pinned: Shares, response: float) -> int:
    """The first k whose units bring the response down so far, by halving."""
    if len(way.size) <= POINTS:
        placed.know(np.clip(pinned + way.shares, 0.0, 1.0))
    low, high = 0, len(way.size) - 1
    while low < high:
        middle = (low + high) // 2
        if placed.at(np.clip(pinned + way.shares[middle], 0.0, 1.0)) <= response:
            high = middle
        else:
            low = middle + 1
    return low


def _rooms(ways: list[_Way]) -> list[int]:
    """Bytes at which a placement is looked for: as far apart as they gain, and every one where there are few."""
    way = ways[len(ways) // 2]
    gain = way.shares @ way.slopes
    if len(way.size) <= POINTS // 2:
        # Between the steps of few units others may fit.
        between = np.linspace(0, way.size[-1], max(len(way.size), _BETWEEN))
        return sorted({int(size) for size in np.concatenate([way.size, between]) if size > 0})
    wanted = np.linspace(0, gain[-1], POINTS + 1)[1:]
    at = np.minimum(np.searchsorted(gain, wanted * (1 - 1e-12)), len(gain) - 1)
    return sorted({int(size) for size in way.size[at] if size > 0})


def _near(ways: list[_Way], room: int) -> list[_Way]:
    """Those of the anchors before and after."""
    after = next((number for number, way in enumerate(ways) if way.anchor_bytes >= room), len(ways) - 1)
    return ways[max(after - 1, 0) : after + 1]


def _solved(placer: Placer, way: _Way, room: int) -> _Chosen | None:
    """The placement of most weight; None where the first of the way are it, or as good as."""
    if way.missed(room) <= _CLOSE:
        return None
    units = placer.units
    chosen = units.free[solve(placer.problem(units.shares @ way.slopes, room)).places != NOWHERE]
    shares, parts = units.shares[chosen].sum(axis=0), units.parts[chosen].sum(axis=0)
    return _Chosen(shares, int(units.size[chosen].sum()), int(units.moves[chosen].sum()), parts)


_BETWEEN = 24
"""Sizes looked at between the steps of few units, at least; otherwise as many as there are units."""
_CLOSE = 1e-3
"""Of the gain: nearer than that no other choice is looked for."""


def _rising(steps: list[Step]) -> list[Step]:
    """Without those that take more bytes than a better one."""
    kept: list[Step] = []
    for step in steps:
        while kept and kept[-1].point.bytes >= step.point.bytes:
            kept.pop()
        kept.append(step)
    return kept


def knee_of(points: Sequence[FrontierPoint]) -> int | None:
    """The point farthest from the line between the ends (Satopaa and others 2011)."""
    if len(points) < 3:
        return None
    size = np.array([point.bytes for point in points], np.float64)
    saved = -np.array([point.response_ratio.expected for point in points])
    return int(np.argmax((saved - saved[0]) / (saved[-1] - saved[0]) - (size - size[0]) / (size[-1] - size[0])))
