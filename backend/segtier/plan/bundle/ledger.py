"""What all operations need together: redo, archive space, room, sort space, minutes. Summed from them and from nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from segtier.model.operation import Ledger, Operation, Outage, RoomNeeded, StepCost, largest, total
from segtier.oracle.move_rate import range_min

_WORST: tuple[Outage, ...] = ("none", "short-lock", "looked-up", "blocks-writes", "restart")


def ledger_of(operations: Sequence[Operation], archivelog: bool | None = None) -> Ledger | None:
    """None without operations. `archivelog` None: nobody has said; then archive space is asked for."""
    if not operations:
        return None
    files = list(dict.fromkeys(one.file for one in operations))
    sums = _sums(operations)
    return Ledger(
        **sums,
        steps=tuple(_step(file, [one for one in operations if one.file == file]) for file in files),
        room=tuple(_room(operations)),
        archive_bytes=0 if archivelog is False else sums["redo_bytes"],
        of_unknown_size=sum(one.of_unknown_size for one in operations),
    )


def _step(file: str, operations: Sequence[Operation]) -> StepCost:
    return StepCost(
        **_sums(operations),
        file=file,
        operations=len(operations),
        outage=max((one.outage for one in operations), key=_WORST.index, default="none"),
    )


def _sums(operations: Sequence[Operation]) -> dict[str, int | None]:
    """What a step and all steps together need, over every segment that is written anew."""
    rows = [row for one in operations for row in one.rewrites]
    redo = total(row.size_bytes for row in rows)
    low, high = (None, None) if redo is None else range_min(redo)
    return {
        "moved_bytes": total(row.size_bytes for row in rows if row.arrives),
        "redo_bytes": redo,
        "sort_bytes": largest(row.size_bytes for row in rows if row.is_index),
        "minutes_low": low,
        "minutes_high": high,
    }


def _room(operations: Sequence[Operation]) -> Iterable[RoomNeeded]:
    """Where segments arrive all of them count; in their home what one statement writes anew, then its old copies go."""
    arrive: dict[tuple[str | None, str | None], list[int | None]] = {}
    rewritten: dict[tuple[str | None, str | None], list[int | None]] = {}
    for one in operations:
        at_home: dict[str | None, list[int | None]] = {}
        for row in one.rewrites:
            if row.arrives:
                arrive.setdefault((one.pdb, row.target), []).append(row.size_bytes)
            else:
                at_home.setdefault(row.target, []).append(row.size_bytes)
        for name, sizes in at_home.items():
            rewritten.setdefault((one.pdb, name), []).append(total(sizes))
    for (pdb, name), sizes in sorted(arrive.items(), key=lambda item: str(item[0])):
        yield RoomNeeded(pdb, name, total(sizes), "arrives")
    for (pdb, name), sizes in sorted(rewritten.items(), key=lambda item: str(item[0])):
        yield RoomNeeded(pdb, name, largest(sizes), "rewritten")
