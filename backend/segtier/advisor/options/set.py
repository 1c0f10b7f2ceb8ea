"""Segments that somebody names, with redo logs or temp beside them where they are named too.

Every advice has the usual sets; a question adds its own. Each is an option of its own by its label.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from segtier.advisor.case import Case
from segtier.advisor.draft import Draft
from segtier.advisor.options import blocked, redo, temp
from segtier.advisor.options.option import Option, Weighed, Weighing
from segtier.advisor.segments.fast_today import fast_today
from segtier.advisor.segments.held import full_name
from segtier.advisor.segments.members import (
    Members,
    change_of_members,
    hangs_on_unlisted,
    members_of,
    reads_not_known,
    used_bytes,
)
from segtier.analysis.words import some_of
from segtier.forecast import Change
from segtier.model.option import SET
from segtier.model.profile import SegmentLoad
from segtier.model.segment_set import SegmentSet
from segtier.model.verdict import Blocker
from segtier.plurals import plural
from segtier.question.sets import read_set
from segtier.units import format_bytes

USUAL = (SegmentSet("indexes and hottest table", indexes=True, hottest=1, typed=False),)
"""What the papers measured first, and DBAs ask for first."""
_FEW = 3
_OF_THE_WHOLE = (blocked.LEAVES_PINS, "does-not-fit")
"""What stands in the way of a part and is asked of the set as a whole."""


def sets_of(case: Case) -> tuple[SegmentSet, ...]:
    """The usual ones that have an index and a table, then the typed ones; a typed one stands for a usual one of its name."""
    typed = [read_set(text) for text in case.request.sets]
    taken = {one.option for one in typed}
    able = [load for load in case.segments.loads if load.unmovable_reason is None]
    has_both = any(load.is_index for load in able) and any((load.type or "").startswith("TABLE") for load in able)
    return (*(one for one in USUAL if has_both and one.option not in taken), *typed)


def option_of(one: SegmentSet) -> Option:
    return replace(OPTION, name=one.option, draft=partial(_draft_of, one))


def _draft_of(one: SegmentSet, weighing: Weighing) -> Draft:
    case = weighing.case
    members = members_of(case, weighing.ranking.placer.held, one)
    beside = [weighing.before[name] for name in one.beside]
    change = change_of_members(case, members) if SET in one.parts else Change()
    for part in beside:
        change = replace(change, redo=change.redo or part.draft.change.redo, temp=change.temp or part.draft.change.temp)
    own = used_bytes(case, members) if SET in one.parts else 0
    sizes = [own, *(part.draft.used_bytes for part in beside)]
    used = None if None in sizes else sum(size or 0 for size in sizes)
    return Draft(
        one.option,
        change,
        used,
        tuple(_stops(weighing, one, members, beside, own)),
        members.keys,
        parts=one.parts,
        set_title=one.title,
        notes=tuple(_notes(case, members)),
    )


def _stops(
    weighing: Weighing, one: SegmentSet, members: Members, beside: Sequence[Weighed], own: int | None
) -> Iterator[Blocker]:
    case = weighing.case
    least = (own or 0) + sum(part.draft.used_bytes or 0 for part in beside)
    if SET in one.parts:
        yield from blocked.not_shared(case, "data files")
        yield from blocked.engineered(case)
        if not members.rows:
            yield Blocker("none-moves", f"None of the segments of the set can move.{_why(members.stay)}")
        elif own is None:
            yield _unsized(members)
        yield from blocked.past_limits(case, len(members.rows), own)
    for part in beside:
        yield from (stop for stop in part.draft.blocked_by if stop.code not in _OF_THE_WHOLE)
    known = sum(row.size_bytes or 0 for row in members.rows) if own is None else 0
    for stop in blocked.does_not_fit(case, least + known, "the set"):
        yield replace(stop, text=f"{stop.text}{_what_to_leave(weighing, members, least + known)}")
    if members.kept:
        text = f"It would move {_names(members.kept)}, which you asked to stay where it is."
        yield Blocker("excluded", text)


def _unsized(members: Members) -> Blocker:
    unsized = [row for row in members.rows if row.size_bytes is None]
    text = f"The size of {_names(unsized)} is not known: add a dba_segments export or type it."
    return Blocker("size-unknown", text, "sizes")


def _what_to_leave(weighing: Weighing, members: Members, used: int) -> str:
    """Which of its segments to take out so that the rest fits: those that save least for their bytes."""
    worth = {
        (row.pdb, row.owner, row.name, row.subobject): row.benefit_density_s_per_hour_per_gib or 0.0
        for row in weighing.ranking.segments
    }
    left: list[SegmentLoad] = []
    for row in sorted(members.rows, key=lambda each: worth.get(each.key[:4], 0.0)):
        if used <= weighing.case.capacity_bytes:
            break
        if row.size_bytes:
            left.append(row)
            used -= row.size_bytes
    if not left or used > weighing.case.capacity_bytes or len(left) == len(members.rows):
        return ""
    size = format_bytes(sum(row.size_bytes or 0 for row in left))
    return f" Without {_names(left)} ({size}), which save least for their size, the rest fits."


def _notes(case: Case, members: Members) -> Iterator[str]:
    if members.stay and members.rows:
        stays = "stays" if len(members.stay) == 1 else "stay"
        yield f"Of those named {plural(len(members.stay), 'segment')} cannot move and {stays}.{_why(members.stay)}"
    tables = list(dict.fromkeys(full_name((*row.key[:3], None, None)) for row in members.hottest))
    if tables:
        yield f"Hottest: {some_of(tables, _FEW)}."
    fast = [row for row in members.rows if fast_today(case, row)]
    if fast:
        lie = "lies" if len(fast) == 1 else "lie"
        size = format_bytes(sum(row.size_bytes or 0 for row in fast))
        yield (
            f"{len(fast):,} of its segments, {_names(fast)} ({size}), {lie} where reads take no longer than on the SSD:"
            " moving saves nothing."
        )
    unknown = reads_not_known(case, members)
    if unknown:
        yield (
            f"No list shows the reads and writes of {_names(unknown)}: the range covers none to all of the unlisted I/O."
        )
    if members.no_room:
        yield f"No room, or no size, for {_names(members.no_room)}: not taken."


def _why(stay: Sequence[SegmentLoad]) -> str:
    return f" {full_name(stay[0].key)}: {stay[0].unmovable_reason}" if stay else ""


def _names(rows: Sequence[SegmentLoad]) -> str:
    return some_of([full_name(row.key) for row in rows], _FEW)


def _nobody_named(_: Weighing) -> Draft:
    raise AssertionError("a set is drafted from what it names: option_of")


def _doubt(case: Case, draft: Draft) -> str | None:
    """Of its segments, or of what is named beside them."""
    beside = (one.doubt(case, draft) for one in (redo.OPTION, temp.OPTION) if one.name in draft.parts)
    found = (hangs_on_unlisted(draft.change, "this set"), *beside)
    return next((doubt for doubt in found if doubt is not None), None)


OPTION = Option(SET, _nobody_named, doubt=_doubt)
