"""The part of the README that tells what the inventory said, as of when, and what the scripts still ask."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from segtier.model.plan import PlanRequest
from segtier.plan.disk_group import existing_group, room_bytes
from segtier.plan.moves.datafiles_known import known_files
from segtier.plan.moves.known import outage
from segtier.plan.moves.lists import MoveList
from segtier.plan.moves.redo_known import described, redo_plan
from segtier.plan.moves.redo_members import members_told
from segtier.plan.moves.temp import known_temp
from segtier.plan.quotas import known_quotas, limit_bytes
from segtier.plan.quoting import markdown_text, shown
from segtier.plan.sizing import key_of
from segtier.plan.sqlplus import knows_segments
from segtier.units import format_bytes

_YES = {True: "yes", False: "no"}
_RULE = (
    "The scripts hold these facts against what they find and stop where one is different now: then collect again and"
    " make the plan again. The way back and `80_verify.sql` are never stopped by them."
)


def known_section(lists: Sequence[MoveList], request: PlanRequest) -> str:
    """Empty where no inventory was there."""
    if request.known is None and not knows_segments(request):
        return ""
    taken = request.known.taken_at if request.known else None
    when = (
        f"Collected {taken:%Y-%m-%d %H:%M} by the clock of the database server."
        if taken
        else "It does not say when it was collected."
    )
    said = _bullets((*_logging(request), *_of_option(lists, request), *_disk_group(request)))
    asked = _bullets(_asked(lists, request))
    return f"## What the inventory said\n\n{when} {_RULE}\n\n{said}\nAsked at run time, because no inventory says it:\n\n{asked}"


def _bullets(lines: Iterable[str]) -> str:
    return "".join(f"* {line}.\n" for line in lines)


def _logging(request: PlanRequest) -> list[str]:
    known = request.known
    if known is None or request.option in ("temp", "flash-cache"):
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


def _of_option(lists: Sequence[MoveList], request: PlanRequest) -> list[str]:
    if request.option == "redo":
        plan = redo_plan(request)
        return [*described(plan), *members_told(plan, request)] if plan else []
    if request.option == "temp":
        temp = known_temp(request)
        return [f"Temporary tablespace today: {shown(temp[0])}, {format_bytes(temp[1])}"] if temp else []
    if request.option == "all":
        files = known_files(request)
        size = format_bytes(sum(file.size_bytes or 0 for file in files or ()))
        return [f"Data files to move: {len(files)}, {size}"] if files else []
    if request.option == "flash-cache":
        files_ = (request.known.flash_cache if request.known else None) or ()
        return [f"A flash cache is set up already: {markdown_text(file.name)}" for file in files_]
    return [*_segments(lists), *_quotas(lists, request), *_indexes(lists, request)]


def _segments(lists: Sequence[MoveList]) -> Iterable[str]:
    moves = [(each.kind, move.segment) for each in lists for move in each.moves]
    yield f"How {sum(1 for _, one in moves if one.facts)} of {len(moves)} segment(s) are kept, and so how they move"
    for kind, segment in moves:
        why = outage(kind, segment)
        name = f"`{shown(segment.owner)}.{shown(segment.name)}`"
        if why:
            yield f"{name} needs an outage: {why}. Set allow_offline in `settings.sql` when one is agreed"
        if kind in ("tables", "partitions") and (segment.facts or {}).get("encrypted") is True:
            yield f"{name} has encrypted columns, which stay encrypted; the keystore must be open"


def _quotas(lists: Sequence[MoveList], request: PlanRequest) -> Iterable[str]:
    moves = [move for each in lists for move in each.moves]
    for owner, key in sorted({(move.segment.owner, key_of(move)) for move in moves}):
        homes = {one.segment.tablespace for one in moves if (one.segment.owner, key_of(one)) == (owner, key)}
        known = known_quotas(owner, key[0], homes, request)
        if known:
            limit = limit_bytes(known)
            text = "unlimited" if limit is None else format_bytes(limit)
            yield f"Quota of {shown(owner)} where its segments for {key[1]} are now: {text}; the same is granted there"


def _indexes(lists: Sequence[MoveList], request: PlanRequest) -> Iterable[str]:
    known = request.known
    if known is not None and known.dependents is not None and any(each.kind in ("tables", "lobs") for each in lists):
        rest = "all there are" if known.dependents_complete else "there may be more"
        yield f"Indexes of the tables that are rewritten: {len(known.dependents)}, {rest}"


def _disk_group(request: PlanRequest) -> list[str]:
    group = existing_group(request)
    if group is None:
        return []
    room = room_bytes(group)
    free = "room not known" if room is None else f"room for {format_bytes(room)} after mirroring"
    return [
        f"Disk group {group.name} exists: {group.redundancy or 'redundancy not known'}, {free}. Nothing is made there"
    ]


def _asked(lists: Sequence[MoveList], request: PlanRequest) -> Iterable[str]:
    yield "Is it this database, and is it an open primary"
    if existing_group(request) is None or request.option == "all":
        yield "Room at the flash"
    else:
        yield "Room in the disk group at that moment"
    if request.option == "redo" and redo_plan(request) is None:
        yield "Redo groups, their threads and sizes"
    if request.option == "all" and known_files(request) is None:
        yield "Which data files there are"
    if request.option == "temp" and known_temp(request) is None and not request.temp_peak_bytes:
        yield "The size of today's temporary tablespace"
    if lists:
        yield from _asked_of_segments(lists, request)


def _asked_of_segments(lists: Sequence[MoveList], request: PlanRequest) -> Iterable[str]:
    unknown = [move.segment for each in lists for move in each.moves if not move.segment.facts]
    if unknown:
        yield f"How {len(unknown)} segment(s) are kept: no inventory says it"
    if not list(_quotas(lists, request)):
        yield "Quotas"
    yield "Whether an owner holds UNLIMITED TABLESPACE, and which indexes are UNUSABLE already"
    yield "Sessions that hold locks: a statement waits for them as long as `lock_wait_s` says"
