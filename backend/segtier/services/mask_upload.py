"""Take a file in without its names: masked while it is received, so that only what is masked is ever stored.

The bytes as they came are nowhere but in the request (in memory, or in its unnamed temporary file, which is gone when the
request ends). What is stored, read by workers, shown and planned from is the masked file. The map goes back with the
answer and is not kept: nobody but the user can put the names back.
"""

from __future__ import annotations

import secrets
import tempfile
import zipfile
from dataclasses import dataclass, field
from io import BytesIO
from typing import BinaryIO, cast

from segtier.documents import encode
from segtier.errors import Refused, SegtierError
from segtier.masking import Choice, Masker, MaskMap, read_map
from segtier.masking.bundle import MaskedBundle
from segtier.masking.parcel import Parcel, bundle_zip, zip_sink
from segtier.reports import read_document
from segtier.reports.archives import archive_kind, read_archive
from segtier.reports.bundle import PackedFiles, is_bundle, is_packed_bundle
from segtier.services.accept_upload import Accepted, accept_upload, plain_name
from segtier.services.context import Context

_KEY_BYTES = 32
_IN_MEMORY_BYTES = 8 << 20


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


@dataclass(slots=True)
class _Masked:
    suffix: str = ".json"
    left_out: list[LeftOut] = field(default_factory=list)


def accept_masked(
    ctx: Context,
    source: BinaryIO,
    choice: Choice,
    *,
    file: str,
    period: str,
    database_id: str | None = None,
    map_so_far: bytes | None = None,
) -> MaskedUpload:
    """Mask a report, export, bundle or archive and store the result; `map_so_far` keeps the tokens of earlier files.

    Raises UnreadableInput where the file cannot be read: nothing can be masked that is not understood, so nothing is kept.
    Raises Refused where it is too large or empty, or the map is not usable.
    """
    if source.seek(0, 2) > ctx.upload_max_bytes:
        raise Refused(f"the file is larger than {ctx.upload_max_bytes:,} bytes", code="too-large")
    masks = Masker(_map(map_so_far), choice)
    with tempfile.SpooledTemporaryFile(_IN_MEMORY_BYTES) as masked:
        target = cast(BinaryIO, masked)
        done = _mask(ctx, source, plain_name(file), masks, target)
        target.seek(0)
        name = masks.file_name(plain_name(file), done.suffix)
        accepted = accept_upload(ctx, target, file=name, period=period, database_id=database_id)
    return MaskedUpload(accepted, masks.map.encode() if choice.hashes else None, tuple(done.left_out))


def _map(so_far: bytes | None) -> MaskMap:
    return MaskMap(secrets.token_bytes(_KEY_BYTES), own_key=True) if so_far is None else read_map(so_far)


def _mask(ctx: Context, source: BinaryIO, name: str, masks: Masker, target: BinaryIO) -> _Masked:
    source.seek(0)
    if archive_kind(source) is None:
        source.seek(0)
        target.write(encode(masks.document(read_document(_at_most(ctx, source), name))))
        return _Masked()
    files = PackedFiles(source, ctx.archive_limits)
    if is_bundle(files):
        return _of_bundle(bundle_zip(files, masks, target))
    source.seek(0)
    with zipfile.ZipFile(target, "w") as archive:
        return _members(ctx, source, name, Parcel(masks, zip_sink(archive)))


def _members(ctx: Context, source: BinaryIO, name: str, parcel: Parcel) -> _Masked:
    done = _Masked(".zip")
    for member in read_archive(source, name, ctx.archive_limits, is_packed_bundle):
        try:
            if member.problem is not None:
                raise member.problem
            data = member.data or b""
            if archive_kind(BytesIO(data)) is None:
                parcel.document(read_document(data, member.path))
            else:
                done.left_out += _of_bundle(parcel.bundle(PackedFiles(BytesIO(data), ctx.archive_limits))[1]).left_out
        except SegtierError as fault:
            done.left_out.append(LeftOut(member.path, fault.code, fault.message))
    if not parcel.files:
        first = done.left_out[0] if done.left_out else LeftOut(name, "empty-archive", "the archive is empty")
        raise Refused(f"{first.file}: {first.message}", code=first.code, advice="No file of the archive could be read.")
    return done


def _of_bundle(done: MaskedBundle) -> _Masked:
    return _Masked(".zip", [LeftOut(path, fault.code, fault.message) for path, fault in done.problems])


def _at_most(ctx: Context, source: BinaryIO) -> bytes:
    most = ctx.archive_limits.member_bytes
    data = source.read(most + 1)
    if len(data) > most:
        raise Refused(f"the file is longer than {most:,} bytes; no report is", code="too-large")
    if not data:
        raise Refused("the file is empty", code="empty-file", advice="Export it again and upload the result.")
    return data
