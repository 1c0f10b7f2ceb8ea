"""The placement over the flash at hand and further tiers, by the full model.

As `placing.py` for one SSD: the model sees a placement through a few sums for each tier (`forecast/placed.py`). What these are
worth at a point gives each segment a saving on each tier; the placement that gains most is forecast, the savings are taken there,
and so on. Begun from nothing moved and from everything on one tier, for each tier; ended by changes of one segment or two, each
by the full forecast (`tier_exchange.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from segtier.advisor.case import Case
from segtier.advisor.segments.movers import Floats, Ints
from segtier.advisor.segments.other_time import of_another_time
from segtier.advisor.segments.places import OnTiers
from segtier.advisor.segments.shares import perhaps_of, untimed_of
from segtier.advisor.segments.tier_case import TierCase, TierFound
from segtier.advisor.segments.tier_exchange import exchanged
from segtier.advisor.segments.tier_idle import idle_moves
from segtier.advisor.segments.tier_reasons import places_of
from segtier.advisor.segments.tier_use import answer_of
from segtier.dataclass import dataclass
from segtier.forecast import Change
from segtier.forecast.placed import Shares
from segtier.model.tier_answer import TierAnswer
from segtier.model.workload import SegmentKey
from segtier.placement.tiers import place

ROUNDS = 4
"""Placements found and forecast, after those of the beginnings."""
ANEW = 4
"""So often a placement is found anew without the moves that turned out to save nothing."""
WAYS = (0.25, 0.5, 0.75)
"""Between two placements of which each is chosen by the slopes at another point."""


@dataclass(frozen=True, slots=True)
class Tiering:
    """The answer, what it changes, and of each segment where it is then, and why."""

    answer: TierAnswer
    change: Change
    moved: frozenset[SegmentKey]
    places: Mapping[SegmentKey, OnTiers]
    taken_bytes: int
    """Of faster storage: what goes to a slower tier takes none of it."""
    untimed: bool
    """Nothing is placed, for nobody knows how long reads take on the tiers of today."""


def place_on_tiers(case: Case) -> Tiering | None:
    """None where nobody asked for further tiers. Raises Infeasible where what must be on a tier does not fit."""
    if not case.request.further_tiers:
        return None
    over, best, saves = _with_reasons(TierCase(case))
    return Tiering(
        answer_of(over, best, saves),
        _with_untold(over, over.placed.change(best.point), best.tier),
        frozenset(load.key for load, moved in zip(over.loads, best.tier != over.lies, strict=True) if moved),
        places_of(over, best, saves),
        _taken_bytes(over, best),
        over.untimed,
    )


def _taken_bytes(over: TierCase, best: TierFound) -> int:
    moved = np.flatnonzero(best.tier != over.lies).tolist()
    return sum(int(over.segments.bytes[one]) for one in moved if not over.goes_down(one, int(best.tier[one])))


def _with_reasons(over: TierCase) -> tuple[TierCase, TierFound, Floats]:
    """The best placement in which no move is told as saving nothing but to make room, and what each segment saves on each tier.

    The slopes at a placement may count on what its parts do not tell: such a move then counts as told, and all is placed anew.
    """
    for _ in range(ANEW):
        best, saves = _told(over)
        idle = idle_moves(over, best, saves)
        if not idle.any():
            return over, best, saves
        over = over.capped(np.where(idle, np.minimum(saves, 0.0), np.inf))
    return over, *_told(over)


def _told(over: TierCase) -> tuple[TierFound, Floats]:
    best = _best(over)
    return best, over.told(best)


def _best(over: TierCase) -> TierFound:
    columns = len(over.placed.none_moved)
    wide = columns // len(over.tiers)
    starts = [over.placed.none_moved]
    for number, shares in enumerate(over.rows.shares):
        all_there = np.zeros(columns)
        all_there[number * wide : (number + 1) * wide] = np.clip(shares.sum(axis=0), 0.0, 1.0)
        starts.append(all_there)
    best = max((_by(over, start, near=True) for start in starts), key=lambda one: one.saved)
    for _ in range(ROUNDS):
        again = _by(over, best.point)
        if again.saved <= best.saved:
            break
        best = again
    found = best if np.array_equal(again.tier, best.tier) else _between(over, best, again)
    changed = exchanged(over, found)
    if changed is found:
        return found
    again = _by(over, changed.point)
    if again.saved > changed.saved:
        return again
    return changed if np.array_equal(again.tier, changed.tier) else replace(changed, rival=again.saved)


def _between(over: TierCase, best: TierFound, again: TierFound) -> TierFound:
    """Where the slopes at a placement choose one that saves less, those on the way to it may choose a better one."""
    for way in WAYS:
        one = _by(over, (1 - way) * best.point + way * again.point, near=True)
        best = max(best, one, key=lambda found: found.saved)
    return replace(best, rival=again.saved)


def _by(over: TierCase, point: Shares, *, near: bool = False) -> TierFound:
    """The placement that gains most by the slopes there."""
    return over.found(place(over.tiers, over.segments, over.saves(point), over.moves, near=near).tier)


def _with_untold(over: TierCase, change: Change, after: Ints) -> Change:
    """With what is fast today and may come from a cache, what nobody timed, and what the hour does not say of segments: it widens
    the range and places nothing.
    """
    comes = [(after == number) & (over.lies != number) for number in range(len(over.tiers))]
    moving = [[load for load, come in zip(over.loads, rows, strict=True) if come] for rows in comes]
    pairs = list(zip(over.basis.todays, moving, strict=True))
    perhaps = [perhaps_of(over.case, today, rows) for today, rows in pairs]
    untimed = [untimed_of(over.case, today, rows) for today, rows in pairs]
    other = [of_another_time(over.case.segments.loads, rows) for rows in moving]
    onto = tuple(
        replace(one, perhaps=more, untimed=open_, not_counted=wrong)
        for one, more, open_, wrong in zip(change.onto, perhaps[1:], untimed[1:], other[1:], strict=True)
    )
    return replace(change, perhaps=perhaps[0], untimed=untimed[0], not_counted=other[0], onto=onto)
