"""A case over several tiers: what each tier may take, what each segment asks of them, and what it is worth there."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from functools import cached_property

import numpy as np

from segtier.advisor.case import Case
from segtier.advisor.segments.held import held_by
from segtier.advisor.segments.movers import Floats, Ints, shares_against, tables_of, worth_is_known
from segtier.advisor.segments.tier_limits import flash_tier, without_others
from segtier.dataclass import dataclass
from segtier.forecast import Change
from segtier.forecast.placed import Placed, Shares
from segtier.forecast.today import credited, faster
from segtier.model.profile import SegmentLoad
from segtier.oracle.gates import engineered
from segtier.placement.problem import NOWHERE
from segtier.placement.tiers import ANYWHERE, STAYS, Flags, Moves, Segments
from segtier.units import S_PER_DAY, S_PER_HOUR, US_PER_S

LEAST_SAID = 0.5
"""Seconds an hour: less is told as 0."""


@dataclass(frozen=True, slots=True, eq=False)
class TierFound:
    """A placement and what it saves by the full model."""

    tier: Ints
    """(segments,): of each, or NOWHERE."""
    point: Shares
    saved: float
    """Part of today's DB time."""
    rival: float | None = None
    """What the placement saves that the slopes at this one choose, where that is another."""


@dataclass(frozen=True, slots=True, eq=False)
class TierRows:
    """Segments as figures."""

    loads: Sequence[SegmentLoad]
    shares: Sequence[Floats]
    """(tiers) of (segments, columns)."""
    lies: Ints
    """The tier of each today, or NOWHERE."""
    no_faster: Flags
    """(segments, tiers): it is read no faster there, as its tablespace is read today; writes alone are no reason to go."""
    most: Floats
    """(segments, tiers): it counts as saving no more than so many seconds an hour."""
    costs: Floats
    """(segments, tiers): seconds an hour that its reads take longer there than now, as they are timed; 0 where they do not."""


