"""plan.md of a bundle: the page for the person who runs it tonight and for those who must agree to it.

What runs, how long the outage is, what redo, archive and temp it takes, when it is too late to go back, and how to go back.
Under 900 words; everything else is in appendix.md.
"""

from __future__ import annotations

from collections.abc import Sequence

from segtier.model.operation import Ledger, Operation, Outage, StepCost
from segtier.model.plan import Step
from segtier.oracle.move_rate import FASTEST_MB_PER_S, SLOWEST_MB_PER_S, range_min
from segtier.plan.bundle.folders import path_of
from segtier.plan.bundle.ledger import ledger_of
from segtier.plan.contract import TargetedRequest
from segtier.plan.operations.arrivals import arrivals
from segtier.plan.sqlplus.quoting import code_text, comment_text, markdown_text, shown
from segtier.plan.sqlplus.template import fill
from segtier.plan.storage.sizing import sizes
from segtier.units import format_bytes

LOOKED_UP = "looked up"
_AFTER_FOLDER = ("Roll back when `80_verify.sql` ends with an error twice. What else follows is in `../plan.md`.",)
_GO = (
    "`00_precheck.sql` ends without FAIL, each NOT CHECKED line answered by somebody",
    "a backup that has been restored once, younger than the last structural change",
    "nothing else is planned for this window: batch, statistics, backup",
    "who says stop is named, and when",
)


def plan_md(lists: Sequence[Operation], steps: Sequence[Step], request: TargetedRequest) -> str:
    """The page of one option; sections without content are left out."""
    known = request.known.archivelog if request.known else None
    ledger = ledger_of(lists, known)
    parts = (
        f"# {title_of(request)}\n",
        override_banner(request),
        about(request, first_sentence(request.verdict_text)),
        _part(request) if request.in_folder else how(request, "that folder"),
        order(steps, lists, ledger),
        _needs(lists, ledger, request),
        _back(lists, steps, request),
        _go(lists, request),
        bullets("After", _AFTER_FOLDER if request.tier_name else request.scripts.after),
        "The segments one by one, and more: `appendix.md`.\n",
    )
    return "\n".join(part for part in parts if part)


def title_of(request: TargetedRequest) -> str:
    """What the advice calls a set; of all others, and of a part, what the scripts do; of several tiers where they go."""
    if request.tier_name:
        return f"Move segments to {request.tier_name}"
    return markdown_text(request.title) if request.title and not request.is_part else request.scripts.title


def override_banner(request: TargetedRequest) -> str:
    if not request.overridden:
        return ""
    why = markdown_text(request.override_reason or request.verdict_text or "see the advice")
    return f"> **THE ADVICE WAS NOT TO DO THIS.** {why} These scripts were requested anyway.\n"


def first_sentence(text: str) -> str:
    """For the one page; the rest stands in the appendix."""
    said, dot, _ = text.partition(". ")
    return said + dot.strip()


def about(request: TargetedRequest, verdict: str) -> str:
    database = request.database
    name = code_text(database.name) if database.name else "not named by the inputs"
    dbid = database.dbid if database.dbid is not None else "not known"
    release = comment_text(database.release or "not known")
    cluster = {True: "yes", False: "no", None: "not known"}[database.rac]
    lines = [
        f"* Database {name}, DBID {dbid}, release {release}, cluster: {cluster}. Every script stops on another one.",
        *([] if request.tiers else [_usable(request)]),
    ]
    if verdict and not (request.overridden and request.verdict_text in request.override_reason):
        lines.append(f"* Verdict: {markdown_text(verdict)}")
    if request.forecast_text:
        lines.append(f"* Forecast: {markdown_text(request.forecast_text)}")
    return "\n".join(lines) + "\n"


def _usable(request: TargetedRequest) -> str:
    size = format_bytes(request.tier.usable_bytes)
    tier = request.tier
    mirrored = "mirrored" if tier.mirrored else "RAID 5 or 6" if tier.parity else "not known to be mirrored"
    if request.tier_name:
        made = "" if request.place_there else f", {mirrored}"
        return f"* {request.tier_name}: {size} free for this folder{made}."
    part = " by this part, as far as the sizes of the others are known" if request.is_part else ""
    return f"* {request.target.terms.usable}: {size} usable{part}, {mirrored}."


