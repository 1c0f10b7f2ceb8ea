"""What lies in the files: a block before each table's data says where its description and its rows are."""

from __future__ import annotations

import struct
from collections.abc import Iterator

from segtier.dataclass import dataclass
from segtier.reports.dump.description import Description, name_in, read_description
from segtier.reports.dump.refusals import CUT_BEFORE, PACKED, STRANGE, TableFault
from segtier.reports.dump.sets import DumpFile, DumpSet, Extent

_SIGN = b"\xff\xff\x24\x24"
_PLAIN, _EXTENDED = 0x0A, 0x14
_PACKED_FLAG = 4
_PACKED_SIGN = b"KGC\x80\x01HDR>"
_XML_SIGN, _CHARSET_BYTES = b"<?xml", 2
_HEAD_BYTES = 54
_MOST_DESCRIPTION, _NAME_WITHIN = 4 << 20, 4096
_MOST_TAIL, _MOST_OFFSET = 64, 1 << 50
_ALIGNED_TO = 8
_SCAN = 1 << 20


@dataclass(frozen=True, slots=True)
class TableObject:
    """The data of a table, or of one of its partitions, which are not told apart by their descriptions."""

    file: DumpFile
    at: int
    owner: str
    """Empty where the description cannot be read; then `fault` says why."""
    name: str
    description: Extent
    rows: Extent
    length: int
    """From its block to the end of its tail, as the master table states it."""
    fault: str | None = None

    def described(self) -> Description:
        """Raises TableFault."""
        if self.fault is not None:
            raise TableFault(self.fault)
        if not self.description.whole:
            raise TableFault(CUT_BEFORE)
        return read_description(self.description.read(0, self.description.length)[_CHARSET_BYTES:])


def find_objects(dump: DumpSet, notes: list[str]) -> Iterator[TableObject]:
    """In the order of the files. Each begins behind the end of the one before, so all of them are no longer than the files."""
    beyond = 0
    for place, file in enumerate(dump.files):
        block = file.header.block_size
        at = _aligned(block + beyond, block)
        begins = place == 0
        while (found := _next_sign(file, at, block)) is not None:
            one = _object(dump, place, found)
            if one is None:
                notes.append(f"a block at byte {found:,} of file {file.header.file_number} is of no known form")
                at = found + block
                continue
            at, begins = _aligned(found + one.length, block), True
            cut = _cut_file(dump, place, at - file.size) if at >= file.size else None
            if cut is not None:
                cut.is_cut = True
                one = _object(dump, place, found) or one
            yield one
        beyond = max(0, at - file.size) if dump.followed(place) else 0
        if begins and beyond == 0 and _goes_on(dump, place):
            file.is_cut = True


def _goes_on(dump: DumpSet, place: int) -> bool:
    """Whether the next file begins with the rest of something, though nothing that is left of this one is longer: its begin is
    lost, with the end of this file. In a file in which nothing begins, it may be the rest of what began further ahead.
    """
    if not dump.followed(place):
        return False
    after = dump.files[place + 1]
    return after.size > after.header.block_size and after.read(after.header.block_size, len(_SIGN)) != _SIGN


def shortened(dump: DumpSet) -> list[DumpFile]:
    """The files that are shorter than those before the last, which are filled one after the other: of a set that lacks a table
    they are cut, where no other file is known to be.
    """
    before = dump.files[:-1]
    full = max((one.size for one in before), default=0)
    return [] if any(one.is_cut for one in dump.files) else [one for one in before if one.size < full]


def _cut_file(dump: DumpSet, place: int, beyond: int) -> DumpFile | None:
    """The file that must have been longer, where what ends so many bytes behind a file does not end ahead of another object.

    Files of a set are filled one after the other, so of those that it passes through the shorter one is cut, or else the last.
    """
    passed = [dump.files[place]]
    for at_place in range(place, len(dump.files) - 1):
        if not dump.followed(at_place):
            return None
        file = dump.files[at_place + 1]
        at = _aligned(file.header.block_size + beyond, file.header.block_size)
        if at < file.size:
            if file.read(at, len(_SIGN)) == _SIGN:
                return None
            break
        passed.append(file)
        beyond = at - file.size
    else:
        if beyond == 0:
            return None
    full = max((one.size for one in dump.files[:-1]), default=0)
    short = [one for one in passed if one.size < full and one is not dump.files[-1]]
    if short:
        return short[0]
    return passed[-1] if passed[-1].header.master_at is not None else None


def _aligned(at: int, block: int) -> int:
    return at + -at % block


def _next_sign(file: DumpFile, at: int, block: int) -> int | None:
    """The next block that begins like an object: right there, or behind blocks of something else."""
    while at < file.size:
        if file.read(at, len(_SIGN)) == _SIGN:
            return at
        at += block
        chunk = file.read(at, _SCAN)
        found = chunk.find(_SIGN)
        while found >= 0 and found % block:
            found = chunk.find(_SIGN, found + 1)
        if found >= 0:
            return at + found
        at += len(chunk) // block * block or block
    return None


def _object(dump: DumpSet, place: int, at: int) -> TableObject | None:
    """None where its numbers cannot be: description, rows and tail follow each other, with no room between them."""
    file = dump.files[place]
    head = file.read(at, _HEAD_BYTES)
    if len(head) < _HEAD_BYTES:
        return None
    kind, flags = head[4], head[5]
    xml_length, xml_at, rows_length, rows_at, tail_length, tail_at = struct.unpack_from(">6Q", head, 6)
    in_order = (
        xml_at == file.header.block_size
        and 0 <= rows_at - xml_at - xml_length < _ALIGNED_TO
        and 0 <= tail_at - rows_at - rows_length < _ALIGNED_TO
    )
    if kind not in (_PLAIN, _EXTENDED) or not in_order or tail_at > _MOST_OFFSET or tail_length > _MOST_TAIL:
        return None
    description = dump.extent(place, at + xml_at, xml_length)
    start = description.read(0, _NAME_WITHIN)
    fault = _fault(kind, flags, start, xml_length)
    owner, name = ("", "") if fault else name_in(start[_CHARSET_BYTES:])
    if fault is None and not name:
        fault = STRANGE
    rows = dump.extent(place, at + rows_at, rows_length)
    return TableObject(file, at, owner, name, description, rows, tail_at + tail_length, fault)


def _fault(kind: int, flags: int, start: bytes, xml_length: int) -> str | None:
    if flags & _PACKED_FLAG or start.startswith(_PACKED_SIGN):
        return PACKED
    if len(start) < min(xml_length, _NAME_WITHIN):
        return CUT_BEFORE
    if not start.startswith(_XML_SIGN, _CHARSET_BYTES) or kind != _PLAIN or flags or xml_length > _MOST_DESCRIPTION:
        return STRANGE
    return None
