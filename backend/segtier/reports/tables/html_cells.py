"""Where the text of each cell of a page begins; who looks no figure up does without the parser this takes."""

from __future__ import annotations

from html.parser import HTMLParser

from segtier.dataclass import dataclass


@dataclass(slots=True)
class Cell:
    line: int
    offset: int
    text: str = ""


class Cells(HTMLParser):
    """Finds where the text of each cell begins: table, row and cell counted as the page's tables count them."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.cells: dict[tuple[int, int, int], Cell] = {}
        self.table = self.row = self.cell = -1
        self.inside: Cell | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del attrs
        if tag == "table":
            self.table, self.row = self.table + 1, -1
        elif tag == "tr":
            self.row, self.cell = self.row + 1, -1
        elif tag in ("td", "th"):
            self.cell += 1
            self.inside = self.cells.setdefault((self.table, self.row, self.cell), Cell(*self.getpos()))

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
