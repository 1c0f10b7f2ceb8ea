"""The placement over the flash at hand and further tiers, by the full model, with its proof.

As `placing.py` for one SSD: the model sees a placement through a few sums for each tier (`forecast/placed.py`). What these are
worth at a point gives each segment a saving on each tier; the placement that gains most is forecast, the savings are taken there,
and so on. Begun from nothing moved and from everything on one tier, for each tier.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from segtier.advisor.case import Case
from segtier.advisor.segments.held import full_name, held_by
from segtier.advisor.segments.movers import Floats, Ints, shares_against, tables_of, worth_is_known
from segtier.advisor.segments.places import OnTiers
from segtier.advisor.segments.shares import perhaps_of
from segtier.advisor.segments.tier_limits import flash_tier, without_others
from segtier.advisor.segments.tier_reasons import (
    AS_ASKED,
    NO_ROOM,
    NOT_TIMED,
    SAVES_NOTHING,
    TOO_LARGE,
    goes,
    not_weighed,
    what_goes,
)
from segtier.analysis.words import seconds
from segtier.dataclass import dataclass
from segtier.errors import Infeasible
from segtier.forecast import Change
from segtier.forecast.placed import Placed, Shares
from segtier.model.device import SAY_SHARED_TIER
from segtier.model.profile import SegmentLoad
from segtier.model.storage_tier import TIER_LIMITS
from segtier.model.tier_answer import MOST_MOVES, TierAnswer, TierLimitUsed, TierMove, TierSize, TierUse
from segtier.model.workload import SegmentKey
from segtier.oracle.gates import engineered
from segtier.placement.problem import NOWHERE
from segtier.placement.tier_frontier import tier_frontier
from segtier.placement.tiers import ANYWHERE, STAYS, Moves, Segments, TierPlacement, limits_of, place
from segtier.plurals import plural
from segtier.units import S_PER_DAY

SIZES = (0.5, 1.0, 2.0)
"""Of a tier's size, those its frontier is told for: few, since each is a placement of all segments."""
MOST_FOR_FRONTIER = 5_000
"""Segments."""
ROUNDS = 4
"""Placements found and forecast, after those of the beginnings."""


@dataclass(frozen=True, slots=True, eq=False)
class _Found:
    """A placement and what it saves by the full model."""

    tier: Ints
    """(segments,): of each, or NOWHERE."""
    point: Shares
    saved: float


@dataclass(frozen=True, slots=True)
class Tiering:
    """The answer, what it changes, and of each segment where it is then, and why."""

    answer: TierAnswer
    change: Change
    moved: frozenset[SegmentKey]
    places: Mapping[SegmentKey, OnTiers]


def place_on_tiers(case: Case) -> Tiering | None:
    """None where nobody asked for further tiers. Raises Infeasible where what must be on a tier does not fit."""
    if not case.request.further_tiers:
        return None
    return _Tiers(case).answer()


