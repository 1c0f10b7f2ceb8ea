"""Files of a dump that come one by one: each is kept, and the dump is read as one once none is missing.

What is read follows from which files are here, never from their order. Whoever adds or removes one that counts, in a transaction
that began with `one_at_a_time`:

1. removes what was read of a dump that lacks a file now; of one that lacks none the next reading replaces it (`forget_read`);
2. takes back the job of whoever is reading the dump: it is of other files now;
3. queues the first file of the dump where none is missing (`read_anew`).

So one reading counts, of all files that are here, however many workers took files of it at one moment.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from sqlalchemy.orm import Session

from segtier.errors import UnreadableInput
from segtier.model.account import ITSELF
from segtier.model.dump_part import DumpPart
from segtier.plurals import plural
from segtier.reading.channel import MOST_FILES
from segtier.reports.archives import Limits
from segtier.services.context import Context
from segtier.services.end_job import settle
from segtier.services.link_report import relink
from segtier.services.scoreboard import keep_scores
from segtier.store import dump_parts, jobs, uploads
from segtier.store.dump_parts import KeptDump
from segtier.store.engine import one_at_a_time
from segtier.store.records import FINISHED, JobRecord, Lease, UploadRecord


def take_file(ctx: Context, lease: Lease, upload: UploadRecord, part: DumpPart) -> KeptDump | JobRecord | None:
    """The dump where it is up to this job to read it; else the job, which has ended. None where the lease was lost."""
    with ctx.store.read() as tx:
        read = dump_parts.led(tx, [part.export])
    keep_scores(ctx, read)
    with ctx.store.write(ITSELF) as tx:
        one_at_a_time(tx)
        if not jobs.hold(tx, lease):
            return None
        is_new = dump_parts.add(tx, upload.id, part)
        dump = dump_parts.of_export(tx, part.export)
        if is_new and upload.id in dump.upload_ids:
            touched = dump_parts.forget_read(tx, [part.export]) if dump.lead is None else set[str]()
            read_anew(tx, [part.export], by=upload.id)
            relink(tx, touched, upload.sample)
        if dump.lead is not None and dump.lead.upload_id == upload.id:
            return dump
        jobs.finish(tx, lease, "succeeded")
        settle(tx, upload)
        job = jobs.get(tx, lease.job_id)
    ctx.ring()  # the first file of the dump may wait to be read
    return job


def files_went(tx: Session, before: Mapping[str, tuple[str, ...]]) -> set[str]:
    """Uploads were deleted; gives the databases that what was read of their dumps was of.

    `before`: what counted of these dumps (`dump_parts.counted`).
    """
    now = dump_parts.counted(tx, before)
    changed = [export for export, upload_ids in before.items() if now.get(export) != upload_ids]
    touched = dump_parts.forget_read(tx, changed)
    read_anew(tx, changed)
    return touched


def read_anew(tx: Session, exports: Collection[str], *, by: str | None = None) -> None:
    """Have those of these dumps read of which no file is missing. `by`: an upload whose job sees to it itself."""
    every = dump_parts.files_of(tx, exports) - {by}
    jobs.take_back(tx, every)
    for upload_id in dump_parts.whole(tx, exports):
        if upload_id in every and uploads.get(tx, upload_id).job.state in FINISHED:
            uploads.queue_again(tx, upload_id)


def refuse_too_much(dump: KeptDump, limits: Limits) -> None:
    """Raises UnreadableInput for more files, or more bytes, than one reader is given."""
    count, size = len(dump.counted), sum(one.bytes for one in dump.counted)
    if count > MOST_FILES:
        raise UnreadableInput(
            f"the dump has {plural(count, 'file')}; of those that are uploaded one by one Segtier reads at most {MOST_FILES}",
            code="too-many-files",
            advice="Upload all files of the dump in one ZIP.",
        )
    if size > limits.total_bytes:
        raise UnreadableInput(
            f"the files of the dump are larger than {limits.total_bytes:,} bytes together",
            code="too-large",
            advice="Extract fewer snapshots with awrextr.sql.",
        )
