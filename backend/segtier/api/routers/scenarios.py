"""Questions under a name: kept, forked, answered, side by side."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import Depends, Query, Request, Response

from segtier.api.cursors import LimitOrAll, cursor_of, one_more, page
from segtier.api.dependencies import Ctx
from segtier.api.earlier import with_field
from segtier.api.errors import BadParameter
from segtier.api.etags import IfMatch, IfNoneMatch, seen, tag
from segtier.api.paths import SCENARIO_ID
from segtier.api.routing import API, router_of
from segtier.api.schemas.advice import GivenSummary
from segtier.api.schemas.question import WORDS
from segtier.api.schemas.scenarios import NewScenario, ScenarioChange, ScenarioItem, ScenarioList
from segtier.api.turns import waits_for_advisers
from segtier.api.who import Who
from segtier.model.advice import FrontierPiece, OptionDetails, Piece, Sources
from segtier.model.scenario import SideBySide
from segtier.question import Question
from segtier.services import keep_scenarios
from segtier.services.answer_scenarios import advise_scenario, compare_scenarios
from segtier.store import scenarios

router = router_of("scenarios", f"{API}/databases/{{database_id}}/scenarios")
_ONE = f"/{{scenario_id:{SCENARIO_ID}}}"
_IDS = "Comma-separated scenarios, the baseline first. Segtier answers each; then it no longer changes."


@router.get(
    "",
    operation_id="listScenarios",
    summary="Named questions, oldest first",
    response_model_exclude_unset=True,
)
def list_scenarios(
    ctx: Ctx,
    request: Request,
    response: Response,
    database_id: str,
    after: Annotated[scenarios.Place | None, Depends(cursor_of("scenarios", scenarios.Place))],
    limit: LimitOrAll = None,
) -> ScenarioList:
    found = keep_scenarios.list_scenarios(ctx, database_id, after, one_more(limit))
    items, following = page(request, response, "scenarios", found, limit, lambda one: scenarios.Place(one.record.id))
    return ScenarioList(items=[ScenarioItem.of(one) for one in items], next_cursor=following)


@router.post(
    "",
    operation_id="createScenario",
    summary="Save a question under a name",
    status_code=201,
    response_model_exclude_unset=True,
)
def post_scenario(ctx: Ctx, who: Who, response: Response, database_id: str, asked: NewScenario) -> ScenarioItem:
    made = keep_scenarios.create_scenario(ctx, who, database_id, asked.name, asked.over(Question()))
    return tag(response, None, ScenarioItem.of(made))


@router.get("/side-by-side", operation_id="compareScenarios", summary="Scenarios and their answers, one row each")
@waits_for_advisers
def get_side_by_side(
    ctx: Ctx, who: Who, database_id: str, ids: Annotated[str, Query(max_length=2_000, description=_IDS)]
) -> SideBySide:
    wanted = [one.strip() for one in ids.split(",") if one.strip()]
    if not wanted:
        raise BadParameter("ids", "no-scenarios", "no scenario is named; write ids=ID,ID")
    return compare_scenarios(ctx, who, database_id, wanted, WORDS)


@router.get(_ONE, operation_id="getScenario", summary="One scenario", response_model_exclude_unset=True)
def get_scenario(
    ctx: Ctx, response: Response, database_id: str, scenario_id: str, if_none_match: IfNoneMatch = None
) -> ScenarioItem:
    found = keep_scenarios.get_scenario(ctx, database_id, scenario_id)
    return tag(response, if_none_match, ScenarioItem.of(found))


@router.patch(
    _ONE,
    operation_id="changeScenario",
    summary="Rename a scenario, or change its question before it is answered",
    response_model_exclude_unset=True,
)
def patch_scenario(
    ctx: Ctx,
    who: Who,
    response: Response,
    database_id: str,
    scenario_id: str,
    change: ScenarioChange,
    if_match: IfMatch = None,
) -> ScenarioItem:
    expected = seen(if_match, ScenarioItem.of)
    changed = keep_scenarios.change_scenario(ctx, who, database_id, scenario_id, change.name, change.over, expected)
    return tag(response, None, ScenarioItem.of(changed))


@router.delete(_ONE, operation_id="deleteScenario", summary="Remove one", status_code=204)
def delete_scenario(ctx: Ctx, who: Who, database_id: str, scenario_id: str, if_match: IfMatch = None) -> None:
    keep_scenarios.delete_scenario(ctx, who, database_id, scenario_id, seen(if_match, ScenarioItem.of))


@router.post(
    f"{_ONE}/fork",
    operation_id="forkScenario",
    summary="The same question under another name, with changes",
    status_code=201,
    response_model_exclude_unset=True,
)
def fork_scenario(
    ctx: Ctx, who: Who, response: Response, database_id: str, scenario_id: str, fork: NewScenario
) -> ScenarioItem:
    made = keep_scenarios.fork_scenario(ctx, who, database_id, scenario_id, fork.name, fork.over)
    return tag(response, None, ScenarioItem.of(made))


@router.get(
    f"{_ONE}/advice",
    operation_id="getScenarioAdvice",
    summary="The advice on one page, as for the question itself",
    response_model=GivenSummary,
)
@waits_for_advisers
def get_advice(ctx: Ctx, who: Who, database_id: str, scenario_id: str) -> Response:
    return _json(with_field(_piece(ctx, who, database_id, scenario_id, "summary"), None))


@router.get(
    f"{_ONE}/advice/{{piece}}",
    operation_id="getScenarioAdvicePiece",
    summary="Another piece of that advice",
    response_model=OptionDetails | FrontierPiece | Sources,
)
@waits_for_advisers
def get_advice_piece(
    ctx: Ctx, who: Who, database_id: str, scenario_id: str, piece: Literal["options", "frontier", "sources"]
) -> Response:
    return _json(_piece(ctx, who, database_id, scenario_id, piece))


def _piece(ctx: Ctx, who: Who, database_id: str, scenario_id: str, name: Piece) -> bytes:
    """Of the present answer: the scenario notes what it was answered from."""
    return advise_scenario(ctx, who, database_id, scenario_id, lambda answer: answer.piece(name))


def _json(document: bytes) -> Response:
    return Response(document, media_type="application/json")
