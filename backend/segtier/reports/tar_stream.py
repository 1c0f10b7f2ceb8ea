"""A tar archive, plain or in gzip, read once from front to back, every byte counted."""

from __future__ import annotations

import gzip
import tarfile
from collections.abc import Iterator
from typing import BinaryIO

from segtier.errors import UnreadableInput
from segtier.reports.zip_safety import BROKEN, ArchiveLimit, Budget, Reader, damaged

_BLOCK = 512
_CHUNK = 1 << 18
_HEADERS_MAX_BYTES = 2 << 20
"""Between two files: long names and extended headers; nobody needs more."""
_TAIL = 64 << 10
_FAULTS = (*BROKEN, tarfile.TarError)


class TarStream:
    """Bytes of a tar archive for tarfile, on a budget; unpacked where `packed`."""

    def __init__(self, file: BinaryIO, budget: Budget, packed: bool = False) -> None:
        self._budget = budget
        self._reader = Reader(file)
        self._packed = packed
        self._source = gzip.GzipFile(fileobj=self._reader) if packed else self._reader
        self._peeked = b""
        self._count = 0
        self._tail = b""
        self._allowed = _HEADERS_MAX_BYTES
        self._tar: tarfile.TarFile | None = None

    def peek(self, size: int) -> bytes:
        self._peeked = self._source.read(size)
        return self._peeked

    def read(self, size: int) -> bytes:
        """Raises ArchiveLimit where the archive is beyond its limits, or headers go on and on."""
        data = self._peeked or self._source.read(min(size, _CHUNK))
        self._peeked = b""
        self._count += len(data)
        self._allowed -= len(data)
        self._budget.take(len(data))
        if self._packed and self._budget.swollen(self._count, self._reader.count):
            raise ArchiveLimit("the archive is a zip bomb: it swells beyond measure", code="zip-bomb")
        if self._allowed < 0:
            raise ArchiveLimit("the archive's headers go on and on", code="bad-archive")
        self._tail = (self._tail + data)[-_TAIL:]
        return data

    def read_whole(self, most_bytes: int) -> bytes:
        """Everything, where it is one file and no tar. Raises UnreadableInput beyond `most_bytes`."""
        pieces, size = [], 0
        self._allowed = most_bytes + _CHUNK
        while piece := self.read(_CHUNK):
            size += len(piece)
            if size > most_bytes:
                raise UnreadableInput(f"the file is longer than {most_bytes:,} bytes; no report is", code="too-large")
            pieces.append(piece)
        return b"".join(pieces)

    def parts(self) -> Iterator[tarfile.TarInfo]:
        """Headers of the archive's entries. Raises UnreadableInput where the archive is damaged or breaks off."""
        try:
            self._tar = tarfile.open(fileobj=self, mode="r|", bufsize=_BLOCK * 20)  # type: ignore[call-overload]  # noqa: SIM115
            part = self._tar.next()
            while part is not None:
                self._allowed = _HEADERS_MAX_BYTES + part.size
                yield part
                self._tar.members = []  # type: ignore[union-attr]  # tarfile would keep every header
                part = self._tar.next()
        except _FAULTS as fault:
            raise damaged(fault) from fault
        self._check_end()

    def data(self, part: tarfile.TarInfo) -> bytes:
        """The bytes of the entry `parts` gave last. Raises UnreadableInput where the archive ends in it."""
        try:
            stream = self._tar.extractfile(part) if self._tar is not None else None
            return b"" if stream is None else stream.read()
        except _FAULTS as fault:
            raise damaged(fault) from fault

    def chunks(self, part: tarfile.TarInfo) -> Iterator[bytes]:
        """The same piece by piece."""
        stream = self._tar.extractfile(part) if self._tar is not None else None
        while stream is not None and (piece := stream.read(_CHUNK)):
            yield piece

    def _check_end(self) -> None:
        """tarfile takes a damaged header for the end: the end is a block of zeros."""
        at = 0 if self._tar is None else self._tar.offset - (self._count - len(self._tail))
        if self._tail[at : at + _BLOCK] != bytes(_BLOCK):
            raise UnreadableInput("the archive breaks off or is damaged: it has no end", code="bad-archive")
