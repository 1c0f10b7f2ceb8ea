"""List, retry and delete uploads and databases."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlalchemy.orm import Session

from segtier.errors import Refused
from segtier.services.context import Context
from segtier.services.link_report import choose_database, relink_exports
from segtier.store import databases, jobs, reports, uploads
from segtier.store.records import DatabaseRecord, JobRecord, ReportRecord, UploadRecord


def list_uploads(
    ctx: Context, limit: int, before: str | None, archive_id: str | None = None, states: Sequence[str] = ()
) -> tuple[list[UploadRecord], str | None]:
    """Newest first, with the identifier the next page starts below (None on the last page).

    Files that came by themselves, or the members of an archive; in any of the states, where some are named.
    """
    with ctx.store.read() as tx:
        found = uploads.page(tx, limit + 1, before, archive_id, states)
    more = len(found) > limit
    return found[:limit], found[limit - 1].id if more else None


def get_upload(ctx: Context, upload_id: str) -> UploadRecord:
    with ctx.store.read() as tx:
        return uploads.get(tx, upload_id)


def get_job(ctx: Context, job_id: str) -> JobRecord:
    with ctx.store.read() as tx:
        return jobs.get(tx, job_id)


def retry_upload(ctx: Context, upload_id: str) -> UploadRecord:
    """Queue a failed or quarantined upload again; raises Refused for any other."""
    with ctx.store.write() as tx:
        upload = uploads.get(tx, upload_id)
        if upload.job.state not in ("failed", "quarantined"):
            raise Refused(f"the upload is {upload.job.state}; only failed ones are retried", code="not-retryable")
        upload = uploads.queue_again(tx, upload_id)
    ctx.ring(upload.job.id)
    return upload


def delete_upload(ctx: Context, upload_id: str) -> None:
    """Remove an upload and all that was read from it, an archive with its files.

    A worker that still reads one of them writes nothing.
    """
    with ctx.store.write() as tx:
        upload = uploads.get(tx, upload_id)
        gone = [upload, *uploads.of_archive(tx, upload_id)]
        touched = reports.databases_of_uploads(tx, upload_id)
        uploads.delete(tx, upload_id)
        for database_id in touched:
            databases.delete_empty(tx, database_id)
        relink_exports(tx, upload.sample)
    _drop_unused(ctx, gone)


def list_databases(ctx: Context) -> list[DatabaseRecord]:
    with ctx.store.read() as tx:
        return databases.list_all(tx)


def get_database(ctx: Context, database_id: str) -> DatabaseRecord:
    with ctx.store.read() as tx:
        return databases.get(tx, database_id)


def delete_database(ctx: Context, database_id: str) -> None:
    """Remove a database with its reports and the files they came from."""
    with ctx.store.write() as tx:
        database = databases.get(tx, database_id)
        gone = uploads.of_database(tx, database_id)
        for upload in gone:
            uploads.delete(tx, upload.id)
        gone += _emptied(tx, {upload.archive_id for upload in gone if upload.archive_id})
        databases.delete(tx, database_id)
        relink_exports(tx, database.sample)
    _drop_unused(ctx, gone)


def list_reports(ctx: Context, database_id: str) -> list[ReportRecord]:
    with ctx.store.read() as tx:
        databases.get(tx, database_id)
        return reports.of_database(tx, database_id)


def get_report(ctx: Context, report_id: str) -> ReportRecord:
    with ctx.store.read() as tx:
        return reports.get(tx, report_id)


def get_document(ctx: Context, report_id: str) -> bytes:
    """The workload or inventory document of a report, as JSON."""
    with ctx.store.read() as tx:
        return reports.document(tx, report_id)


def change_report(ctx: Context, report_id: str, period: str | None, database_id: str | None) -> ReportRecord:
    """Count a report for another period, or say which database an export belongs to.

    Raises Refused where the document itself names its database.
    """
    with ctx.store.write() as tx:
        report = reports.get(tx, report_id)
        if period is not None:
            reports.set_period(tx, report_id, period)
        if database_id is not None:
            if not report.facts.anonymous:
                raise Refused("this file says itself which database it is from", code="already-linked")
            choose_database(tx, report, database_id)
        tx.flush()
        tx.expire_all()
        return reports.get(tx, report_id)


def _emptied(tx: Session, archive_ids: Iterable[str]) -> list[UploadRecord]:
    """Remove archives that no file is left of."""
    found = [uploads.get(tx, one) for one in archive_ids if not uploads.count_members(tx, one)]
    for archive in found:
        uploads.delete(tx, archive.id)
    return found


def _drop_unused(ctx: Context, gone: list[UploadRecord]) -> None:
    """Remove the bytes of deleted uploads, unless the same file came again meanwhile."""
    with ctx.store.write() as tx:
        for upload in gone:
            if not uploads.digest_is_used(tx, upload.sha256):
                ctx.blobs.drop(upload.sha256)
