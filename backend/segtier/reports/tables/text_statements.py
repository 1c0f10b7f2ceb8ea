"""Rows of a text report's "SQL ordered by ..." tables: a line of figures, then the statement's module and its text.

The text may look like anything, rows of figures included. A row is the first line after a gap that has a figure or
nothing in every column and an SQL id, or Statspack's hash value, under its heading. Of the text the first line is kept,
by which a PL/SQL block is told.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from segtier.reports.tables.raw import squeeze
from segtier.reports.tables.text_cutting import Cell, Record, Ruler, joined, made_of
from segtier.reports.tables.text_lines import Kind, Line, pdb_of
from segtier.reports.tables.text_rows import FIGURE, PDB_HEADING, Level

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
    ruler = Ruler(level.spans)
    records: list[tuple[Record, list[Cell]]] = []
    before = -1
    for line in lines:
        record = _row(line, ruler, names) if line.number != before + 1 else None
        if record is not None:
            records.append((record, [Cell("") for _ in MORE_HEADINGS]))
        elif records:
            _add(records[-1][1], line)
        before = line.number
    return [record if record.bad else joined((record, made_of(more))) for record, more in records]


def _row(line: Line, ruler: Ruler, names: int) -> Record | None:
    """A row of figures; a bad one where it has several and no name; None for a line of text."""
    row = ruler.cut(line)
    if row is None or row.pop():
        return None
    figures = [text for at, text in enumerate(row.texts) if at != names and text]
    fit = [text for text in figures if FIGURE.fullmatch(text) or _COUNTS.fullmatch(text) or "#" in text]
    if len(fit) < len(figures) or len(fit) < _LEAST_FIGURES:
        return None
    return row if _ID.fullmatch(row.texts[names]) else Record(bad=True)


def _add(more: list[Cell], line: Line) -> None:
    module, pdb, text = more
    if text.text:
        return
    found = _MODULE.match(line.text)
    if found is not None and not module.text:
        more[0] = Cell(found[1].strip(), line.number, found.start(1) + line.shift)
    elif line.kind is Kind.PDB and not pdb.text:
        name = pdb_of(line.text)
        more[1] = Cell(name, line.number, line.text.find(name) + line.shift)
    else:
        start = len(line.text) - len(line.text.lstrip())
        more[2] = Cell(line.text.strip(), line.number, start + line.shift)
