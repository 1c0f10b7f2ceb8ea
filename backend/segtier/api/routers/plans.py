"""Plans under review: drafted, revised, submitted, judged, talked about."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Path, Query, Response
from fastapi.responses import PlainTextResponse

from segtier.api.dependencies import Ctx
from segtier.api.errors import MEDIA_TYPE
from segtier.api.routing import router_of
from segtier.api.schemas.base import NO_NUL
from segtier.api.schemas.plans import (
    CommentChange,
    NewComment,
    PlanComment,
    PlanCommentList,
    PlanItem,
    PlanList,
    PlanToDraft,
    PlanToJudge,
    PlanToMove,
    PlanToRevise,
    PlanToSubmit,
    PlanUnderReview,
)
from segtier.api.schemas.question import WORDS
from segtier.api.turns import waits_for_advisers
from segtier.api.versions import ETAG, Seen
from segtier.api.who import Who
from segtier.model.plan_document import PlanDocument
from segtier.model.review import PlanDifference
from segtier.services import read_plans, review_plan
from segtier.services.comment_plan import add_comment, resolve_comment
from segtier.services.draft_plan import draft, revise

router = router_of("plans")
_ONE = "/plans/{plan_id}"
_PROBLEM = {"content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}}
_READ: dict[int | str, dict[str, Any]] = {200: {"headers": ETAG}}
_MADE: dict[int | str, dict[str, Any]] = {201: {"headers": ETAG}}
_CHANGES: dict[int | str, dict[str, Any]] = {
    412: {"description": "Someone changed it since; the header has its current ETag", "headers": ETAG, **_PROBLEM},
    428: {"description": "Without the header If-Match", **_PROBLEM},
}
_ZIP: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The files of the revision, and REVIEW.txt",
        "content": {"application/zip": {"schema": {"type": "string", "format": "binary"}}},
    }
}
Number = Annotated[int, Path(ge=1, le=1_000_000)]
_RevisionNumber = Annotated[int, Query(ge=1, le=1_000_000)]


@router.post(
    "/databases/{database_id}/plans",
    operation_id="draftPlan",
    summary="Draft a plan for review",
    status_code=201,
    responses=_MADE,
    response_model_exclude_unset=True,
)
@waits_for_advisers
def post_plan(ctx: Ctx, who: Who, response: Response, database_id: str, asked: PlanToDraft) -> PlanUnderReview:
    plan_id = draft(ctx, database_id, asked.option, asked.wanted(), who)
    return _shown(ctx, who, response, plan_id)


@router.get("/plans", operation_id="listPlans", summary="Plans under review, newest first")
def get_plans(
    ctx: Ctx,
    who: Who,
    database: Annotated[str | None, Query(max_length=40, description="Only the plans of this database.")] = None,
    waiting: Annotated[bool, Query(description="Only those waiting for approval or to be run.")] = False,
) -> PlanList:
    return PlanList(items=[PlanItem.of(one) for one in read_plans.list_plans(ctx, who.databases, database, waiting)])


@router.get(
    _ONE,
    operation_id="getPlanUnderReview",
    summary="One plan: its state, and what you may do with it",
    responses=_READ,
    response_model_exclude_unset=True,
)
def get_plan(ctx: Ctx, who: Who, response: Response, plan_id: str) -> PlanUnderReview:
    return _shown(ctx, who, response, plan_id)


@router.post(
    f"{_ONE}/revisions",
    operation_id="revisePlan",
    summary="A new revision; dismisses every approval",
    status_code=201,
    responses=_MADE | _CHANGES,
    response_model_exclude_unset=True,
)
@waits_for_advisers
def post_revision(
    ctx: Ctx, who: Who, response: Response, plan_id: str, seen: Seen, asked: PlanToRevise
) -> PlanUnderReview:
    revise(ctx, plan_id, seen, asked.wanted(), who)
    return _shown(ctx, who, response, plan_id)


@router.get(
    f"{_ONE}/revisions/{{number}}",
    operation_id="getPlanRevision",
    summary="The plan of a revision as data, as written",
    response_model=PlanDocument,
)
def get_revision(ctx: Ctx, plan_id: str, number: Number) -> Response:
    return Response(read_plans.get_document(ctx, plan_id, number), media_type="application/json")


@router.get(
    f"{_ONE}/revisions/{{number}}/bundle",
    operation_id="getRevisionBundle",
    summary="The scripts of a revision as a ZIP, byte for byte",
    responses=_ZIP,
    response_class=Response,
)
def get_bundle(ctx: Ctx, plan_id: str, number: Number) -> Response:
    found = read_plans.get_bundle(ctx, plan_id, number)
    name = f'attachment; filename="{found.name}"'
    return Response(found.data, media_type="application/zip", headers={"Content-Disposition": name})


@router.get(
    f"{_ONE}/revisions/{{number}}/file",
    operation_id="getRevisionFile",
    summary="One file of a revision, as written",
    response_class=PlainTextResponse,
)
def get_file(
    ctx: Ctx,
    plan_id: str,
    number: Number,
    path: Annotated[str, Query(min_length=1, max_length=255, pattern=NO_NUL, description="The path in the plan.")],
) -> PlainTextResponse:
    return PlainTextResponse(read_plans.get_file(ctx, plan_id, number, path))


@router.get(
    f"{_ONE}/difference",
    operation_id="getPlanDifference",
    summary="Differences between two revisions: what moves, the question, and the files line by line",
)
def get_difference(
    ctx: Ctx,
    plan_id: str,
    before: Annotated[_RevisionNumber, Query(alias="from")],
    after: Annotated[_RevisionNumber, Query(alias="to")],
) -> PlanDifference:
    return read_plans.compare_revisions(ctx, plan_id, before, after, WORDS)


@router.post(
    f"{_ONE}/submit",
    operation_id="submitPlan",
    summary="Ask for review; stopped by failed checks",
    responses=_READ | _CHANGES,
    response_model_exclude_unset=True,
)
def post_submit(
    ctx: Ctx, who: Who, response: Response, plan_id: str, seen: Seen, asked: PlanToSubmit | None = None
) -> PlanUnderReview:
    review_plan.submit(ctx, plan_id, seen, asked.reason.strip() if asked else "", who)
    return _shown(ctx, who, response, plan_id)


@router.post(
    f"{_ONE}/withdraw",
    operation_id="withdrawPlan",
    summary="Withdraw it",
    responses=_READ | _CHANGES,
    response_model_exclude_unset=True,
)
def post_withdraw(
    ctx: Ctx, who: Who, response: Response, plan_id: str, seen: Seen, asked: PlanToMove | None = None
) -> PlanUnderReview:
    review_plan.withdraw(ctx, plan_id, seen, asked.comment.strip() if asked else "", who)
    return _shown(ctx, who, response, plan_id)


@router.post(
    f"{_ONE}/reviews",
    operation_id="reviewPlan",
    summary="Approve or reject the revision with this digest; an approval seals its forecast",
    status_code=201,
    responses=_MADE | _CHANGES,
    response_model_exclude_unset=True,
)
@waits_for_advisers
def post_review(
    ctx: Ctx, who: Who, response: Response, plan_id: str, seen: Seen, asked: PlanToJudge
) -> PlanUnderReview:
    review_plan.judge(ctx, plan_id, seen, asked.verdict, asked.digest, asked.comment.strip(), who)
    return _shown(ctx, who, response, plan_id)


@router.post(
    f"{_ONE}/applied",
    operation_id="markPlanApplied",
    summary="Mark it as applied",
    responses=_READ | _CHANGES,
    response_model_exclude_unset=True,
)
def post_applied(
    ctx: Ctx, who: Who, response: Response, plan_id: str, seen: Seen, asked: PlanToMove | None = None
) -> PlanUnderReview:
    review_plan.mark_applied(ctx, plan_id, seen, asked.comment.strip() if asked else "", who)
    return _shown(ctx, who, response, plan_id)


@router.get(f"{_ONE}/comments", operation_id="listComments", summary="Comments on a plan, oldest first")
def get_comments(ctx: Ctx, who: Who, plan_id: str) -> PlanCommentList:
    return PlanCommentList(items=PlanComment.all_of(read_plans.list_comments(ctx, plan_id, who)))


@router.post(
    f"{_ONE}/comments",
    operation_id="addComment",
    summary="Comment on a plan, an operation, a file or a line",
    status_code=201,
)
def post_comment(ctx: Ctx, who: Who, plan_id: str, asked: NewComment) -> PlanComment:
    return PlanComment.of(add_comment(ctx, plan_id, asked.text, asked.operation, asked.file, who, asked.line))


@router.patch(
    f"{_ONE}/comments/{{comment_id}}",
    operation_id="changeComment",
    summary="Resolve a comment, or open it again",
)
def patch_comment(ctx: Ctx, who: Who, plan_id: str, comment_id: str, change: CommentChange) -> PlanComment:
    return PlanComment.of(resolve_comment(ctx, plan_id, comment_id, change.resolved, who))


def _shown(ctx: Ctx, who: Who, response: Response, plan_id: str) -> PlanUnderReview:
    shown = PlanUnderReview.of_sheet(read_plans.get_plan(ctx, plan_id, who))
    response.headers["ETag"] = shown.etag
    return shown
