"""A sheet of a workbook as a table, one row marked."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from html import escape
from itertools import islice

from segtier.errors import NotFound
from segtier.model.evidence import Place
from segtier.reports.exported_rows import workbook_rows
from segtier.reports.shown.frame import HERE

_AROUND = 500
_LONGEST_CELL = 1_000
"""Characters of a cell that are shown."""


def marked_sheet(data: bytes, place: Place) -> tuple[str, str]:
    """The rows around the place, and which part of the sheet they are. Raises NotFound where it has no such row."""
    table = workbook_rows(data)
    if table is None:
        raise NotFound("no sheet of this workbook begins with column names")
    column = table.columns.index(place.column) if place.column in table.columns else None
    rows = table.rows()
    before = deque(islice(rows, place.row), maxlen=_AROUND)
    here = next(rows)
    after = list(islice(rows, _AROUND))
    head = _row(table.columns, "th")
    marked = _row(here.cells, "td", 0 if column is None else column)
    body = head + "".join(_row(one.cells) for one in before) + marked + "".join(_row(one.cells) for one in after)
    whole = place.row <= _AROUND and next(rows, None) is None
    first = place.row - len(before) + 1
    part = f"The sheet is too long to show whole: rows {first:,} to {place.row + len(after) + 1:,}."
    return f"<table>{body}</table>", "" if whole else part


def _row(cells: Sequence[str], tag: str = "td", marked: int | None = None) -> str:
    texts = (escape(cell[:_LONGEST_CELL]) for cell in cells)
    return f"<tr>{''.join(_cell(text, tag, at == marked) for at, text in enumerate(texts))}</tr>"


def _cell(text: str, tag: str, marked: bool) -> str:
    here = f' id="{HERE}"' if marked else ""
    return f"<{tag}{here}>{text}</{tag}>"
