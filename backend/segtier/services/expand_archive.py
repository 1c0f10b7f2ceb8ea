"""The files of an archive: each becomes an upload of its own, which any worker may read.

They come from the reader one by one and are stored a few at a time. Their bytes go to the disk without waiting for it,
because the archive is safe there already: whoever dies before the end leaves a job that starts over, and files that are
known by their digest are not added twice. Only before the archive counts as done, everything is made to survive a power cut.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import field
from typing import NamedTuple

from segtier.dataclass import dataclass
from segtier.errors import UnreadableInput
from segtier.model.account import ITSELF
from segtier.model.evidence import Warn
from segtier.plurals import plural
from segtier.reading.limits import is_packed
from segtier.reading.orders import Member, Problem
from segtier.reading.reader import Given
from segtier.services.context import Context
from segtier.services.end_job import as_fault, fail_job, settle
from segtier.store import jobs, uploads
from segtier.store.blobs import FILE_MISSING, Blob, Unseen
from segtier.store.engine import bytes_stay, one_at_a_time
from segtier.store.records import Expanded, JobRecord, Lease, UploadRecord
from segtier.store.uploads import NewUpload

_AT_ONCE_FILES = 16
_AT_ONCE_BYTES = 16 * 1024**2
_MOST_WARNINGS = 100
_LABEL_CHARACTERS = 200


@dataclass(slots=True)
class Tally:
    """Counts while the archive is read."""

    files: int = 0
    refused: list[Problem] = field(default_factory=list)
    read_pct: int = 0


class _Coming(NamedTuple):
    """A file whose bytes are stored, and that is no upload yet."""

    new: NewUpload
    blob: Blob


def add_members(ctx: Context, lease: Lease, upload: UploadRecord, answers: Iterator[Given]) -> Tally | None:
    """Add these files as uploads, safe against a power cut in the end; None where the lease was lost on the way."""
    tally = Tally()
    with ExitStack() as stay:
        for group in _groups(_readable(ctx, upload, answers, tally, stay)):
            if not _add(ctx, lease, group, tally.read_pct):
                return None
            stay.close()
    if tally.files:
        ctx.blobs.sync()
    return tally


def finish_archive(ctx: Context, lease: Lease, upload: UploadRecord, tally: Tally) -> JobRecord | None:
    """End the job of an archive; None where the lease was lost. An archive that gave no file has failed."""
    if not tally.files:
        return fail_job(ctx, lease, upload, as_fault(_named(tally.refused[0])))
    with ctx.store.write(ITSELF) as tx:
        one_at_a_time(tx)
        if not jobs.finish(tx, lease, "succeeded"):
            return None
        uploads.set_expanded(tx, upload.id, expanded(tally, uploads.count_members(tx, upload.id)))
        settle(tx, upload)
        return jobs.get(tx, lease.job_id)


def _readable(
    ctx: Context, upload: UploadRecord, answers: Iterator[Given], tally: Tally, stay: ExitStack
) -> Iterator[_Coming]:
    for given in answers:
        member = given.answer
        assert isinstance(member, Member)
        tally.read_pct = member.share_read_pct
        if member.problem is not None:
            tally.refused.append(member.problem)
            continue
        tally.files += 1
        blob = ctx.blobs.put_unsynced(given.data, stay)
        new = NewUpload(
            file=label(member.path),
            bytes=blob.bytes,
            sha256=blob.sha256,
            period=upload.period,
            sample=upload.sample,
            batch=upload.id,
            wanted_database_id=upload.wanted_database_id,
            archive_id=upload.id,
            packed=is_packed(given.data[:512]),
        )
        yield _Coming(new, blob)


def label(path: str) -> str:
    """A member's path as the name of its upload: without invisible characters, the end of it where it is long."""
    visible = "".join(character for character in path if character.isprintable())
    return visible if len(visible) <= _LABEL_CHARACTERS else "…" + visible[1 - _LABEL_CHARACTERS :]


def _groups(members: Iterator[_Coming]) -> Iterator[list[_Coming]]:
    """A few files at a time: one transaction each would cost more, and one for all would keep other workers waiting."""
    group: list[_Coming] = []
    for member in members:
        group.append(member)
        if len(group) == _AT_ONCE_FILES or sum(one.blob.bytes for one in group) >= _AT_ONCE_BYTES:
            yield group
            group = []
    if group:
        yield group


def _add(ctx: Context, lease: Lease, members: Sequence[_Coming], progress_pct: int) -> bool:
    """Queue files in one transaction and ring once; False where the lease was lost.

    Raises Unseen where bytes that were deleted before were swept away a moment ago, or a place that took them does not show them.
    """
    with ctx.store.write(ITSELF) as tx:
        if not jobs.hold(tx, lease):
            return False
        bytes_stay(tx)
        if not all(ctx.blobs.holds(one.blob) for one in members):
            raise Unseen("files of this archive were stored, but then were missing", code=FILE_MISSING)
        waiting = uploads.add_members(tx, [one.new for one in members])
        jobs.keep(tx, lease, "reading", progress_pct)
    if waiting:
        ctx.ring()
    return True


def expanded(tally: Tally, added: int) -> Expanded:
    """What is remembered of an archive, `added` of whose files were new."""
    return Expanded(tally.files, tally.files - added, len(tally.refused), _warnings(tally.refused))


def _warnings(refused: Sequence[Problem]) -> tuple[Warn, ...]:
    named = [_named(problem) for problem in refused[:_MOST_WARNINGS]]
    found = tuple(Warn(fault.code, " ".join(filter(None, (f"{fault.message}.", fault.advice)))) for fault in named)
    more = len(refused) - len(named)
    return (
        (*found, Warn("more-refused", f"{plural(more, 'more file was', 'more files were')} refused."))
        if more
        else found
    )


def _named(problem: Problem) -> UnreadableInput:
    """Why a member is refused, with its path."""
    message = f"{label(problem.file or '')}: {problem.message}"
    return UnreadableInput(message, code=problem.code, advice=problem.advice)
