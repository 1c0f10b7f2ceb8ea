"""plan.md over several tiers: the folders in their order, what each tier has room for after each of them, and the way back."""

from __future__ import annotations

from collections.abc import Sequence

from segtier.dataclass import dataclass
from segtier.model.plan import BundleFile, PlanSegment, PlanTier
from segtier.plan.bundle.appendix import assumptions, inputs
from segtier.plan.bundle.ledger import ledger_of
from segtier.plan.bundle.one_option import Written
from segtier.plan.bundle.plan_md import (
    about,
    archive_text,
    assumed,
    bullets,
    files_text,
    how,
    minutes_text,
    outages,
    override_banner,
    size_text,
    temp_text,
)
from segtier.plan.contract import EXAMPLE, MEASURED, TargetedRequest
from segtier.plan.operations.tier_order import Phase
from segtier.plan.sqlplus.quoting import code_text, markdown_text, shown
from segtier.plurals import plural
from segtier.units import format_bytes, format_us

MOST_NAMED = 5
_HOW = """\
## The folders

One after the other, each by the list in its own `plan.md`, from `steps/00_precheck.sql` to `verify/80_verify.sql`. Each has a
`settings.sql` of its own for the place of its tier, which reads the one here. You may stop after any folder: what is done
stays and works by itself.
"""
_AFTER = (
    MEASURED,
    "Watch plans that change: `70_after.sql` can gather new statistics.",
    "Roll back when the busy hour's DB time per transaction has grown.",
    "Free no room before a good busy hour: you need it to roll back.",
)
_SLOWER = "What went to a slower tier is read slower: the whole counts."
_SWAPS = """\
**Keep to the order**: a later folder takes room that an earlier one frees, so its precheck may FAIL for room until that one
has run.
"""
_STOPPED = """\
Stopped before the last folder, what went to a slower tier is slower and what it made room for is not faster yet.
"""
_BACK = (
    "From the last folder to the first, `rollback/90_rollback.sql` in each. Give old room away, or shrink files, only when no way"
    " back is wanted any more."
)
_ROOM_BACK = " A segment goes back only when the room it left is free again, so this order is the only one."
_FREED = (
    "What a segment leaves is free inside its tablespace and nowhere else: so on a tier of today segments go into the"
    " tablespaces that are there, a table among indexes or the other way round where that room is. What other segments have"
    " taken since the inputs comes off the sizes here."
)


@dataclass(frozen=True, slots=True)
class TierPart:
    folder: str
    tier: PlanTier
    phase: Phase
    written: Written
    place: str
    """As settings.sql of the folder has it."""

    @property
    def files(self) -> tuple[BundleFile, ...]:
        return (*self.written.files, *self.written.pages)


def page_of_tiers(
    parts: Sequence[TierPart], tiers: Sequence[PlanTier], refused: Sequence[PlanSegment], request: TargetedRequest
) -> str:
    """The text above all folders."""
    swaps = len(parts) > 1 and any(move.freed for part in parts for move in part.phase.moves)
    down = _down(parts, tiers)
    sections = (
        f"# Segments to {plural(len({part.tier.name for part in parts}), 'tier')}, in {plural(len(parts), 'folder')}\n",
        override_banner(request),
        about(request, request.verdict_text),
        how(request, "the folder of their tier"),
        _HOW + (_SWAPS if swaps else "") + (_STOPPED if down else "") + "\n" + _table(parts),
        _needs(parts, request),
        _room(parts, tiers),
        f"## Going back\n\n{_BACK}{_ROOM_BACK if swaps else ''}\n",
        bullets("After the last folder", [*_AFTER, *([_SLOWER] if down else [])]),
        bullets("What goes to a slower tier", down),
        bullets("What was assumed", [*map(_answers, tiers), *assumptions(request)]),
        bullets("What you should know", [*_notes(parts), *_split(request)]),
        bullets(
            "What does not move",
            [f"{code_text(f'{one.owner}.{one.name}')}: {markdown_text(one.reason)}" for one in refused if one.reason][
                :20
            ],
        ),
        bullets("What this was made from", inputs(request)),
        bullets(
            "Doubts about the inputs, and choices made among them",
            [markdown_text(each) for each in request.warnings],
        ),
    )
    return "\n".join(section for section in sections if section)


