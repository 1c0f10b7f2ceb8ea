"""appendix.md of a bundle: each segment, what stays and why, what was assumed and known, the inputs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from segtier.model.forecast import Assumption
from segtier.model.inventory import DatabaseFile
from segtier.model.operation import Operation, Rewrite
from segtier.model.option import SPECS
from segtier.model.plan import PlanSegment
from segtier.oracle.move_rate import FASTEST_MB_PER_S, SLOWEST_MB_PER_S
from segtier.plan.bundle.plan_md import bullets, first_sentence, size_text, title_of
from segtier.plan.contract import TargetedRequest
from segtier.plan.operations.arrivals import arrivals
from segtier.plan.sqlplus.quoting import code_text, comment_text, markdown_text, shown
from segtier.plan.storage.disk_group import room_bytes, usable_notes
from segtier.plan.storage.place_today import places_today
from segtier.plan.storage.sizing import sizes
from segtier.units import format_bytes, format_figure, minute

_TIMES = (
    f"Expected durations are assumed at {SLOWEST_MB_PER_S} to {FASTEST_MB_PER_S} MB/s for one stream; nothing was measured."
    " The first log tells what this machine does."
)

_YES = {True: "yes", False: "no"}
_RULE = (
    "The scripts hold these facts against what they find and stop where one is different now: then collect again and"
    " make the plan again. The way back and `80_verify.sql` are never stopped by them."
)


def appendix(lists: Sequence[Operation], refused: Sequence[PlanSegment], request: TargetedRequest) -> str:
    """The whole text; sections without content are left out."""
    gates = [gate(request.database) for gate in request.scripts.gates]
    parts = (
        f"# Appendix: {title_of(request)}\n",
        _verdict(request),
        _moves(lists, request),
        _room(lists, request),
        _not_moved(refused, request),
        known_section(lists, request),
        "" if request.in_folder else bullets("What was assumed", assumptions(request)),
        bullets("What you should know", _notes(lists, request)),
        bullets("What release and edition allow", [f"{gate.reason} Source: {gate.source}." for gate in gates]),
        "" if request.in_folder else bullets("What this was made from", inputs(request)),
        bullets(
            "Doubts about the inputs, and choices made among them",
            [markdown_text(each) for each in request.warnings],
        ),
    )
    return "\n".join(part for part in parts if part)


def _verdict(request: TargetedRequest) -> str:
    """In full, where the page has its first sentence."""
    text = request.verdict_text
    return "" if first_sentence(text) == text else f"Verdict: {markdown_text(text)}\n"


def _moves(lists: Sequence[Operation], request: TargetedRequest) -> str:
    files = (request.known.datafiles if request.known else None) or ()
    several = files if len(places_today(files)) > 1 else ()
    rows = [_move_row(one, row, several) for one in lists for row in one.rewrites if row.role != "rewritten"]
    if not rows:
        return ""
    head = "| Operation | Segment | From | To | Size |\n|---|---|---|---|---:|\n"
    return (
        "## What moves\n\nCharacters other than letters, digits and `_ $ # .` are shown as `\\XXXX`.\n\n"
        + head
        + "\n".join(rows)
        + "\n"
    )


def _move_row(one: Operation, row: Rewrite, files: Sequence[DatabaseFile]) -> str:
    """`files`: of a database whose files lie in several places; then each move says which it comes from."""
    source = code_text(row.home) if row.home else "looked up"
    places = places_today([file for file in files if (file.pdb, file.tablespace) == (one.pdb, row.home)])
    source += f" in {', '.join(map(markdown_text, places))}" if row.home and places else ""
    name = f"{shown(row.owner)}.{shown(row.name)}" + (f" {shown(row.subobject)}" if row.subobject else "")
    cells = (f"{one.id} {one.kind}", f"`{name}`", source, code_text(row.target), size_text(row.size_bytes))
    return f"| {' | '.join(cells)} |"


def _room(lists: Sequence[Operation], request: TargetedRequest) -> str:
    arriving = arrivals(lists)
    if not arriving or request.place_there:
        return ""
    planned = sizes(arriving, request.tier.usable_bytes)
    rows = [
        f"| {f'{pdb}:' if pdb else ''}{target} | {size_text(size.first_bytes)} | {size_text(size.most_bytes)} |"
        for (pdb, target), size in planned.items()
    ]
    text = (
        "Each tablespace starts with what moves into it, in whole extents, and a little more. It may grow to its MAXSIZE;"
        f" together that is {size_text(sum(size.most_bytes for size in planned.values()))} of"
        f" {size_text(request.tier.usable_bytes)}, never more.{_less_what_is_looked_up(request)}\n\n"
    )
    head = "| Tablespace | Starts with | May grow to |\n|---|---:|---:|\n"
    return "## Room\n\n" + text + head + "\n".join(rows) + "\n"


def _less_what_is_looked_up(request: TargetedRequest) -> str:
    """Files of the other parts whose size only the database knows."""
    found = [name for name in request.parts if SPECS[name].beside_data] if request.is_part else []
    if not found:
        return ""
    return f" The room of the {' and the '.join(found)} comes off that where no input told it: the SSD is full earlier."


def _not_moved(refused: Sequence[PlanSegment], request: TargetedRequest) -> str:
    rows = [
        f"| `{full_name(segment)}` | {code_text(segment.type)} | {markdown_text(segment.reason)} |"
        for segment in refused
    ]
    rows += [
        f"| `{full_name(segment)}` | {code_text(segment.type)} | {markdown_text(segment.reason)} |"
        for segment in request.left_out
    ]
    if not rows or not request.spec.by_name:
        return ""
    return "## What does not move, and why\n\n| Segment | Type | Why |\n|---|---|---|\n" + "\n".join(rows) + "\n"


def full_name(segment: PlanSegment) -> str:
    """`PDB:OWNER.NAME PART` for people."""
    pdb = f"{shown(segment.pdb)}:" if segment.pdb else ""
    part = f" {shown(segment.subobject)}" if segment.subobject else ""
    return f"{pdb}{shown(segment.owner)}.{shown(segment.name)}{part}"


def assumptions(request: TargetedRequest) -> list[str]:
    lines = []
    for each in request.assumptions:
        source = f", {each.source}" if each.source else ""
        lines.append(markdown_text(f"{each.title}: {format_figure(each.value, each.unit)}{_span(each)}{source}"))
    return lines


def _span(each: Assumption) -> str:
    if each.low is None or each.high is None or each.low == each.high:
        return ""
    return f" ({format_figure(each.low, each.unit)} to {format_figure(each.high, each.unit)})"


def inputs(request: TargetedRequest) -> list[str]:
    engine = f"Segtier {comment_text(request.engine_version)}" if request.engine_version else "Segtier"
    made = f", {request.made_at.isoformat()}" if request.made_at else ""
    return [f"{engine}{made}"] + [
        f"{markdown_text(name)}, SHA-256 {comment_text(digest)}" for name, digest in request.inputs
    ]


def _notes(lists: Sequence[Operation], request: TargetedRequest) -> list[str]:
    """Notes of the option, with the figures of this request."""
    scripts = request.scripts
    return [
        *request.target.notes(request),
        *scripts.figures(lists, request),
        *_mirroring(request),
        *([] if request.listed_group else usable_notes(request)),
        _TIMES,
        *scripts.notes(lists, request),
    ]


def _mirroring(request: TargetedRequest) -> list[str]:
    if request.place.group is None or request.place_there or request.tier.mirrored or not request.spec.places_data:
        return []
    flash = request.flash[0].upper() + request.flash[1:]
    if request.tier.parity:
        return [
            f"{flash} is counted as RAID 5 or 6, which ASM does not make: a controller or an array does, and shows one disk. Name"
            " that disk alone in DISKS; the disk group over it has EXTERNAL redundancy."
        ]
    return [
        f"{flash} is not known to be mirrored, so the disk group is created with EXTERNAL redundancy: losing one"
        " device then means restoring from backup."
    ]


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
        follows = (
            "receives every moved byte as redo"
            if request.spec.by_name
            else "does not follow: its files stay where they are"
        )
        lines.append(f"Standby: {f'a standby database {follows}' if known.standby else 'no standby database is fed'}")
    if known.supplemental_logging is not None:
        reads = ". Whatever reads it sees a table MOVE as DDL" if known.supplemental_logging else ""
        lines.append(f"Supplemental logging: {_YES[known.supplemental_logging]}{reads}")
    return lines


def _disk_group(request: TargetedRequest) -> list[str]:
    group = request.listed_group
    if group is None:
        return []
    room = room_bytes(group)
    free = "room not known" if room is None else f"room for {format_bytes(room)} after mirroring"
    return [
        f"Disk group {group.name} exists: {group.redundancy or 'redundancy not known'}, {free}. Nothing is made there"
    ]


def _asked(lists: Sequence[Operation], request: TargetedRequest) -> Iterable[str]:
    yield "Is it this database, and is it an open primary"
    if request.listed_group is None or request.spec.moves == "data-files":
        yield f"Room at {request.flash}"
    else:
        yield "Room in the disk group at that moment"
    yield from request.scripts.asked(lists, request)
