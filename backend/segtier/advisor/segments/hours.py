"""The placement in every interval of the inputs: what it saves there, and one that is good in all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from segtier.advisor.case import Case, hour_of
from segtier.advisor.segments.movers import Floats, Ints, movers_of, shares_of, worth_is_known
from segtier.advisor.segments.placing import Placement, Placer
from segtier.dataclass import dataclass
from segtier.forecast.placed import Placed, Shares
from segtier.model.placement import InOtherHours
from segtier.model.profile import SegmentLoad
from segtier.model.workload import SegmentKey

MOST_HOURS = 48
"""The busiest of them; with more, those that matter least are left out."""
MOST_SEGMENTS = 5_000
"""With more of them no placement is made for each hour: it would take longer than the answer."""
_DRAWS = 100
_ROUNDS = 12
_PULL = 4.0
"""How much more an hour counts in the next round for being the one that comes off worst."""


@dataclass(frozen=True, slots=True, eq=False)
class Hour:
    begin: datetime | None
    placed: Placed
    shares: Floats
    """(movers, 3): in this hour, of the movers of the window."""
    best: Placement
    """Its own."""

    def saved(self, moved: Sequence[int]) -> float:
        return self.placed.saved(np.clip(self.shares[moved].sum(axis=0), 0.0, 1.0))

    def short(self, moved: Sequence[int]) -> float:
        """Of its DB time, what its own best saves more."""
        return max(self.best.saved - self.saved(moved), 0.0)


def hours_of(case: Case, placer: Placer) -> tuple[Hour, ...]:
    """The intervals with DB time, busiest first; none where there is one only, or where there are too many segments."""
    if len(case.slots) < 2 or len(placer.movers.keys) > MOST_SEGMENTS:
        return ()
    points = zip(case.slots, case.timeline.points, strict=True)
    busiest = sorted(points, key=lambda pair: -(pair[1].average_active_sessions or 0.0))[:MOST_HOURS]
    cases = [(slot.begin_time, hour_of(case, slot)) for slot, _ in busiest]
    return tuple(_hour(one, begin, placer) for begin, one in cases if one is not None)


def _hour(case: Case, begin: datetime | None, placer: Placer) -> Hour:
    case = replace(case, request=replace(case.request, draws=min(case.request.draws, _DRAWS)))
    loads = [load for load in case.segments.loads if worth_is_known(case.profile, load)]
    movable = [load for load in loads if load.unmovable_reason is None]
    own = Placer(case, movers_of(case, movable), placer.held)
    shares = _aligned(placer.movers.keys, loads, shares_of(case, loads))
    return Hour(begin, own.placed, shares, own.found(case.capacity_bytes))


def _aligned(keys: Sequence[SegmentKey], loads: Sequence[SegmentLoad], shares: Floats) -> Floats:
    """A row for each key; zeros for a segment that the hour does not name."""
    row = {load.key: number for number, load in enumerate(loads)}
    found = np.zeros((len(keys), shares.shape[1]))
    for number, key in enumerate(keys):
        if key in row:
            found[number] = shares[row[key]]
    return found


def least_short(placer: Placer, window: Placement, hours: Sequence[Hour], capacity_bytes: int) -> Placement:
    """Of the placements found the one whose worst hour is least short of its own best.

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
    best = min(tried, key=lambda one: max(hour.short(one.moved.tolist()) for hour in hours))
    return best if best is window else placer.proved(best)


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


def in_other_hours(placer: Placer, placement: Placement, hours: Sequence[Hour]) -> InOtherHours | None:
    if not hours or not len(placement.moved):
        return None
    moved = placement.moved.tolist()
    saved = [hour.saved(moved) for hour in hours]
    short = [hour.short(moved) for hour in hours]
    worst = int(np.argmax(short))
    return InOtherHours(
        intervals=len(hours),
        least_saved=min(saved),
        most_saved=max(saved),
        worst_short=short[worst],
        worst_begin=hours[worst].begin,
        same_bytes=float(np.mean([_same_bytes(placer, placement, hour.best) for hour in hours])),
    )


def _same_bytes(placer: Placer, one: Placement, other: Placement) -> float:
    """Of the bytes of one, the part that the other moves too."""
    size = placer.movers.size[one.moved]
    both = [placer.movers.keys[at] in other.keys for at in one.moved]
    return float(size[both].sum() / size.sum())
