"""Which tier each segment belongs on: tiers, segments and what each would save there, as a problem, and the answer of it.

A unit (a segment, or several that go together) goes to one tier or stays. It goes only where it is known to fit: a segment of
unknown size stays, and one of which a load is unknown goes to no tier with a limit on that load. What today's tier carries
beyond what is known of it is unknown too: it then carries no more than now. So less evidence takes options away and adds none.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from segtier.dataclass import dataclass
from segtier.errors import Infeasible, Refused
from segtier.model.storage_tier import TIER_LIMITS, StorageTier, TierLimit
from segtier.placement.problem import NOWHERE, UNDECIDED, Floats, Problem, Row, Whole
from segtier.placement.solve import solve

Flags = NDArray[np.bool_]
STAYS, ANYWHERE = NOWHERE, UNDECIDED
"""Held where it is; free to go."""
_PARTS = 10**12
"""Of a tier's time, in whole numbers."""
_PER_REQUEST = 10**6
"""Of a request a second, where nobody knows how many a tier bears."""


@dataclass(frozen=True, slots=True, eq=False)
class Segments:
    """Each a row of (segments,); a figure that is not known is NaN. Rates are of the hours the forecast is made from."""

    bytes: Floats
    reads_per_s: Floats
    writes_per_s: Floats
    read_bytes_per_s: Floats
    written_bytes_per_s: Floats
    written_bytes_per_day: Floats
    lies: Whole
    """The tier of each today, or NOWHERE: on none of them."""
    unit: Whole
    """Those with the same number go together; from 0, without gaps."""
    held: Whole
    """The tier it must be on, STAYS, or ANYWHERE."""


@dataclass(frozen=True, slots=True)
class Moves:
    """What a move may be, and what it costs."""

    demotion: bool = False
    """To a tier where a unit saves nothing, or costs DB time: for the room that it frees."""
    most_bytes: int | None = None
    most_segments: int | None = None
    cost_s_per_byte: float = 0.0
    """DB time that the move itself takes."""
    pays_within_hours: float = np.inf
    """A choice saves more within this time than its moves cost; infinite: the moves are free."""


@dataclass(frozen=True, slots=True, eq=False)
class TierPlacement:
    tier: Whole
    """(segments,): of each, or NOWHERE."""
    saved: float
    """Seconds an hour, without what the moves cost."""
    gained: float
    """Seconds an hour less the moves' cost over the time within which they must pay."""
    bound: float
    """No placement gains more."""
    moved: Flags
    """(segments,)."""
    moved_bytes: int
    cost_s: float
    """DB time that the moves take once."""
    unchecked: tuple[tuple[str, TierLimit], ...]
    """Limits of new tiers that are not known."""

    @property
    def gap(self) -> float:
        return (self.bound - self.gained) / abs(self.bound) if self.bound else 0.0


@dataclass(frozen=True, slots=True, eq=False)
class TierProblem:
    """All units, those that are held and those to choose for."""

    problem: Problem
    """Of all units, as if each were free."""
    fixed: Whole
    """(units,): the place of each that is held, ANYWHERE where it is free."""
    limits: tuple[tuple[str, TierLimit | None], ...]
    """(rows,): the tier and the limit; "moves" without one: of all moves together."""
    unchecked: tuple[tuple[str, TierLimit], ...]


def place(
    tiers: Sequence[StorageTier],
    segments: Segments,
    saves: Floats,
    moves: Moves = Moves(),  # noqa: B008 - frozen
    *,
    near: bool = False,
) -> TierPlacement:
    """The placement that gains most, with its proof; `near`: as `roughly` of `solve`.

    `saves`: (segments, tiers), seconds of DB time an hour less than where the segment lies, NaN where that is not known.
    Raises Infeasible where what is held does not fit.
    """
    return answered(built(tiers, segments, saves, moves), segments, saves, moves, near=near)


