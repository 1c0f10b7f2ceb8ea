"""Where a cell of an HTML table stands in the file: line and column, for showing evidence."""

from __future__ import annotations

from html.parser import HTMLParser


class _Positions(HTMLParser):
    """Finds where the text of one cell begins: table, row and cell counted as the page's tables count them."""

    def __init__(self, table: int, row: int, cell: int) -> None:
        super().__init__(convert_charrefs=True)
        self.wanted = (table, row, cell)
        self.table = self.row = self.cell = -1
        self.found: tuple[int, int] | None = None
        self.inside = False
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del attrs
        if tag == "table":
            self.table, self.row = self.table + 1, -1
        elif tag == "tr":
            self.row, self.cell = self.row + 1, -1
        elif tag in ("td", "th"):
            self.cell += 1
            self.inside = (self.table, self.row, self.cell) == self.wanted
            if self.inside and self.found is None:
                self.found = self.getpos()

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th", "tr", "table"):
            self.inside = False

    def handle_data(self, data: str) -> None:
        if self.inside:
            if not self.text.strip() and data.strip():
                self.found = self._first_letter(data)
            self.text += data

    def _first_letter(self, data: str) -> tuple[int, int]:
        line, offset = self.getpos()
        blank = data[: len(data) - len(data.lstrip())]
        if "\n" in blank:
            return line + blank.count("\n"), len(blank) - blank.rfind("\n") - 1
        return line, offset + len(blank)


def cell_position(text: str, table: int, row: int, cell: int, raw: str | None) -> tuple[int | None, int | None]:
    """(line, column) from 1 of a cell's text; (None, None) where a damaged page cannot be followed to that text."""
    parser = _Positions(table, row, cell)
    parser.feed(text)
    parser.close()
    if parser.found is None or (raw is not None and parser.text.strip() != raw):
        return None, None
    line, offset = parser.found
    return line, offset + 1