class TierCase:
    def __init__(self, case: Case) -> None:
        self.case = case
        further = case.request.further_tiers
        self.kept = kept = 1 - case.request.headroom_pct / 100
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
        self.engineered = engineered(case.workload.database)
        self.apart = np.array([self.engineered is not None or not case.reaches(one) for one in whole])
        """(tiers): not every node of the cluster sees it, or the storage places data itself: nothing may come."""
        self.basis = basis = case.over_tiers
        self.storage = basis.storage or case.storage
        self.placed = Placed(basis, case.segments.share_error, Change(share_least=case.segments.share_least))
        self.rows = self.rows_of(self.loads)
        self.lies = self.rows.lies
        self.segments = self._segments()
        self.moves = Moves(
            case.request.demotion,
            case.request.constraints.most_moved_bytes,
            case.request.constraints.most_moves,
        )

    @cached_property
    def knows(self) -> bool:
        """Of any segment it is known what it would save on a tier where it does not lie."""
        worth = self.elsewhere(self.rows, np.zeros((len(self.loads), len(self.tiers))))
        return not np.isnan(worth).all()

    @property
    def untimed(self) -> bool:
        """For all lie on tiers of today, and nobody knows how long reads take there."""
        return bool(self.loads) and not self.knows and not self.apart.all()

    def found(self, tier: Ints) -> TierFound:
        """The placement with what it saves."""
        point = self.point(tier)
        return TierFound(tier, point, self.placed.saved(point))

    def point(self, tier: Ints) -> Shares:
        """What the model sees of a placement."""
        comes = [(tier == number) & (self.lies != number) for number in range(len(self.tiers))]
        return np.concatenate(
            [np.clip(shares[rows].sum(axis=0), 0.0, 1.0) for shares, rows in zip(self.rows.shares, comes, strict=True)]
        )

    def saves(self, point: Shares) -> Floats:
        """(segments, tiers): seconds an hour less than where each lies, by the slopes there; NaN where nobody knows.

        Where read times tell nothing apart, what a read takes on one of today's tiers is not known: what lies there stays.
        """
        return self.as_known(self.rows, self.credited(self.rows, self.placed.slopes(point)))

    def as_known(self, rows: TierRows, saves: Floats) -> Floats:
        """NaN where nobody knows, 0 where a segment lies."""
        on_tier = rows.lies != NOWHERE
        known: Floats = np.minimum(saves, rows.most)
        if not self.basis.today.apart:
            known[on_tier] = np.nan
        known[:, self.apart] = np.nan
        known[on_tier, rows.lies[on_tier]] = 0.0
        return known

    def elsewhere(self, rows: TierRows, saves: Floats) -> Floats:
        """The same, and NaN where a segment lies: to stay there is no saving."""
        at_home = rows.lies[:, np.newaxis] == np.arange(len(self.tiers))
        return np.where(at_home, np.nan, self.as_known(rows, saves))

    def worth(self, rows: TierRows, each: Shares) -> Floats:
        """(segments, tiers): seconds an hour, where a whole share of each kind is worth so much of DB time."""
        parts = zip(rows.shares, np.split(each, len(self.tiers)), strict=True)
        worth: Floats = np.stack([shares @ at for shares, at in parts], axis=1) * self.case.profile.db_time_s_per_hour
        return worth

    def credited(self, rows: TierRows, each: Shares) -> Floats:
        """The same as a reason to go: none to a tier that reads no faster, it may only cost."""
        worth = self.worth(rows, each)
        return np.where(rows.no_faster, np.minimum(worth, -rows.costs), worth)

    def told(self, found: TierFound) -> Floats:
        """(segments, tiers): its part of what the placement saves, of what moves; one that goes down costs what its reads take
        longer. What that is more than its part of the whole, the others save: they make it worth while.
        """
        rows = self.rows
        parts = self.worth(rows, self.placed.parts(found.point))
        moved = np.flatnonzero(found.tier != self.lies)
        at = (moved, found.tier[moved])
        told = np.where(rows.costs > 0, np.minimum(parts, -rows.costs), parts)
        own = told[at]
        gains, more = own > 0, float((parts[at] - own).sum())
        if gains.any():
            own[gains] *= 1 + more / own[gains].sum()
            told[at] = own
        return told

    def goes_down(self, number: int, tier: int) -> bool:
        """The tier reads no faster than the one where the segment lies, or than its tablespace is read."""
        timed, lies = (self.basis.tier, *self.basis.further), int(self.lies[number])
        if lies != NOWHERE:
            return timed[tier].read_us >= timed[lies].read_us
        seen = self.storage.class_of(*home_of(self.loads[number]))
        return seen is not None and not faster(seen[1], timed[tier])

    def capped(self, most: Floats) -> TierCase:
        """The same where segments count as saving no more than that: (segments, tiers)."""
        other = copy(self)
        other.rows = replace(self.rows, most=np.minimum(self.rows.most, most))
        return other

    def rows_of(self, loads: Sequence[SegmentLoad]) -> TierRows:
        lies = np.array([self.tier_today(load) for load in loads], np.int64)
        shares = [shares_against(self.case, today, loads) for today in self.basis.todays]
        most = np.full((len(loads), len(self.tiers)), np.inf)
        return TierRows(loads, shares, lies, self._no_faster(loads), most, self._costs(loads))

    def _costs(self, loads: Sequence[SegmentLoad]) -> Floats:
        there = np.array([one.read_us for one in (self.basis.tier, *self.basis.further)])
        now = np.array([self._read_us(load) for load in loads], np.float64).reshape(-1, 1)
        reads = np.array([load.read_requests_per_s or 0.0 for load in loads]).reshape(-1, 1)
        costs: Floats = np.nan_to_num(np.maximum(there - now, 0.0)) * reads * S_PER_HOUR / US_PER_S
        return costs

    def _read_us(self, load: SegmentLoad) -> float | None:
        """Of a read today, as its tablespace is timed; None where nobody timed it."""
        seen = self.storage.class_of(*home_of(load))
        return None if seen is None else seen[1].read_us

    def _no_faster(self, loads: Sequence[SegmentLoad]) -> Flags:
        storage, tiers = self.storage, (self.basis.tier, *self.basis.further)
        homes = {home_of(load) for load in loads}
        seen = {home: storage.class_of(*home) for home in homes}
        gains = credited if storage.told_apart else faster
        there = {home: [at is not None and not gains(at[1], tier) for tier in tiers] for home, at in seen.items()}
        return np.array([there[home_of(load)] for load in loads], bool).reshape(-1, len(tiers))

    def named(self, tier: int) -> str | None:
        return None if tier == NOWHERE else self.tiers[tier].name

    def station(self, home: tuple[str | None, str | None]) -> str | None:
        seen = self.storage.class_of(*home)
        return None if seen is None else seen[0].name

    def tier_today(self, load: SegmentLoad) -> int:
        space = (load.tablespace or "").upper()
        for number, one in enumerate(self.asked):
            if one is not None and space and space in one.tablespaces:
                return number
        return NOWHERE

    def unsized(self, tier: int) -> int:
        """Segments that lie there today and of which nobody knows the size: they stay."""
        return sum(not load.size_bytes and self.tier_today(load) == tier for load in self.case.segments.loads)

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


def home_of(load: SegmentLoad) -> tuple[str | None, str | None]:
    """PDB and tablespace."""
    return load.key[0], load.tablespace


def _of(loads: Sequence[SegmentLoad], name: str) -> Floats:
    """NaN where it is not known."""
    return np.array([getattr(load, name) for load in loads], np.float64)
