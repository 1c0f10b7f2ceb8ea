"""In which order segments go to several tiers, so that room is freed before it is filled.

A phase takes segments to one tier. All copies of a phase lie there beside what was there before; what it takes away from other
tiers is free for the phases after it. So no tier ever holds more than it has room for, and in the order turned round neither
does the way back.
"""

from __future__ import annotations

from collections.abc import Sequence

from segtier.dataclass import dataclass
from segtier.errors import Infeasible, named
from segtier.model.plan import PlanSegment
from segtier.units import format_bytes


@dataclass(frozen=True, slots=True)
class TierMove:
    segment: PlanSegment
    source: int | None
    """The number of the tier it leaves; None: none of them."""
    target: int
    frees: bool = True
    """What it leaves may be filled by what arrives there."""

    @property
    def freed(self) -> int:
        """Bytes, on its source."""
        return self.bytes if self.frees and self.source is not None else 0

    @property
    def bytes(self) -> int:
        return self.segment.size_bytes or 0


@dataclass(frozen=True, slots=True)
class Phase:
    target: int
    moves: tuple[TierMove, ...]
    free_bytes: int | None
    """At its tier before it begins; None: nobody knows."""
    is_last: bool
    """Nothing goes to that tier after it."""


def phases(moves: Sequence[TierMove], free: Sequence[int | None], names: Sequence[str]) -> tuple[Phase, ...]:
    """`free`: bytes of each tier today, None where not known, and then it takes what is to go there.

    A whole tier at a time where it fits, those first that free most room on others; else as much of one as fits. Raises
    Infeasible where nothing fits although something must still go.
    """
    for move in moves:
        if move.segment.size_bytes is None:
            raise Infeasible(
                f"the size of {move.segment.owner}.{move.segment.name} is not known; with several tiers the order hangs on it",
                code="size-unknown",
                advice="Add a dba_segments export or a bundle of the collector, or type the size.",
            )
    room, pending, found = list(free), list(moves), []
    while pending:
        target, chosen = _next(pending, room, names)
        pending = [move for move in pending if move not in chosen]
        left = any(move.target == target for move in pending)
        found.append(Phase(target, tuple(chosen), room[target], not left))
        for move in chosen:
            _add(room, move.target, -move.bytes)
            _add(room, move.source, move.freed)
    return tuple(found)


def _next(pending: Sequence[TierMove], room: Sequence[int | None], names: Sequence[str]) -> tuple[int, list[TierMove]]:
    targets = sorted({move.target for move in pending})
    to_each = {target: [move for move in pending if move.target == target] for target in targets}
    whole = [target for target in targets if _fits(to_each[target], room[target])]
    if whole:
        target = max(whole, key=lambda one: _freed(to_each[one]))
        return target, to_each[target]
    parts = {target: _as_many(to_each[target], room[target] or 0) for target in targets}
    target = max(targets, key=lambda one: (_freed(parts[one]), len(parts[one])))
    if not parts[target]:
        lacking = "; ".join(
            f"{names[one]} has {format_bytes(room[one] or 0)} free and is to take {format_bytes(_bytes(to_each[one]))}"
            for one in targets
        )
        swap = _freed(pending) > 0
        why = "the tiers would have to swap segments, and none has room to begin with" if swap else "not all of it fits"
        raise Infeasible(
            f"{why}: {lacking}",
            code="no-room-to-swap" if swap else "does-not-fit",
            advice=f"Leave more room on one of them ({named('headroom_pct')}), or move fewer segments.",
        )
    return target, parts[target]


def _as_many(moves: Sequence[TierMove], room: int) -> list[TierMove]:
    """What frees room elsewhere first, the smallest of it first."""
    chosen = []
    for move in sorted(moves, key=lambda one: (not one.freed, one.bytes)):
        if move.bytes <= room:
            chosen.append(move)
            room -= move.bytes
    return chosen


def _fits(moves: Sequence[TierMove], room: int | None) -> bool:
    return room is None or _bytes(moves) <= room


def _bytes(moves: Sequence[TierMove]) -> int:
    return sum(move.bytes for move in moves)


def _freed(moves: Sequence[TierMove]) -> int:
    """On other tiers."""
    return sum(move.freed for move in moves)


def _add(room: list[int | None], tier: int | None, amount: int) -> None:
    if tier is not None and (known := room[tier]) is not None:
        room[tier] = known + amount
