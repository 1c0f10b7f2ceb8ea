"""Where the cells of HTML tables stand in the file: line and column, for showing evidence."""

from __future__ import annotations

from functools import cached_property
from html.parser import HTMLParser

from segtier.dataclass import dataclass


class CellPositions:
    """Of one text, which is looked through when the first cell is asked for."""

    def __init__(self, text: str) -> None:
        self._text = text

    def of(self, table: int, row: int, cell: int, raw: str | None) -> tuple[int | None, int | None]:
        """(line, column) from 1 of a cell's text; (None, None) where a damaged page cannot be followed to that text."""
        found = self._cells.get((table, row, cell))
        if found is None or (raw is not None and found.text.strip() != raw):
            return None, None
        return found.line, found.offset + 1

    @cached_property
    def _cells(self) -> dict[tuple[int, int, int], _Cell]:
        parser = _Cells()
        parser.feed(self._text)
        parser.close()
        return parser.cells


@dataclass(slots=True)
class _Cell:
    line: int
    offset: int
    text: str = ""


class _Cells(HTMLParser):
    """Finds where the text of each cell begins: table, row and cell counted as the page's tables count them."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.cells: dict[tuple[int, int, int], _Cell] = {}
        self.table = self.row = self.cell = -1
        self.inside: _Cell | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del attrs
        if tag == "table":
            self.table, self.row = self.table + 1, -1
        elif tag == "tr":
            self.row, self.cell = self.row + 1, -1
        elif tag in ("td", "th"):
            self.cell += 1
            self.inside = self.cells.setdefault((self.table, self.row, self.cell), _Cell(*self.getpos()))

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th", "tr", "table"):
            self.inside = None

    def handle_data(self, data: str) -> None:
        if self.inside is None:
            return
        if not self.inside.text.strip() and data.strip():
            self.inside.line, self.inside.offset = self._first_letter(data)
        self.inside.text += data

    def _first_letter(self, data: str) -> tuple[int, int]:
        line, offset = self.getpos()
        blank = data[: len(data) - len(data.lstrip())]
        if "\n" in blank:
            return line + blank.count("\n"), len(blank) - blank.rfind("\n") - 1
        return line, offset + len(blank)
