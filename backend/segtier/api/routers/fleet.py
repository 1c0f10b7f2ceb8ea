"""All databases at once."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query, Response

from segtier import documents
from segtier.api.dependencies import Ctx
from segtier.api.routing import router_of
from segtier.api.who import Who
from segtier.model.fleet import Fleet
from segtier.services.survey_fleet import survey_fleet
from segtier.units import parse_capacity_bytes

router = router_of("fleet")


@router.get(
    "/fleet",
    operation_id="getFleet",
    summary="One row per database with its answer, and an SSD budget divided among them",
    response_model=Fleet,
)
def get_fleet(
    ctx: Ctx,
    who: Who,
    budget: Annotated[
        str | None,
        Query(max_length=40, description="SSD to divide, for example 2TB. Each GiB goes where it saves most DB time."),
    ] = None,
    include_sample: Annotated[bool, Query(description="Include synthetic sample databases.")] = True,
) -> Response:
    budget_bytes = parse_capacity_bytes(budget, "budget", "2TB or 500GiB") if budget else None
    fleet = survey_fleet(ctx, budget_bytes, include_sample, who.databases)
    return Response(documents.encode(fleet), media_type="application/json")
