"""Delimited text into a header and rows, as SQL Developer, SQL*Plus (`set markup csv on`) and spreadsheets write it.

Tolerates what spools add: prompts and blank lines before the header, the header again on every page, and
"123 rows selected." at the end.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from itertools import islice

from segtier.errors import UnreadableInput
from segtier.reports.tables.csv_line import cells_of
from segtier.reports.tables.rows import (
    FOOTER,
    ROWS_AT_ONCE,
    Block,
    Line,
    RowTable,
    column_name,
    lines_of,
    numbered_lines,
    offset_of_cell,
    unpadded,
)

_DELIMITERS = ",;\t|"
_HEADER_WITHIN_LINES = 60
_LOOK_AT = 200_000
_MOST_COLUMNS = 2_000
_NAME = re.compile(r"['\"]?[A-Za-z][A-Za-z0-9_$#() /*.-]{0,60}(?:, ?\d{1,2}\))?['\"]?")
"""Perhaps a figure rounded to some decimals: `ROUND(BYTES/1024/1024,2)`."""
_DECIMALS = re.compile(r" ?\d{1,2}\)")
_RULE = frozenset("-=: ")
_FRAME = re.compile(r"^([ \t]{0,8})\|(.*?)(?:\|([ \t]*))?$", re.MULTILINE)
"""A line of a Markdown table, with a bar at its begin and mostly at its end."""


class Delimited(RowTable):
    """A delimited file: its column names as printed, and its rows."""

    form = "CSV"

    def __init__(self, columns: tuple[str, ...], header_line: int, delimiter: str, text: str) -> None:
        super().__init__(columns, header_line)
        self.delimiter = delimiter
        self.text = text

    def rows(self) -> Iterator[Line]:
        """Rows below the header; blank lines, repeated headers and the spool's own lines are left out."""
        for block in self.blocks():
            for number, row in zip(*block, strict=True):
                yield Line(number, [unpadded(cell) for cell in row])

    def blocks(self) -> Iterator[Block]:
        lines = islice(lines_of(self.text, ends=True), self.header_line, None)
        reader = csv.reader(lines, delimiter=self.delimiter)
        fault, number = None, self.header_line + 1
        while fault is None:
            numbers, rows = [number], []
            try:
                for row in islice(reader, ROWS_AT_ONCE):
                    rows.append(row)
                    numbers.append(self.header_line + reader.line_num + 1)
            except csv.Error as met:
                fault = met
            number = numbers.pop()
            if not rows:
                break
            yield self._without_noise(Block(numbers, rows))
        if fault is not None:
            raise UnreadableInput(
                f"the CSV breaks off: {fault}", code="bad-csv", line=number, advice="Export the query again."
            ) from fault

    def _without_noise(self, block: Block) -> Block:
        """Most blocks have none: a look at the first cells that there are, and at the widths, tells it."""
        widths, firsts = set(map(len, block.rows)), {row[0] for row in block.rows if row}
        if widths == {len(self.columns)} and not any(map(self._may_be_noise, firsts)):
            return block
        kept = [pair for pair in zip(*block, strict=True) if self._counts([unpadded(cell) for cell in pair[1]])]
        return Block([number for number, _ in kept], [row for _, row in kept])

    def _counts(self, cells: list[str]) -> bool:
        suspect = len(cells) != len(self.columns) or self._may_be_noise(cells[0])
        return any(cells) and not (suspect and _is_noise(cells, self.names))

    def _may_be_noise(self, first: str) -> bool:
        cell = unpadded(first)
        return cell == self.columns[0] or not cell.strip("-=: ")

    def place(self, line: Line, column: int) -> tuple[int | None, int | None]:
        text = next((text for _, text in numbered_lines(self.text, line.number)), "")
        return line.number, offset_of_cell(text, line.cells, column)


def _is_noise(cells: list[str], names: tuple[str, ...]) -> bool:
    if len(cells) == 1 and FOOTER.match(cells[0]):
        return True
    return all(cell and _RULE.issuperset(cell) for cell in cells) or tuple(map(column_name, cells)) == names


def header_of(text: str) -> Delimited | None:
    """The first line that reads as column names with a delimiter between them; None where there is none."""
    text = _without_frame(text)
    for index, line in enumerate(text[:_LOOK_AT].splitlines()[:_HEADER_WITHIN_LINES]):
        delimiter = max(_DELIMITERS, key=line.count)
        if line.count(delimiter) >= _MOST_COLUMNS or FOOTER.match(line):
            continue
        cells = [cell.strip() for cell in _joined(cells_of(line, delimiter), delimiter)]
        if len(cells) > 1 and all(_NAME.fullmatch(cell) for cell in cells):
            return Delimited(tuple(cells), index + 1, delimiter, text)
    return None


def _without_frame(text: str) -> str:
    """A Markdown table without the bars around it, each sign where it was."""
    if not text[:_LOOK_AT].lstrip().startswith("|"):
        return text
    return _FRAME.sub(lambda found: f"{found[1]} {found[2]}{' ' if found[3] is not None else ''}{found[3] or ''}", text)


def _joined(cells: list[str], delimiter: str) -> list[str]:
    """With names whole that were cut at the comma ahead of their decimals, for nobody put them in quotes."""
    found: list[str] = []
    for cell in cells:
        if delimiter == "," and found and found[-1].count("(") > found[-1].count(")") and _DECIMALS.fullmatch(cell):
            found[-1] += f",{cell}"
        else:
            found.append(cell)
    return found
