"""Unpacking without trust: what was really read and really written is counted, never what an archive says of itself."""

from __future__ import annotations

import gzip
import io
import struct
import zipfile
import zlib
from collections.abc import Iterator
from typing import BinaryIO

from segtier.dataclass import dataclass
from segtier.errors import UnreadableInput

_CHUNK = 1 << 16
_SCAN = 1 << 20
_ENTRY_SIGN = b"PK\x01\x02"
_HEADER_BYTES = 30
_METHODS = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
_RATIO_FROM_BYTES = 4 << 20
"""A ratio says nothing about small files: a page of blanks shrinks a thousandfold."""
_ADVICE = "Pack the reports again with a plain zip or tar, or upload them one by one."
BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    gzip.BadGzipFile,
    ValueError,
    struct.error,
    NotImplementedError,
    RuntimeError,
)
"""What the standard library raises on damaged archives. An OSError is the disk's fault, not the archive's: see `Reader.seek`."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one archive may make us unpack, archives within it included."""

    entries: int = 20_000
    depth: int = 3
    """Archives within archives: 1 takes none."""
    member_bytes: int = 256 << 20
    total_bytes: int = 16 << 30
    ratio: int = 200
    """Bytes out for each byte in; AWR reports shrink 10- to 25-fold."""


class ArchiveLimit(UnreadableInput):
    """The archive as a whole is refused: nothing more of it is read."""

    code = "archive-limit"


class Reader:
    """A file that counts the bytes read from it."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.count = 0

    def read(self, size: int = -1) -> bytes:
        data = self._file.read(size)
        self.count += len(data)
        return data

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """Raises ValueError for a place before the file, which a damaged archive may name."""
        if whence == io.SEEK_SET and offset < 0:
            raise ValueError("a place before the beginning of the file")
        return self._file.seek(offset, whence)

    def tell(self) -> int:
        return self._file.tell()

    def seekable(self) -> bool:
        return True


class Budget:
    """What is left of the limits, for one archive and everything within it."""

    def __init__(self, limits: Limits, packed_bytes: int) -> None:
        self.limits = limits
        self._packed_bytes = packed_bytes
        self._entries = 0
        self._bytes = 0

    def enter(self) -> None:
        """Count an entry; raises ArchiveLimit."""
        self._entries += 1
        if self._entries > self.limits.entries:
            raise ArchiveLimit(
                f"the archive holds more than {self.limits.entries:,} files", code="too-many-entries", advice=_ADVICE
            )

    def take(self, count: int) -> None:
        """Count bytes that came out; raises ArchiveLimit."""
        self._bytes += count
        if self._bytes > self.limits.total_bytes:
            raise ArchiveLimit(
                f"the archive unpacks to more than {self.limits.total_bytes:,} bytes", code="too-large", advice=_ADVICE
            )
        if self.swollen(self._bytes, self._packed_bytes):
            raise ArchiveLimit("the archive is a zip bomb: its files swell beyond measure", code="zip-bomb")

    def swollen(self, out_bytes: int, in_bytes: int) -> bool:
        return out_bytes > _RATIO_FROM_BYTES and out_bytes > self.limits.ratio * max(in_bytes, 1)

    def check_member(self, out_bytes: int, in_bytes: int) -> None:
        """Raises UnreadableInput for one file that is too long or swells too much; its neighbours may go on."""
        if self.swollen(out_bytes, in_bytes):
            raise UnreadableInput("the file is a zip bomb: it swells beyond measure", code="zip-bomb")
        if out_bytes > self.limits.member_bytes:
            raise UnreadableInput(
                f"the file is longer than {self.limits.member_bytes:,} bytes; no report is", code="too-large"
            )

    def chunks(self, parts: zipfile.ZipFile, part: zipfile.ZipInfo, file: Reader) -> Iterator[bytes]:
        """What is in one file of a ZIP, piece by piece, counted."""
        before, seen = file.count, 0
        with parts.open(part) as stream:
            while chunk := stream.read(_CHUNK):
                seen += len(chunk)
                self.take(len(chunk))
                self.check_member(seen, file.count - before)
                yield chunk

    def measure(self, parts: zipfile.ZipFile, part: zipfile.ZipInfo, file: Reader) -> int:
        """Bytes of one file, unpacked and thrown away. Raises UnreadableInput."""
        self.enter()
        refused = refusal(part)
        if refused is not None:
            raise refused
        try:
            return sum(map(len, self.chunks(parts, part, file)))
        except BROKEN as fault:
            raise damaged(fault) from fault


def open_zip(file: BinaryIO | Reader, limits: Limits) -> zipfile.ZipFile:
    """A ZIP whose directory is neither too long nor lists the same bytes twice. Raises ArchiveLimit, UnreadableInput."""
    if _entry_signs(file) > limits.entries:
        raise ArchiveLimit(f"the archive holds more than {limits.entries:,} files", code="too-many-entries")
    file.seek(0)
    try:
        parts = zipfile.ZipFile(file)
    except BROKEN as fault:
        raise damaged(fault) from fault
    _refuse_overlaps(parts)
    return parts


def _entry_signs(file: BinaryIO | Reader) -> int:
    """How often the sign of a directory entry occurs: at least as many entries as zipfile would make."""
    file.seek(0)
    found, tail = 0, b""
    while chunk := file.read(_SCAN):
        found += (tail + chunk).count(_ENTRY_SIGN)
        tail = chunk[-3:]
    return found


def _refuse_overlaps(parts: zipfile.ZipFile) -> None:
    """One stretch of packed bytes under many names is how a small archive becomes petabytes."""
    end = 0
    for part in sorted(parts.infolist(), key=lambda one: one.header_offset):
        if part.header_offset < end:
            raise ArchiveLimit("the archive is a zip bomb: its files lie over each other", code="zip-bomb")
        end = part.header_offset + _HEADER_BYTES + part.compress_size


def refusal(part: zipfile.ZipInfo) -> UnreadableInput | None:
    """Why a file of a ZIP is not unpacked; None where it can be."""
    if part.flag_bits & 0x1:
        return UnreadableInput("the file is encrypted", code="encrypted", advice="Pack it again without a password.")
    if part.compress_type not in _METHODS:
        return UnreadableInput(
            f"the file is packed with method {part.compress_type}; only plain deflate is read",
            code="unsupported-compression",
            advice=_ADVICE,
        )
    return None


def damaged(fault: BaseException) -> UnreadableInput:
    return UnreadableInput(
        f"the archive is damaged: {str(fault)[:120] or type(fault).__name__}", code="bad-archive", advice=_ADVICE
    )
