"""What several tiers carry after a placement, which segment goes where, how good the placement is, and what to know of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from segtier.advisor.segments.held import full_name
from segtier.advisor.segments.movers import Floats, Ints
from segtier.advisor.segments.tier_case import LEAST_SAID, TierCase, TierFound, home_of
from segtier.advisor.segments.tier_reasons import NONE_KNOWN, NONE_TIMED, what_goes
from segtier.analysis.words import seconds, some_of
from segtier.errors import Infeasible
from segtier.model.device import SAY_SHARED_TIER
from segtier.model.storage_tier import TIER_LIMITS
from segtier.model.tier_answer import MOST_MOVES, TierAnswer, TierLimitUsed, TierMove, TierSize, TierUse
from segtier.placement.problem import NOWHERE
from segtier.placement.tier_frontier import tier_frontier
from segtier.placement.tiers import TierPlacement, limits_of, place
from segtier.plurals import plural

SIZES = (0.5, 1.0, 2.0)
"""Of a tier's size, those its frontier is told for: few, since each is a placement of all segments."""
MOST_FOR_FRONTIER = 5_000
"""Segments."""


def answer_of(over: TierCase, best: TierFound, saves: Floats) -> TierAnswer:
    """`saves`: (segments, tiers), its part of what the placement saves, of what moves."""
    by_slopes = over.saves(best.point)
    proof = place(over.tiers, over.segments, by_slopes, over.moves)
    moved = best.tier != over.lies
    gained = float(by_slopes[moved, best.tier[moved]].sum())
    bound = max(proof.bound, gained)
    at = np.flatnonzero(moved)
    at = at[np.argsort(-saves[at, best.tier[at]], kind="stable")]
    moves = [_move(over, number, best.tier[number], saves[number, best.tier[number]]) for number in at.tolist()]
    goes_down = [
        one for number, one in zip(at.tolist(), moves, strict=True) if over.goes_down(number, best.tier[number])
    ]
    down = len(goes_down)
    shown = (
        moves
        if len(moves) <= MOST_MOVES
        else [*moves[: MOST_MOVES - min(down, 5)], *moves[len(moves) - min(down, 5) :]]
    )
    moved_bytes = int(over.segments.bytes[moved].sum())
    return TierAnswer(
        tiers=tuple(
            _use(over, number, best.tier, saves, proof, _frontier(over, number, best))
            for number in range(len(over.tiers))
        ),
        moves=tuple(shown),
        moves_total=len(moves),
        moved_bytes=moved_bytes,
        demotions=down,
        gap=_gap(over, bound, gained),
        rival_s_per_hour=None if best.rival is None else best.rival * over.case.profile.db_time_s_per_hour,
        text=_text(over, best.tier[moved], moved_bytes),
        notes=tuple(notes_of(over, goes_down)),
    )


def _text(over: TierCase, goes_to: Ints, moved_bytes: int) -> str:
    if not over.loads:
        return NONE_KNOWN
    return NONE_TIMED if over.untimed else what_goes(len(goes_to), moved_bytes, len(np.unique(goes_to)))


def _gap(over: TierCase, bound: float, gained: float) -> float | None:
    if not over.knows:
        return None
    return max((bound - gained) / bound, 0.0) if bound > 0 else 0.0


def _move(over: TierCase, number: int, tier: int, saves: float) -> TierMove:
    load, lies = over.loads[number], int(over.lies[number])
    return TierMove(
        full_name(load.key),
        load.type,
        load.size_bytes or 0,
        over.named(lies),
        over.tiers[tier].name,
        float(saves),
    )


def _frontier(over: TierCase, number: int, best: TierFound) -> tuple[TierSize, ...]:
    """For each size the placement that the slopes here choose, by the full forecast; a larger tier never saves less."""
    usable = over.tiers[number].usable_bytes
    if not usable or over.apart[number] or not over.knows or len(over.loads) > MOST_FOR_FRONTIER:
        return ()
    lies_bytes = over.segments.bytes[over.lies == number].sum()
    sizes = [size for part in SIZES if (size := int(usable * part)) >= min(lies_bytes, usable)]
    try:
        points = tier_frontier(over.tiers, number, sizes, over.segments, over.saves(best.point), over.moves)
    except Infeasible:
        return ()  # what is held there does not fit into the least
    over.placed.know(over.point(one.placement.tier) for one in points)
    saved = [over.found(one.placement.tier).saved for one in points]
    holds_best = min(max(lies_bytes, over.segments.bytes[best.tier == number].sum()), usable)
    least = [best.saved if size >= holds_best else 0.0 for size in sizes]
    most = [np.inf if size > usable else best.saved for size in sizes]
    told = np.maximum.accumulate(np.clip(saved, least, most)) * over.case.profile.db_time_s_per_hour
    return tuple(TierSize(size, one) for size, one in zip(sizes, told.tolist(), strict=True))


