"""Whether a file is an archive, told by its first bytes: what takes one apart is imported for those that are."""

from __future__ import annotations

from typing import BinaryIO

_TAR_SIGN = slice(257, 262)
_TAR_FILLED = slice(500, 508)
_OFFICE = frozenset({"[Content_Types].xml", "mimetype"})


def archive_kind(file: BinaryIO) -> str | None:
    """zip, gzip or tar; None for anything else, Office files (which are ZIPs too) included. Leaves the file at 0."""
    head = file.read(512)
    file.seek(0)
    if head.startswith(b"\x1f\x8b"):
        return "gzip"
    if is_tar(head):
        return "tar"
    if not head.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return None
    return None if _is_office(file) else "zip"


def is_tar(head: bytes) -> bool:
    """By its first 512 bytes; the word alone a text may hold too."""
    return head[_TAR_SIGN] == b"ustar" and head[_TAR_FILLED] == bytes(8)


def _is_office(file: BinaryIO) -> bool:
    from segtier.errors import UnreadableInput
    from segtier.reports.zip_safety import Limits, open_zip

    try:
        with open_zip(file, Limits()) as parts:
            return not _OFFICE.isdisjoint(parts.namelist())
    except UnreadableInput:
        return False
    finally:
        file.seek(0)
