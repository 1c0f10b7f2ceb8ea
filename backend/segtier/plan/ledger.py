"""What all operations need together: redo, archive space, room, sort space, minutes. Summed from them and from nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from segtier.model.operation import Ledger, Operation, Outage, RoomNeeded, StepCost
from segtier.plan.duration import range_min

_WORST: tuple[Outage, ...] = ("none", "short-lock", "looked-up", "blocks-writes", "restart")


def ledger_of(operations: Sequence[Operation], archivelog: bool | None = None) -> Ledger:
    """`archivelog` None: nobody has said; then archive space is asked for."""
    files = list(dict.fromkeys(one.file for one in operations))
    steps = tuple(_step(file, [one for one in operations if one.file == file]) for file in files)
    redo = sum(step.redo_bytes for step in steps)
    low, high = range_min(redo)
    return Ledger(
        steps=steps,
        room=tuple(_room(operations)),
        moved_bytes=sum(step.moved_bytes for step in steps),
        redo_bytes=redo,
        archive_bytes=0 if archivelog is False else redo,
        sort_bytes=max((step.sort_bytes for step in steps), default=0),
        minutes_low=low,
        minutes_high=high,
        of_unknown_size=sum(one.of_unknown_size for one in operations),
    )


def _step(file: str, operations: Sequence[Operation]) -> StepCost:
    redo = sum(one.redo_bytes for one in operations)
    low, high = range_min(redo)
    return StepCost(
        file=file,
        operations=len(operations),
        moved_bytes=sum(row.size_bytes or 0 for one in operations for row in one.moving),
        redo_bytes=redo,
        sort_bytes=max((one.sort_bytes for one in operations), default=0),
        minutes_low=low,
        minutes_high=high,
        outage=max((one.outage for one in operations), key=_WORST.index, default="none"),
    )


def _room(operations: Sequence[Operation]) -> Iterable[RoomNeeded]:
    """Where segments arrive all of them count; where something is rewritten in its home, the largest: old copies go at once."""
    arrive: dict[tuple[str | None, str | None], int] = {}
    rewritten: dict[tuple[str | None, str | None], int] = {}
    for one in operations:
        for row in one.rewrites:
            key, size = (one.pdb, row.target), row.size_bytes or 0
            if row.role == "moves" or row.target != row.home:
                arrive[key] = arrive.get(key, 0) + size
            else:
                rewritten[key] = max(rewritten.get(key, 0), size)
    for (pdb, name), size in sorted(arrive.items(), key=lambda item: str(item[0])):
        yield RoomNeeded(pdb, name, size, "arrives")
    for (pdb, name), size in sorted(rewritten.items(), key=lambda item: str(item[0])):
        yield RoomNeeded(pdb, name, size, "rewritten")
