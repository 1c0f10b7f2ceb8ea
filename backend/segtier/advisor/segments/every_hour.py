"""One placement for all hours: the one whose worst hour is least short of its own best, and the proof of how good it is."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from segtier.advisor.segments.hours import Hour
from segtier.advisor.segments.movers import Floats, Ints
from segtier.advisor.segments.placing import Placement, Placer
from segtier.dataclass import dataclass
from segtier.forecast.placed import Shares
from segtier.model.workload import SegmentKey
from segtier.placement.hours.few import few_choices, least_worst
from segtier.placement.hours.many import Ceiling, bound_of
from segtier.placement.hours.problem import AllHours, HourGains

_ROUNDS = 12
_PULL = 4.0
"""How much more an hour counts in the next round for being the one that comes off worst."""


@dataclass(frozen=True, slots=True, eq=False)
class Every:
    placement: Placement
    bound: float
    """No placement is less short in its worst hour, of segments that only other hours name neither."""


def least_short(placer: Placer, window: Placement, hours: Sequence[Hour], capacity_bytes: int) -> Every:
    """The placement whose worst hour is least short of its own best: of few units the best of all, else the best found."""
    problem = all_hours(placer, hours, capacity_bytes)
    tried = _tried(placer, window, hours, capacity_bytes)
    few, others = few_choices(problem.use, problem.limit), problem.units - problem.free
    own = few_choices(problem.use[:, : problem.free], problem.limit) if others else few
    if few is None or own is None:
        best = _least(tried, hours)
        bound = _bound(placer, problem, tried, max(hour.short(best.moved.tolist()) for hour in hours))
        return Every(best if best is window else placer.proved(best), bound)
    found = least_worst(problem, own.padded(others))
    chosen = placer.units.free[found.chosen[: problem.free]]
    tried.append(placer.of_units(np.concatenate([placer.units.pinned, chosen]), capacity_bytes))
    best = _least(tried, hours)
    bound = least_worst(problem, few).bound if others else found.bound
    return Every(best if best is window else placer.proved(best), max(bound, 0.0))


def _least(tried: Sequence[Placement], hours: Sequence[Hour]) -> Placement:
    return min(tried, key=lambda one: max(hour.short(one.moved.tolist()) for hour in hours))


def all_hours(placer: Placer, hours: Sequence[Hour], capacity_bytes: int) -> AllHours:
    """The free units, and after them each segment that only other hours name."""
    units = placer.units
    use, limit = placer.limits(capacity_bytes)
    others: dict[SegmentKey, int] = {}
    for hour in hours:
        others |= zip(hour.elsewhere.keys, hour.elsewhere.size.tolist(), strict=True)
    more = np.zeros((len(use), len(others)), np.int64)
    more[0] = list(others.values())
    place = {key: len(units.free) + at for at, key in enumerate(others)}
    gains = []
    for hour in hours:
        each = np.zeros((len(units.size), hour.shares.shape[1]))
        np.add.at(each, units.of, hour.shares)
        shares = np.zeros((len(units.free) + len(others), hour.shares.shape[1]))
        shares[: len(units.free)] = each[units.free]
        shares[[place[key] for key in hour.elsewhere.keys]] = hour.elsewhere.shares
        fixed = np.clip(each[units.pinned].sum(axis=0), 0.0, 1.0)
        gains.append(HourGains(shares, fixed, hour.placed.saved_each, hour.placed.slopes, hour.best.saved))
    room = limit - use[:, units.pinned].sum(axis=1)
    return AllHours(np.concatenate([use[:, units.free], more], axis=1), room, len(units.free), gains)


def _bound(placer: Placer, problem: AllHours, tried: Sequence[Placement], worst: float) -> float:
    units = placer.units
    known = np.array([np.isin(units.free, units.of[one.moved]) for one in tried])
    known = np.pad(known, ((0, 0), (0, problem.units - problem.free)))
    return bound_of(problem, [Ceiling(gains, known) for gains in problem.hours], worst)


def _tried(placer: Placer, window: Placement, hours: Sequence[Hour], capacity_bytes: int) -> list[Placement]:
    """Good compromises.

    Rounds of one linear problem: each hour's slopes, weighted by how far it fell short so far (multiplicative weights, Freund &
    Schapire 1999). Sums reach only some of the good compromises, so each is followed by exchanges that the worst hour gains by.
    The placement of the window and the best of each hour are among those compared.
    """
    tried = [window, *(placer.of_keys(hour.best.keys, capacity_bytes) for hour in hours)]
    tried = [one for one in tried if placer.allows(one)]
    weight = np.full(len(hours), 1 / len(hours))
    point = window
    for _ in range(_ROUNDS):
        gains = np.array([hour.shares @ hour.placed.slopes(_at(hour, point)) for hour in hours])
        point = placer.by_gains(np.maximum(weight @ gains, 0.0), capacity_bytes)
        tried += [point, _exchanged(placer, point, gains, hours)]
        short = np.array([hour.short(point.moved.tolist()) for hour in hours])
        if not short.max() > 0:
            break
        weight *= np.exp(_PULL * short / short.max())
        weight /= weight.sum()
    return [one for one in tried if placer.allows(one)]


def _exchanged(placer: Placer, point: Placement, gains: Floats, hours: Sequence[Hour]) -> Placement:
    """After the best exchange of one unit, or of one for another, again and again, while the worst hour gains by it.

    By the slopes at the point; `gains`: (hours, movers).
    """
    units = placer.units
    each = np.array([np.bincount(units.of, weights=row, minlength=len(units.size)) for row in gains])
    use, limit = placer.limits(point.capacity_bytes)
    inside = np.isin(np.arange(len(units.size)), units.of[point.moved])
    short = np.array([hour.short(point.moved.tolist()) for hour in hours])
    movable = np.isin(np.arange(len(units.size)), units.free)
    density = each.mean(axis=0) / units.size
    least, most = np.argsort(density, kind="stable"), np.argsort(-density, kind="stable")
    each, use = np.pad(each, ((0, 0), (0, 1))), np.pad(use, ((0, 0), (0, 1)))
    for _ in range(_EXCHANGES):
        out, into = _first(least, inside & movable), _first(most, ~inside & movable)
        room = limit - use[:, :-1][:, inside].sum(axis=1)
        after = short[:, None, None] + each[:, out][:, :, None] - each[:, into][:, None, :]
        fits = np.all(use[:, into][:, None, :] - use[:, out][:, :, None] <= room[:, None, None], axis=0)
        worst = np.where(fits, after.max(axis=0), np.inf)
        one, other = np.unravel_index(np.argmin(worst), worst.shape)
        if not worst[one, other] < short.max() * (1 - 1e-9):
            break
        short = after[:, one, other]
        for unit, comes in ((out[one], False), (into[other], True)):
            if unit < len(inside):
                inside[unit] = comes
    return placer.of_units(np.flatnonzero(inside), point.capacity_bytes)


def _first(order: Ints, among: NDArray[np.bool_]) -> Ints:
    """No unit, which is the one after the last, and those that come first in an order."""
    return np.concatenate([[len(order)], order[among[order]][:_CORE]])


_CORE, _EXCHANGES = 150, 40


def _at(hour: Hour, point: Placement) -> Shares:
    at: Shares = np.clip(hour.shares[point.moved].sum(axis=0), 0.0, 1.0)
    return at