def how(request: TargetedRequest, folder: str) -> str:
    """How a bundle is run, and from which folder: said once, on the page above all."""
    return fill(request.target.terms.how, FOLDER=folder)


def _part(request: TargetedRequest) -> str:
    if request.tier_name:
        return (
            f"What goes to {request.tier_name}. `../plan.md` says how it is run, in which order, and what comes after;"
            " `../settings.sql` has the settings of all folders.\n"
        )
    number = request.parts.index(request.option) + 1
    return (
        f"Part {number} of {len(request.parts)}. `../plan.md` has the order of all parts and what to do before you start;"
        " `../settings.sql` the settings of all of them.\n"
    )


def order(steps: Sequence[Step], lists: Sequence[Operation] = (), ledger: Ledger | None = None) -> str:
    """What runs, in order; of steps that move segments the outage and the figures by their operations."""
    costs = {step.file: step for step in ledger.steps} if ledger else {}
    rows = [
        f"| `{path_of(step.file)}` | {step.who} | {step.what} | {_outage(step, lists)} | {_cost(step, costs.get(step.file))} |"
        for step in steps
    ]
    head = "| File | Who | What | Outage and locks | Cost |\n|---|---|---|---|---|\n"
    return "## What runs\n\n" + head + "\n".join(rows) + "\n"


_OUTAGES: dict[Outage, str] = {
    "blocks-writes": "block writes to their table while they run",
    "looked-up": "move online where the database can, else they block writes",
    "short-lock": "move online: no outage, a short lock at start and end",
}


def outages(found: Sequence[Outage]) -> str:
    """How many of the statements stop somebody, and how; empty where none does."""
    return "; ".join(f"{found.count(each)} of {len(found)} {text}" for each, text in _OUTAGES.items() if each in found)


def _outage(step: Step, lists: Sequence[Operation]) -> str:
    mine = [one.outage for one in lists if one.file == step.file and one.outage != "none"]
    return outages(mine) or step.outage


def _cost(step: Step, cost: StepCost | None) -> str:
    if cost is None:
        return step.cost
    if cost.redo_bytes is None:
        return LOOKED_UP
    sort = f", temp {format_bytes(cost.sort_bytes)}" if cost.sort_bytes else ""
    return f"redo {format_bytes(cost.redo_bytes)}{sort}, {cost.minutes_low} to {cost.minutes_high} min"


def size_text(size_bytes: int | None) -> str:
    return LOOKED_UP if size_bytes is None else format_bytes(size_bytes)


def _needs(lists: Sequence[Operation], ledger: Ledger | None, request: TargetedRequest) -> str:
    if ledger is None:
        return ""
    planned = {} if request.place_there else sizes(arrivals(lists), request.tier.usable_bytes)
    where = request.tier_name or "SSD"
    rows = [
        f"| {_space(room.pdb, room.tablespace)} on {where}, which is there, for what arrives | {size_text(room.bytes)} |"
        for room in ledger.room
        if room.why == "arrives" and request.place_there
    ]
    rows += [
        f"| {_space(pdb, target)} on {where} | {format_bytes(size.first_bytes)}, may grow to"
        f" {format_bytes(size.most_bytes)} |"
        for (pdb, target), size in planned.items()
    ]
    rows += [
        f"| {_space(room.pdb, room.tablespace)}, for what is rewritten there | {size_text(room.bytes)} |"
        for room in ledger.room
        if room.why == "rewritten" and room.bytes != 0
    ]
    rows.append(f"| Archive space, all steps | {archive_text(ledger, request)} |")
    rows += _switches(ledger, request)
    rows.append(f"| Temp, for the largest index | {temp_text(ledger, request)} |")
    together = "" if ledger.minutes_low is None else f"; the moves together {minutes_text(ledger)}"
    if planned:
        together += f"; new files before them {files_text(sum(size.first_bytes for size in planned.values()))}"
    return (
        "## What it needs\n\n"
        + f"{assumed(ledger, request, together)}\n\n"
        + "| Where | Room |\n|---|---|\n"
        + "\n".join(rows)
        + "\n"
    )


