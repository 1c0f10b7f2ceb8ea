"""Rows of a text report's "SQL ordered by ..." tables: a line of figures, then the statement's module and its text.

The text may look like anything, rows of figures included. A row is the first line after a gap that has a figure or
nothing in every column and an SQL id, or Statspack's hash value, under its heading. Of the text the first line is kept,
by which a PL/SQL block is told.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from segtier.reports.tables.raw import squeeze
from segtier.reports.tables.text_lines import Kind, Line, pdb_of
from segtier.reports.tables.text_rows import FIGURE, PDB_HEADING, Cell, Level, Record, cut_line

TITLE = "sql ordered by "
"""How the titles of these tables begin, in lower case; those of compare-period reports are `COMPARED`."""
COMPARED = "top sql comparison by "
MORE_HEADINGS = ("SQL Module", PDB_HEADING, "SQL Text")
"""Of the cells behind the ruler's: as an HTML report heads them."""
_IDS = frozenset({"sqlid", "hashvalue", "oldhashvalue"})
_ID = re.compile(r"[0-9a-z]{13}|\d{1,10}", re.ASCII)
_MODULE = re.compile(r"Module: (.*)")
_COUNTS = re.compile(r"[\d/ ]+", re.ASCII)
"""Plans of both periods: `1/  1/   1`."""
_LEAST_FIGURES = 3


def id_column(levels: Sequence[Level]) -> int | None:
    """The column of the statement's name; None where the table has none, or rows of several lines."""
    if len(levels) != 1:
        return None
    return next((at for at, text in enumerate(levels[0].headings) if squeeze(text) in _IDS), None)


def statement_records(level: Level, names: int, lines: Sequence[Line]) -> list[Record]:
    """One record per statement: the ruler's cells, then module, PDB and the first line of the text."""
    records: list[Record] = []
    before = -1
    for line in lines:
        record = _row(line, level, names) if line.number != before + 1 else None
        if record is not None:
            records.append(record)
        elif records and not records[-1].bad:
            _add(records[-1], line, len(level.spans))
        before = line.number
    return records


def _row(line: Line, level: Level, names: int) -> Record | None:
    """A row of figures; a bad one where it has several and no name; None for a line of text."""
    cells = cut_line(line, level.spans, label=False)
    if cells is None or cells.pop().text:
        return None
    figures = [cell for at, cell in enumerate(cells) if at != names and cell.text]
    fit = [cell for cell in figures if FIGURE.fullmatch(cell.text) or _COUNTS.fullmatch(cell.text) or "#" in cell.text]
    if len(fit) < len(figures) or len(fit) < _LEAST_FIGURES:
        return None
    if _ID.fullmatch(cells[names].text) is None:
        return Record(bad=True)
    return Record([*cells, *(Cell("") for _ in MORE_HEADINGS)])


def _add(record: Record, line: Line, width: int) -> None:
    module, pdb, text = record.cells[width:]
    found = _MODULE.match(line.text)
    if text.text:
        return
    if found is not None and not module.text:
        record.cells[width] = Cell(found[1].strip(), line.number, found.start(1) + line.shift)
    elif line.kind is Kind.PDB and not pdb.text:
        name = pdb_of(line.text)
        record.cells[width + 1] = Cell(name, line.number, line.text.find(name) + line.shift)
    else:
        start = len(line.text) - len(line.text.lstrip())
        record.cells[width + 2] = Cell(line.text.strip(), line.number, start + line.shift)
