"""Files in, progress out."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import Depends, File, Form, Query, Request, Response, UploadFile

from segtier.api.cursors import Limit, cursor_of, page
from segtier.api.dependencies import Ctx, known_fields_only
from segtier.api.etags import IfNoneMatch, tag
from segtier.api.idempotency import tell_once
from segtier.api.routing import router_of
from segtier.api.schemas.base import NO_NUL
from segtier.api.schemas.uploads import Job, MaskedNames, SampleLoad, Upload, UploadContents, UploadPage
from segtier.api.turns import waits_for_advisers, waits_for_files
from segtier.api.who import Who
from segtier.masking.choice import Choice, Treatment
from segtier.model.evidence import Warn
from segtier.services import manage_uploads
from segtier.services.accept_upload import accept_upload
from segtier.services.list_contents import list_contents
from segtier.services.load_sample import load_sample
from segtier.services.mask_upload import accept_masked
from segtier.store import uploads
from segtier.store.records import JobState

router = router_of("uploads")


@router.post(
    "/uploads",
    operation_id="createUpload",
    summary="Upload a report, an export or an archive of them",
    status_code=202,
    responses={200: {"model": Upload, "description": "The same bytes were uploaded before"}},
    dependencies=[Depends(known_fields_only)],
)
@waits_for_files
def create_upload(
    ctx: Ctx,
    who: Who,
    request: Request,
    response: Response,
    file: UploadFile,
    period: Annotated[Literal["before", "after"] | None, Form(description="Default: before the change.")] = None,
    database_id: Annotated[
        str | None, Form(max_length=40, pattern=NO_NUL, description="For exports that do not name their database.")
    ] = None,
    batch: Annotated[
        str | None,
        Form(
            pattern="^bat_[0-9A-Za-z]{16,40}$",
            description="Any id of yours for files sent together. An export that names no database belongs with their reports.",
        ),
    ] = None,
    mask: Annotated[
        Treatment, Form(description="Names and hosts: keep them, replace them with tokens (hash), or drop them.")
    ] = Treatment.KEEP,
    mask_hosts: Annotated[
        Treatment | None, Form(description="Hosts, instances, the database and disk groups, if treated differently.")
    ] = None,
    mask_map: Annotated[
        UploadFile | None,
        File(description="The map from this database's earlier files: Segtier reuses its tokens and adds new ones."),
    ] = None,
) -> Upload:
    """With `mask`, only the masked file is stored. The map comes in the answer (`masked`) and is not kept."""
    name = file.filename or "unnamed"
    counted_as = period or "before"
    choice = Choice(mask, mask if mask_hosts is None else mask_hosts)
    masked = None
    if choice.strictest is Treatment.KEEP:
        accepted = accept_upload(
            ctx, who, file.file, file=name, period=counted_as, database_id=database_id, batch=batch
        )
    else:
        tell_once(request)
        known = mask_map.file.read() if mask_map is not None else None
        result = accept_masked(
            ctx,
            who,
            file.file,
            choice,
            file=name,
            period=counted_as,
            database_id=database_id,
            map_so_far=known,
            batch=batch,
        )
        accepted, masked = result.accepted, MaskedNames.of(result)
    upload = accepted.upload
    response.headers["Location"] = f"/api/v1/uploads/{upload.id}"
    response.status_code = 200 if accepted.duplicate else 202
    answer = Upload.of(upload, upload.id if accepted.duplicate else None, masked)
    return answer if period in (None, upload.period) else _still_counted(answer)


def _still_counted(upload: Upload) -> Upload:
    """Known bytes stay counted as they are, which whoever said otherwise has to be told."""
    words = (
        f"The same file was uploaded before and counts as {upload.period}; this upload does not change that. "
        "To count it differently, change the period of its report."
    )
    return upload.model_copy(update={"warnings": [*upload.warnings, Warn("period-kept", words)]})


@router.get("/uploads", operation_id="listUploads", summary="Uploads, newest first; those of an archive on demand")
def list_uploads(
    ctx: Ctx,
    who: Who,
    request: Request,
    response: Response,
    after: Annotated[uploads.Place | None, Depends(cursor_of("uploads", uploads.Place))],
    limit: Limit = 50,
    archive: Annotated[
        str | None, Query(max_length=40, description="List the files of this archive instead of single files.")
    ] = None,
    state: Annotated[list[JobState] | None, Query(description="Only those in this state; repeat for several.")] = None,
    batch: Annotated[
        str | None, Query(max_length=64, description="Only those in this batch; `none`: those without one.")
    ] = None,
) -> UploadPage:
    wanted = uploads.Wanted(archive, state or (), batch, who.databases)
    found = manage_uploads.list_uploads(ctx, limit + 1, after, wanted)
    items, following = page(request, response, "uploads", found, limit, lambda one: uploads.Place(one.id))
    return UploadPage(items=[Upload.of(upload) for upload in items], next_cursor=following)


@router.get("/uploads/{upload_id}", operation_id="getUpload", summary="One upload with its progress")
def get_upload(ctx: Ctx, response: Response, upload_id: str, if_none_match: IfNoneMatch = None) -> Upload:
    return tag(response, if_none_match, Upload.of(manage_uploads.get_upload(ctx, upload_id)))


@router.get(
    "/uploads/{upload_id}/contents",
    operation_id="listUploadContents",
    summary="The sections of a report or the files of a bundle, read or missing and why",
)
def list_upload_contents(ctx: Ctx, upload_id: str) -> UploadContents:
    return UploadContents.model_validate(list_contents(ctx, upload_id))


@router.delete(
    "/uploads/{upload_id}",
    operation_id="deleteUpload",
    summary="Remove an upload and what was read from it",
    status_code=204,
)
@waits_for_advisers  # what was measured of a sealed forecast is worked out before a report of it goes
def delete_upload(ctx: Ctx, who: Who, upload_id: str) -> None:
    manage_uploads.delete_upload(ctx, who, upload_id)


@router.post(
    "/uploads/{upload_id}/retry",
    operation_id="retryUpload",
    summary="Read a failed upload again",
    status_code=202,
)
def retry_upload(ctx: Ctx, who: Who, upload_id: str) -> Upload:
    return Upload.of(manage_uploads.retry_upload(ctx, who, upload_id))


@router.post("/samples/oltp", operation_id="loadSample", summary="Load the synthetic OLTP sample", status_code=202)
@waits_for_files
def load_oltp_sample(ctx: Ctx, who: Who) -> SampleLoad:
    return SampleLoad(uploads=[Upload.of(upload) for upload in load_sample(ctx, who)])


@router.get("/jobs/{job_id}", operation_id="getJob", summary="One entry of the queue")
def get_job(ctx: Ctx, response: Response, job_id: str, if_none_match: IfNoneMatch = None) -> Job:
    return tag(response, if_none_match, Job.of(manage_uploads.get_job(ctx, job_id)))
