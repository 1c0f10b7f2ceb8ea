"""Databases, their reports and typed sizes."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Query, Request, Response

from segtier.api.cursors import LimitOrAll, cursor_of, one_more, page
from segtier.api.dependencies import Ctx
from segtier.api.etags import IfMatch, IfNoneMatch, seen, tag
from segtier.api.routing import API, router_of
from segtier.api.schemas.base import NO_NUL
from segtier.api.schemas.databases import DatabaseItem, DatabaseList, RejectedLine, SizesTaken, SizesText
from segtier.api.schemas.reports import ReportItem, ReportList
from segtier.api.who import Who
from segtier.services import manage_uploads
from segtier.services.set_sizes import set_sizes
from segtier.store import databases, reports

_NAME = "The database's name: required if approved plans or sealed forecasts are deleted with it."

router = router_of("databases", f"{API}/databases")


@router.get("", operation_id="listDatabases", summary="Databases with what is stored about each")
def list_databases(
    ctx: Ctx,
    who: Who,
    request: Request,
    response: Response,
    after: Annotated[databases.Place | None, Depends(cursor_of("databases", databases.Place))],
    limit: LimitOrAll = None,
) -> DatabaseList:
    found = manage_uploads.list_databases(ctx, who.databases, after, one_more(limit))
    items, following = page(request, response, "databases", found, limit, databases.Place.of)
    return DatabaseList(items=[DatabaseItem.model_validate(database) for database in items], next_cursor=following)


@router.get("/{database_id}", operation_id="getDatabase", summary="One database")
def get_database(ctx: Ctx, response: Response, database_id: str, if_none_match: IfNoneMatch = None) -> DatabaseItem:
    found = manage_uploads.get_database(ctx, database_id)
    return tag(response, if_none_match, DatabaseItem.model_validate(found))


@router.delete(
    "/{database_id}",
    operation_id="deleteDatabase",
    summary="Remove a database, its reports and their files",
    status_code=204,
)
def delete_database(
    ctx: Ctx,
    who: Who,
    database_id: str,
    if_match: IfMatch = None,
    name: Annotated[str | None, Query(max_length=200, pattern=NO_NUL, description=_NAME)] = None,
) -> None:
    manage_uploads.delete_database(ctx, who, database_id, seen(if_match, DatabaseItem.model_validate), name)


@router.get("/{database_id}/reports", operation_id="listReports", summary="Reports by time, exports last")
def list_reports(
    ctx: Ctx,
    request: Request,
    response: Response,
    database_id: str,
    after: Annotated[reports.Place | None, Depends(cursor_of("reports", reports.Place))],
    limit: LimitOrAll = None,
) -> ReportList:
    found = manage_uploads.list_reports(ctx, database_id, after, one_more(limit))
    items, following = page(request, response, "reports", found, limit, reports.Place.of)
    return ReportList(items=[ReportItem.of(report) for report in items], next_cursor=following)


@router.put("/{database_id}/sizes", operation_id="setSizes", summary="Set typed or pasted segment sizes")
def put_sizes(ctx: Ctx, who: Who, database_id: str, sizes: SizesText) -> SizesTaken:
    taken = set_sizes(ctx, who, database_id, sizes.text)
    rejected = [
        RejectedLine(line=fault.line, excerpt=fault.excerpt, message=fault.message, advice=fault.advice)
        for fault in taken.rejected
    ]
    return SizesTaken(accepted=taken.accepted, rejected=rejected)
