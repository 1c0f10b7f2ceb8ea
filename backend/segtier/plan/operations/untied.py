"""Tables that leave a tier with indexes of which no input says whose they are.

The move of a table writes its indexes anew where they lie, beside the old ones. On a full tier there is no room for that. So such
indexes leave before the tables of their owner do, and the copies need room where they went.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from segtier.plan.operations.tier_room import Room, TierMove

_INDEXES, _TABLES, _REST = 1, 2, 3
_Home = tuple[str | None, str, int | None]


def indexes_first(moves: Sequence[TierMove], room: Room) -> tuple[list[TierMove], list[TierMove], Room] | None:
    """Those indexes and then these tables, each with its tablespace, what is left to move, and the room then; None where there
    are none, or where not all of it fits so. What leaves tiers that have room for the copies is among what is left.
    """
    tables = [move for move in moves if not move.is_index and move.source is not None]
    homes = {_home(move) for move in tables}
    untied = [move for move in moves if move.is_index and move.segment.parent_name is None and _home(move) in homes]
    full = {one for one in {move.source for move in untied} if not _holds(room, one, untied, lies=True)}
    if not full:
        return None
    indexes = [move for move in untied if move.source in full]
    homes = {_home(move) for move in indexes}
    tables = [move for move in tables if _home(move) in homes]
    found = list[TierMove]()
    for stage, some in ((_INDEXES, indexes), (_TABLES, tables)):
        for _, to_one in groupby(sorted(some, key=lambda move: move.target), key=lambda move: move.target):
            laid = room.laid(list(to_one))
            if laid is None:
                return None
            room = room.after(laid)
            found += [replace(move, stage=stage) for move in laid]
    if not all(_holds(room, tier, indexes) for tier in {move.target for move in indexes}):
        return None
    gone = {id(move.segment) for move in found}
    return found, [replace(move, stage=_REST) for move in moves if id(move.segment) not in gone], room


def _holds(room: Room, tier: int | None, indexes: Sequence[TierMove], *, lies: bool = False) -> bool:
    """The copies of all of them at once, beside what lies there; `lies`: where they lie today."""
    free = None if tier is None else room.left[tier]
    copies = sum(move.bytes for move in indexes if (move.source if lies else move.target) == tier)
    return free is None or copies <= free


def _home(move: TierMove) -> _Home:
    """Whose it is, and the tier it leaves."""
    return move.segment.pdb, move.segment.owner, move.source
