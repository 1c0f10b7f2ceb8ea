"""Where scripts run: what each target has of its own stands in its folder."""

from __future__ import annotations

from dataclasses import fields
from typing import assert_never

from segtier.model.plan import PlanRequest, TargetName
from segtier.plan.contract import Target, TargetedRequest
from segtier.plan.targets.own import OWN
from segtier.plan.targets.rds import RDS


def target_of(name: TargetName) -> Target:
    match name:
        case "own":
            return OWN
        case "rds":
            return RDS
        case _:
            assert_never(name)


def targeted(request: PlanRequest) -> TargetedRequest:
    """What the plan is written from."""
    given = {one.name: getattr(request, one.name) for one in fields(PlanRequest)}
    whole = {**given, "option": request.written_as, "parts": request.parts if len(request.parts) > 1 else ()}
    return TargetedRequest(**whole, target=target_of(request.targets.target))