def built(tiers: Sequence[StorageTier], segments: Segments, saves: Floats, moves: Moves) -> TierProblem:
    """Raises Infeasible where a unit is held in two places, or somewhere it is not known to fit."""
    units = _Units(segments, len(tiers))
    gain, able = _gains(units, saves, moves)
    rows: list[Row] = []
    limit: list[int] = []
    names: list[tuple[str, TierLimit | None]] = []
    unchecked = []
    for number, tier in enumerate(tiers):
        today = tier.today or bool((segments.lies == number).any())
        for name, most, load in limits_of(tier, segments):
            if most is None and not today:
                unchecked.append((tier.name, name))
                continue
            row, known = units.row(number, load)
            able[:, number] &= known
            carried = int(sum(int(use[units.home == at].sum()) for at, use in row.items()))
            all_known = not np.isnan(load[segments.lies == number]).any()
            rows.append(row)
            limit.append(carried if most is None or not all_known else max(most, carried))
            names.append((tier.name, name))
    for most, amount in ((moves.most_bytes, segments.bytes), (moves.most_segments, np.ones(len(segments.lies)))):
        if most is not None:
            rows.append({at: units.total(np.where(segments.lies == at, 0.0, amount)) for at in range(len(tiers))})
            limit.append(most)
            names.append(("moves", None))
    fixed = units.fixed(able, tiers)
    free = fixed == ANYWHERE
    costly = np.zeros_like(able) if moves.demotion else units.sums(np.nan_to_num(saves)) <= 0
    benefit = np.where(able & ~(costly & free[:, np.newaxis]), gain, -np.inf)
    benefit[units.home[:, np.newaxis] == np.arange(len(tiers))] = 0.0
    problem = Problem(benefit, rows, np.array(limit, np.int64), units.home)
    return TierProblem(problem, fixed, tuple(names), tuple(unchecked))


def answered(
    asked: TierProblem, segments: Segments, saves: Floats, moves: Moves, *, near: bool = False
) -> TierPlacement:
    """Raises Infeasible where what is held does not fit, or no choice that does is found."""
    whole, free = asked.problem, np.flatnonzero(asked.fixed == ANYWHERE)
    places = asked.fixed.copy()
    room = whole.limit - whole.used(places)
    _need(asked, room)
    part = whole.part(free, room)
    found = solve(part, roughly=near)
    _need(asked, room - part.used(found.places))
    places[free] = found.places
    held = whole.gained(places) - found.gained
    return _answer(asked, segments, saves, moves, places, max(found.bound, found.gained) + held)


def _need(asked: TierProblem, room: Whole) -> None:
    for (tier, limit), left in zip(asked.limits, room.tolist(), strict=True):
        if left < 0:
            what = "more moves than are allowed" if limit is None else f"more {TIER_LIMITS[limit]} than {tier[:60]} has"
            raise Infeasible(
                f"the segments that must be on a tier take {what}",
                code="held-does-not-fit",
                advice="Hold fewer segments there, allow segments to move to slower tiers, or raise the limit.",
            )


def _answer(
    asked: TierProblem, segments: Segments, saves: Floats, moves: Moves, places: Whole, bound: float
) -> TierPlacement:
    each = places[segments.unit]
    tier = np.where(each == NOWHERE, segments.lies, each)
    moved = tier != segments.lies
    saved = float(np.nan_to_num(saves[moved, tier[moved]]).sum())
    moved_bytes = int(np.nan_to_num(segments.bytes[moved]).sum())
    cost_s = moved_bytes * moves.cost_s_per_byte
    gained = asked.problem.gained(places)
    return TierPlacement(tier, saved, gained, bound, moved, moved_bytes, cost_s, asked.unchecked)


def limits_of(tier: StorageTier, segments: Segments) -> list[tuple[TierLimit, int | None, Floats]]:
    """Each limit with what the segments take of it."""
    busy, most_busy = _busy(tier, segments)
    return [
        ("bytes", tier.usable_bytes, segments.bytes),
        ("busy", most_busy, busy),
        ("read-bytes", _whole(tier.read_bytes_per_s), segments.read_bytes_per_s),
        ("written-bytes", _whole(tier.written_bytes_per_s), segments.written_bytes_per_s),
        ("written-a-day", _whole(tier.written_bytes_per_day), segments.written_bytes_per_day),
    ]


