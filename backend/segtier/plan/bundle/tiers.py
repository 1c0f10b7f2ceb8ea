"""Several tiers at once: a folder for each phase, in an order in which room is freed before it is filled.

A folder is the bundle of the segments that go to one tier: its place, tablespaces, checks, moves and way back. On a tier of
today each segment goes into one of its tablespaces, where what leaves it has freed extents: a new file would find no room in its
disk group or file system. A tier to which an earlier folder went is such a tier too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from segtier.errors import Infeasible, Refused
from segtier.model.operation import Operation
from segtier.model.plan import BundleFile, Plan, PlanPart, PlanRequest, PlanSegment, PlanTier
from segtier.model.workload import SegmentKey
from segtier.plan.bundle.files import bundle
from segtier.plan.bundle.folders import placed
from segtier.plan.bundle.ledger import ledger_of
from segtier.plan.bundle.one_option import write_option
from segtier.plan.bundle.settings import settings_file
from segtier.plan.bundle.tiers_page import TierPart, page_of_tiers
from segtier.plan.checks.screening import movable
from segtier.plan.contract import EXAMPLE, TargetedRequest
from segtier.plan.operations.tier_order import Phase, phases
from segtier.plan.operations.tier_room import TierMove, room_today
from segtier.plan.sqlplus.quoting import tablespace
from segtier.plan.storage.disk_group import within_group


def tiers_plan(asked: PlanRequest, whole: TargetedRequest) -> Plan:
    """The bundle of all tiers. Raises Refused and Infeasible as that of one does, and where no order leaves room."""
    whole = whole.target.alone(whole)
    whole = replace(whole, tiers=tuple(_with_spaces(one, whole) for one in whole.tiers))
    tiers = [_as_made(one, whole) for one in whole.target.placed(whole)]
    told = [movable(one.move, whole) for one in tiers]
    spaces = [_takes(one, whole) for one in tiers]
    moves = [
        TierMove(segment, _lies(segment, tiers), target, leaves=_leaves(segment, spaces))
        for target, (moving, _) in enumerate(told)
        for segment in moving
    ]
    if not moves:
        raise Infeasible("no segment is left to move", code="nothing-to-move")
    found = phases(moves, room_today([one.free_bytes for one in tiers], spaces, moves), [one.name for one in tiers])
    _must_be_named([tiers[phase.target] for phase in found], whole)
    whole = replace(whole, apart=_apart(moves))
    parts, first = list[TierPart](), 1
    for number, phase in enumerate(found, 1):
        tier, again = tiers[phase.target], any(one.target == phase.target for one in found[: number - 1])
        alone = _alone(whole, tier, phase, first, again=again)
        written = write_option(alone)
        parts.append(TierPart(f"{number}_{tier.name.lower()}", tier, phase, written, alone.place.setting))
        first += len(written.operations)
        whole = _after(whole, written.operations)
    steps = placed(replace(step, file=f"{part.folder}/{step.file}") for part in parts for step in part.written.steps)
    operations = placed(
        replace(one, file=f"{part.folder}/{one.file}") for part in parts for one in part.written.operations
    )
    refused = (*(one for _, left in told for one in left), *whole.left_out)
    page = BundleFile("plan.md", page_of_tiers(parts, tiers, refused, whole))
    files = [page, settings_file(whole)]
    files += [replace(file, path=f"{part.folder}/{file.path}") for part in parts for file in part.files]
    needs = [part.written.needed_bytes for part in parts]
    return Plan(
        request=asked,
        operations=operations,
        ledger=ledger_of(operations, asked.known.archivelog if asked.known else None),
        steps=steps,
        files=bundle(files, steps, operations, refused, asked),
        needed_bytes=sum(needs) or None,
        parts=tuple(_told(part) for part in parts),
        refused=refused,
    )


def _after(whole: TargetedRequest, done: Sequence[Operation]) -> TargetedRequest:
    """For the folders that follow, an index that has moved is where it is then."""
    known = whole.known
    if known is None or known.dependents is None:
        return whole
    now = {
        (one.pdb, row.owner, row.name, row.subobject): row.target for one in done for row in one.rewrites if row.arrives
    }
    there = tuple(
        replace(one, tablespace=now.get((one.pdb, one.owner, one.name, one.subobject), one.tablespace))
        for one in known.dependents
    )
    return replace(whole, known=replace(known, dependents=there))


def _told(part: TierPart) -> PlanPart:
    place = None if part.place == EXAMPLE else part.place
    return PlanPart("segments", part.folder, part.written.needed_bytes, part.tier.name, place)


def _with_spaces(tier: PlanTier, request: TargetedRequest) -> PlanTier:
    """Of a tier of today the tablespace that most bytes leave: there is the room that they free."""
    if not tier.today:
        return tier
    leaving = dict.fromkeys(tier.tablespaces, 0)
    for other in request.tiers:
        for segment in other.move:
            name = (segment.tablespace or "").upper()
            if other is not tier and name in leaving:
                leaving[name] += segment.size_bytes or 0
    space = max(tier.tablespaces, key=lambda name: leaving[name])
    return replace(tier, data_tablespace=space, index_tablespace=space)


def _as_made(tier: PlanTier, request: TargetedRequest) -> PlanTier:
    """A new tier without what its disk group keeps to mirror again."""
    if tier.today or tier.free_bytes is None:
        return tier
    alone = _alone(request, tier, Phase(0, (), tier.free_bytes, is_last=True), 1, again=False)
    return replace(tier, free_bytes=within_group(alone).tier.usable_bytes)


def _must_be_named(tiers: Sequence[PlanTier], request: TargetedRequest) -> None:
    """One tier may be the flash that is bought, whose place settings.sql may still ask for; every other has its own, and what
    holds tablespaces today lies in no disk group that is yet to be made.
    """
    lacking = sorted({one.name for one in tiers if not one.place and (one.today or one.name != request.tiers[0].name)})
    if lacking:
        raise Refused(
            f"nothing says where {', '.join(lacking)} is",
            code="tier-place-needed",
            advice="Give the tier its place: place=+GROUP for a disk group, place=/u02/sas for a directory.",
        )


def _lies(segment: PlanSegment, tiers: Sequence[PlanTier]) -> int | None:
    home = (segment.tablespace or "").upper()
    return next((number for number, one in enumerate(tiers) if home in one.tablespaces), None)


def _apart(moves: Sequence[TierMove]) -> frozenset[SegmentKey]:
    """Tables and indexes whose parts go to several tiers."""
    goes = dict[SegmentKey, set[int]]()
    for move in moves:
        goes.setdefault(move.segment.whole, set()).add(move.target)
    return frozenset(key for key, targets in goes.items() if len(targets) > 1)


def _takes(tier: PlanTier, request: TargetedRequest) -> tuple[str, ...]:
    """Tablespaces of a tier of today that segments may come to: those whose files an inventory has elsewhere do not count."""
    files = (request.known.datafiles if request.known else None) or ()
    elsewhere = {(file.tablespace or "").upper() for file in files if not file.name.startswith(tier.place)}
    there = tuple(name for name in tier.tablespaces if name not in elsewhere)
    return there or tier.tablespaces


def _leaves(segment: PlanSegment, spaces: Sequence[Sequence[str]]) -> str:
    home = (segment.tablespace or "").upper()
    return home if any(home in each for each in spaces) else ""


def _alone(whole: TargetedRequest, tier: PlanTier, phase: Phase, first: int, *, again: bool) -> TargetedRequest:
    """The request of one folder, its operations numbered on from those before it."""
    free = phase.free_bytes
    usable = tier.device.usable_bytes if free is None else max(free, 0)
    targets = whole.targets
    if tier.data_tablespace:
        targets = replace(
            targets,
            data_tablespace=tablespace(tier.data_tablespace),
            index_tablespace=tablespace(tier.index_tablespace or tier.data_tablespace),
        )
    if tier.place:
        targets = whole.target.at(tier, targets)
    return replace(
        whole,
        tiers=(),
        tier_name=tier.name,
        first_operation=first,
        place_there=tier.today or again,
        into={move.segment.key: move.into for move in phase.moves if move.into},
        move=tuple(move.segment for move in phase.moves),
        left_out=(),
        tier=replace(tier.device, usable_bytes=usable),
        targets=targets,
        verdict_text="",
        forecast_text="",
        warnings=(),
    )
