"""Read an uploaded file, or take it apart where it is an archive, and store what it says, exactly once however often workers die.

A worker may try, be killed and be followed by another. Everything it found is written in one transaction, and only
while the job is still its own (`Lease`): the loser of a race writes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import BinaryIO

from sqlalchemy.orm import Session

from segtier import documents
from segtier.errors import NotFound, UnreadableInput
from segtier.model.inventory import Inventory
from segtier.model.pair import Pair
from segtier.model.workload import Workload
from segtier.reports import read_document
from segtier.reports.archives import archive_kind
from segtier.services.context import Context
from segtier.services.describe_document import describe, segment_names
from segtier.services.end_job import as_fault, fail_job, settle
from segtier.services.expand_archive import expand_archive
from segtier.services.link_report import link_report
from segtier.store import jobs, reports, uploads
from segtier.store.records import Fault, JobRecord, Lease, ReportFacts, UploadRecord

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
                return expand_archive(ctx, lease, upload, file)
            document = _read(ctx, upload, file)
    except (UnreadableInput, NotFound) as fault:
        return fail_job(ctx, lease, upload, as_fault(fault))
    if upload.archive_id is None:  # nobody watches one file among thousands
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


def _commit(ctx: Context, lease: Lease, upload: UploadRecord, document: Document) -> JobRecord | None:
    parts = [_Part.of(one, upload, number) for number, one in enumerate(_parts(document))]
    with ctx.store.write() as tx:
        if not jobs.finish(tx, lease, "succeeded"):
            return None
        wanted_database_id = uploads.wished_database(tx, upload.id)
        for part in parts:
            link_report(tx, part.add(tx, upload), wanted_database_id)
        settle(tx, upload)
        return jobs.get(tx, lease.job_id)


def _parts(document: Document) -> tuple[Workload | Inventory, ...]:
    return (document.first, document.second) if isinstance(document, Pair) else (document,)


@dataclass(frozen=True, slots=True)
class _Part:
    """One document of a file, ready to be written."""

    number: int
    period: str
    facts: ReportFacts
    body: bytes
    names: frozenset[str]

    @classmethod
    def of(cls, document: Workload | Inventory, upload: UploadRecord, number: int) -> _Part:
        """The second period of a compare-period report is what came after the first."""
        facts = describe(document, file=upload.file, sha256=upload.sha256, sample=upload.sample)
        period = "after" if number == 1 else upload.period
        return cls(number, period, facts, documents.encode(document), segment_names(document))

    def add(self, tx: Session, upload: UploadRecord) -> str:
        return reports.add(
            tx,
            self.facts,
            self.body,
            segment_names=self.names,
            upload_id=upload.id,
            period=self.period,
            part=self.number,
            batch=upload.batch,
        )


def _own_fault(cause: Exception) -> Fault:
    return Fault(
        code="internal",
        message=f"Segtier failed on this file ({type(cause).__name__}).",
        advice="This is a fault of Segtier, not of your file. Please report it with the worker's log.",
    )