class _Tiers:
    def __init__(self, case: Case) -> None:
        self.case = case
        further = case.request.further_tiers
        self._kept = kept = 1 - case.request.headroom_pct / 100
        self.loads = [
            load
            for load in case.segments.loads
            if load.size_bytes and load.unmovable_reason is None and worth_is_known(case.profile, load)
        ]
        placed = {load.key for load in self.loads}
        first = case.request.first_tier
        self.asked = [first, *further]
        """None: the flash was not stated as a tier."""
        self.tiers = [
            flash_tier(case) if one is None else without_others(case, one, kept, placed) for one in self.asked
        ]
        whole = (case.request.tier, *(one.tier for one in further))
        self._engineered = engineered(case.workload.database)
        self.apart = np.array([self._engineered is not None or not case.reaches(one) for one in whole])
        """(tiers): not every node of the cluster sees it, or the storage places data itself: nothing may come."""
        self.lies = np.array([self._tier_today(load) for load in self.loads], np.int64)
        self.basis = basis = case.over_tiers
        self.placed = Placed(basis, case.segments.share_error, Change(share_least=case.segments.share_least))
        self.shares = [shares_against(case, today, self.loads) for today in basis.todays]
        """(tiers) of (segments, columns)."""
        self.segments = self._segments()
        self.moves = Moves(
            case.request.demotion,
            case.request.constraints.most_moved_bytes,
            case.request.constraints.most_moves,
        )

    def answer(self) -> Tiering:
        best = self._best()
        by_slopes = self._saves(best.point)
        proof = place(self.tiers, self.segments, by_slopes, self.moves)
        moved = best.tier != self.lies
        gained = float(by_slopes[moved, best.tier[moved]].sum())
        bound = max(proof.bound, gained)
        saves = self._worth(self.placed.parts(best.point))
        at = np.flatnonzero(moved)
        at = at[np.argsort(-saves[at, best.tier[at]], kind="stable")]
        moves = [self._move(number, best.tier[number], saves[number, best.tier[number]]) for number in at.tolist()]
        goes_down = [one for one in moves if _is_down(one)]
        down = len(goes_down)
        shown = (
            moves
            if len(moves) <= MOST_MOVES
            else [*moves[: MOST_MOVES - min(down, 5)], *moves[len(moves) - min(down, 5) :]]
        )
        moved_bytes = int(self.segments.bytes[moved].sum())
        answer = TierAnswer(
            tiers=tuple(
                self._use(number, best.tier, saves, proof, self._frontier(number, self._as_known(saves)))
                for number in range(len(self.tiers))
            ),
            moves=tuple(shown),
            moves_total=len(moves),
            moved_bytes=moved_bytes,
            demotions=down,
            gap=max((bound - gained) / bound, 0.0) if bound > 0 else 0.0,
            text=what_goes(len(moves), moved_bytes, len(self.tiers)),
            notes=tuple(self._notes(goes_down)),
        )
        return Tiering(
            answer,
            self._with_perhaps(self.placed.change(best.point), best.tier),
            frozenset(self.loads[number].key for number in at.tolist()),
            self._places(best.tier, saves),
        )

    def _with_perhaps(self, change: Change, after: Ints) -> Change:
        """With what is fast today and may come from a cache: it widens the range and places nothing."""
        comes = [(after == number) & (self.lies != number) for number in range(len(self.tiers))]
        each = [
            perhaps_of(self.case, today, [load for load, come in zip(self.loads, rows, strict=True) if come])
            for today, rows in zip(self.basis.todays, comes, strict=True)
        ]
        onto = tuple(replace(one, perhaps=more) for one, more in zip(change.onto, each[1:], strict=True))
        return replace(change, perhaps=each[0], onto=onto)

    def _places(self, after: Ints, saves: Floats) -> dict[SegmentKey, OnTiers]:
        """Of all segments."""
        numbers = {load.key: number for number, load in enumerate(self.loads)}
        known = self._as_known(saves)
        stations = {place: self._station(place) for place in {_home(load) for load in self.case.segments.loads}}
        found = {}
        for load in self.case.segments.loads:
            number, today = numbers.get(load.key), self._tier_today(load)
            there = today if number is None else int(after[number])
            if number is None:
                why = not_weighed(load)
            elif there == today:
                why = self._stays(number, known[number])
            else:
                why = goes(load, self.tiers[there].name, self._named(today), float(saves[number, there]))
            found[load.key] = OnTiers(self._named(today) or stations[_home(load)], self._named(there), why)
        return found

    def _stays(self, number: int, saves: Floats) -> str:
        if self.segments.held[number] == STAYS:
            return AS_ASKED
        if np.isnan(saves).any():
            return NOT_TIMED
        better = [tier for tier, saved in zip(self.tiers, saves, strict=True) if saved > 0]
        if not better:
            return SAVES_NOTHING
        size = self.segments.bytes[number]
        return NO_ROOM if any((one.usable_bytes or 0) >= size for one in better) else TOO_LARGE

    def _named(self, tier: int) -> str | None:
        return None if tier == NOWHERE else self.tiers[tier].name

    def _station(self, home: tuple[str | None, str | None]) -> str | None:
        seen = self.case.storage.class_of(*home)
        return None if seen is None else seen[0].name

    def _tier_today(self, load: SegmentLoad) -> int:
        space = (load.tablespace or "").upper()
        for number, one in enumerate(self.asked):
            if one is not None and space and space in one.tablespaces:
                return number
        return NOWHERE

    def _segments(self) -> Segments:
        block = self.case.profile.block_size_bytes
        written = _of(self.loads, "write_blocks_per_s") * block
        first = ANYWHERE if self.apart[0] else 0
        held = held_by(self.case.request.constraints, self.case.segments.loads, self.case.capacity_bytes)
        return Segments(
            bytes=_of(self.loads, "size_bytes"),
            reads_per_s=_of(self.loads, "read_requests_per_s"),
            writes_per_s=_of(self.loads, "write_requests_per_s"),
            read_bytes_per_s=_of(self.loads, "read_blocks_per_s") * block,
            written_bytes_per_s=written,
            # At most: as if every hour wrote as this one.
            written_bytes_per_day=written * S_PER_DAY,
            lies=self.lies,
            unit=self._units(),
            held=np.array(
                [
                    first if load.key in held.pinned else STAYS if load.key in held.excluded else ANYWHERE
                    for load in self.loads
                ],
                np.int64,
            ),
        )

    def _units(self) -> Ints:
        if self.case.request.constraints.together != "table":
            return np.arange(len(self.loads))
        tables, numbers = tables_of(self.case), dict[object, int]()
        return np.array([numbers.setdefault(tables[load.key], len(numbers)) for load in self.loads], np.int64)

    def _best(self) -> _Found:
        columns = len(self.placed.none_moved)
        wide = columns // len(self.tiers)
        starts = [self.placed.none_moved]
        for number, shares in enumerate(self.shares):
            all_there = np.zeros(columns)
            all_there[number * wide : (number + 1) * wide] = np.clip(shares.sum(axis=0), 0.0, 1.0)
            starts.append(all_there)
        best = max((self._by(start) for start in starts), key=lambda one: one.saved)
        for _ in range(ROUNDS):
            again = self._by(best.point)
            if again.saved <= best.saved:
                break
            best = again
        return best

    def _by(self, point: Shares) -> _Found:
        """The placement that gains most by the slopes there."""
        found = place(self.tiers, self.segments, self._saves(point), self.moves)
        parts = []
        for number, shares in enumerate(self.shares):
            comes = (found.tier == number) & (self.lies != number)
            parts.append(np.clip(shares[comes].sum(axis=0), 0.0, 1.0))
        there = np.concatenate(parts)
        return _Found(found.tier, there, self.placed.saved(there))

    def _saves(self, point: Shares) -> Floats:
        """(segments, tiers): seconds an hour less than where each lies; NaN where nobody knows.

        Where read times tell nothing apart, what a read takes on one of today's tiers is not known: what lies there stays.
        """
        saves = self._worth(self.placed.slopes(point))
        return self._as_known(saves)

    def _as_known(self, saves: Floats) -> Floats:
        """NaN where nobody knows, 0 where a segment lies."""
        on_tier = self.lies != NOWHERE
        known = saves.copy()
        if not self.basis.today.apart:
            known[on_tier] = np.nan
        known[:, self.apart] = np.nan
        known[on_tier, self.lies[on_tier]] = 0.0
        return known

    def _worth(self, each: Shares) -> Floats:
        """(segments, tiers): seconds an hour, where a whole share of each kind is worth so much of DB time."""
        parts = zip(self.shares, np.split(each, len(self.tiers)), strict=True)
        worth: Floats = np.stack([shares @ at for shares, at in parts], axis=1) * self.case.profile.db_time_s_per_hour
        return worth

    def _move(self, number: int, tier: int, saves: float) -> TierMove:
        load, lies = self.loads[number], int(self.lies[number])
        return TierMove(
            full_name(load.key),
            load.type,
            load.size_bytes or 0,
            self._named(lies),
            self.tiers[tier].name,
            float(saves),
        )

    def _frontier(self, number: int, saves: Floats) -> tuple[TierSize, ...]:
        usable = self.tiers[number].usable_bytes
        if not usable or self.apart[number] or len(self.loads) > MOST_FOR_FRONTIER:
            return ()
        sizes = [int(usable * part) for part in SIZES]
        try:
            points = tier_frontier(self.tiers, number, sizes, self.segments, saves, self.moves)
        except Infeasible:
            return ()  # what is held there does not fit into the least
        return tuple(TierSize(one.usable_bytes, one.placement.saved) for one in points)

    def _use(
        self, number: int, after: Ints, saves: Floats, proof: TierPlacement, frontier: tuple[TierSize, ...]
    ) -> TierUse:
        tier = self.tiers[number]
        there, before = after == number, self.lies == number
        used = []
        for name, most, load in limits_of(tier, self.segments):
            # What one segment takes of it may not be known; then nobody knows how full it is.
            if most and not np.isnan(load[there]).any():
                used.append(TierLimitUsed(name, float(load[there].sum()) / most))
        return TierUse(
            name=tier.name,
            segments=int(there.sum()),
            bytes=int(np.nan_to_num(self.segments.bytes[there]).sum()),
            usable_bytes=tier.usable_bytes,
            room_bytes=self._room(number),
            arrives=int((there & ~before).sum()),
            leaves=int((before & ~there).sum()),
            saved_s_per_hour=float(saves[there & ~before, number].sum()),
            limits=tuple(sorted(used, key=lambda one: -one.part)),
            unchecked=tuple(limit for of, limit in proof.unchecked if of == tier.name),
            device=replace(self.basis.tier, figures=()) if number == 0 else self.basis.further[number - 1],
            bytes_today=int(np.nan_to_num(self.segments.bytes[before]).sum()),
            frontier=frontier,
            **self._asked(number),
        )

    def _room(self, number: int) -> int | None:
        usable = self.tiers[number].usable_bytes
        whole = (self.case.request.tier, *self.basis.further)[number].usable_bytes
        return None if usable is None else usable + whole - int(whole * self._kept)

    def _asked(self, number: int) -> dict[str, Any]:
        one = self.asked[number]
        if one is None:
            return {"price": self.case.request.price}
        return {"tablespaces": one.tablespaces, "place": one.place, "price": one.price}

    def _notes(self, down: Sequence[TierMove]) -> list[str]:
        notes = []
        if down:
            cost = -sum(one.saved_s_per_hour for one in down)
            go = "goes" if len(down) == 1 else "go"
            notes.append(
                f"{plural(len(down), 'segment')} {go} to a slower tier for the room that this frees: that costs"
                f" {seconds(cost)} of DB time an hour, which is in these figures."
            )
        if not self.basis.today.apart and (self.lies != NOWHERE).any():
            notes.append(
                "What lies on one of these tiers today stays: the inputs do not tell how long reads take there."
            )
        if self._engineered is not None:
            return [*notes, self._engineered]
        for tier, asked, apart in zip(self.tiers, self.asked, self.apart, strict=True):
            if apart:
                say = "If every node sees it, say so." if asked is None else SAY_SHARED_TIER
                notes.append(
                    f"{tier.name} gets nothing: the other nodes of the cluster could not reach files there. {say}"
                )
                continue
            unknown = [what for name, what in TIER_LIMITS.items() if (tier.name, name) in self._unchecked]
            then = "it gets no more of them than today" if tier.today else "nothing limits them"
            if unknown and asked is not None:
                notes.append(f"{tier.name}: nobody said how many {', '.join(unknown)} it takes, so {then}.")
        return notes

    @property
    def _unchecked(self) -> set[tuple[str, str]]:
        return {
            (tier.name, name) for tier in self.tiers for name, most, _ in limits_of(tier, self.segments) if most is None
        }


def _home(load: SegmentLoad) -> tuple[str | None, str | None]:
    """PDB and tablespace."""
    return load.key[0], load.tablespace


def _is_down(move: TierMove) -> bool:
    """It goes for the room that it frees: what nobody reads costs nothing and saves nothing."""
    return move.saved_s_per_hour < 0 or (move.saved_s_per_hour == 0 and move.lies is not None)


def _of(loads: Sequence[SegmentLoad], name: str) -> Floats:
    """NaN where it is not known."""
    return np.array([getattr(load, name) for load in loads], np.float64)
