"""Dumps in an archive: found by the first bytes of each file, unpacked to files without a name, those of one export together.

A dump is read here and there, which no stream of an archive allows; on disk it may be as long as the archive's limits let it be.
"""

from __future__ import annotations

import io
import tempfile
from collections.abc import Collection, Iterator
from contextlib import ExitStack, contextmanager
from typing import BinaryIO

from segtier.errors import UnreadableInput
from segtier.reports.bundle import OpenFile, PackedFiles
from segtier.reports.dump.header import HEAD_BYTES, dump_kind
from segtier.reports.dump.sets import Export, by_export

_CHUNK = 1 << 20


def _any(_path: str) -> bool:
    """Whatever a file is called: its first bytes tell, as of one that lies in no archive."""
    return True


def exports_in(files: PackedFiles) -> list[Export]:
    """Of the Data Pump files in an archive, by their paths; none in a damaged archive."""
    try:
        heads = [(one.path, io.BytesIO(_start(one))) for one in files.open(_any)]
    except UnreadableInput:
        return []
    return by_export((path, head) for path, head in heads if dump_kind(head.getvalue()) is not None)


def _start(one: OpenFile) -> bytes:
    pieces: list[bytes] = []
    try:
        while one.stream and sum(map(len, pieces)) < HEAD_BYTES and (piece := one.stream.read(HEAD_BYTES)):
            pieces.append(piece)
    except UnreadableInput:
        return b""
    return b"".join(pieces)


@contextmanager
def unpacked(files: PackedFiles, paths: Collection[str]) -> Iterator[list[BinaryIO]]:
    """These files of an archive. Raises UnreadableInput where one of them cannot be unpacked."""
    with ExitStack() as stay:
        found: list[BinaryIO] = []
        for one in files.open(_any):
            if one.path not in paths:
                continue
            if one.stream is None:
                raise one.problem or UnreadableInput("the file cannot be opened", code="cannot-open")
            target = stay.enter_context(tempfile.TemporaryFile())
            while piece := one.stream.read(_CHUNK):
                target.write(piece)
            found.append(target)
        yield found
