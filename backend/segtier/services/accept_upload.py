"""Take a file in: bytes to the disk, a row and a job to the database, and the bell. Nothing is read yet."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import PurePosixPath, PureWindowsPath
from typing import BinaryIO

from segtier.dataclass import dataclass
from segtier.errors import Refused
from segtier.model.account import Writer
from segtier.passing import Passing, PassingFault
from segtier.reading.limits import is_packed
from segtier.services.context import Context
from segtier.services.link_report import choose_database, relink
from segtier.store import databases, file_checks, reports, uploads
from segtier.store.blobs import FILE_MISSING, Blob
from segtier.store.engine import bytes_stay, one_at_a_time
from segtier.store.records import FINISHED, Period, UploadRecord
from segtier.store.uploads import NewUpload

_NAME_CHARACTERS = 200


@dataclass(frozen=True, slots=True)
class Accepted:
    upload: UploadRecord
    duplicate: bool
    """The same bytes were here already; nothing was added."""


def accept_upload(
    ctx: Context,
    by: Writer,
    source: BinaryIO,
    *,
    file: str,
    period: Period,
    database_id: str | None = None,
    sample: bool = False,
    batch: str | None = None,
) -> Accepted:
    """Store a file and queue its reading. When this returns, the file survives a power cut.

    `database_id` says which database an export without a name belongs to; on a file that is known already it
    links the document of that file. Raises Refused for empty and too large files, NotFound for the database.
    """
    packed = is_packed(source.read(512))
    for again in reversed(range(ctx.blobs.tries)):
        with ExitStack() as stay:
            blob = _stored(ctx, source, stay, again=bool(again))
            if blob is None:
                continue
            if blob.bytes == 0:
                raise Refused("the file is empty", code="empty-file", advice="Export it again and upload the result.")
            new = NewUpload(
                plain_name(file), blob.bytes, blob.sha256, period, sample, batch, database_id, packed=packed
            )
            accepted = _record(ctx, by, new, blob)
        if accepted is not None:
            if accepted.upload.job.state == "queued":
                ctx.ring()
            return accepted
    raise Passing(PassingFault("files-away", "the file was stored, but then was missing"))


def _stored(ctx: Context, source: BinaryIO, stay: ExitStack, *, again: bool) -> Blob | None:
    """None where the store failed and is to be asked again."""
    source.seek(0)
    try:
        return ctx.blobs.put(source, ctx.upload_max_bytes, stay)
    except Passing as fault:
        if again and fault.fault.code == "files-away":
            return None
        raise


def _record(ctx: Context, by: Writer, new: NewUpload, blob: Blob) -> Accepted | None:
    """None where the same file was deleted, or its bytes were swept away, a moment ago: it is stored again."""
    with ctx.store.write(by) as tx:
        if new.wanted_database_id is not None:
            one_at_a_time(tx)
        bytes_stay(tx)
        if not ctx.blobs.holds(blob):
            return None
        if new.wanted_database_id is not None:
            databases.get(tx, new.wanted_database_id)
        upload = uploads.add(tx, new)
        if upload is not None:
            return Accepted(upload, duplicate=False)
        known = uploads.held_by_digest(tx, new.sha256)
        if known is None:
            return None
        file_checks.mended(tx, known.id)
        if new.wanted_database_id is not None:
            uploads.wish_database(tx, known.id, new.wanted_database_id)
            anonymous = [one for one in reports.of_upload(tx, known.id) if one.facts.anonymous]
            for report in anonymous:
                choose_database(tx, report, new.wanted_database_id)
            relink(tx, {one.database_id for one in anonymous if one.database_id is not None}, known.sample)
        if known.job.state in FINISHED and (known.expanded is not None or _is_missing(known)):
            uploads.queue_again(tx, known.id)  # files of an archive may have been deleted since
        return Accepted(uploads.get(tx, known.id), duplicate=True)


def _is_missing(known: UploadRecord) -> bool:
    """It could not be read because its bytes were gone, which are there again now."""
    return known.job.error is not None and known.job.error.code == FILE_MISSING


def plain_name(file: str) -> str:
    """The last part of a file name, without control and invisible characters: names are labels, never paths."""
    last = PurePosixPath(PureWindowsPath(file).name).name
    visible = "".join(character for character in last if character.isprintable())
    return visible[-_NAME_CHARACTERS:].strip(". ") or "unnamed"
