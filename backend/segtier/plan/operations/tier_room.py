"""What is free on each tier, tablespace by tablespace, as segments come and go.

A file that has grown stays as large: what leaves a tablespace is room for what comes into that one. What comes takes that first;
only what is lacking comes off what the tier itself has left, which any tablespace there may grow into.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from segtier.dataclass import dataclass
from segtier.model.plan import PlanSegment


@dataclass(frozen=True, slots=True)
class TierMove:
    segment: PlanSegment
    source: int | None
    """The number of the tier it leaves; None: none of them."""
    target: int
    leaves: str = ""
    """The tablespace in which its room is free then; empty: nothing may come there."""
    into: str = ""
    """The tablespace that it goes into; empty: one that is made for it."""
    stage: int = 0
    """Moves of one are done before those of the next (`untied.py`)."""

    @property
    def freed(self) -> int:
        """Bytes, on its source."""
        return self.bytes if self.leaves and self.source is not None else 0

    @property
    def bytes(self) -> int:
        return self.segment.size_bytes or 0

    @property
    def is_index(self) -> bool:
        return (self.segment.type or "").startswith("INDEX")


@dataclass(frozen=True, slots=True)
class Room:
    left: tuple[int | None, ...]
    """Bytes of each tier that no tablespace has; None: not known, and then it takes what is to go there."""
    inside: tuple[Mapping[str, int], ...]
    """Of each tier by tablespace the bytes that segments have left; none of a tier that is new."""
    of_indexes: frozenset[str] = frozenset()
    """Tablespaces that rather take indexes; the others rather take tables."""

    def free(self, tier: int) -> int | None:
        left = self.left[tier]
        return None if left is None else left + sum(self.inside[tier].values())

    def laid(self, moves: Sequence[TierMove]) -> list[TierMove] | None:
        """Moves to one tier, each with its tablespace, in their order; None where they do not fit at once."""
        if not moves:
            return []
        tier = moves[0].target
        left, inside = self.left[tier], dict(self.inside[tier])
        into = dict[int, str]()
        for number in sorted(range(len(moves)), key=lambda one: -moves[one].bytes):
            move = moves[number]
            space = self._best(move, inside)
            taken = min(inside.get(space, 0), move.bytes)
            if space:
                inside[space] -= taken
            if left is not None:
                left -= move.bytes - taken
                if left < 0:
                    return None
            into[number] = space
        return [replace(move, into=into[number]) for number, move in enumerate(moves)]

    def _best(self, move: TierMove, inside: Mapping[str, int]) -> str:
        """Where least is lacking, of its own kind, and least is left over."""
        return min(
            inside,
            key=lambda one: (
                max(move.bytes - inside[one], 0),
                (one in self.of_indexes) != move.is_index,
                inside[one],
            ),
            default="",
        )

    def after(self, laid: Sequence[TierMove]) -> Room:
        left, inside = list(self.left), [dict(each) for each in self.inside]
        for move in laid:
            there = inside[move.target]
            taken = min(there.get(move.into, 0), move.bytes)
            if move.into:
                there[move.into] -= taken
            known = left[move.target]
            if known is not None:
                left[move.target] = known - (move.bytes - taken)
        for move in laid:
            if move.source is not None and move.leaves:
                inside[move.source][move.leaves] += move.bytes
        return replace(self, left=tuple(left), inside=tuple(inside))


def room_today(free: Sequence[int | None], spaces: Sequence[Sequence[str]], moves: Sequence[TierMove]) -> Room:
    """Before anything moves. `spaces`: of each tier the tablespaces that are there.

    Those that mostly indexes leave rather take indexes.
    """
    leaving = Counter[str]()
    for move in moves:
        leaving[move.leaves] += move.bytes if move.is_index else -move.bytes
    inside = tuple(dict.fromkeys(names, 0) for names in spaces)
    return Room(tuple(free), inside, frozenset(name for name, more in leaving.items() if name and more > 0))
