"""The first block of a Data Pump file: what wrote it, which of a set it is, where the master table lies."""

from __future__ import annotations

import re
import struct
from datetime import datetime
from typing import Literal

from segtier.dataclass import dataclass
from segtier.reports.dump.refusals import damaged, not_a_dump, old_export, sent_as_text

HEAD_BYTES = 4096
_LEAST_BYTES = 1024
LOOKED_AT = 1 << 20
_FEW_ENDS = 4
"""A byte of a dump follows a CR about once in 256."""
_SIGN, _SIGN_AT = b"\x00\x67\x80\xbc", 6
_OLD_SIGN, _OLD_AT = b"EXPORT:V", 3
_BLOCK_SIZES = (512, 1024, 2048, 4096, 8192, 16384, 32768)
_MOST_FILES = 10_000
_FROM_12_1 = 0x0401
"""Version of the file from which on it tells its release in numbers; before, in text."""
_RELEASE = re.compile(rb"(?<!\d)(\d\d)\.(\d\d)\.(\d\d)\.(\d\d)\.(\d\d)\0")


@dataclass(frozen=True, slots=True)
class Header:
    file_number: int
    """From 1, within its set."""
    block_size: int
    job: bytes
    """GUID of the export: equal in all files of a set."""
    created: datetime | None
    master_at: int | None
    """Where the master table begins, in bytes; None in a file that does not hold it."""
    release: str | None
    """Of the database."""


def dump_kind(head: bytes) -> Literal["datapump", "exp"] | None:
    """By the first 16 bytes."""
    if head[_SIGN_AT : _SIGN_AT + 4] == _SIGN:
        return "datapump"
    return "exp" if head[_OLD_AT : _OLD_AT + 8] == _OLD_SIGN else None


def read_header(head: bytes) -> Header:
    """By the first `HEAD_BYTES`. Raises UnsupportedDocument for the old export, UnreadableInput for what is no dump."""
    kind = dump_kind(head)
    if kind == "exp":
        raise old_export()
    if kind is None:
        raise not_a_dump()
    if len(head) < _LEAST_BYTES:
        raise damaged("the file ends within its header")
    (version,) = struct.unpack_from(">H", head, 0)
    number, block_size = struct.unpack_from(">II", head, 0x1F)
    (master_block,) = struct.unpack_from(">I", head, 0x36)
    if not 1 <= number <= _MOST_FILES:
        raise damaged(f"its header gives it the number {number} of a set")
    if block_size not in _BLOCK_SIZES:
        raise damaged(f"its header gives a block size of {block_size}")
    return Header(
        file_number=number,
        block_size=block_size,
        job=head[0x0F:0x1F],
        created=_created(head),
        master_at=(master_block - 1) * block_size if master_block else None,
        release=_release(head, version),
    )


def refuse_text_mode(begin: bytes) -> None:
    """By the first `LOOKED_AT` bytes. Raises UnreadableInput where each LF follows a CR, which chance does not bring about."""
    ends = begin.count(b"\n")
    if ends >= _FEW_ENDS and begin.count(b"\r\n") == ends:
        raise sent_as_text()


def _created(head: bytes) -> datetime | None:
    (year,) = struct.unpack_from(">H", head, 0x29)
    try:
        return datetime(year, *head[0x2B:0x30])  # noqa: DTZ001 - the database's clock
    except ValueError:
        return None


def _release(head: bytes, version: int) -> str | None:
    if version >= _FROM_12_1:
        major, minor, update = struct.unpack_from(">HBB", head, 0x14C)
        return f"{major}.{minor >> 4}.{minor & 15}.{update}" if major else None
    found = _RELEASE.search(head)
    return ".".join(str(int(part)) for part in found.groups()) if found else None