def _switches(ledger: Ledger, request: TargetedRequest) -> list[str]:
    """How many log groups the redo fills, by the smallest one that the inventory lists; nothing where it lists none."""
    online = [one for one in (request.known.redo_groups if request.known else None) or () if not one.standby]
    sizes = [one.size_bytes for one in online if one.size_bytes]
    if not sizes or not ledger.redo_bytes or ledger.archive_bytes == 0:
        return []
    fills = -(-ledger.redo_bytes // min(sizes))
    return [f"| Log groups of {format_bytes(min(sizes))} filled, which the archiver must keep up with | {fills:,} |"]


def assumed(ledger: Ledger, request: TargetedRequest, together: str = "") -> str:
    """How minutes come about, and what no figure here holds."""
    unknown = f" {ledger.of_unknown_size} segment(s) without size come on top." if ledger.of_unknown_size else ""
    if not request.rewrites_known:
        unknown += (
            " Indexes that the inputs do not tie to a table are written anew with it and come on top: `00_precheck.sql` counts"
            " them."
        )
    return (
        f"Minutes are assumed at {SLOWEST_MB_PER_S} to {FASTEST_MB_PER_S} MB/s for one stream, not measured{together}."
        f"{unknown}"
    )


def archive_text(ledger: Ledger, request: TargetedRequest) -> str:
    if ledger.archive_bytes == 0 != ledger.redo_bytes:
        return "none: NOARCHIVELOG"
    more = "" if request.rewrites_known or not ledger.archive_bytes else ", and those indexes"
    return f"{size_text(ledger.archive_bytes)}{more}"


def temp_text(ledger: Ledger, request: TargetedRequest) -> str:
    """Of an index that no input ties to its table nobody knows the size, and nothing is no answer."""
    if request.rewrites_known:
        return size_text(ledger.sort_bytes)
    return f"at least {format_bytes(ledger.sort_bytes)}" if ledger.sort_bytes else LOOKED_UP


def files_text(first_bytes: int) -> str:
    """Minutes that 30_tablespaces.sql takes for what it makes."""
    low, high = range_min(first_bytes)
    return f"{low} to {high}"


def minutes_text(ledger: Ledger) -> str:
    return LOOKED_UP if ledger.minutes_low is None else f"{ledger.minutes_low} to {ledger.minutes_high}"


def _space(pdb: str | None, name: str | None) -> str:
    return f"`{f'{shown(pdb)}:' if pdb else ''}{shown(name)}`"


def _back(lists: Sequence[Operation], steps: Sequence[Step], request: TargetedRequest) -> str:
    ways = list(dict.fromkeys(step.back for step in reversed(steps) if step.back not in ("-", "")))
    text = request.scripts.going_back(lists, request)
    if request.tier_name:
        text += " Where a later folder filled that room, go back there first."
    told = f"{text}\n\n" if text else ""
    numbered = "".join(f"{number}. {way}\n" for number, way in enumerate(ways, 1))
    return f"## Going back\n\n{told}Run like the others, `@rollback/NAME.sql`; after 1 all is back.\n\n{numbered}"


def _go(lists: Sequence[Operation], request: TargetedRequest) -> str:
    lines = [*request.target.notes(request), *_GO]
    offline = [one for one in lists if one.outage == "blocks-writes"]
    asked = [one for one in lists if one.outage == "looked-up"]
    if offline:
        found = list(dict.fromkeys(f"`{shown(one.owner)}.{shown(one.index or one.table)}`" for one in offline))
        names, rest = ", ".join(found[:5]), f" and {len(found) - 5} more" if len(found) > 5 else ""
        lines.append(f"an outage is agreed for {names}{rest}, and `allow_offline` says so in `settings.sql`")
    if asked:
        lines.append(f"{len(asked)} statement(s) move online only where the precheck finds that they can")
    terms = request.target.terms
    if not terms.administered or request.known is None or request.known.standby is not False:
        lines.append(terms.copies)
    return bullets("Go or no go", lines)


def bullets(title: str, lines: Sequence[str]) -> str:
    return f"## {title}\n\n" + "".join(f"* {line}\n" for line in lines) if lines else ""
