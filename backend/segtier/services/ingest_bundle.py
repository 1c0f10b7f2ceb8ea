"""Read an uploaded bundle: its documents belong to the upload, the AWR reports in it become uploads of their own.

Nothing of it is written before all its files are read. A worker that dies leaves a job that starts over: reports are
known by their digest, and the documents are written in the transaction that ends the job.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from segtier.errors import UnreadableInput
from segtier.model.workload import Source
from segtier.reports.archives import Member
from segtier.reports.bundle import KIND, OpenFile, PackedFiles, is_report, read_bundle
from segtier.services.context import Context
from segtier.services.expand_archive import add_members, expanded
from segtier.services.write_documents import make_part, write_documents
from segtier.store import uploads
from segtier.store.records import JobRecord, Lease, UploadRecord

_CHUNK = 1 << 20
_READ_PCT = 60


def ingest_bundle(ctx: Context, lease: Lease, upload: UploadRecord, file: BinaryIO) -> JobRecord | None:
    """None where the lease was lost. Raises UnreadableInput where it is no bundle that can be read."""
    files = PackedFiles(file, ctx.archive_limits)
    documents = read_bundle(files, Source(KIND, upload.file, upload.sha256, upload.bytes))
    parts = [make_part(one, upload, number, upload.period) for number, one in enumerate(documents)]
    del documents
    members = _reports(files, upload, ctx.archive_limits.member_bytes)
    tally = add_members(ctx, lease, upload, members, lambda: _READ_PCT)
    if tally is None:
        return None
    found = None
    if tally.files or tally.refused:
        with ctx.store.read() as tx:
            found = expanded(tally, uploads.count_members(tx, upload.id))
    return write_documents(ctx, lease, upload, parts, found)


def _reports(files: PackedFiles, upload: UploadRecord, most_bytes: int) -> Iterator[Member]:
    for one in files.open(is_report):
        path = f"{upload.file}/{one.path}"
        try:
            yield Member(path, _whole(one, most_bytes), one.problem)
        except UnreadableInput as fault:
            yield Member(path, problem=fault)


def _whole(one: OpenFile, most_bytes: int) -> bytes | None:
    """The bytes of a report. Raises UnreadableInput for one longer than any report is."""
    if one.stream is None:
        return None
    pieces: list[bytes] = []
    size = 0
    while piece := one.stream.read(_CHUNK):
        size += len(piece)
        if size > most_bytes:
            raise UnreadableInput(f"the file is longer than {most_bytes:,} bytes; no report is", code="too-large")
        pieces.append(piece)
    return b"".join(pieces)
