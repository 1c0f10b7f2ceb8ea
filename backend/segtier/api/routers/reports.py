"""One report: its document, its period, and where its figures stand in the file."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Query, Response

from segtier.api.dependencies import Ctx
from segtier.api.etags import IfMatch, IfNoneMatch, seen, tag
from segtier.api.routing import router_of
from segtier.api.schemas.reports import FoundPlace, ReportChange, ReportItem
from segtier.api.turns import waits_for_files
from segtier.api.who import Who
from segtier.model.evidence import Evidence
from segtier.model.inventory import Inventory
from segtier.model.workload import Workload
from segtier.services import manage_uploads
from segtier.services.known_to import need_database
from segtier.services.locate_evidence import FoundEvidence, locate_in_file, locate_in_report, show_file, show_report

router = router_of("reports")
SectionName = Annotated[str, Query(min_length=1, max_length=200)]
Count = Annotated[int, Query(ge=0, le=10_000_000)]
FieldName = Annotated[str | None, Query(max_length=100, description="Field of the document.")]
Digest = Annotated[str, Query(pattern="^[0-9a-f]{64}$")]
_PAGE: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "An HTML page with the place as `#segtier-here`",
        "content": {"text/html": {"schema": {"type": "string"}}},
    }
}
_SHUT = {
    "Content-Security-Policy": (
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
    )
}
"""What came from a file runs nothing, fetches nothing and has no origin, whoever opens it."""


@router.get("/reports/{report_id}", operation_id="getReport", summary="One report")
def get_report(ctx: Ctx, response: Response, report_id: str, if_none_match: IfNoneMatch = None) -> ReportItem:
    return tag(response, if_none_match, ReportItem.of(manage_uploads.get_report(ctx, report_id)))


@router.patch("/reports/{report_id}", operation_id="changeReport", summary="Change its period or its database")
def patch_report(
    ctx: Ctx, who: Who, response: Response, report_id: str, change: ReportChange, if_match: IfMatch = None
) -> ReportItem:
    if change.database_id is not None:
        need_database(who, change.database_id)
    expected = seen(if_match, ReportItem.of)
    changed = manage_uploads.change_report(ctx, who, report_id, change.period, change.database_id, expected)
    return tag(response, None, ReportItem.of(changed))


@router.get(
    "/reports/{report_id}/workload",
    operation_id="getDocument",
    summary="The workload or inventory document",
    response_model=Workload | Inventory,
)
def get_document(ctx: Ctx, report_id: str) -> Response:
    return Response(manage_uploads.get_document(ctx, report_id), media_type="application/json")


@router.get(
    "/reports/{report_id}/evidence",
    operation_id="locateInReport",
    summary="Where a figure of this report is in its file",
)
@waits_for_files
def locate_report_figure(
    ctx: Ctx,
    report_id: str,
    section: SectionName,
    occurrence: Count = 0,
    row: Count = 0,
    field: FieldName = None,
) -> FoundPlace:
    return _found(locate_in_report(ctx, report_id, Evidence(section, occurrence, row), field))


@router.get(
    "/evidence",
    operation_id="locateInFile",
    summary="Where a figure is in the file with that SHA-256 (`source` of any evidence)",
)
@waits_for_files
def locate_file_figure(
    ctx: Ctx,
    source: Digest,
    section: SectionName,
    occurrence: Count = 0,
    row: Count = 0,
    field: FieldName = None,
) -> FoundPlace:
    return _found(locate_in_file(ctx, source, Evidence(section, occurrence, row, source), field))


@router.get(
    "/reports/{report_id}/page",
    operation_id="showReport",
    summary="This report's file as an inert page with a figure highlighted",
    responses=_PAGE,
    response_class=Response,
)
@waits_for_files
def show_report_figure(
    ctx: Ctx,
    report_id: str,
    section: SectionName,
    occurrence: Count = 0,
    row: Count = 0,
    field: FieldName = None,
) -> Response:
    return _page(show_report(ctx, report_id, Evidence(section, occurrence, row), field))


@router.get(
    "/evidence/page",
    operation_id="showFile",
    summary="The file with that SHA-256 as an inert page with a figure highlighted",
    responses=_PAGE,
    response_class=Response,
)
@waits_for_files
def show_file_figure(
    ctx: Ctx,
    source: Digest,
    section: SectionName,
    occurrence: Count = 0,
    row: Count = 0,
    field: FieldName = None,
) -> Response:
    return _page(show_file(ctx, source, Evidence(section, occurrence, row, source), field))


def _page(page: bytes) -> Response:
    return Response(page, media_type="text/html; charset=utf-8", headers=_SHUT)


def _found(found: FoundEvidence) -> FoundPlace:
    return FoundPlace.of(found.place, found.file, found.sha256)
