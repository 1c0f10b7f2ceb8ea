"""Beside the placement of the best segments: what fewer moves, other limits and more flash would save."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np

from segtier.advisor.case import Case
from segtier.advisor.segments import hours_told, too_large, whole_tablespaces
from segtier.advisor.segments.frontier import EXACT_BELOW
from segtier.advisor.segments.held import Held
from segtier.advisor.segments.hours import in_other_hours
from segtier.advisor.segments.movers import indexes_without_table
from segtier.advisor.segments.placing import Placement, Placer
from segtier.advisor.segments.rank import Ranking
from segtier.analysis.words import pct, seconds, some_of
from segtier.model.constraints import Constraints
from segtier.model.placement import (
    BestSegments,
    ConstraintCost,
    ConstraintName,
    FewerMoves,
    Frontier,
    FrontierPoint,
    InOtherHours,
    NamedSet,
)
from segtier.plurals import plural
from segtier.units import format_bytes

PARTS = (0.5, 0.8, 0.9, 0.95, 0.99)
NEXT_BYTES = 100 * 10**9


def best_segments(
    case: Case, ranking: Ranking, frontier: Frontier | None, sets: tuple[NamedSet, ...]
) -> BestSegments | None:
    placement, placer = ranking.placement, ranking.placer
    if placement is None:
        return None
    per_hour = case.profile.db_time_s_per_hour
    points = frontier.points if frontier else ()
    hours = in_other_hours(placer, placement, ranking.hours, ranking.least_worst)
    return BestSegments(
        fewer_moves=_fewer_moves(placer, placement, per_hour),
        indexes_alone=indexes_without_table(case) if case.request.constraints.together == "table" else 0,
        constraints=_costs(case, placer, placement, hours),
        knee=points[frontier.knee] if frontier and frontier.knee is not None else None,
        most=points[-1] if points else None,
        hours=hours,
        sets=sets,
        whole_tablespaces=whole_tablespaces.whole_tablespaces(case, placement),
        too_large=too_large.too_large(case, ranking),
        next_bytes=NEXT_BYTES,
        next_s_per_hour=_next(case, placer, placement, points) * per_hour,
    )


def _next(case: Case, placer: Placer, placement: Placement, points: tuple[FrontierPoint, ...]) -> float:
    """What more flash adds: looked up, or placed where limits hold that the frontier does not know."""
    capacity = case.capacity_bytes + int(NEXT_BYTES * (1 - case.request.headroom_pct / 100))
    asked = case.request.constraints
    if asked.limit_moves or len(placer.movers.keys) <= EXACT_BELOW:
        saved = placer.found(capacity).saved
    else:
        saved = max((1 - one.response_ratio.expected for one in points if one.bytes <= capacity), default=0.0)
    return max(saved - placement.saved, 0.0)


def notes(found: BestSegments, moved: int) -> Iterator[str]:
    """The same in sentences."""
    fewer = [one for one in found.fewer_moves if one.moves < moved and one.part < _ALL]
    if fewer:
        lines = ", ".join(f"{one.moves:,} save {pct(one.part)}" for one in fewer)
        yield f"Of what the {plural(moved, 'segment')} save: {lines}."
    for cost in found.constraints:
        nothing = cost.costs_s_per_hour < _LEAST_SAID
        yield f"As asked, {cost.text}: costs {'nothing' if nothing else seconds(cost.costs_s_per_hour) + ' an hour'}."
    if found.indexes_alone:
        whose = "it goes by itself" if found.indexes_alone == 1 else "they go by themselves"
        yield f"Of {plural(found.indexes_alone, 'index', 'indexes')} the inputs do not say the table: {whose}."
    for one in found.sets:
        if (one.take_off or one.add) and one.saved_s_per_hour is not None:
            yield _set_told(one, one.saved_s_per_hour)
    yield from whole_tablespaces.told(found.whole_tablespaces)
    yield from too_large.told(found.too_large)
    if found.hours is not None:
        yield from hours_told.told(found.hours)
    more = f"{found.next_bytes / 10**9:.0f} GB"
    if found.next_s_per_hour < _LEAST_SAID:
        yield f"{more} more SSD would save nothing more."
    else:
        yield f"{more} more SSD would save {seconds(found.next_s_per_hour)} an hour more."


def _set_told(one: NamedSet, saved: float) -> str:
    """What to change of a typed set, and what that is worth."""
    parts = [("take off", one.take_off, one.take_off_count), ("add", one.add, one.add_count)]
    changes = " and ".join(f"{verb} {some_of(names, len(names), count)}" for verb, names, count in parts if count)
    worth = one.best_saves_more_s_per_hour or 0.0
    room = "" if one.fits is not False else ", which does not fit,"
    if worth >= _LEAST_SAID:
        return f"{one.label}{room} saves {seconds(saved)} an hour; {changes} for {seconds(worth)} more."
    if one.fits is False:
        return f"{one.label}{room} would save {seconds(saved)} an hour; what fits saves no more."
    return f"{one.label} saves {seconds(saved)} an hour; the best placement saves no more."


_ALL = 0.995
"""Of what all of them save: more reads as all."""
_LEAST_SAID = 0.5
"""Seconds an hour."""


def _fewer_moves(placer: Placer, placement: Placement, per_hour: float) -> tuple[FewerMoves, ...]:
    """The segments with the largest parts first; each line forecast, so it may be a little more than asked."""
    movers, placed = placer.movers, placer.placed
    if placement.saved <= 0:
        return ()
    part = movers.shares[placement.moved] @ placed.parts(placement.shares)
    order = placement.moved[np.argsort(-part, kind="stable")]
    reached, size = np.cumsum(np.sort(part)[::-1]), np.cumsum(movers.size[order])
    shares = np.cumsum(movers.shares[order], axis=0)
    counts = {min(int(np.searchsorted(reached, each * reached[-1])) + 1, len(order)) for each in PARTS}
    lines = []
    for count in sorted(counts):
        saved = placed.saved(np.clip(shares[count - 1], 0.0, 1.0))
        lines.append(FewerMoves(saved / placement.saved, count, int(size[count - 1]), saved * per_hour))
    return tuple(lines)


def _costs(case: Case, placer: Placer, placement: Placement, hours: InOtherHours | None) -> tuple[ConstraintCost, ...]:
    """Of each constraint by itself: the best placement without it, the others kept."""
    asked, per_hour = case.request.constraints, case.profile.db_time_s_per_hour
    texts = {name: text(asked) for name, text in _TEXTS.items()} | {"hold": hours_told.asked(hours, len(case.slots))}
    return tuple(
        _cost(name, text, placer.freed(*_without(name, asked, placer.held)), placement, per_hour)
        for name, text in texts.items()
        if getattr(asked, name) != getattr(Constraints(), name)
    )


def _without(name: ConstraintName, asked: Constraints, held: Held) -> tuple[Constraints, Held]:
    left = Held(
        frozenset() if name == "pinned" else held.pinned,
        frozenset() if name == "excluded" else held.excluded,
    )
    return replace(asked, **{name: getattr(Constraints(), name)}), left


def _cost(name: ConstraintName, text: str, freed: Placer, placement: Placement, per_hour: float) -> ConstraintCost:
    saved = max(freed.found(placement.capacity_bytes).saved, placement.saved)
    return ConstraintCost(name, text, saved * per_hour, (saved - placement.saved) * per_hour)


_TEXTS: dict[ConstraintName, Callable[[Constraints], str]] = {
    "most_moves": lambda asked: f"at most {plural(asked.most_moves or 0, 'segment')} to move",
    "most_moved_bytes": lambda asked: f"at most {format_bytes(asked.most_moved_bytes or 0)} to move",
    "pinned": lambda asked: f"{', '.join(asked.pinned)} on SSD",
    "excluded": lambda asked: f"{', '.join(asked.excluded)} where it is",
    "together": lambda _: "tables go with their partitions, indexes and LOBs",
}
"""What each asks for, as part of a sentence."""
