"""List, retry and delete uploads and databases."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from segtier.errors import NotAllowed, NotFound, Refused
from segtier.model.account import ITSELF, Actor, Writer
from segtier.model.audit import Deleter
from segtier.plurals import plural
from segtier.services.context import Context
from segtier.services.dump_files import files_went
from segtier.services.expected import Expected, anything
from segtier.services.link_report import choose_database, relink
from segtier.services.make_room import makes_room
from segtier.services.scoreboard import keep_scores
from segtier.store import answered_keys, batches, databases, dump_parts, jobs, plans, reports, sealed_forecasts, uploads
from segtier.store.engine import one_at_a_time
from segtier.store.records import BatchRecord, DatabaseRecord, JobRecord, Period, ReportRecord, UploadRecord
from segtier.store.uploads import Wanted

_ALL = Wanted()
_SIFTED_AT_ONCE = 200


def list_uploads(
    ctx: Context, limit: int, after: uploads.Place | None = None, wanted: Wanted = _ALL
) -> list[UploadRecord]:
    """Newest first: at most `limit` of those after a place."""
    with ctx.store.read() as tx:
        return uploads.page(tx, limit, after, wanted)


def list_batches(
    ctx: Context, limit: int, known: Collection[str] | None = None, after: batches.Place | None = None
) -> list[BatchRecord]:
    """Newest first; with `known` only those of which every file was read and belongs to these databases."""
    with ctx.store.read() as tx:
        if known is None:
            return batches.page(tx, limit, after)
        found: list[BatchRecord] = []
        while len(found) < limit and (some := batches.page(tx, _SIFTED_AT_ONCE, after)):
            found += (batch for batch in some if _is_within(batch, known))
            after = batches.Place.of(some[-1])
    return found[:limit]


def _is_within(batch: BatchRecord, known: Collection[str]) -> bool:
    read = set(batch.states) == {"succeeded"} and not batch.refused and not batch.unlinked
    return read and not batch.waiting and bool(batch.database_ids) and set(batch.database_ids) <= set(known)


def get_upload(ctx: Context, upload_id: str) -> UploadRecord:
    with ctx.store.read() as tx:
        return uploads.get(tx, upload_id)


def get_job(ctx: Context, job_id: str) -> JobRecord:
    with ctx.store.read() as tx:
        return jobs.get(tx, job_id)


def retry_upload(ctx: Context, by: Writer, upload_id: str) -> UploadRecord:
    """Queue a failed or quarantined upload again; raises Refused for any other."""
    with ctx.store.write(by) as tx:
        upload = uploads.get(tx, upload_id)
        if upload.job.state not in ("failed", "quarantined"):
            raise Refused(f"the upload is {upload.job.state}; only failed ones are retried", code="not-retryable")
        upload = uploads.queue_again(tx, upload_id)
    ctx.ring()
    return upload


@makes_room
def delete_upload(ctx: Context, by: Writer, upload_id: str) -> None:
    """Remove an upload and all that was read from it, an archive with its files; of a dump in several files what all gave.

    Plans that were ever approved and sealed forecasts outlive it. A worker that still reads one of them writes nothing. The
    bytes go with the next sweep (`sweep_files`).
    """
    with ctx.store.read() as tx:
        counted = dump_parts.led(tx, dump_parts.exports_of(tx, upload_id))
    keep_scores(ctx, [upload_id, *counted])
    _delete_upload(ctx, upload_id, ctx.deleter(by))


def _delete_upload(ctx: Context, upload_id: str, by: Deleter) -> None:
    with ctx.store.write(by.actor) as tx:
        one_at_a_time(tx)
        upload = uploads.get(tx, upload_id)
        dumps = dump_parts.counted(tx, dump_parts.exports_of(tx, upload_id))
        touched = reports.databases_of_uploads(tx, upload_id)
        uploads.delete(tx, upload_id, by)
        touched |= files_went(tx, dumps)
        answered_keys.forget_bodies(tx)
        relink(tx, touched, upload.sample, by=by)
    ctx.answers.clear()
    if dumps:
        ctx.ring()


def forget_uploads(ctx: Context, days: int) -> int:
    """Delete what came longer ago, as people do; gives how many uploads went. None where the clock is not believed.

    Plans that were ever approved and sealed forecasts stay, unless the installation erases names: then what was done
    longer ago goes too.
    """
    clock = ctx.clock.believed(ctx.store)
    if clock is None:
        return 0
    with ctx.store.read() as tx:
        old = uploads.finished_before(tx, clock, timedelta(days=days))
    by = ctx.deleter(ITSELF, f"kept for {days} days")
    keep_scores(ctx, old)
    gone = 0
    for upload_id in old:
        with suppress(NotFound):  # somebody else was quicker
            _delete_upload(ctx, upload_id, by)
            gone += 1
    if ctx.erase_names:
        _erase_plans(ctx, clock.before(timedelta(days=days)), by)
    return gone


def _erase_plans(ctx: Context, before: datetime, by: Deleter) -> None:
    """Plans and sealed forecasts that nothing was done to since, and databases that nothing else is left of."""
    with ctx.store.write(by.actor) as tx:
        one_at_a_time(tx)
        for plan in plans.every(tx):
            if plans.changed_at(tx, plan) < before:
                plans.delete(tx, plan, by)
        for sealed in sealed_forecasts.every(tx):
            if datetime.fromisoformat(sealed.body["at"]) < before:
                sealed_forecasts.delete(tx, sealed, by)
        for database_id in set(databases.identifiers(tx)) - databases.with_documents(tx):
            if not databases.is_named(tx, database_id):
                databases.delete(tx, database_id, by)


def list_databases(
    ctx: Context,
    known: Collection[str] | None = None,
    after: databases.Place | None = None,
    limit: int | None = None,
) -> list[DatabaseRecord]:
    """All, or those among `known`; at most `limit` of those after a place."""
    with ctx.store.read() as tx:
        return databases.page(tx, known, after, limit)


def get_database(ctx: Context, database_id: str) -> DatabaseRecord:
    with ctx.store.read() as tx:
        return databases.get(tx, database_id)


@makes_room
def delete_database(
    ctx: Context, by: Writer, database_id: str, expected: Expected[DatabaseRecord] = anything, name: str | None = None
) -> None:
    """Remove a database with its reports and the files they came from, and archives that no file is left of.

    An archive that is still taken apart stays: its next files may be of another database. Raises Refused where a file holds a
    report of another database too, which would be lost. With plans that were ever approved, or sealed forecasts, it takes an
    admin who types its `name`: raises NotAllowed or Refused.
    """
    deleter = ctx.deleter(by)
    with ctx.store.write(by) as tx:
        one_at_a_time(tx)
        database = databases.get(tx, database_id)
        expected(database)
        _need_name(tx, database, by, name)
        shared = uploads.shared_file(tx, database_id)
        if shared is not None:
            raise Refused(
                f"the file {shared} holds a report of another database too",
                code="shared-file",
                advice="Delete that upload first; both of its reports go with it.",
            )
        gone = uploads.of_database(tx, database_id)
        for upload in gone:
            uploads.delete(tx, upload.id, deleter)
        for archive_id in {upload.archive_id for upload in gone if upload.archive_id}:
            uploads.hold_jobs(tx, archive_id)
            if not uploads.count_members(tx, archive_id) and not uploads.is_unfinished(tx, archive_id):
                uploads.delete(tx, archive_id, deleter)
        databases.delete(tx, database_id, deleter)
        answered_keys.forget_bodies(tx)
        relink(tx, (), database.sample, names=[database.name], by=deleter)
    ctx.answers.clear()


def _need_name(tx: Session, database: DatabaseRecord, by: Writer, name: str | None) -> None:
    """Segtier itself, and who has its machine, is not asked."""
    approved, sealed = len(plans.approved_ever(tx, database.id)), len(sealed_forecasts.every(tx, database.id))
    if not isinstance(by, Actor) or not (approved or sealed):
        return
    counts = (plural(approved, "plan that was approved", "plans that were approved"), plural(sealed, "sealed forecast"))
    lost = " and ".join(one for one, count in zip(counts, (approved, sealed), strict=True) if count)
    if "admin" not in by.scopes:
        raise NotAllowed(
            f"{database.name} has {lost}: only an admin can delete them",
            code="admin-needed",
            advice="Delete its uploads instead: the plans and forecasts stay.",
        )
    if name != database.name:
        raise Refused(
            f"{database.name} has {lost}, which would be deleted with it",
            code="name-needed",
            advice="To delete everything, type the name of the database (`?name=` in the API).",
        )


def list_reports(
    ctx: Context, database_id: str, after: reports.Place | None = None, limit: int | None = None
) -> list[ReportRecord]:
    with ctx.store.read() as tx:
        databases.known(tx, database_id)
        return reports.of_database(tx, database_id, after, limit)


def get_report(ctx: Context, report_id: str) -> ReportRecord:
    with ctx.store.read() as tx:
        return reports.get(tx, report_id)


def get_document(ctx: Context, report_id: str) -> bytes:
    """The workload or inventory document of a report, as JSON."""
    with ctx.store.read() as tx:
        return reports.document(tx, report_id)


def change_report(
    ctx: Context,
    by: Writer,
    report_id: str,
    period: Period | None,
    database_id: str | None,
    expected: Expected[ReportRecord] = anything,
) -> ReportRecord:
    """Count a report for another period, or say which database an export belongs to.

    Raises Refused where the document itself names its database.
    """
    with ctx.store.write(by) as tx:
        one_at_a_time(tx)
        report = reports.get(tx, report_id)
        expected(report)
        if period is not None:
            reports.choose_period(tx, report_id, period)
        if database_id is not None:
            if not report.facts.anonymous:
                raise Refused("this file already names its database", code="already-linked")
            choose_database(tx, report, database_id)
        tx.flush()
        if report.database_id is not None:
            relink(tx, [report.database_id], report.facts.sample, by=ctx.deleter(by))
        tx.expire_all()
        return reports.get(tx, report_id)