def _table(parts: Sequence[TierPart]) -> str:
    rows = [
        f"| `{part.folder}/` | {part.tier.name} | {_where(part)} | {plural(len(part.phase.moves), 'segment')},"
        f" {format_bytes(sum(move.bytes for move in part.phase.moves))} |"
        for part in parts
    ]
    return "| Folder | Tier | Where | What |\n|---|---|---|---|\n" + "\n".join(rows) + "\n"


def _needs(parts: Sequence[TierPart], request: TargetedRequest) -> str:
    """Of each folder and of all, summed from the same operations as in the plan of one place."""
    known = request.known.archivelog if request.known else None
    each = [(f"`{part.folder}/`", part.written.operations, part.written.needed_bytes) for part in parts]
    whole = tuple(one for _, operations, _ in each for one in operations)
    made = sum(first for *_, first in each)
    rows = [
        f"| {what} | {outages([one.outage for one in operations if one.outage != 'none']) or 'none'} |"
        f" {size_text(ledger.redo_bytes)} | {temp_text(ledger, request)} | {minutes_text(ledger)} |"
        f" {files_text(first) if first else 'none'} |"
        for what, operations, first in [*each, ("all", whole, made)]
        if (ledger := ledger_of(operations, known)) is not None
    ]
    ledger = ledger_of(whole, known)
    if ledger is None:
        return ""
    head = (
        "| Folder | Outage and locks | Redo | Temp, largest index | Minutes of moves | Minutes of new files |\n"
        "|---|---|---:|---:|---:|---:|\n"
    )
    archive = f"Archive space, all folders: {archive_text(ledger, request)}."
    return f"## What it needs\n\n{assumed(ledger, request)}\n\n{head}" + "\n".join(rows) + f"\n\n{archive}\n"


def _where(part: TierPart) -> str:
    place = "`flash_place`, in its settings.sql" if part.place == EXAMPLE else f"`{part.place}`"
    spaces = sorted({one.target for one in part.written.operations})
    return f"{place}: {', '.join(f'`{shown(one)}`' for one in spaces)}" + (" (there today)" if part.tier.today else "")


def _room(parts: Sequence[TierPart], tiers: Sequence[PlanTier]) -> str:
    """What is free on each tier before the first folder and after each."""
    free = [one.free_bytes for one in tiers]
    rows = [("before", list(free))]
    for part in parts:
        for move in part.phase.moves:
            for tier, amount in ((move.target, -move.bytes), (move.source, move.freed)):
                if tier is not None and (known := free[tier]) is not None:
                    free[tier] = known + amount
        rows.append((f"after `{part.folder}/`", list(free)))
    head = f"| Free | {' | '.join(one.name for one in tiers)} |\n|---|{'---:|' * len(tiers)}\n"
    text = "\n".join(f"| {what} | {' | '.join(map(_size, each))} |" for what, each in rows)
    told = f"{_FREED}\n\n" if any(one.today for one in tiers) else ""
    return f"## Room\n\n{told}{head}{text}\n"


def _answers(tier: PlanTier) -> str:
    source = f", {markdown_text(tier.device.source)}" if tier.device.source else ""
    return f"{tier.name}: a read takes {format_us(tier.device.read_us)}{source}"


def _size(free: int | None) -> str:
    return "not known" if free is None else format_bytes(free)


def _down(parts: Sequence[TierPart], tiers: Sequence[PlanTier]) -> list[str]:
    """What leaves one tier for another that reads slower."""
    return [
        f"`{shown(move.segment.owner)}.{shown(move.segment.name)}` ({format_bytes(move.bytes)}) from {tiers[move.source].name} to"
        f" {part.tier.name}: {markdown_text(move.segment.reason)}"
        for part in parts
        for move in part.phase.moves
        if move.source is not None and tiers[move.source].device.read_us < part.tier.device.read_us
    ]


def _split(request: TargetedRequest) -> list[str]:
    names = sorted(f"`{shown(owner)}.{shown(name)}`" for _, owner, name, *_ in request.apart)
    if not names:
        return []
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return [
        f"Parts of {', '.join(names[:MOST_NAMED])}{more} go to several tiers: where later parts are made stays as it is,"
        " whatever new_partitions_ok says. Set it yourself with MODIFY DEFAULT ATTRIBUTES."
    ]


def _notes(parts: Sequence[TierPart]) -> list[str]:
    first = dict[str, TierPart]()
    for part in parts:
        first.setdefault(part.tier.name, part)
    return [
        f"{name} is new: `{part.folder}/` prepares its place before its tablespaces are made."
        for name, part in first.items()
        if not part.tier.today
    ]
