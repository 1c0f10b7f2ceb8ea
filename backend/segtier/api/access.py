"""Who may use which operation: one line for each, by its `operation_id`. An operation without a line is shut."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from fastapi import Request
from starlette.concurrency import run_in_threadpool

from segtier.errors import NotAllowed, Refused
from segtier.model.account import Actor, Scope
from segtier.services import known_to
from segtier.services.context import Context

Needs = Scope | Literal["nothing", "any", "person"]
"""A scope; or `nothing`: strangers too; `any`: whoever is known; `person`: an account that signed in, no token."""


@dataclass(frozen=True, slots=True)
class Access:
    """`all_databases`: nothing for those who know only some."""

    needs: Needs
    all_databases: bool = False


ACCESS: dict[str, Access] = {
    "healthz": Access("nothing"),
    "readyz": Access("nothing"),
    "signIn": Access("nothing"),
    "signOut": Access("person"),
    "getMe": Access("any"),
    "changePassword": Access("person"),
    "listTokens": Access("person"),
    "makeToken": Access("person"),
    "revokeToken": Access("person"),
    "listUsers": Access("admin"),
    "addUser": Access("admin"),
    "getUser": Access("admin"),
    "changeUser": Access("admin"),
    "removeUser": Access("admin"),
    "resetPassword": Access("admin"),
    "verifyAudit": Access("audit:read", all_databases=True),
    "listAudit": Access("audit:read", all_databases=True),
    "listUploads": Access("reports:read"),
    "createUpload": Access("uploads:write", all_databases=True),
    "getUpload": Access("reports:read"),
    "listUploadContents": Access("reports:read"),
    "deleteUpload": Access("uploads:write"),
    "retryUpload": Access("uploads:write"),
    "loadSample": Access("uploads:write", all_databases=True),
    "getJob": Access("reports:read"),
    "listBatches": Access("reports:read"),
    "listDatabases": Access("reports:read"),
    "getDatabase": Access("reports:read"),
    "deleteDatabase": Access("uploads:write"),
    "listReports": Access("reports:read"),
    "setSizes": Access("uploads:write"),
    "getFleet": Access("reports:read"),
    "getReport": Access("reports:read"),
    "changeReport": Access("uploads:write"),
    "getDocument": Access("reports:read"),
    "locateInReport": Access("reports:read"),
    "locateInFile": Access("reports:read"),
    "showReport": Access("reports:read"),
    "showFile": Access("reports:read"),
    "getAdvice": Access("reports:read"),
    "getAdviceOptions": Access("reports:read"),
    "getAdviceFrontier": Access("reports:read"),
    "getAdviceSources": Access("reports:read"),
    "getSegments": Access("reports:read"),
    "getSegmentMap": Access("reports:read"),
    "getSegmentHours": Access("reports:read"),
    "getSegmentFacets": Access("reports:read"),
    "getComparison": Access("reports:read"),
    "getVolumes": Access("reports:read"),
    "getDrift": Access("reports:read"),
    "getPlan": Access("plans:read"),
    "getBundle": Access("plans:read"),
    "listScenarios": Access("reports:read"),
    "createScenario": Access("scenarios:write"),
    "compareScenarios": Access("reports:read"),
    "getScenario": Access("reports:read"),
    "changeScenario": Access("scenarios:write"),
    "deleteScenario": Access("scenarios:write"),
    "forkScenario": Access("scenarios:write"),
    "getScenarioAdvice": Access("reports:read"),
    "getScenarioAdvicePiece": Access("reports:read"),
    "listDevices": Access("reports:read"),
    "listMachines": Access("reports:read"),
    "listVolumes": Access("reports:read"),
    "listOptions": Access("reports:read"),
    "listPublished": Access("reports:read"),
    "listCollectionQueries": Access("reports:read"),
    "getCollector": Access("reports:read"),
    "downloadCollector": Access("reports:read"),
    "readMeasurements": Access("reports:read"),
    "sealForecast": Access("plans:write"),
    "getScoreboard": Access("reports:read"),
    "exportScores": Access("reports:read"),
    "draftPlan": Access("plans:write"),
    "listPlans": Access("plans:read"),
    "getPlanUnderReview": Access("plans:read"),
    "revisePlan": Access("plans:write"),
    "getPlanRevision": Access("plans:read"),
    "getRevisionBundle": Access("plans:read"),
    "getRevisionFile": Access("plans:read"),
    "getPlanDifference": Access("plans:read"),
    "submitPlan": Access("plans:write"),
    "withdrawPlan": Access("plans:write"),
    "reviewPlan": Access("plans:review"),
    "markPlanApplied": Access("plans:write"),
    "listComments": Access("plans:read"),
    "addComment": Access("plans:write"),
    "changeComment": Access("plans:write"),
    "callTools": Access("reports:read"),
    "listEvents": Access("reports:read"),
    "streamEvents": Access("reports:read"),
    "listWebhooks": Access("webhooks:write", all_databases=True),
    "addWebhook": Access("webhooks:write", all_databases=True),
    "getWebhook": Access("webhooks:write", all_databases=True),
    "changeWebhook": Access("webhooks:write", all_databases=True),
    "removeWebhook": Access("webhooks:write", all_databases=True),
    "rotateWebhookSecret": Access("webhooks:write", all_databases=True),
    "testWebhook": Access("webhooks:write", all_databases=True),
    "listDeliveries": Access("webhooks:write", all_databases=True),
    "getDelivery": Access("webhooks:write", all_databases=True),
    "replayDelivery": Access("webhooks:write", all_databases=True),
}
_SAFE_METHODS = ("GET", "HEAD")
_FILES = ("locateInReport", "showReport")
"""They show the file a report came in, which may hold another."""


async def allowed(request: Request) -> None:
    """Raises NotAllowed where whoever asks may not, NotFound where they do not know the database it is about."""
    operation = request.scope["route"].operation_id
    access = ACCESS.get(operation)
    if access is None:
        raise NotAllowed(f"the operation {operation} has no line in segtier/api/access.py")
    if access.needs == "nothing":
        return
    actor: Actor = request.state.actor
    _need(actor, access)
    context: Context | None = request.app.state.context
    if context is not None and request.method not in _SAFE_METHODS:  # whoever sends a body may have held it for a while
        await run_in_threadpool(context.store.need_right, actor)
    if actor.databases is not None:
        await run_in_threadpool(_need_known, request, operation, actor)


def _need(actor: Actor, access: Access) -> None:
    if access.needs == "person":
        _need_person(actor)
    elif access.needs != "any" and access.needs not in actor.scopes:
        raise NotAllowed(f"this needs the scope {access.needs}, which you do not have", code="scope-needed")
    if access.all_databases and actor.databases is not None:
        raise NotAllowed(
            "your token is limited to some databases, and this request covers all of them", code="all-databases-needed"
        )


def _need_person(actor: Actor) -> None:
    if actor.token is not None:
        raise NotAllowed("tokens cannot do this; sign in with name and password", code="no-token-may")
    if actor.alone:
        raise Refused(
            "this installation has no accounts yet", code="no-accounts", advice="Make the first: segtier admin add NAME"
        )


def _need_known(request: Request, operation: str, actor: Actor) -> None:
    """Every way in which an operation names what belongs to a database."""
    ctx, named = request.app.state.context, request.path_params
    if "database_id" in named:
        known_to.need_database(actor, named["database_id"])
    if "report_id" in named:
        need = known_to.need_report_file if operation in _FILES else known_to.need_report
        need(ctx, actor, named["report_id"])
    if "upload_id" in named:
        known_to.need_upload(ctx, actor, named["upload_id"])
    if "plan_id" in named:
        known_to.need_plan(ctx, actor, named["plan_id"])
    if "job_id" in named:
        known_to.need_job(ctx, actor, named["job_id"])
    if "source" in request.query_params:
        known_to.need_file(ctx, actor, request.query_params["source"])
