"""How stored bytes lie: compressed with gzip where that makes them smaller, else as they came.

What is compressed says so at the end of its name, with the size it was: `abcdef….776123.gz`. Any tool for gzip reads it, and
who unpacks it stops at that size, whatever the bytes say. Names without that ending are of files as they came, as all were once.
"""

from __future__ import annotations

import hashlib
import re
import zlib
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from segtier.dataclass import dataclass
from segtier.errors import Refused

LEVEL = 3
"""Reports get 8 times smaller in 6 ms a MB; a higher one costs twice that for a tenth of the room (`benchmarks/storing.py`)."""
PIECE_BYTES = 1024**2
ENDING = r"(?:\.[0-9]{1,18}\.gz)?"
"""Of a name, as a pattern."""
PACKED_SIGNS = (b"PK", b"\x1f\x8b")
"""How files begin that are compressed already: ZIP, workbooks among them, and gzip."""
_GZIP = 31
"""What zlib calls its format with gzip's head and checksum."""
_SAMPLE_BYTES = 16 * 1024
_WORTH = 0.9
_SMALL_BYTES = 4096
"""What fits into a block of the disk takes no less room when it is smaller."""
_ENDING = re.compile(r"\.([0-9]{1,18})\.gz")


class Damaged(Exception):
    """Bytes are not those that were stored."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What was written: the digest and the size of what came, and how the name ends of what lies there."""

    sha256: str
    bytes: int
    ending: str


def take(source: BinaryIO, target: BinaryIO, most_bytes: int) -> Taken:
    """Write all of it as it shall lie; raises Refused (code `too-large`) where it is more than `most_bytes`."""
    digest, size, deflate = hashlib.sha256(), 0, None
    while piece := source.read(PIECE_BYTES):
        if size == 0 and _shrinks(piece):
            deflate = zlib.compressobj(LEVEL, wbits=_GZIP)
        size += len(piece)
        if size > most_bytes:
            raise Refused(
                f"the file is larger than {most_bytes:,} bytes",
                code="too-large",
                advice="Upload fewer reports at a time; a single AWR report is rarely above 20 MB.",
            )
        digest.update(piece)
        target.write(deflate.compress(piece) if deflate else piece)
    if deflate is None:
        return Taken(digest.hexdigest(), size, "")
    target.write(deflate.flush())
    return Taken(digest.hexdigest(), size, f".{size}.gz")


def _shrinks(piece: bytes) -> bool:
    if len(piece) <= _SMALL_BYTES or piece.startswith(PACKED_SIGNS):
        return False
    sample = piece[:_SAMPLE_BYTES]
    return len(zlib.compress(sample, 1)) < _WORTH * len(sample)


def digest_in(name: str) -> str:
    """A stored file's name without its ending."""
    return name.partition(".")[0]


def ending_of(name: str) -> str:
    return "".join(name.partition(".")[1:])


def original_bytes(ending: str) -> int | None:
    """The size it was; None of what lies as it came."""
    found = _ENDING.fullmatch(ending)
    return int(found[1]) if found else None


def pieces_of(source: BinaryIO) -> Iterator[bytes]:
    while piece := source.read(PIECE_BYTES):
        yield piece


def original(pieces: Iterable[bytes], ending: str) -> Iterator[bytes]:
    """What came, piece by piece, from the pieces of what lies there; raises Damaged."""
    size = original_bytes(ending)
    return iter(pieces) if size is None else _inflated(pieces, size)


def digest_of(pieces: Iterable[bytes], ending: str) -> str:
    """SHA-256 of what came; raises Damaged."""
    return _hashed(original(pieces, ending))


def unpack(pieces: Iterable[bytes], target: BinaryIO, sha256: str, ending: str) -> None:
    """Write what came from the pieces of what lies there; raises Damaged where it has another digest."""
    if _hashed(_written(original(pieces, ending), target)) != sha256:
        raise Damaged


def copy_checked(pieces: Iterable[bytes], target: BinaryIO, sha256: str, ending: str) -> None:
    """Write it as it lies; raises Damaged where what came has another digest."""
    if _hashed(original(_written(pieces, target), ending)) != sha256:
        raise Damaged


def _written(pieces: Iterable[bytes], target: BinaryIO) -> Iterator[bytes]:
    for piece in pieces:
        target.write(piece)
        yield piece


def _hashed(pieces: Iterable[bytes]) -> str:
    digest = hashlib.sha256()
    for piece in pieces:
        digest.update(piece)
    return digest.hexdigest()


def _inflated(pieces: Iterable[bytes], size: int) -> Iterator[bytes]:
    inflate, left = zlib.decompressobj(wbits=_GZIP), size
    for piece in pieces:
        rest, full = piece, True
        while rest or full:
            try:
                out = inflate.decompress(rest, PIECE_BYTES)
            except zlib.error as fault:
                raise Damaged from fault
            rest, full = inflate.unconsumed_tail, len(out) == PIECE_BYTES
            left -= len(out)
            if left < 0 or inflate.unused_data:
                raise Damaged
            yield out
    if left or not inflate.eof:
        raise Damaged
