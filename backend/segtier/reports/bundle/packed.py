"""The files of an archive as streams, one after the other, without trust; nothing is held whole.

`read_archive` gives files whole, archives within archives too; a bundle's files are long and lie in one archive.
"""

from __future__ import annotations

import io
import tarfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import BinaryIO, Protocol

from segtier.dataclass import dataclass
from segtier.errors import UnreadableInput
from segtier.reports.archives import Limits, archive_kind, hidden, member_path, tar_refusal, unsafe_name, zip_link
from segtier.reports.tar_stream import TarStream
from segtier.reports.zip_safety import BROKEN, Budget, Reader, damaged, open_zip, refusal

_FAULTS = (*BROKEN, tarfile.TarError)
_LONGEST_BYTES = 16 << 30
"""Of one file: it is never held, so only the archive's own limit counts."""
_TAR_SIGN = slice(257, 262)

Wanted = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class OpenFile:
    """A file that is read before the next one is asked for; either `stream` or `problem` is there."""

    path: str
    stream: BinaryIO | None = None
    problem: UnreadableInput | None = None


class Files(Protocol):
    """Where a bundle lies: an archive or a folder. Each call goes through all files anew."""

    def open(self, wanted: Wanted) -> Iterator[OpenFile]:
        """The files whose path is wanted; raises UnreadableInput where the archive as a whole cannot be read."""
        ...


class PackedFiles:
    """The files of a zip, tar or tar.gz. `file` must be seekable and stay open."""

    def __init__(self, file: BinaryIO, limits: Limits | None = None) -> None:
        self._file = file
        self._limits = replace(limits or Limits(), member_bytes=_LONGEST_BYTES)

    def open(self, wanted: Wanted) -> Iterator[OpenFile]:
        self._file.seek(0)
        kind = archive_kind(self._file)
        packed_bytes = self._file.seek(0, io.SEEK_END)
        self._file.seek(0)
        budget = Budget(self._limits, packed_bytes)
        if kind == "zip":
            return self._zip(budget, wanted)
        stream = TarStream(self._file, budget, packed=kind == "gzip")
        if kind == "gzip":
            try:
                if stream.peek(512)[_TAR_SIGN] != b"ustar":
                    raise UnreadableInput("the gzip file holds no tar archive", code="bad-archive")
            except _FAULTS as fault:
                raise damaged(fault) from fault
        return self._tar(stream, budget, wanted)

    def _zip(self, budget: Budget, wanted: Wanted) -> Iterator[OpenFile]:
        reader = Reader(self._file)
        names: Counter[str] = Counter()
        with open_zip(reader, self._limits) as parts:
            for part in parts.infolist():
                budget.enter()
                fault = unsafe_name(part.filename)
                if part.is_dir() or (fault is None and (hidden(part.filename) or not wanted(part.filename))):
                    continue
                path = member_path(part.filename, names)
                fault = fault or zip_link(part) or refusal(part)
                if fault is not None:
                    yield OpenFile(path, problem=fault)
                else:
                    yield OpenFile(path, _stream(budget.chunks(parts, part, reader)))

    def _tar(self, stream: TarStream, budget: Budget, wanted: Wanted) -> Iterator[OpenFile]:
        names: Counter[str] = Counter()
        for part in stream.parts():
            budget.enter()
            fault = unsafe_name(part.name)
            if part.isdir() or (fault is None and (hidden(part.name) or not wanted(part.name))):
                continue
            path = member_path(part.name, names)
            fault = fault or tar_refusal(part)
            if fault is not None:
                yield OpenFile(path, problem=fault)
            else:
                yield OpenFile(path, _stream(stream.chunks(part)))


class _Pieces(io.RawIOBase):
    """An iterator of bytes as a stream; faults of the archive come as UnreadableInput."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = pieces
        self._rest = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]  # any buffer
        if not self._rest:
            try:
                self._rest = next(self._pieces, b"")
            except UnreadableInput:
                raise
            except _FAULTS as fault:
                raise damaged(fault) from fault
        data = self._rest[: len(buffer)]
        self._rest = self._rest[len(data) :]
        buffer[: len(data)] = data
        return len(data)


def _stream(pieces: Iterator[bytes]) -> BinaryIO:
    return _Pieces(pieces)  # type: ignore[return-value]  # a raw stream, read only
