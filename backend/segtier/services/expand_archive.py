"""Take an archive apart: every file in it becomes an upload of its own, which any worker may read.

The archive is read as a stream, a few files at a time. Their bytes go to the disk without waiting for it, because the
archive is safe there already: whoever dies before the end leaves a job that starts over, and files that are known by
their digest are not added twice. Only before the archive counts as done, everything is made to survive a power cut.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import BinaryIO

from segtier.errors import UnreadableInput
from segtier.model.evidence import Warn
from segtier.reports.archives import Member, read_archive
from segtier.reports.bundle import is_packed_bundle
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
class Tally:
    """Counts while the archive is read."""

    files: int = 0
    refused: list[Member] = field(default_factory=list)


def expand_archive(ctx: Context, lease: Lease, upload: UploadRecord, file: BinaryIO) -> JobRecord | None:
    """Add the files of an archive as uploads and end its job; None where the lease was lost on the way.

    Refused files are named in the archive's warnings and stop nothing. An archive that gives no file fails.
    """
    members = read_archive(file, upload.file, ctx.archive_limits, is_packed_bundle)
    tally = add_members(ctx, lease, upload, members, lambda: _share_read_pct(file, upload))
    if tally is None:
        return None
    if not tally.files:
        return fail_job(ctx, lease, upload, as_fault(_named(tally.refused[0])))
    return _finish(ctx, lease, upload, tally)


def add_members(
    ctx: Context, lease: Lease, upload: UploadRecord, members: Iterable[Member], progress_pct: Callable[[], int]
) -> Tally | None:
    """Add these files as uploads, safe against a power cut in the end; None where the lease was lost on the way."""
    tally = Tally()
    for group in _groups(_readable(ctx, upload, members, tally)):
        if not _add(ctx, lease, group, progress_pct()):
            _forget_if_deleted(ctx, upload, group)
            return None
    ctx.blobs.sync()
    return tally


def _readable(ctx: Context, upload: UploadRecord, members: Iterable[Member], tally: Tally) -> Iterator[NewUpload]:
    for member in members:
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


def _finish(ctx: Context, lease: Lease, upload: UploadRecord, tally: Tally) -> JobRecord | None:
    with ctx.store.write() as tx:
        if not jobs.finish(tx, lease, "succeeded"):
            return None
        uploads.set_expanded(tx, upload.id, expanded(tally, uploads.count_members(tx, upload.id)))
        settle(tx, upload)
        return jobs.get(tx, lease.job_id)


def expanded(tally: Tally, added: int) -> Expanded:
    """What is remembered of an archive, `added` of whose files were new."""
    return Expanded(tally.files, tally.files - added, len(tally.refused), _warnings(tally.refused))


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
