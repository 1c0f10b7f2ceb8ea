"""README.md of a bundle, for the person who runs it tonight."""

from __future__ import annotations

from collections.abc import Sequence

from segtier.model.forecast import Assumption
from segtier.model.option import SPECS
from segtier.model.plan import PlanRequest, PlanSegment
from segtier.plan.moves.lists import Move, MoveList
from segtier.plan.options import scripts_of
from segtier.plan.quoting import comment_text, markdown_text, shown
from segtier.plan.readme_known import known_section
from segtier.plan.readme_notes import notes_for
from segtier.plan.sizing import sizes
from segtier.plan.step import Step
from segtier.plan.steps import gates_for
from segtier.units import format_bytes, format_figure

RULES = """\
## Before you start

* Nobody has run these scripts against an Oracle server yet. The statements are checked against an SQL grammar, not
  against a database. Try them on a copy first.
* Unpack the bundle into a folder of its own, check it with `sha256sum -c SHA256SUMS`, go into that folder and stay there:
  the scripts call each other and write logs and records there. `settings.sql` and `segtier.env` are yours to edit
  after that check.
* Take a backup. Use SQL*Plus (`sqlplus / as sysdba @00_precheck.sql`). Each script ends its session; after an error it
  ends with a failure code and says STOP and why. Put the cause right and run the same script again: what is
  done already is skipped.
* `00_precheck.sql` says PASS, FAIL or NOT CHECKED for names, room, redo and sorts, and ends with a failure code on a FAIL.
  `ignore_precheck` in `settings.sql` goes on in spite of it.
* Keep the files named `old_...`: they are what the rollback reads.
"""


def readme(
    lists: Sequence[MoveList], refused: Sequence[PlanSegment], steps: Sequence[Step], request: PlanRequest
) -> str:
    """The whole text; sections without content are left out."""
    parts = (
        f"# {scripts_of(request).title}\n",
        override_banner(request),
        about(request),
        _part(request) if request.is_part else RULES,
        order(steps),
        _moves(lists),
        _room(lists, request),
        _not_moved(refused, request),
        known_section(lists, request),
        "" if request.is_part else bullets("What was assumed", assumptions(request)),
        bullets("What you should know", notes_for(lists, request)),
        bullets(
            "What release and edition allow", [f"{gate.reason} Source: {gate.source}." for gate in gates_for(request)]
        ),
        "" if request.is_part else bullets("What this was made from", inputs(request)),
        bullets(
            "What speaks against the inputs, or was chosen among them",
            [markdown_text(each) for each in request.warnings],
        ),
    )
    return "\n".join(part for part in parts if part)


def override_banner(request: PlanRequest) -> str:
    if not request.overridden:
        return ""
    why = markdown_text(request.override_reason or request.verdict_text or "see the advice")
    return f"> **THE ADVICE WAS NOT TO DO THIS.** {why} These scripts were asked for all the same.\n"


def about(request: PlanRequest) -> str:
    database = request.database
    name = shown(database.name) if database.name else "not named by the inputs"
    dbid = database.dbid if database.dbid is not None else "not known"
    release = comment_text(database.release or "not known")
    cluster = {True: "yes", False: "no", None: "not known"}[database.rac]
    mirrored = "mirrored" if request.tier.mirrored else "not known to be mirrored"
    lines = [
        f"* Database {name}, DBID {dbid}, release {release}, cluster: {cluster}. Every script stops on another one.",
        f"* Flash: {format_bytes(request.tier.usable_bytes)} usable{_for_the_part(request)}, {mirrored}.",
    ]
    if request.verdict_text:
        lines.append(f"* Verdict: {markdown_text(request.verdict_text)}")
    if request.forecast_text:
        lines.append(f"* Forecast: {markdown_text(request.forecast_text)}")
    return "\n".join(lines) + "\n"


def _for_the_part(request: PlanRequest) -> str:
    return " by this part, as far as the sizes of the others are known" if request.is_part else ""


def _part(request: PlanRequest) -> str:
    number = request.parts.index(request.option) + 1
    return (
        f"Part {number} of {len(request.parts)}. `../README.md` has the order of all parts, what to do before you start, the"
        " storage, what was assumed and the inputs; `../settings.sql` holds the settings of all of them. Go into this folder"
        " and stay there while this part runs.\n"
    )


