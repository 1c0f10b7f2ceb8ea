"""Read an uploaded file and store what it says, exactly once however often workers die.

A worker may try, be killed and be followed by another. Everything it found is written in one transaction, and only
while the job is still its own (`Lease`): the loser of a race writes nothing.
"""

from __future__ import annotations

from segtier import documents
from segtier.errors import NotFound, SegtierError, UnreadableInput
from segtier.model.inventory import Inventory
from segtier.model.workload import Workload
from segtier.reports import read_document
from segtier.services.context import Context
from segtier.services.describe_document import describe, segment_names
from segtier.services.link_report import link_report
from segtier.store import jobs, reports, uploads
from segtier.store.records import Fault, JobRecord, Lease, UploadRecord

_OWN_FAULTS_MAX = 3
"""A fault of the database may pass; one of the program comes back at each try."""


def claim_job(ctx: Context, job_id: str, worker: str) -> Lease | None:
    """Take a waiting job; None where there is nothing to do (finished, deleted, or another worker's)."""
    with ctx.store.write() as tx:
        return jobs.claim(tx, job_id, worker)


def keep_lease(ctx: Context, lease: Lease) -> bool:
    """Give a sign of life for a job; False where it is no longer this worker's."""
    with ctx.store.write() as tx:
        return jobs.keep(tx, lease)


def ingest_upload(ctx: Context, lease: Lease) -> JobRecord | None:
    """Read the file of a claimed job and commit the result; None where the lease was lost on the way.

    Faults of the file end the job as failed. Faults of Segtier itself are raised: see `give_back`.
    """
    upload = _upload_of(ctx, lease)
    if upload is None:
        return None
    try:
        document = read_document(ctx.blobs.get(upload.sha256), upload.file)
    except (UnreadableInput, NotFound) as fault:
        return _fail(ctx, lease, as_fault(fault))
    with ctx.store.write() as tx:
        jobs.keep(tx, lease, stage="linking", progress_pct=70)
    return _commit(ctx, lease, upload, document)


def give_back(ctx: Context, lease: Lease, cause: Exception) -> None:
    """Return a job that Segtier itself failed on: to the queue, and after some tries to quarantine."""
    again = lease.attempt < _OWN_FAULTS_MAX
    with ctx.store.write() as tx:
        if again:
            jobs.requeue(tx, lease)
        else:
            jobs.finish(tx, lease, "quarantined", _own_fault(cause))
    if again:
        ctx.ring(lease.job_id)


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


def _upload_of(ctx: Context, lease: Lease) -> UploadRecord | None:
    """The upload of a job; None where it was deleted meanwhile."""
    with ctx.store.read() as tx:
        try:
            return uploads.get(tx, jobs.get(tx, lease.job_id).upload_id)
        except NotFound:
            return None


def _commit(ctx: Context, lease: Lease, upload: UploadRecord, document: Workload | Inventory) -> JobRecord | None:
    body = documents.encode(document)
    facts = describe(document, file=upload.file, sha256=upload.sha256, sample=upload.sample)
    names = segment_names(document)
    with ctx.store.write() as tx:
        if not jobs.hold(tx, lease):
            return None
        report_id = reports.add(
            tx, facts, body, segment_names=names, upload_id=upload.id, period=upload.period, batch=upload.batch
        )
        link_report(tx, report_id, uploads.get(tx, upload.id).wanted_database_id)
        jobs.finish(tx, lease, "succeeded")
        tx.flush()
        return jobs.get(tx, lease.job_id)


def _fail(ctx: Context, lease: Lease, fault: Fault) -> JobRecord | None:
    with ctx.store.write() as tx:
        return jobs.get(tx, lease.job_id) if jobs.finish(tx, lease, "failed", fault) else None


def _own_fault(cause: Exception) -> Fault:
    return Fault(
        code="internal",
        message=f"Segtier failed on this file ({type(cause).__name__}).",
        advice="This is a fault of Segtier, not of your file. Please report it with the worker's log.",
    )