def _use(
    over: TierCase, number: int, after: Ints, saves: Floats, proof: TierPlacement, frontier: tuple[TierSize, ...]
) -> TierUse:
    tier = over.tiers[number]
    there, before = after == number, over.lies == number
    unsized = over.unsized(number)
    used = []
    for name, most, load in () if unsized else limits_of(tier, over.segments):
        # What one segment takes of it may not be known; then nobody knows how full it is.
        if most and not np.isnan(load[there]).any():
            used.append(TierLimitUsed(name, float(load[there].sum()) / most))
    return TierUse(
        name=tier.name,
        segments=int(there.sum()) + unsized,
        bytes=None if unsized else int(over.segments.bytes[there].sum()),
        usable_bytes=tier.usable_bytes,
        room_bytes=_room(over, number),
        arrives=int((there & ~before).sum()),
        leaves=int((before & ~there).sum()),
        saved_s_per_hour=float(saves[there & ~before, number].sum()) if over.knows else None,
        limits=tuple(sorted(used, key=lambda one: -one.part)),
        unchecked=tuple(limit for of, limit in proof.unchecked if of == tier.name),
        device=replace(over.basis.tier, figures=()) if number == 0 else over.basis.further[number - 1],
        bytes_today=None if unsized else int(over.segments.bytes[before].sum()),
        frontier=frontier,
        **_asked(over, number),
    )


def _room(over: TierCase, number: int) -> int | None:
    usable = over.tiers[number].usable_bytes
    whole = (over.case.request.tier, *over.basis.further)[number].usable_bytes
    return None if usable is None else usable + whole - int(whole * over.kept)


def _asked(over: TierCase, number: int) -> dict[str, Any]:
    one = over.asked[number]
    if one is None:
        return {"price": over.case.request.price}
    return {"tablespaces": one.tablespaces, "place": one.place, "price": one.price}


def notes_of(over: TierCase, down: Sequence[TierMove]) -> list[str]:
    """`down`: what makes room."""
    notes = []
    if down:
        cost = -sum(one.saved_s_per_hour for one in down)
        makes = "makes" if len(down) == 1 else "make"
        costs = f"{seconds(cost)} of DB time an hour, which is in these figures" if cost >= LEAST_SAID else "nothing"
        notes.append(f"{plural(len(down), 'segment')} {makes} room on a tier for what saves more: that costs {costs}.")
    if not over.basis.today.apart and (over.lies != NOWHERE).any():
        notes.append("What is on one of these tiers today stays: the inputs do not show how long reads take there.")
    notes += _none_new(over) + _spaces_not_known(over) + _spaces_of_several(over)
    if over.engineered is not None:
        return [*notes, over.engineered]
    unchecked = _unchecked(over)
    for number, (tier, asked, apart) in enumerate(zip(over.tiers, over.asked, over.apart, strict=True)):
        if apart:
            say = "If every node sees it, say so." if asked is None else SAY_SHARED_TIER
            notes.append(f"{tier.name} gets nothing: the other nodes of the cluster could not reach files there. {say}")
            continue
        if _fuller_today(over, number):
            notes.append(
                f"{tier.name} is fuller today than its free-space reserve allows: it gets no more than leaves it."
            )
        unknown = [what for name, what in TIER_LIMITS.items() if (tier.name, name) in unchecked]
        then = "it gets no more of them than today" if tier.today else "nothing limits them"
        if unknown and asked is not None:
            notes.append(f"{tier.name}: you did not state how many {', '.join(unknown)} it takes, so {then}.")
    return notes


def _none_new(over: TierCase) -> list[str]:
    """The other options are of one SSD, and of tiers of today the fastest stands for it."""
    first = over.asked[0]
    if first is None or not first.tablespaces:
        return []
    return [
        f"No tier is new, so the other options treat {first.limits.name} as an empty SSD of its size: do not act on them."
    ]


def _fuller_today(over: TierCase, number: int) -> bool:
    usable = over.tiers[number].usable_bytes
    return usable is not None and over.segments.bytes[over.lies == number].sum() > usable


def _spaces_not_known(over: TierCase) -> list[str]:
    """Tablespaces said to lie on a tier that no input names: a wrong name would pass for an empty tier."""
    known = {load.tablespace for load in over.case.segments.loads}
    known |= {
        space.name for station in over.case.storage.stations for one in station.classes for space in one.tablespaces
    }
    known |= {row.tablespace for row in over.case.known.sizes.rows.values()}
    known |= {one.name for inventory in over.case.inventories for one in inventory.tablespaces}
    named = {name.upper() for name in known if name}
    return [
        f"{one.limits.name}: no input names a tablespace {space}, so nothing is known to lie there."
        for one in over.asked
        if one is not None
        for space in one.tablespaces
        if space not in named
    ]


def _spaces_of_several(over: TierCase) -> list[str]:
    """Tablespaces of one name in several PDBs: a name says all of them."""
    homes = {(pdb, space.upper()) for pdb, space in map(home_of, over.case.segments.loads) if pdb and space}
    pdbs: dict[str, list[str]] = defaultdict(list)
    for pdb, space in sorted(homes):
        pdbs[space].append(pdb)
    return [
        f"{one.limits.name}: {space} is in {some_of(pdbs[space], 3)}, and all of them count as on this tier."
        for one in over.asked
        if one is not None
        for space in one.tablespaces
        if len(pdbs[space]) > 1
    ]


def _unchecked(over: TierCase) -> set[tuple[str, str]]:
    return {
        (tier.name, name) for tier in over.tiers for name, most, _ in limits_of(tier, over.segments) if most is None
    }
