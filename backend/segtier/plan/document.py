"""The plan as a document: the operations that the scripts are written from, and the files as they are."""

from __future__ import annotations

from dataclasses import fields

from segtier.model.option import PlaceName, specs
from segtier.model.plan import Plan, PlanPart, PlanRequest
from segtier.model.plan_document import Decision, PartOfPlan, PlanDocument, PlanFile, PlanInput, PlanTarget, Staying
from segtier.plan.bundle.files import digest
from segtier.plan.contract import TargetedRequest
from segtier.plan.sqlplus.quoting import tablespace
from segtier.plan.storage.disk_group import within_group
from segtier.plan.storage.flash_cache import cache_files
from segtier.plan.targets import targeted


def plan_document(plan: Plan) -> PlanDocument:
    request = targeted(plan.request)
    return PlanDocument(
        option=plan.option,
        parts=tuple(_part(part, plan) for part in plan.parts),
        engine_version=request.engine_version or None,
        made_at=request.made_at,
        inputs=tuple(PlanInput(file, sha256 or None) for file, sha256 in request.inputs),
        database=request.database,
        decision=_decision(request),
        assumptions=request.assumptions,
        places=_tier_places(plan) if request.tiers else _places(request),
        targets=_tier_targets(plan) if request.tiers else _targets(request),
        usable_bytes=_usable_bytes(request),
        needed_bytes=plan.needed_bytes,
        steps=plan.steps,
        operations=plan.operations,
        rewrites_complete=plan.request.rewrites_known if plan.operations else None,
        ledger=plan.ledger,
        stays=tuple(
            Staying(**{one.name: getattr(segment, one.name) for one in fields(Staying)}) for segment in plan.refused
        ),
        warnings=request.warnings,
        files=tuple(
            PlanFile(file.path, digest(file), len(file.text.encode()), file.executable, file.signed)
            for file in plan.files
        ),
    )


def _part(part: PlanPart, plan: Plan) -> PartOfPlan:
    inside = tuple(one.id for one in plan.operations if one.file.startswith(f"{part.folder}/"))
    return PartOfPlan(part.option, part.folder, part.needed_bytes, inside, part.tier, part.place)


def _decision(request: PlanRequest) -> Decision:
    return Decision(
        request.verdict_text or None, request.forecast_text or None, request.overridden, request.override_reason or None
    )


def _places(request: TargetedRequest) -> tuple[str, ...]:
    if request.spec.per_node:
        return tuple(file.path for file in cache_files(request))
    place = request.place
    return () if place.asked else (place.setting,)


def _tier_places(plan: Plan) -> tuple[str, ...]:
    return tuple(dict.fromkeys(part.place for part in plan.parts if part.place is not None))


def _tier_targets(plan: Plan) -> tuple[PlanTarget, ...]:
    """By what goes there."""
    found: dict[PlanTarget, None] = {}
    for part in plan.parts:
        for one in plan.operations:
            if one.file.startswith(f"{part.folder}/"):
                name: PlaceName = "data_tablespace" if one.index is None else "index_tablespace"
                found[PlanTarget(name, one.target, part.tier)] = None
    return tuple(found)


def _usable_bytes(request: TargetedRequest) -> int:
    if request.tiers:
        return sum(one.device.usable_bytes for one in request.tiers)
    return within_group(request).tier.usable_bytes


def _targets(request: PlanRequest) -> tuple[PlanTarget, ...]:
    names = (name for spec in specs((request.option, *request.parts)) for name in spec.targets)
    return tuple(
        PlanTarget(name, tablespace(getattr(request.targets, name))) for name in names if name.endswith("_tablespace")
    )
