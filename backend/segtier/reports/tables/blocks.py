"""AWR Miner's blocks (`~~BEGIN-NAME~~` ... `~~END-NAME~~`) into named raw tables: fixed columns under a ruler of dashes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property

from segtier.dataclass import dataclass
from segtier.reports.tables.decimal_sign import has_decimal_comma
from segtier.reports.tables.raw import Heading, Page, squeeze

_BEGIN = re.compile(r"~~BEGIN-(.+?)~~\s*")
_END = re.compile(r"~~END-(.+?)~~\s*")
_RULER = re.compile(r"-{2,}(?: -{2,}| -)*\s*")
_NOT_DATA = re.compile(r"\d+ rows selected\.|no rows selected", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class BlockHeading:
    """A block's name."""

    text: str
    empty: bool
    level: int = 3

    def says_no_data(self) -> bool:
        """The block holds no row."""
        return self.empty


@dataclass(eq=False)
class BlockTable:
    """The table of one block. Lines count from 0."""

    index: int
    heading: Heading | None
    lines: list[str]
    ruler: int
    """Line of the dashes, with the column names above it."""
    end: int
    """Line after the last row."""
    title: str = ""
    notes: tuple[str, ...] = ()
    decimal_comma: bool = False

    @cached_property
    def _spans(self) -> list[tuple[int, int]]:
        return [match.span() for match in re.finditer(r"-+", self.lines[self.ruler])]

    @cached_property
    def columns(self) -> tuple[str, ...]:
        return tuple(self._cells(self.lines[self.ruler - 1]))

    @cached_property
    def squeezed_columns(self) -> tuple[str, ...]:
        return tuple(squeeze(text) for text in self.columns)

    @cached_property
    def _row_lines(self) -> list[int]:
        heads = {self.lines[self.ruler].rstrip(), self.lines[self.ruler - 1].rstrip()}
        inside = range(self.ruler + 1, self.end)
        texts = ((number, self.lines[number].rstrip()) for number in inside)
        return [number for number, text in texts if text and text not in heads and not _NOT_DATA.fullmatch(text)]

    def rows(self) -> Iterator[list[str]]:
        """Cells by the ruler; a line with text between two columns is given as one cell, which fits no table."""
        for number in self._row_lines:
            line = self.lines[number]
            yield self._cells(line) if self._fits(line) else [line]

    def has_rows(self) -> bool:
        return bool(self._row_lines)

    def _cells(self, line: str) -> list[str]:
        return [line[start:end].strip() for start, end in self._spans]

    def _fits(self, line: str) -> bool:
        gaps = (line[end : end + 1] for _, end in self._spans)
        return all(not gap.strip() for gap in gaps) and not line[self._spans[-1][1] :].strip()

    def place(self, text: str, row: int, column: int) -> tuple[int | None, int | None]:
        """Line and column, from 1, of a cell; the text is the one the table was read from."""
        del text
        number = self._row_lines[row]
        start, end = self._spans[column]
        cell = self.lines[number][start:end]
        return number + 1, start + len(cell) - len(cell.lstrip()) + 1


def read_blocks(text: str) -> Page:
    """All blocks with a ruler. A block without its end is left out: its last line may be half a line."""
    lines = text.split("\n")
    lines = [line.removesuffix("\r") for line in lines]
    headings: list[BlockHeading] = []
    tables: list[BlockTable] = []
    truncated, comma = False, has_decimal_comma(text)
    for name, start, end in _blocks(lines):
        if end is None:
            truncated = True
            continue
        ruler = next((at for at in range(start + 1, end) if _RULER.fullmatch(lines[at])), None)
        headings.append(BlockHeading(name, ruler is None))
        if ruler is not None:
            tables.append(BlockTable(len(tables), headings[-1], lines, ruler, end, decimal_comma=comma))
    return Page(tuple(headings), tuple(tables), truncated, 1)


def _blocks(lines: list[str]) -> Iterator[tuple[str, int, int | None]]:
    """(name, first line inside, line of the end) of each block; no end where the next begins or the file stops."""
    opened: tuple[str, int] | None = None
    for number, line in enumerate(lines):
        if not line.startswith("~~"):
            continue
        if (begin := _BEGIN.fullmatch(line)) is not None:
            if opened is not None:
                yield (*opened, None)
            opened = (begin[1], number + 1)
        elif (end := _END.fullmatch(line)) is not None and opened is not None and end[1] == opened[0]:
            yield (*opened, number)
            opened = None
    if opened is not None:
        yield (*opened, None)
