"""Read an uploaded file and store what it says, exactly once however often workers die.

A reader process opens the file; what it finds comes back as answers. Documents are written in one transaction, and only while
the job is still this worker's own (`Lease`): the loser of a race writes nothing. The files of an archive become uploads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import chain

from segtier.errors import NotFound, UnreadableInput
from segtier.model.account import ITSELF
from segtier.reading.orders import Document, Opened, ReadDump, ReadFile
from segtier.reading.reader import Given
from segtier.services.context import Context
from segtier.services.dump_files import refuse_too_much, take_file
from segtier.services.end_job import as_fault, fail_job
from segtier.services.expand_archive import add_members, expanded, finish_archive
from segtier.services.return_job import look_again
from segtier.services.write_documents import Part, write_documents
from segtier.store import jobs, reports, uploads
from segtier.store.blobs import Unseen
from segtier.store.dump_parts import KeptDump
from segtier.store.hours import PackedHour
from segtier.store.records import JobRecord, Lease, UploadRecord


def claim_next(ctx: Context, worker: str, *, packed_too: bool = True) -> Lease | None:
    """Take the job whose turn it is; None where none waits."""
    with ctx.store.write(ITSELF) as tx:
        return jobs.claim_next(tx, worker, packed_too=packed_too)


def keep_lease(ctx: Context, lease: Lease) -> bool:
    """Give a sign of life for a job; False where it is no longer this worker's."""
    with ctx.store.write(ITSELF) as tx:
        return jobs.keep(tx, lease)


def ingest_upload(ctx: Context, lease: Lease, step: Callable[[str], None] = lambda _: None) -> JobRecord | None:
    """Read the file of a claimed job and commit the result; None where the lease was lost on the way.

    Faults of the file end the job as failed; bytes that are not seen are looked for again. Everything else is raised: see
    `return_job`. `step` is told `reading` while a reader is waited for, which has limits of its own, and `storing` in between.
    """
    upload = _upload_of(ctx, lease)
    if upload is None:
        return None
    order = ReadFile(upload.file, upload.sha256, upload.bytes, upload.sample, ctx.archive_limits)
    try:
        with ctx.blobs.open(upload.sha256) as file, ctx.readers.ask(order, file, in_background=True) as answers:
            told = _told(answers, step)
            opened = next(one.answer for one in told if isinstance(one.answer, Opened))
            if opened.part is None:
                return _store(ctx, lease, upload, opened.kind, told)
            assert next(told, None) is None
        taken = take_file(ctx, lease, upload, opened.part)
        return _read_dump(ctx, lease, upload, taken, step) if isinstance(taken, KeptDump) else taken
    except Unseen as fault:
        return look_again(ctx, lease, upload, as_fault(fault))
    except (UnreadableInput, NotFound) as fault:
        return fail_job(ctx, lease, upload, as_fault(fault))


def _read_dump(
    ctx: Context, lease: Lease, upload: UploadRecord, dump: KeptDump, step: Callable[[str], None]
) -> JobRecord | None:
    """Of all its files, as documents of the first one. Raises UnreadableInput, and Unseen for bytes of any of them."""
    refuse_too_much(dump, ctx.archive_limits)
    order = ReadDump(upload.file, upload.sha256, sum(one.bytes for one in dump.counted), upload.sample)
    with ExitStack() as stay:
        files = [stay.enter_context(ctx.blobs.open(one.sha256)) for one in dump.counted]
        answers = stay.enter_context(ctx.readers.ask(order, *files, in_background=True))
        parts, _ = _parts(upload, _told(answers, step))
    return write_documents(ctx, lease, upload, parts, dump=dump)


def _store(ctx: Context, lease: Lease, upload: UploadRecord, kind: str, answers: Iterator[Given]) -> JobRecord | None:
    parts, members = _parts(upload, answers)
    if kind == "document" and upload.archive_id is None:  # nobody watches one file among thousands
        with ctx.store.write(ITSELF) as tx:
            jobs.keep(tx, lease, stage="linking", progress_pct=70)
    tally = add_members(ctx, lease, upload, members)
    if tally is None:
        return None
    if kind == "archive":
        return finish_archive(ctx, lease, upload, tally)
    found = None
    if tally.files or tally.refused:
        with ctx.store.read() as tx:
            found = expanded(tally, uploads.count_members(tx, upload.id))
    return write_documents(ctx, lease, upload, parts, found)


def _parts(upload: UploadRecord, answers: Iterator[Given]) -> tuple[list[Part], Iterator[Given]]:
    """The documents, which come first, and what follows them."""
    parts: list[Part] = []
    for given in answers:
        if not isinstance(given.answer, Document):
            return parts, chain([given], answers)
        period = "ignored" if given.answer.ignored else upload.period
        hour = PackedHour(given.answer.hour, given.answer.figures)
        document = reports.packed(given.data, given.answer.names, hour)
        parts.append(Part(given.answer.number, period, given.answer.facts, document))
    return parts, iter(())


def _told(answers: Iterator[Given], step: Callable[[str], None]) -> Iterator[Given]:
    while True:
        step("reading")
        given = next(answers, None)
        step("storing")
        if given is None:
            return
        yield given


def _upload_of(ctx: Context, lease: Lease) -> UploadRecord | None:
    """The upload of a job; None where it was deleted meanwhile."""
    with ctx.store.read() as tx:
        try:
            return uploads.of_job(tx, lease.job_id)
        except NotFound:
            return None
