"""Take an archive apart: every file in it becomes an upload of its own, which any worker may read.

The archive is read as a stream, a few files at a time. Their bytes go to the disk without waiting for it, because the
archive is safe there already: whoever dies before the end leaves a job that starts over, and files that are known by
their digest are not added twice. Only before the archive counts as done, everything is made to survive a power cut.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import BinaryIO

from segtier.errors import UnreadableInput
from segtier.model.evidence import Warn
from segtier.reports.archives import Member, read_archive
from segtier.services.context import Context
from segtier.services.end_job import as_fault, fail_job, settle
from segtier.store import jobs, uploads
from segtier.store.records import Expanded, JobRecord, Lease, UploadRecord
from segtier.store.uploads import NewUpload

_AT_ONCE_FILES = 16
_AT_ONCE_BYTES = 16 * 1024**2
_MOST_WARNINGS = 100
_LABEL_CHARACTERS = 200
_EMPTY = UnreadableInput("the file is empty", code="empty-file")


@dataclass(slots=True)
class _Tally:
    """Counts while the archive is read."""

    files: int = 0
    refused: list[Member] = field(default_factory=list)


def expand_archive(ctx: Context, lease: Lease, upload: UploadRecord, file: BinaryIO) -> JobRecord | None:
    """Add the files of an archive as uploads and end its job; None where the lease was lost on the way.

    Refused files are named in the archive's warnings and stop nothing. An archive that gives no file fails.
    """
    tally = _Tally()
    for members in _groups(_readable(ctx, upload, file, tally)):
        if not _add(ctx, lease, members, _share_read_pct(file, upload)):
            _forget_if_deleted(ctx, upload, members)
            return None
    if not tally.files:
        return fail_job(ctx, lease, upload, as_fault(_named(tally.refused[0])))
    ctx.blobs.sync()
    return _finish(ctx, lease, upload, tally)


def _readable(ctx: Context, upload: UploadRecord, file: BinaryIO, tally: _Tally) -> Iterator[NewUpload]:
    for member in read_archive(file, upload.file, ctx.archive_limits):
        if not member.data:
            tally.refused.append(member)
            continue
        tally.files += 1
        blob = ctx.blobs.put_unsynced(member.data)
        yield NewUpload(
            file=label(member.path),
            bytes=blob.bytes,
            sha256=blob.sha256,
            period=upload.period,
            sample=upload.sample,
            batch=upload.id,
            wanted_database_id=upload.wanted_database_id,
            archive_id=upload.id,
        )


def label(path: str) -> str:
    """A member's path as the name of its upload: without invisible characters, the end of it where it is long."""
    visible = "".join(character for character in path if character.isprintable())
    return visible if len(visible) <= _LABEL_CHARACTERS else "…" + visible[1 - _LABEL_CHARACTERS :]


def _groups(members: Iterator[NewUpload]) -> Iterator[list[NewUpload]]:
    """A few files at a time: one transaction each would cost more, and one for all would keep other workers waiting."""
    group: list[NewUpload] = []
    for member in members:
        group.append(member)
        if len(group) == _AT_ONCE_FILES or sum(one.bytes for one in group) >= _AT_ONCE_BYTES:
            yield group
            group = []
    if group:
        yield group


def _add(ctx: Context, lease: Lease, members: Sequence[NewUpload], progress_pct: int) -> bool:
    """Queue files in one transaction and ring once; False where the lease was lost."""
    with ctx.store.write() as tx:
        if not jobs.hold(tx, lease):
            return False
        waiting = uploads.add_members(tx, members)
        jobs.keep(tx, lease, "reading", progress_pct)
    if waiting:
        ctx.ring(waiting[0])
    return True


def _share_read_pct(file: BinaryIO, upload: UploadRecord) -> int:
    return min(99, 100 * file.tell() // max(upload.bytes, 1))


def _finish(ctx: Context, lease: Lease, upload: UploadRecord, tally: _Tally) -> JobRecord | None:
    with ctx.store.write() as tx:
        if not jobs.finish(tx, lease, "succeeded"):
            return None
        known = tally.files - uploads.count_members(tx, upload.id)
        uploads.set_expanded(tx, upload.id, Expanded(tally.files, known, len(tally.refused), _warnings(tally.refused)))
        settle(tx, upload)
        return jobs.get(tx, lease.job_id)


def _warnings(refused: Sequence[Member]) -> tuple[Warn, ...]:
    named = [_named(member) for member in refused[:_MOST_WARNINGS]]
    found = tuple(Warn(fault.code, " ".join(filter(None, (f"{fault.message}.", fault.advice)))) for fault in named)
    more = len(refused) - len(named)
    return (*found, Warn("more-refused", f"{more:,} more files were refused.")) if more else found


def _named(member: Member) -> UnreadableInput:
    """Why a member is refused, with its path."""
    fault = member.problem or _EMPTY
    return UnreadableInput(f"{label(member.path)}: {fault.message}", code=fault.code, advice=fault.advice)


def _forget_if_deleted(ctx: Context, upload: UploadRecord, members: Sequence[NewUpload]) -> None:
    """Remove the bytes just stored, where the archive was deleted; where another worker has it, it needs them."""
    with ctx.store.write() as tx:
        if uploads.exists(tx, upload.id):
            return
        for member in members:
            if not uploads.digest_is_used(tx, member.sha256):
                ctx.blobs.drop(member.sha256)
