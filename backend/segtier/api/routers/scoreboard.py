"""Forecasts that are sealed, and how right they were."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import Query, Response

from segtier import documents
from segtier.api.dependencies import Ctx
from segtier.api.routing import router_of
from segtier.api.schemas.scoreboard import ForecastToSeal, ScoreboardAnswer, SealedForecast
from segtier.api.turns import waits_for_advisers
from segtier.api.who import Who
from segtier.model.scoreboard import ScoreExport, Sealed
from segtier.question import Question
from segtier.scoreboard import csv_text
from segtier.services.scoreboard import export_scores, scoreboard
from segtier.services.seal_forecast import seal
from segtier.typed import converted

router = router_of("scoreboard")
_FILE: dict[int | str, dict[str, Any]] = {
    200: {"description": "The scores", "content": {"text/csv": {"schema": {"type": "string"}}}}
}
_DATABASE = "Only the forecasts of this database."


@router.post(
    "/databases/{database_id}/forecasts",
    operation_id="sealForecast",
    summary="Seal the current forecast of an option",
    status_code=201,
)
@waits_for_advisers
def post_forecast(ctx: Ctx, who: Who, database_id: str, asked: ForecastToSeal) -> SealedForecast:
    record = seal(ctx, database_id, asked.over(Question()), asked.option, who)
    return SealedForecast.of(record, converted(record.body, Sealed))


@router.get("/scoreboard", operation_id="getScoreboard", summary="Sealed forecasts compared with measurements")
@waits_for_advisers
def get_scoreboard(
    ctx: Ctx, who: Who, database: Annotated[str | None, Query(max_length=40, description=_DATABASE)] = None
) -> ScoreboardAnswer:
    return ScoreboardAnswer.of(scoreboard(ctx, who.databases, database))


@router.get(
    "/scoreboard/export",
    operation_id="exportScores",
    summary="The scores without names, for pooling",
    response_model=ScoreExport,
    responses=_FILE,
)
@waits_for_advisers
def get_export(ctx: Ctx, who: Who, form: Annotated[Literal["json", "csv"], Query(alias="format")] = "json") -> Response:
    found = export_scores(ctx, who.databases)
    if form == "csv":
        return Response(csv_text(found), media_type="text/csv")
    return Response(documents.encode(found), media_type="application/json")
