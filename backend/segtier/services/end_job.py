"""How a job ends when its file cannot be read, and what must still be done when the last file of an archive is over."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy.orm import Session

from segtier.errors import SegtierError
from segtier.model.account import ITSELF
from segtier.services.context import Context
from segtier.services.link_report import relink
from segtier.store import dump_parts, events, jobs, reports, uploads
from segtier.store.engine import one_at_a_time
from segtier.store.records import Fault, JobRecord, Lease, UploadRecord


def as_fault(error: SegtierError) -> Fault:
    return Fault(
        code=error.code,
        message=error.message,
        advice=error.advice,
        section=getattr(error, "section", None),
        line=getattr(error, "line", None),
        column=getattr(error, "column", None),
        excerpt=getattr(error, "excerpt", None),
    )


def fail_job(ctx: Context, lease: Lease, upload: UploadRecord, fault: Fault) -> JobRecord | None:
    """End a job as failed by its file; None where the lease was lost."""
    with ctx.store.write(ITSELF) as tx:
        one_at_a_time(tx)
        if not jobs.finish(tx, lease, "failed", fault):
            return None
        settle(tx, upload)
        return jobs.get(tx, lease.job_id)


def settle(tx: Session, upload: UploadRecord, parsed: Sequence[str] = ()) -> None:
    """Work out the databases that an upload brought documents of, now that it is over, and tell of it.

    For the files of an archive this is done once, after the last of them: each alone would cost as much as all. `parsed`: the
    documents that are new. Whoever calls began the transaction with `one_at_a_time`.
    """
    tx.flush()
    if jobs.get(tx, upload.job.id).state != "succeeded":  # what was read of a dump was of other files
        relink(tx, dump_parts.forget_read(tx, dump_parts.exports_of(tx, upload.id)), upload.sample)
    whole = upload.archive_id or upload.id
    is_over = not uploads.is_unfinished(tx, whole)
    if is_over:
        relink(tx, reports.databases_of_uploads(tx, whole), upload.sample)
    for report_id in parsed:
        database_id = reports.get(tx, report_id).database_id
        events.add(tx, "report.parsed", database_id, report_id, upload_id=upload.id)
    if is_over:
        uploads.record(tx, whole)
        _tell_of_its_end(tx, uploads.get(tx, whole))


def _tell_of_its_end(tx: Session, whole: UploadRecord) -> None:
    """Of what was sent by itself; the files of an archive are counted with it."""
    if whole.archive_id is not None:
        return
    if whole.job.state != "succeeded":
        code = whole.job.error.code if whole.job.error else whole.job.state
        events.add(tx, "upload.failed", whole.database_id, whole.id, job_id=whole.job.id, code=code)
        return
    members = whole.members
    counts = {"files": members.added, "files_failed": members.failed} if members else {}
    database_id = None if members else whole.database_id
    events.add(tx, "upload.completed", database_id, whole.id, job_id=whole.job.id, **counts)
    for compared in reports.newly_compared(tx, whole.id):
        events.add(tx, "comparison.ready", compared, compared, upload_id=whole.id)
