"""One row as Data Pump writes it: pieces with flags, a count of cells, and each cell behind its length.

A row without LONG or LOB is one piece that says its length. With them it says none, and each long value follows in pieces of its
own: those are passed over, for nothing of AWR that is read here is long.
"""

from __future__ import annotations

from segtier.reports.dump.refusals import TableFault
from segtier.reports.dump.window import Window

FIRST, LAST, LENGTH, CONTINUED, CONTINUES = 8, 4, 0x10, 2, 1
_UNKNOWN = 0xC0
NULL, WIDE = 0xFF, 0xFE
Cells = list[bytes | None]


def read_row(window: Window, columns: int, short: int) -> Cells:
    """The cells of the row at the window, of the first `short` columns (the rest are long); those left out are None.

    Raises TableFault where it is no row of so many columns.
    """
    cells: Cells = [None] * short
    column, first = 0, True
    while True:
        flags = window.one()
        if flags & _UNKNOWN or bool(flags & FIRST) is not first or (flags & LAST and flags & CONTINUES):
            raise TableFault(f"a row has a piece with the flags {flags:#04x}")
        begin = window.offset - 1
        length = int.from_bytes(window.take(2), "big") if flags & LENGTH else None
        count = window.one()
        column -= 1 if flags & CONTINUED else 0
        if column < 0 or column + count > columns:
            raise TableFault("a row has more cells than the table has columns")
        for at in range(column, column + count):
            cell = _cell(window)
            if at < short:
                cells[at] = cell
        if length is not None and window.offset - begin != length:
            raise TableFault(f"a row is {window.offset - begin} bytes long where it says {length}")
        if flags & LAST:
            return cells
        column += count
        first = False


def _cell(window: Window) -> bytes | None:
    length = window.one()
    if length == NULL:
        return None
    if length == WIDE:
        length = int.from_bytes(window.take(2), "big")
    return window.take(length) or None
