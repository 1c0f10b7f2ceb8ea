"""In which order segments go to several tiers, so that room is freed before it is filled.

A phase takes segments to one tier. All copies of a phase lie there beside what was there before; what it takes away from other
tiers is free for the phases after it. So no tier ever holds more than it has room for, and in the order turned round neither
does the way back. What leaves a tier of today is free in the tablespace it leaves and nowhere else (`tier_room.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from segtier.dataclass import dataclass
from segtier.errors import Infeasible, named
from segtier.plan.operations.tier_room import Room, TierMove
from segtier.plan.operations.untied import indexes_first
from segtier.units import format_bytes

MOST_TRIED = 50_000
"""Segments tried one by one, of swaps that a whole tier at a time, and as much of one as fits, do not solve."""


@dataclass(frozen=True, slots=True)
class Phase:
    target: int
    moves: tuple[TierMove, ...]
    """With the tablespace that each goes into, on a tier of today."""
    free_bytes: int | None
    """At its tier before it begins; None: nobody knows."""
    is_last: bool
    """Nothing goes to that tier after it."""


def phases(moves: Sequence[TierMove], room: Room, names: Sequence[str]) -> tuple[Phase, ...]:
    """`room`: what is free on each tier today.

    A whole tier at a time where it fits, those first that free most room on others; else as much of one as fits; where that
    leads nowhere, segment by segment in any order that leads to the end. Raises Infeasible where none is found.
    """
    for move in moves:
        if move.segment.size_bytes is None:
            raise Infeasible(
                f"the size of {move.segment.owner}.{move.segment.name} is not known; with several tiers the order hangs on it",
                code="size-unknown",
                advice="Add a dba_segments export or a bundle of the collector, or type the size.",
            )
    order = _untied_first(moves, room) or _greedy(moves, room) or _searched(moves, room)
    if order is None:
        raise _no_order(moves, room, names)
    return _told(order, room)


def _untied_first(moves: Sequence[TierMove], room: Room) -> list[TierMove] | None:
    begun = indexes_first(moves, room)
    if begun is None:
        return None
    found, left, then = begun
    rest = _greedy(left, then) or _searched(left, then) if left else []
    return None if rest is None else found + rest


def _told(order: Sequence[TierMove], room: Room) -> tuple[Phase, ...]:
    """What goes to one tier one after the other is a phase."""
    together = [tuple(moves) for _, moves in groupby(order, key=lambda move: (move.stage, move.target))]
    found = list[Phase]()
    for number, moves in enumerate(together):
        target = moves[0].target
        again = any(later[0].target == target for later in together[number + 1 :])
        found.append(Phase(target, moves, room.free(target), not again))
        room = room.after(moves)
    return tuple(found)


def _greedy(moves: Sequence[TierMove], room: Room) -> list[TierMove] | None:
    """All moves in order, each with its tablespace; None where that leads nowhere. So does what follows."""
    pending, found = list(moves), list[TierMove]()
    while pending:
        chosen = _next(pending, room)
        if not chosen:
            return None
        gone = {id(move.segment) for move in chosen}
        pending = [move for move in pending if id(move.segment) not in gone]
        room = room.after(chosen)
        found += chosen
    return found


def _next(pending: Sequence[TierMove], room: Room) -> list[TierMove]:
    to_each = [[move for move in pending if move.target == target] for target in _targets(pending)]
    whole = [laid for laid in map(room.laid, to_each) if laid is not None]
    if whole:
        return max(whole, key=_freed)
    parts = [_as_many(moves, room) for moves in to_each]
    return max(parts, key=lambda part: (_freed(part), len(part)))


def _as_many(moves: Sequence[TierMove], room: Room) -> list[TierMove]:
    """What frees room elsewhere first, the smallest of it first."""
    chosen = list[TierMove]()
    for move in sorted(moves, key=lambda one: (not one.freed, one.bytes)):
        laid = room.laid([move])
        if laid is not None:
            chosen += laid
            room = room.after(laid)
    return chosen


def _searched(moves: Sequence[TierMove], room: Room) -> list[TierMove] | None:
    """Depth first, segment by segment, to the tier of the one before as long as that goes on. What is done says what is free, but
    for the tablespaces: so each set of moves is looked at once.
    """
    if _hopeless(moves, room):
        return None
    seen, done, tried = set[frozenset[int]](), list[TierMove](), 0
    path = [(frozenset[int](), room, iter(_choices(moves, frozenset(), None)))]
    while path and tried < MOST_TRIED:
        tried += 1
        so_far, now, choices = path[-1]
        number = next(choices, None)
        if number is None:
            path.pop()
            del done[-1:]
            continue
        then = so_far | {number}
        laid = None if then in seen else now.laid([moves[number]])
        if laid is None:
            continue
        seen.add(then)
        done += laid
        if len(then) == len(moves):
            return done
        path.append((then, now.after(laid), iter(_choices(moves, then, moves[number].target))))
    return None


def _hopeless(moves: Sequence[TierMove], room: Room) -> bool:
    """One of the tiers would be too full at the end."""
    for tier in _targets(moves):
        free = room.free(tier)
        comes = sum(move.bytes for move in moves if move.target == tier)
        goes = sum(move.freed for move in moves if move.source == tier)
        if free is not None and comes - goes > free:
            return True
    return False


def _choices(moves: Sequence[TierMove], done: frozenset[int], tier: int | None) -> list[int]:
    left = [number for number in range(len(moves)) if number not in done]
    return sorted(left, key=lambda one: (moves[one].target != tier, -moves[one].freed, moves[one].bytes))


def _no_order(moves: Sequence[TierMove], room: Room, names: Sequence[str]) -> Infeasible:
    lacking = "; ".join(
        f"{names[one]} has {format_bytes(room.free(one) or 0)} free and is to take"
        f" {format_bytes(sum(move.bytes for move in moves if move.target == one))}"
        for one in _targets(moves)
        if room.laid([move for move in moves if move.target == one]) is None
    )
    swap = _freed(moves) > 0
    why = "the tiers would have to swap segments, and no order has room for each" if swap else "not everything fits"
    return Infeasible(
        f"{why}: {lacking}",
        code="no-room-to-swap" if swap else "does-not-fit",
        advice=f"Leave more room on one of them ({named('headroom_pct')}), or move fewer segments.",
    )


def _targets(moves: Sequence[TierMove]) -> list[int]:
    return sorted({move.target for move in moves})


def _freed(moves: Sequence[TierMove]) -> int:
    """On other tiers."""
    return sum(move.freed for move in moves)
