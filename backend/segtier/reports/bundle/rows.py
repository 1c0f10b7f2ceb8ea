"""One CSV file of a bundle as rows, streamed: nothing but the row at hand is in memory."""

from __future__ import annotations

import codecs
import csv
import hashlib
import io
from collections.abc import Generator, Iterable, Iterator
from dataclasses import field
from typing import BinaryIO

from segtier.dataclass import dataclass
from segtier.reports.bundle.files import BundleFile
from segtier.units import counted

_END, _FAILED = "#end", "#failed"
_BUFFER_BYTES = 1 << 17


class Hashed(io.RawIOBase):
    """A stream whose bytes are counted and digested as they are read."""

    def __init__(self, stream: BinaryIO, codec: str) -> None:
        self._stream = stream
        self._digest = hashlib.sha256()
        self._decoder = codecs.getincrementaldecoder(codec)("strict")
        self.foreign = False
        """Some bytes are no characters of the character set."""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]  # any buffer
        data = self._stream.read(len(buffer))
        buffer[: len(data)] = data
        self._digest.update(data)
        if not self.foreign and not (data.isascii() and not self._decoder.getstate()[0]):
            self._check(data)
        return len(data)

    def _check(self, data: bytes) -> None:
        try:
            self._decoder.decode(data)
        except UnicodeDecodeError:
            self.foreign = True

    @property
    def sha256(self) -> str:
        """Of everything read so far."""
        return self._digest.hexdigest()


def _unpadded(lines: Iterable[str]) -> Iterator[str]:
    """Lines without the blanks a client fills them up with (no TRIMSPOOL); told by the heading. Line breaks in values stay."""
    every = iter(lines)
    heading = next(every, "")
    if heading.rstrip("\r\n").endswith((" ", "\t")):
        yield heading.rstrip()
        yield from (line.rstrip(" \t\r\n") + "\n" for line in every)
    else:
        yield heading
        yield from every


@dataclass(slots=True)
class Reading:
    """The rows of one file, and once they are read how it ended."""

    declared: BundleFile
    header: tuple[str, ...] = ()
    rows: int = 0
    bad_rows: int = 0
    first_bad_line: int | None = None
    ended: bool = False
    stated_rows: int | None = None
    """What the last line says; None where it says nothing."""
    failure: str | None = None
    replaced: bool = False
    """Some bytes are no characters of the character set."""
    sha256: str = ""
    _places: list[tuple[int | None, bool]] = field(default_factory=list)

    def read(self, stream: BinaryIO, codec: str) -> Generator[list[str | None], None, None]:
        """Values in the order of the declaration, NULL as None. Ends at the end mark or where the file breaks off."""
        raw = Hashed(stream, codec)
        buffered = io.BufferedReader(raw, _BUFFER_BYTES)
        text = io.TextIOWrapper(buffered, encoding=codec, errors="replace", newline="")
        reader = csv.reader(_unpadded(text))
        try:
            yield from self._rows(reader)
        except csv.Error as fault:
            self.failure = f"line {reader.line_num + 1} is not CSV ({fault})"
        while buffered.read(_BUFFER_BYTES):
            pass
        self.sha256, self.replaced = raw.sha256, raw.foreign

    def _rows(self, reader: Iterator[list[str]]) -> Iterator[list[str | None]]:
        self.header = tuple(cell.strip().lower().removeprefix("\ufeff").strip('"') for cell in next(reader, []))
        if self.header[:1] in ((_FAILED,), (_END,)):
            self._note_end([*self.header, ""])
            return
        self._find_columns()
        width, needed = len(self.header), [at for at, required in self._places if required]
        picks = [at for at, _ in self._places]
        whole = None not in picks and picks == list(range(width))
        for row in reader:
            if len(row) != width:
                if row and self._is_note(row):
                    return
                if row:
                    self._reject(reader)
                continue
            if any(at is None or not row[at] for at in needed):
                self._reject(reader)
                continue
            self.rows += 1
            if whole:
                yield [cell or None for cell in row]
            else:
                yield [None if at is None else row[at] or None for at in picks]

    def _find_columns(self) -> None:
        places = {name: at for at, name in enumerate(self.header)}
        self._places = [(places.get(one.name), one.required) for one in self.declared.fields]

    @property
    def lacking(self) -> tuple[str, ...]:
        """Required columns the file does not have."""
        return tuple(one.name for one in self.declared.fields if one.required and one.name not in self.header)

    def _is_note(self, row: list[str]) -> bool:
        if row[0] not in (_END, _FAILED):
            return False
        self._note_end([*row, ""])
        return True

    def _note_end(self, row: list[str]) -> None:
        if row[0] == _FAILED:
            self.failure = " ".join(row[1].split())[:200] or "the query failed"
            return
        self.ended = True
        self.stated_rows = counted(row[1].strip())

    def _reject(self, reader: Iterator[list[str]]) -> None:
        self.bad_rows += 1
        if self.first_bad_line is None:
            self.first_bad_line = reader.line_num  # type: ignore[attr-defined]  # csv.reader has no type of its own