def _busy(tier: StorageTier, segments: Segments) -> tuple[Floats, int | None]:
    """Of the tier's time, in parts: reads and writes at their own rates; requests alone where no rate is known."""
    rates = ((segments.reads_per_s, tier.reads_per_s), (segments.writes_per_s, tier.writes_per_s))
    if any(most is not None and not most > 0 for _, most in rates):
        raise Refused(
            f"{tier.name[:60]} takes no requests: give the reads and writes a second it takes, more than 0, or neither",
            code="bad-tier-rate",
        )
    if all(most is None for _, most in rates):
        return (segments.reads_per_s + segments.writes_per_s) * _PER_REQUEST, None
    parts = [load * (_PARTS / most) for load, most in rates if most is not None]
    busy: Floats = np.sum(parts, axis=0)
    return busy, _PARTS


def _whole(most: float | None) -> int | None:
    return None if most is None else int(most)


def _gains(units: _Units, saves: Floats, moves: Moves) -> tuple[Floats, Flags]:
    """(units, tiers): what each gains there, and whether that and its bytes are known."""
    segments = units.segments
    there = segments.lies[:, np.newaxis] == np.arange(units.tiers)
    known = there | ~(np.isnan(saves) | np.isnan(segments.bytes)[:, np.newaxis])
    price = moves.cost_s_per_byte / moves.pays_within_hours
    cost = np.nan_to_num(segments.bytes)[:, np.newaxis] * price
    gain = np.where(there, 0.0, np.nan_to_num(saves) - cost)
    return units.sums(gain), units.sums(~known) == 0


class _Units:
    """The segments as they go together."""

    def __init__(self, segments: Segments, tiers: int) -> None:
        self.segments, self.tiers = segments, tiers
        self.count = int(segments.unit.max(initial=-1)) + 1
        least, most = np.full(self.count, tiers), np.full(self.count, NOWHERE)
        np.minimum.at(least, segments.unit, segments.lies)
        np.maximum.at(most, segments.unit, segments.lies)
        self.home = np.where(least == most, least, NOWHERE)
        """Where all of it lies on one tier."""

    def total(self, amounts: Floats) -> Whole:
        """(units,): of (segments,), rounded up; what is not known counts nothing."""
        whole = np.zeros(self.count, np.int64)
        np.add.at(whole, self.segments.unit, np.ceil(np.nan_to_num(amounts)).astype(np.int64))
        return whole

    def sums(self, each: Floats | Flags) -> Floats:
        """(units, tiers) of (segments, tiers)."""
        unit = self.segments.unit
        columns = [np.bincount(unit, weights=each[:, at], minlength=self.count) for at in range(self.tiers)]
        summed: Floats = np.stack(columns, axis=1).astype(np.float64)
        return summed

    def row(self, tier: int, load: Floats) -> tuple[Row, Flags]:
        """What each unit takes of a tier's limit if it goes there, or where parts of it lie today; and where that is known."""
        lies = self.segments.lies == tier
        row = {tier: self.total(load)}
        parted = self.total(np.where(lies, load, 0.0)) * (self.home == NOWHERE)
        if parted.any():
            row[NOWHERE] = parted
        unknown = np.bincount(self.segments.unit, weights=np.isnan(load), minlength=self.count)
        return row, unknown == 0

    def fixed(self, able: Flags, tiers: Sequence[StorageTier]) -> Whole:
        """The place of each unit that is held, else ANYWHERE."""
        fixed = np.full(self.count, ANYWHERE)
        held = np.flatnonzero(self.segments.held != ANYWHERE)
        for unit, place in zip(self.segments.unit[held].tolist(), self.segments.held[held].tolist(), strict=True):
            at = self.home[unit] if place == STAYS else place
            if fixed[unit] not in (ANYWHERE, at):
                raise Infeasible("segments that go together are held in different places", code="held-apart")
            if at not in (NOWHERE, self.home[unit]) and not able[unit, at]:
                raise Infeasible(
                    f"a segment must be on {tiers[at].name[:60]}, and its size or load is not known",
                    code="held-unknown",
                    advice="Add sizes (a dba_segments export or a bundle of the collector), or let it go elsewhere.",
                )
            fixed[unit] = at
        return fixed
