"""Take a file in without its names: masked while it is received, so that only what is masked is ever stored.

The bytes as they came are nowhere but in the request (in memory, or in its unnamed temporary file, which is gone when the
request ends). What is stored, read by workers, shown and planned from is the masked file. The map goes back with the
answer and is not kept: nobody but the user can put the names back.
"""

from __future__ import annotations

import tempfile
from typing import BinaryIO

from segtier.dataclass import dataclass
from segtier.errors import Refused
from segtier.masking.choice import Choice
from segtier.model.account import Writer
from segtier.reading.orders import Masked, MaskFile
from segtier.services.accept_upload import Accepted, accept_upload, plain_name
from segtier.services.context import Context
from segtier.services.on_disk import on_disk
from segtier.store.records import Period


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A file of an archive or bundle that could not be read, and so not masked."""

    file: str
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class MaskedUpload:
    """`map` is the file that puts the names back; None where no token stands for any name."""

    accepted: Accepted
    map: bytes | None
    left_out: tuple[LeftOut, ...]


def accept_masked(
    ctx: Context,
    by: Writer,
    source: BinaryIO,
    choice: Choice,
    *,
    file: str,
    period: Period,
    database_id: str | None = None,
    map_so_far: bytes | None = None,
    batch: str | None = None,
) -> MaskedUpload:
    """Mask a report, export, bundle or archive and store the result; `map_so_far` keeps the tokens of earlier files.

    Raises UnreadableInput where the file cannot be read: nothing can be masked that is not understood, so nothing is kept.
    Raises Refused where it is too large or empty, or the map is not usable.
    """
    if source.seek(0, 2) > ctx.upload_max_bytes:
        raise Refused(f"the file is larger than {ctx.upload_max_bytes:,} bytes", code="too-large")
    order = MaskFile(plain_name(file), choice, ctx.archive_limits, map_so_far is not None)
    with on_disk(source) as plain, tempfile.TemporaryFile() as target:
        with ctx.readers.ask(order, plain, target, data=map_so_far or b"") as answers:
            ((masked, written),) = answers
        assert isinstance(masked, Masked)
        target.seek(0)
        accepted = accept_upload(ctx, by, target, file=masked.name, period=period, database_id=database_id, batch=batch)
    left_out = tuple(LeftOut(one.file or "", one.code, one.message) for one in masked.left_out)
    return MaskedUpload(accepted, written if choice.hashes else None, left_out)
