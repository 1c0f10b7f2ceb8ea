"""The intervals of the inputs, each with the most that any placement saves in it, and what a given one saves there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

import numpy as np

from segtier.advisor.case import Case, hour_of
from segtier.advisor.segments.movers import Floats, Movers, movers_of, shares_of, worth_is_known
from segtier.advisor.segments.placing import Placement, Placer
from segtier.dataclass import dataclass
from segtier.forecast.placed import Placed
from segtier.model.placement import InOtherHours
from segtier.model.profile import SegmentLoad
from segtier.model.workload import SegmentKey
from segtier.placement.hours.few import few_choices, most_saved
from segtier.placement.hours.many import Ceiling
from segtier.placement.hours.problem import HourGains

MOST_HOURS = 48
"""The busiest of them; with more, those that matter least are left out."""
MOST_SEGMENTS = 5_000
"""With more of them no placement is made for each hour: it would take longer than the answer."""
_DRAWS = 100


@dataclass(frozen=True, slots=True, eq=False)
class Hour:
    begin: datetime | None
    placed: Placed
    shares: Floats
    """(movers, 3): in this hour, of the movers of the window."""
    best: Placement
    """Its own."""
    best_at_most: float
    """No placement saves more in this hour."""
    elsewhere: Movers
    """Those that this hour names and the window does not."""

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
    best, at_most = _own_best(own, case.capacity_bytes)
    return Hour(begin, own.placed, shares, best, at_most, _elsewhere(own, placer.movers.keys))


def _own_best(own: Placer, capacity_bytes: int) -> tuple[Placement, float]:
    """The best placement found in one hour, and the most that any saves there."""
    best, units = own.found(capacity_bytes), own.units
    use, limit = own.limits(capacity_bytes)
    room, free = limit - use[:, units.pinned].sum(axis=1), units.free
    if not len(free):
        return best, best.saved
    fixed = np.clip(units.shares[units.pinned].sum(axis=0), 0.0, 1.0)
    gains = HourGains(units.shares[free], fixed, own.placed.saved_each, own.placed.slopes, best.saved)
    if few := few_choices(use[:, free], room):
        chosen, saved = most_saved(gains, few)
        if saved > best.saved:
            best = own.of_units(np.concatenate([units.pinned, free[chosen]]), capacity_bytes)
        return best, best.saved
    ceiling = Ceiling(gains, np.isin(free, units.of[best.moved])[None])
    return best, max(best.saved, ceiling.at_most(use[:, free], room))


def _elsewhere(own: Placer, keys: Sequence[SegmentKey]) -> Movers:
    known, held = set(keys), own.held.excluded
    others = [at for at, key in enumerate(own.movers.keys) if key not in known and key not in held]
    return Movers(
        tuple(own.movers.keys[at] for at in others),
        own.movers.shares[others],
        own.movers.size[others],
        own.movers.parts[others],
    )


def _aligned(keys: Sequence[SegmentKey], loads: Sequence[SegmentLoad], shares: Floats) -> Floats:
    """A row for each key; zeros for a segment that the hour does not name."""
    row = {load.key: number for number, load in enumerate(loads)}
    found = np.zeros((len(keys), shares.shape[1]))
    for number, key in enumerate(keys):
        if key in row:
            found[number] = shares[row[key]]
    return found


def in_other_hours(
    placer: Placer, placement: Placement, hours: Sequence[Hour], least_worst: float | None = None
) -> InOtherHours | None:
    """`least_worst`: as `Every.bound`."""
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
        worst_short_at_most=max(hour.best_at_most - one for hour, one in zip(hours, saved, strict=True)),
        least_worst=least_worst,
        intervals_left_out=max(len(placer.case.slots) - MOST_HOURS, 0),
        only_elsewhere=len({key for hour in hours for key in hour.elsewhere.keys}),
        worst_begin=hours[worst].begin,
        same_bytes=float(np.mean([_same_bytes(placer, placement, hour.best) for hour in hours])),
    )


def _same_bytes(placer: Placer, one: Placement, other: Placement) -> float:
    """Of the bytes of one, the part that the other moves too."""
    size = placer.movers.size[one.moved]
    both = [placer.movers.keys[at] in other.keys for at in one.moved]
    return float(size[both].sum() / size.sum())