def order(steps: Sequence[Step]) -> str:
    rows = [
        f"| {number} | `{step.file}` | {step.who} | {step.what} | {step.outage} | {step.cost} | {step.back} |"
        for number, step in enumerate(steps, 1)
    ]
    head = "| | File | Who | What | Outage and locks | Cost | Way back |\n|---|---|---|---|---|---|---|\n"
    return "## Order\n\n" + head + "\n".join(rows) + "\n"


def _moves(lists: Sequence[MoveList]) -> str:
    rows = [_move_row(each.kind, number, move) for each in lists for number, move in enumerate(each.moves, 1)]
    if not rows:
        return ""
    head = "| Step | Segment | From | To | Size | Why |\n|---|---|---|---|---|---|\n"
    return (
        "## What moves\n\nCharacters other than letters, digits and `_ $ # .` are shown as `\\XXXX`.\n\n"
        + head
        + "\n".join(rows)
        + "\n"
    )


def _move_row(kind: str, number: int, move: Move) -> str:
    segment = move.segment
    source = shown(segment.tablespace) if segment.tablespace else "looked up"
    cells = (
        f"{kind} {number}",
        f"`{full_name(segment)}`",
        source,
        move.target,
        _size(segment.size_bytes),
        markdown_text(segment.reason),
    )
    return f"| {' | '.join(cells)} |"


def _room(lists: Sequence[MoveList], request: PlanRequest) -> str:
    moves = [move for each in lists for move in each.moves]
    if not moves:
        return ""
    planned = sizes(moves, request.tier.usable_bytes)
    rows = [
        f"| {f'{pdb}:' if pdb else ''}{target} | {_size(size.first_bytes)} | {_size(size.most_bytes)} |"
        for (pdb, target), size in planned.items()
    ]
    text = (
        "Each tablespace starts with what moves into it, in whole extents, and a little more. It may grow to its MAXSIZE;"
        f" together that is {_size(sum(size.most_bytes for size in planned.values()))} of"
        f" {_size(request.tier.usable_bytes)}, never more.{_less_what_is_looked_up(request)}\n\n"
    )
    head = "| Tablespace | Starts with | May grow to |\n|---|---|---|\n"
    return "## Room\n\n" + text + head + "\n".join(rows) + "\n"


def _less_what_is_looked_up(request: PlanRequest) -> str:
    """Files of the other parts whose size only the database knows."""
    found = [name for name in request.parts if SPECS[name].beside_data] if request.is_part else []
    if not found:
        return ""
    return (
        f" The room of the {' and the '.join(found)} comes off that where no input told it: the flash is full earlier."
    )


def _not_moved(refused: Sequence[PlanSegment], request: PlanRequest) -> str:
    rows = [
        f"| `{full_name(segment)}` | {shown(segment.type)} | {markdown_text(segment.reason)} |" for segment in refused
    ]
    rows += [
        f"| `{full_name(segment)}` | {shown(segment.type)} | {markdown_text(segment.reason)} |"
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


def _size(size_bytes: int | None) -> str:
    return "looked up" if size_bytes is None else format_bytes(size_bytes)


def assumptions(request: PlanRequest) -> list[str]:
    lines = []
    for each in request.assumptions:
        source = f", {each.source}" if each.source else ""
        name = each.name.removesuffix("_us").replace("_", " ")
        lines.append(markdown_text(f"{name}: {format_figure(each.value, each.unit)}{_span(each)}{source}"))
    return lines


def _span(each: Assumption) -> str:
    if each.low is None or each.high is None or each.low == each.high:
        return ""
    return f" ({format_figure(each.low, each.unit)} to {format_figure(each.high, each.unit)})"


def inputs(request: PlanRequest) -> list[str]:
    engine = f"Segtier {comment_text(request.engine_version)}" if request.engine_version else "Segtier"
    made = f", {request.made_at.isoformat()}" if request.made_at else ""
    return [f"{engine}{made}"] + [
        f"{markdown_text(name)}, SHA-256 {comment_text(digest)}" for name, digest in request.inputs
    ]


def bullets(title: str, lines: Sequence[str]) -> str:
    return f"## {title}\n\n" + "".join(f"* {line}\n" for line in lines) if lines else ""
