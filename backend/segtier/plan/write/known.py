"""The part of the appendix that tells what the inventory said, as of when, and what the scripts still ask."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from segtier.model.operation import Operation
from segtier.plan.contract import TargetedRequest
from segtier.plan.disk_group import existing_group, room_bytes
from segtier.units import format_bytes, minute

_YES = {True: "yes", False: "no"}
_RULE = (
    "The scripts hold these facts against what they find and stop where one is different now: then collect again and"
    " make the plan again. The way back and `80_verify.sql` are never stopped by them."
)


def known_section(lists: Sequence[Operation], request: TargetedRequest) -> str:
    """Empty where no inventory was there."""
    if request.known is None and not any(one.facts for one in request.move):
        return ""
    taken = request.known.taken_at if request.known else None
    when = (
        f"Collected {minute(taken)} by the clock of the database server."
        if taken
        else "It does not say when it was collected."
    )
    said = _bullets((*_logging(request), *request.scripts.known(lists, request), *_disk_group(request)))
    asked = _bullets(_asked(lists, request))
    return f"## What the inventory said\n\n{when} {_RULE}\n\n{said}\nAsked at run time, because no inventory says it:\n\n{asked}"


def _bullets(lines: Iterable[str]) -> str:
    return "".join(f"* {line}.\n" for line in lines)


def _logging(request: TargetedRequest) -> list[str]:
    known = request.known
    if known is None or not request.spec.logged:
        return []
    lines = []
    if known.archivelog is not None:
        kept = "the archive takes the redo of the moves" if known.archivelog else "back up after the moves"
        lines.append(f"{'ARCHIVELOG' if known.archivelog else 'NOARCHIVELOG'} mode: {kept}")
    if known.force_logging is not None:
        lines.append(f"FORCE LOGGING: {_YES[known.force_logging]}")
    if known.standby is not None:
        feeds = (
            "a standby database receives every moved byte as redo" if known.standby else "no standby database is fed"
        )
        lines.append(f"Standby: {feeds}")
    if known.supplemental_logging is not None:
        reads = ". Whatever reads it sees a table MOVE as DDL" if known.supplemental_logging else ""
        lines.append(f"Supplemental logging: {_YES[known.supplemental_logging]}{reads}")
    return lines


def _disk_group(request: TargetedRequest) -> list[str]:
    group = existing_group(request)
    if group is None:
        return []
    room = room_bytes(group)
    free = "room not known" if room is None else f"room for {format_bytes(room)} after mirroring"
    return [
        f"Disk group {group.name} exists: {group.redundancy or 'redundancy not known'}, {free}. Nothing is made there"
    ]


def _asked(lists: Sequence[Operation], request: TargetedRequest) -> Iterable[str]:
    yield "Is it this database, and is it an open primary"
    if existing_group(request) is None or request.spec.moves == "data-files":
        yield "Room at the SSD"
    else:
        yield "Room in the disk group at that moment"
    yield from request.scripts.asked(lists, request)
