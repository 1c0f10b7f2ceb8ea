"""The files of one export, in the order of their numbers, as one sequence of bytes behind their header blocks."""

from __future__ import annotations

import io
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import BinaryIO, NamedTuple

from segtier.dataclass import dataclass
from segtier.errors import UnreadableInput
from segtier.model.dump_part import DumpPart, missing_of
from segtier.reports.dump.header import HEAD_BYTES, LOOKED_AT, Header, dump_kind, read_header, refuse_text_mode
from segtier.reports.dump.refusals import damaged, mixed_set


class DumpFile:
    """One file; it is read in windows, wherever it is asked for."""

    def __init__(self, file: BinaryIO) -> None:
        """Raises UnreadableInput where it is no Data Pump file, or one that was sent as text."""
        self._file = file
        self.size = file.seek(0, io.SEEK_END)
        begin = self.read(0, LOOKED_AT)
        if dump_kind(begin) is not None:
            refuse_text_mode(begin)
        self.header: Header = read_header(begin[:HEAD_BYTES])
        self.is_cut = self.size % self.header.block_size != 0 or self.size <= (self.header.master_at or 0)
        """It is shorter than what it holds, which does not go on in the next file."""

    def read(self, at: int, length: int) -> bytes:
        """As much of it as the file has."""
        self._file.seek(at)
        return self._file.read(length)


@dataclass(frozen=True, slots=True)
class Extent:
    """A stretch of a set: pieces of files, one behind the other."""

    pieces: tuple[tuple[DumpFile, int, int], ...]
    """(file, where, how many bytes)."""
    length: int
    """What there is of it."""
    whole: bool
    """False where a file ends before it does."""

    def read(self, offset: int, length: int) -> bytes:
        found: list[bytes] = []
        for file, at, size in self.pieces:
            if offset < size and length > 0:
                taken = min(length, size - offset)
                found.append(file.read(at + offset, taken))
                length -= taken
                offset += taken
            offset -= size
        return found[0] if len(found) == 1 else b"".join(found)


class DumpSet:
    """Files of one export. Of several copies of one file the longest counts: most damaged ones are cut; of those of one length
    the last does.

    Raises UnreadableInput where they are of several exports.
    """

    def __init__(self, files: Sequence[BinaryIO]) -> None:
        given = list(map(DumpFile, files))
        if len({one.header.job for one in given}) > 1:
            raise mixed_set("these dump files are of different exports")
        by_number = {one.header.file_number: one for one in sorted(given, key=lambda one: one.size)}
        self.files = [by_number[number] for number in sorted(by_number)]
        if all(one.size <= one.header.block_size for one in self.files):
            raise damaged("the file ends within its first block, ahead of all tables")
        counts = Counter(one.header.file_number for one in given)
        self.copied = tuple(sorted(number for number, count in counts.items() if count > 1))
        """Numbers of the files that are there more than once."""
        self.missing = missing_of(part_of(one.header) for one in self.files)
        self.header = self.files[0].header

    @property
    def cut(self) -> tuple[int, ...]:
        """Numbers of its files that are shorter than what they hold; known once its objects are found. A dump in one file is
        cut as a whole.
        """
        several = self.files if len(self.files) > 1 else ()
        return tuple(one.header.file_number for one in several if one.is_cut)

    def extent(self, place: int, at: int, length: int) -> Extent:
        """From `at` of a file on; it goes on behind the header block of the next one, if that is the next of the set."""
        pieces: list[tuple[DumpFile, int, int]] = []
        left = length
        while True:
            file = self.files[place]
            taken = min(left, file.size - at)
            if taken > 0:
                pieces.append((file, at, taken))
                left -= taken
            if left <= 0 or not self.followed(place):
                return Extent(tuple(pieces), length - left, left <= 0)
            at = max(at - file.size, 0) + file.header.block_size
            place += 1

    def followed(self, place: int) -> bool:
        """Whether what begins in a file may go on in the next: it is the next of the set, and this one is whole."""
        if place + 1 == len(self.files) or self.files[place].is_cut:
            return False
        return self.files[place + 1].header.file_number == self.files[place].header.file_number + 1


def part_of(header: Header) -> DumpPart:
    return DumpPart(header.job.hex(), header.file_number, header.master_at is not None)


class Export(NamedTuple):
    """Names of the files of one export."""

    names: list[str]
    whole: bool
    """None of its files is missing; also of a file whose header cannot be read: no other goes with it."""


def by_export(files: Iterable[tuple[str, BinaryIO]]) -> list[Export]:
    """Of Data Pump files, those of one export together; a file whose header cannot be read stands alone."""
    found: dict[str, list[str]] = defaultdict(list)
    parts: dict[str, list[DumpPart]] = defaultdict(list)
    for name, file in files:
        file.seek(0)
        head = file.read(HEAD_BYTES)
        if dump_kind(head) is None:
            continue
        try:
            part = part_of(read_header(head))
        except UnreadableInput:
            found[name].append(name)
            continue
        found[part.export].append(name)
        parts[part.export].append(part)
    return [Export(names, not (one in parts and missing_of(parts[one]).any)) for one, names in found.items()]
