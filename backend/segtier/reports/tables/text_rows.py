"""Rows of a plain-text table out of its lines, whatever the number of lines a row takes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import field

from segtier.dataclass import dataclass
from segtier.reports.tables.text_cutting import Cell, Record, Ruler, Span, joined, made_of, ruler_of
from segtier.reports.tables.text_lines import Kind, Line, pdb_of

FIGURE = re.compile(r"[+-]?[\d.,#]+(?:[eE][+-]?\d+)?(?:[kKMGTP%]|[num]?s)?|N/A")
_WORD = re.compile(r"\S+")
_PAIR = re.compile(r"(\S[^:]{0,60}?:)\s{1,60}(\S{1,60})")
_DURATION = re.compile(r"([A-Za-z][A-Za-z ]{0,30}?:)\s{1,60}([\d.,]{1,20} {0,3}\((?:mins?|secs?|hours?)\))")
LABEL_FROM = 5
"""A ruler that begins further right leaves room for labels, which have no dashes over them."""
PDB_HEADING = "PDB Name"


@dataclass(frozen=True, slots=True)
class Level:
    """One ruler with the heading of each of its columns. Rows of two lines have two levels."""

    spans: tuple[Span, ...]
    headings: tuple[str, ...]


def has_figures(line: Line) -> bool:
    """A word that begins behind the first column of characters reads as a figure."""
    return any(word.start() > 0 and FIGURE.fullmatch(word[0]) for word in _WORD.finditer(line.text))


@dataclass(slots=True)
class RowReader:
    """Turns the lines of a table into records, whatever the number of lines a row takes."""

    levels: Sequence[Level]
    label: bool
    wraps: bool
    """Statspack goes on in the next line where a text does not fit; AWR cuts it, and a line without a key is a value."""
    fills: bool = False
    """A line with figures and without a key repeats the key above it."""
    records: list[Record] = field(default_factory=list)
    part: list[Record] = field(default_factory=list)
    """The levels of the row being read."""
    doubtful: bool = False
    """The row being read began where another broke off: its lines may belong to two rows."""
    rulers: list[Ruler] = field(init=False)

    def __post_init__(self) -> None:
        self.rulers = [ruler_of(level.spans, label=self.label) for level in self.levels]

    def read(self, lines: Sequence[Line]) -> list[Record]:
        read_line = self._stacked if len(self.levels) > 1 else self._labelled if self.label else self._single
        pdb = Kind.PDB
        for line in lines:
            if line.kind is pdb:
                self._add_pdb(line)
            else:
                read_line(line)
        return self.records

    def _bad(self) -> None:
        self.records.append(Record(bad=True))

    def _add_pdb(self, line: Line) -> None:
        if self.records and not self.records[-1].bad and not self.part:
            name = pdb_of(line.text)
            pdb = Cell(name, line.number, line.text.find(name) + line.shift)
            self.records[-1] = joined((self.records[-1], made_of([pdb])))

    def _single(self, line: Line) -> None:
        row = self.rulers[0].cut(line)
        if row is None:
            self._bad()
            return
        row.pop()
        if row.texts[0] or not self.records:
            self.records.append(row)
        else:
            self._continue(row.cells)

    def _labelled(self, line: Line) -> None:
        durations = list(_DURATION.finditer(line.text)) if "(" in line.text else []
        row = None if durations else self.rulers[0].cut(line)
        if row is not None:
            self.records.append(joined((row, _pair(row))))
        elif durations:
            self.records.extend(self._duration(line, match) for match in durations)
        else:
            self._bad()

    def _duration(self, line: Line, match: re.Match[str]) -> Record:
        """`Elapsed:   15.00 (mins)` runs over the ruler of the snapshots; the figure goes under Snap Time."""
        headings = ("", *self.levels[0].headings)
        cells = [Cell("") for _ in headings]
        place = headings.index("Snap Time") if "Snap Time" in headings else 1
        cells[0] = Cell(match[1], line.number, match.start(1) + line.shift)
        cells[place] = Cell(match[2], line.number, match.start(2) + line.shift)
        return made_of(cells)

    def _continue(self, cells: list[Cell]) -> None:
        """A line without a key: the wrapped rest of the cells above, or a further value of the same key."""
        before = self.records[-1]
        filled = [index for index, cell in enumerate(cells) if cell.text]
        if before.bad or not filled or len(before.texts) < len(cells):
            self._bad()
        elif self.wraps and all(
            before.cells[index].full and _is_left(cells[index], self.levels[0], index) for index in filled
        ):
            for index in filled:
                old, new = before.cells[index], cells[index]
                before.put(index, Cell(old.text + new.text, old.line, old.column, new.full))
        elif self.fills or (not self.wraps and all(_is_left(cells[index], self.levels[0], index) for index in filled)):
            self.records.append(made_of([before.cells[0], *cells[1:]]))
        else:
            self._bad()

    def _stacked(self, line: Line) -> None:
        """Rows of several lines: a line that does not fit its ruler starts the next row, and the broken one is left."""
        part = self._fit(line, len(self.part))
        if part is None and self.part:
            self._bad()
            self.part, self.doubtful = [], True
            part = self._fit(line, 0)
        if part is None:
            self._bad()
            return
        self.part.append(part)
        if len(self.part) == len(self.levels):
            self.records.append(Record(bad=True) if self.doubtful else joined(self.part))
            self.part, self.doubtful = [], False

    def _fit(self, line: Line, number: int) -> Record | None:
        part = self.rulers[number].cut(line)
        if part is None or part.pop():
            return None
        if number:
            return part if has_figures(line) else None
        if part.texts[0]:
            return part if not line.text.startswith(" ") else None
        before = self.records[-1] if self.records else None
        level, cells = self.levels[0], part.cells
        filled = [index for index, text in enumerate(part.texts) if text]
        if before is None or before.bad or not all(_is_left(cells[index], level, index) for index in filled):
            return None
        return made_of([before.cells[0], *cells[1:]])


def _is_left(cell: Cell, level: Level, index: int) -> bool:
    """The cell begins where its column begins, as text does and figures do not."""
    return cell.column == level.spans[index][0]


def _pair(row: Record) -> Record:
    """`Std Block Size:   8K` behind the last column, as a label and its value; the row is without them then."""
    match = _PAIR.fullmatch(row.texts[-1])
    if match is None:
        row.pop()
        return Record()
    tail = row.cells[-1]
    row.pop()
    return made_of([Cell(match[1], tail.line, tail.column), Cell(match[2], tail.line, tail.column + match.start(2))])


def pairs_of(lines: Sequence[Line]) -> Iterator[Record]:
    """Rows of labels and values without any ruler (`Buffer Cache:   404M      Std Block Size:   8K`)."""
    for line in lines:
        cells: list[Cell] = []
        for match in _PAIR.finditer(line.text):
            cells += [Cell(match[part], line.number, match.start(part) + line.shift) for part in (1, 2)]
        if cells:
            yield made_of(cells)
