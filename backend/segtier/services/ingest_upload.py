"""Read an uploaded file, or take it apart where it is an archive, and store what it says, exactly once however often workers die.

A worker may try, be killed and be followed by another. Everything it found is written in one transaction, and only
while the job is still its own (`Lease`): the loser of a race writes nothing.
"""

from __future__ import annotations

from typing import BinaryIO

from segtier.errors import NotFound, UnreadableInput
from segtier.model.inventory import Inventory
from segtier.model.pair import Pair
from segtier.model.workload import Workload
from segtier.reports import read_document
from segtier.reports.archives import archive_kind
from segtier.reports.bundle import PackedFiles, is_bundle
from segtier.services.context import Context
from segtier.services.end_job import as_fault, fail_job, settle
from segtier.services.expand_archive import expand_archive
from segtier.services.ingest_bundle import ingest_bundle
from segtier.services.write_documents import Part, make_part, write_documents
from segtier.store import jobs, uploads
from segtier.store.records import Fault, JobRecord, Lease, UploadRecord

Document = Workload | Inventory | Pair
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
        with ctx.blobs.open(upload.sha256) as file:
            if archive_kind(file) is not None:
                if is_bundle(PackedFiles(file, ctx.archive_limits)):
                    return ingest_bundle(ctx, lease, upload, file)
                return expand_archive(ctx, lease, upload, file)
            document = _read(ctx, upload, file)
    except (UnreadableInput, NotFound) as fault:
        return fail_job(ctx, lease, upload, as_fault(fault))
    if upload.archive_id is None:  # nobody watches one file among thousands
        with ctx.store.write() as tx:
            jobs.keep(tx, lease, stage="linking", progress_pct=70)
    return write_documents(ctx, lease, upload, _parts(document, upload))


def give_back(ctx: Context, lease: Lease, cause: Exception) -> None:
    """Return a job that Segtier itself failed on: to the queue, and after some tries to quarantine."""
    again = lease.attempt < _OWN_FAULTS_MAX
    with ctx.store.write() as tx:
        if again:
            jobs.requeue(tx, lease)
        else:
            jobs.finish(tx, lease, "quarantined", _own_fault(cause))
            settle(tx, uploads.of_job(tx, lease.job_id))
    if again:
        ctx.ring(lease.job_id)


def _upload_of(ctx: Context, lease: Lease) -> UploadRecord | None:
    """The upload of a job; None where it was deleted meanwhile."""
    with ctx.store.read() as tx:
        try:
            return uploads.of_job(tx, lease.job_id)
        except NotFound:
            return None


def _read(ctx: Context, upload: UploadRecord, file: BinaryIO) -> Document:
    most = ctx.archive_limits.member_bytes
    if upload.bytes > most:
        raise UnreadableInput(f"the file is longer than {most:,} bytes; no report is", code="too-large")
    return read_document(file.read(), upload.file)


def _parts(document: Document, upload: UploadRecord) -> tuple[Part, ...]:
    """The second period of a compare-period report counts for nothing until the user says what it is.

    Such a report compares any two periods; that the change lies between them is for people to know.
    """
    if isinstance(document, Pair):
        return (make_part(document.first, upload, 0, upload.period), make_part(document.second, upload, 1, "ignored"))
    return (make_part(document, upload, 0, upload.period),)


def _own_fault(cause: Exception) -> Fault:
    return Fault(
        code="internal",
        message=f"Segtier failed on this file ({type(cause).__name__}).",
        advice="This is a fault of Segtier, not of your file. Please report it with the worker's log.",
    )
