"""Where the cells of HTML tables stand in the file: line and column, for showing evidence."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from segtier.reports.tables.html_cells import Cell


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
    def _cells(self) -> dict[tuple[int, int, int], Cell]:
        from segtier.reports.tables.html_cells import Cells

        parser = Cells()
        parser.feed(self._text)
        parser.close()
        return parser.cells
