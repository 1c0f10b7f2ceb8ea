"""How a job ends when its file cannot be read, and what must still be done when the last file of an archive is over."""

from __future__ import annotations

from sqlalchemy.orm import Session

from segtier.errors import SegtierError
from segtier.services.context import Context
from segtier.services.link_report import relink
from segtier.store import jobs, reports, uploads
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
    with ctx.store.write() as tx:
        one_at_a_time(tx)
        if not jobs.finish(tx, lease, "failed", fault):
            return None
        settle(tx, upload)
        return jobs.get(tx, lease.job_id)


def settle(tx: Session, upload: UploadRecord) -> None:
    """Work out the databases that an upload brought documents of, now that it is over.

    For the files of an archive this is done once, after the last of them: each alone would cost as much as all. Whoever calls
    began the transaction with `one_at_a_time`.
    """
    tx.flush()
    whole = upload.archive_id or upload.id
    if not uploads.is_unfinished(tx, whole):
        relink(tx, reports.databases_of_uploads(tx, whole), upload.sample)
