"""Several options at once: the flash is prepared once, then one folder for each part, in the order in which they are done.

A part's folder is the bundle of its option: checks, moves, the way back. All files go to one place, because a disk belongs to
one disk group; so each part is planned with what the others leave of the flash, and its precheck keeps room for those after it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from segtier.errors import Infeasible, Refused, named
from segtier.model.operation import Operation
from segtier.model.option import PARTS, SET, SPECS, OptionName, specs
from segtier.model.plan import BundleFile, Plan, PlanPart, PlanRequest, Step
from segtier.plan.bundle.files import bundle
from segtier.plan.bundle.folders import placed
from segtier.plan.bundle.ledger import ledger_of
from segtier.plan.bundle.one_option import steps_for, write_option
from segtier.plan.bundle.parts import Part, page_of_parts
from segtier.plan.bundle.settings import settings_file
from segtier.plan.contract import TargetedRequest
from segtier.plan.storage.disk_group import within_group
from segtier.units import format_bytes

LEAST_PARTS = 2
_InFile = TypeVar("_InFile", Step, Operation)


def combination_plan(asked: PlanRequest, whole: TargetedRequest) -> Plan:
    """The bundle of all parts. Raises Refused and Infeasible as each part does, and where parts do not go together."""
    _screen(whole)
    whole = within_group(whole.target.alone(whole))
    needs = {name: write_option(_alone(whole, name)).needed_bytes for name in whole.parts}
    _must_fit(needs, whole)
    parts = [
        Part(f"{number}_{name.replace('-', '_')}", name, write_option(_part(whole, name, needs)))
        for number, name in enumerate(whole.parts, 1)
    ]
    storage = [settings_file(whole), *whole.target.storage_files(whole, sum(needs.values()))]
    first = steps_for(sorted(storage, key=lambda file: file.path), whole)
    steps = placed((*first, *(step for part in parts for step in _moved_in(part, part.written.steps))))
    refused = tuple(segment for part in parts for segment in part.written.refused)
    files = [*storage, *(replace(file, path=f"{part.folder}/{file.path}") for part in parts for file in part.files)]
    page = BundleFile("plan.md", page_of_parts(first, parts, needs, whole))
    operations = placed(one for part in parts for one in _moved_in(part, part.written.operations))
    return Plan(
        request=asked,
        operations=operations,
        ledger=ledger_of(operations, asked.known.archivelog if asked.known else None),
        steps=steps,
        files=bundle([page, *files], steps, operations, refused, asked),
        needed_bytes=sum(needs.values()) or None,
        parts=tuple(PlanPart(part.option, part.folder, needs[part.option] or None) for part in parts),
        refused=(*refused, *whole.left_out) if any(spec.by_name for spec in specs(whole.parts)) else (),
    )


def _screen(request: TargetedRequest) -> None:
    unknown = [part for part in request.parts if part not in (*PARTS, SET)]
    if unknown or len(set(request.parts)) < LEAST_PARTS or len(set(request.parts)) < len(request.parts):
        raise Refused(
            f"a combination is at least two of {', '.join(PARTS)}, not {', '.join(request.parts)[:80] or 'nothing'}",
            code="no-parts",
        )
    if not request.has_cache or not request.target.terms.administered:
        return
    if request.database.rac:
        raise Infeasible(
            "in a cluster the flash cache sits inside every server and the other files on storage that all of them share;"
            " one place cannot be both",
            code="flash-cache-apart",
            advice="Get the scripts of the flash cache by themselves, and those of the other parts by themselves.",
        )
    if request.place.asked:
        raise Refused(
            "the flash cache is one of the parts, and nothing says where the SSD is: its file is a parameter of the"
            " instance, so the plan must know the place",
            code="place-needed",
            advice=f"Name the disk group or the directory on the SSD ({named('data_diskgroup')}).",
        )


def _alone(whole: TargetedRequest, name: OptionName) -> TargetedRequest:
    """The part with the whole flash: what it needs."""
    mine = SPECS[name].by_name
    return replace(
        whole,
        option=name,
        move=whole.move if mine else (),
        left_out=whole.left_out if mine else (),
        verdict_text="",
        forecast_text="",
    )


def _part(whole: TargetedRequest, name: OptionName, needs: Mapping[OptionName, int]) -> TargetedRequest:
    """The part with what the others leave, and with the room that those after it need."""
    others = sum(needs.values()) - needs[name]
    later = sum(needs[each] for each in whole.parts[whole.parts.index(name) + 1 :])
    tier = replace(whole.tier, usable_bytes=whole.tier.usable_bytes - others)
    return replace(_alone(whole, name), tier=tier, kept_bytes=later)


def _must_fit(needs: Mapping[OptionName, int], request: TargetedRequest) -> None:
    total, usable = sum(needs.values()), request.tier.usable_bytes
    if total > usable:
        each = ", ".join(f"{name} {format_bytes(size)}" for name, size in needs.items() if size)
        raise Infeasible(
            f"the parts need {format_bytes(total)} together ({each}), the SSD holds {format_bytes(usable)}",
            code="does-not-fit",
        )


def _moved_in(part: Part, rows: Sequence[_InFile]) -> Sequence[_InFile]:
    return [replace(row, file=f"{part.folder}/{row.file}") for row in rows]
