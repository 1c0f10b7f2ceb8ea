"""Rows of a plain-text table, cut out of their lines by the dash ruler.

Oracle prints a cell inside its column's dashes: names are cut or wrapped at that width, figures that do not fit become
`####`. A figure that runs into the next one cannot be told apart: both cells are given as unreadable (`#` in front).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field
from functools import lru_cache
from operator import itemgetter

from segtier.dataclass import dataclass
from segtier.reports.tables.text_lines import LONGEST_ROW, Kind, Line, pdb_of, without_spanner

Span = tuple[int, int]

FIGURE = re.compile(r"[+-]?[\d.,#]+(?:[eE][+-]?\d+)?(?:[kKMGTP%]|[num]?s)?|N/A")
_GLUED = re.compile(r"(?=\D*\d|#)[\d.,#%+eEkKMGTPmnus-]+")
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


@dataclass(slots=True)
class Cell:
    text: str
    line: int | None = None
    column: int = 0
    """Counts the characters of the line from 0, form feeds included."""
    full: bool = False
    """The text reaches the end of its column: it may be cut, or go on in the next line."""


@dataclass(slots=True, eq=False)
class Record:
    """One row. `bad` says that its lines could not be cut safely; its cells are then empty.

    Where the cells of a `clean` line stand is found out for who asks: most are only read.
    """

    made: list[Cell] = field(default_factory=list)
    bad: bool = False
    clean: tuple[list[str], Line, Sequence[Span]] | None = None

    @property
    def texts(self) -> list[str]:
        return [cell.text for cell in self.made] if self.clean is None else self.clean[0]

    @property
    def cells(self) -> list[Cell]:
        if self.clean is not None:
            (texts, line, spans), self.clean = self.clean, None
            self.made = (cut_line(line, spans, label=False) or [])[: len(texts)]
        return self.made


class Ruler:
    """The columns under a run of dashes, and one for what stands behind the last: cuts lines that keep to them."""

    def __init__(self, spans: Sequence[Span]) -> None:
        starts = [start for start, _ in spans]
        ends = [end for _, end in spans]
        behind = ends[-1] + 1
        self._between: Callable[[str], tuple[str, ...]] = itemgetter(*map(slice, [0, *ends], [*starts, behind]))
        self._cells: Callable[[str], tuple[str, ...]] = itemgetter(*map(slice, [*starts, behind], [*ends, None]))

    def texts(self, text: str) -> list[str] | None:
        """The cells of a line with nothing between its columns, as nearly all lines are; None for others."""
        if len(text) > LONGEST_ROW or "".join(self._between(text)).strip():
            return None
        return [cell.strip() for cell in self._cells(text)]


@lru_cache(maxsize=256)
def ruler_of(spans: tuple[Span, ...]) -> Ruler:
    """Each page of a section has the same."""
    return Ruler(spans)


def heading_cells(spans: Sequence[Span], lines: Sequence[Line]) -> tuple[str, ...]:
    """The words of the heading lines, each given to the column it stands over, joined from top to bottom."""
    words: list[list[str]] = [[] for _ in spans]
    ruler = ruler_of(tuple(spans))
    for line in lines:
        text = without_spanner(line.text)
        over = ruler.texts(text)
        if over is None:
            _give_words(text, spans, words)
        else:
            for column, printed in zip(words, over, strict=False):
                column.extend(printed.split())
    return tuple(" ".join(parts) for parts in words)


def _give_words(text: str, spans: Sequence[Span], words: list[list[str]]) -> None:
    """Of a line with words over several columns: each to the one it stands over most."""
    for word in _WORD.finditer(text):
        index = max(range(len(spans)), key=lambda j: _overlap(spans[j], word.span()))
        if _overlap(spans[index], word.span()) > 0:
            words[index].append(word[0])


def _overlap(span: Span, other: Span) -> int:
    return min(span[1], other[1]) - max(span[0], other[0])


def cut_line(line: Line, spans: Sequence[Span], *, label: bool) -> list[Cell] | None:
    """The line's cells, one per span, plus one for text behind the last span; None where a name crosses columns.

    `label`: a further cell in front holds what stands left of the first span.
    """
    text = line.text
    if len(text) > LONGEST_ROW:
        return None
    columns: list[Span] = [(0, spans[0][0] - 1), *spans] if label else list(spans)
    columns.append((columns[-1][1] + 1, len(text)))
    bounds = [[start, end] for start, end in columns]
    glued: set[int] = set()
    for index in range(len(columns) - 1):
        end, start = columns[index][1], columns[index + 1][0]
        if not text[end:start].strip():
            continue
        left, right = _token_around(text, end, start)
        if left >= end:
            bounds[index + 1][0] = left
        elif right <= start:
            bounds[index][1] = max(right, bounds[index][1])
        elif _GLUED.fullmatch(text, left, right):
            bounds[index][1], bounds[index + 1][0] = right, left
            glued.update((index, index + 1))
        else:
            return None
    if text[: columns[0][0]].strip():
        return None
    return [_cell(line, (start, end), index in glued, columns[index]) for index, (start, end) in enumerate(bounds)]


def _token_around(text: str, start: int, end: int) -> Span:
    """The run of non-blanks that touches text[start:end]."""
    left = start + len(text[start:end]) - len(text[start:end].lstrip())
    right = left
    while left > 0 and text[left - 1] != " ":
        left -= 1
    while right < len(text) and text[right] != " ":
        right += 1
    return left, right


def _cell(line: Line, bound: Span, glued: bool, column: Span) -> Cell:
    printed = line.text[bound[0] : bound[1]]
    text = printed.strip()
    start = bound[0] + len(printed) - len(printed.lstrip())
    shown = f"#{text}" if glued else text
    return Cell(shown, line.number, start + line.shift, bool(text) and start + len(text) >= column[1])


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
    part: list[list[Cell]] = field(default_factory=list)
    """The levels of the row being read."""
    doubtful: bool = False
    """The row being read began where another broke off: its lines may belong to two rows."""
    ruler: Ruler = field(init=False)

    def __post_init__(self) -> None:
        self.ruler = ruler_of(self.levels[0].spans)

    def read(self, lines: Sequence[Line]) -> list[Record]:
        read_line = self._stacked if len(self.levels) > 1 else self._labelled if self.label else self._single
        pdb = Kind.PDB
        for line in lines:
            if line.kind is pdb:
                self._add_pdb(line)
            else:
                read_line(line)
        return self.records

    @property
    def width(self) -> int:
        return self.label + sum(len(level.spans) for level in self.levels)

    def _add_pdb(self, line: Line) -> None:
        if self.records and not self.part:
            name = pdb_of(line.text)
            self.records[-1].cells.append(Cell(name, line.number, line.text.find(name) + line.shift))

    def _single(self, line: Line) -> None:
        spans = self.levels[0].spans
        texts = self.ruler.texts(line.text)
        if texts is not None and texts[0]:
            texts.pop()
            self.records.append(Record(clean=(texts, line, spans)))
            return
        cells = cut_line(line, spans, label=False)
        if cells is None:
            self.records.append(Record(bad=True))
        elif not cells[0].text and self.records:
            self._continue(cells[:-1])
        else:
            self.records.append(Record(cells[:-1]))

    def _labelled(self, line: Line) -> None:
        durations = list(_DURATION.finditer(line.text))
        cells = None if durations else cut_line(line, self.levels[0].spans, label=True)
        if durations:
            self.records.extend(self._duration(line, match) for match in durations)
        elif cells is None:
            self.records.append(Record(bad=True))
        else:
            tail = cells.pop()
            self.records.append(Record(cells + _pair(tail)))

    def _duration(self, line: Line, match: re.Match[str]) -> Record:
        """`Elapsed:   15.00 (mins)` runs over the ruler of the snapshots; the figure goes under Snap Time."""
        cells = [Cell("") for _ in range(self.width)]
        place = next((i for i, text in enumerate(self.levels[0].headings) if text == "Snap Time"), 0) + 1
        cells[0] = Cell(match[1], line.number, match.start(1) + line.shift)
        cells[place] = Cell(match[2], line.number, match.start(2) + line.shift)
        return Record(cells)

    def _continue(self, cells: list[Cell]) -> None:
        """A line without a key: the wrapped rest of the cells above, or a further value of the same key."""
        before = self.records[-1]
        filled = [index for index, cell in enumerate(cells) if cell.text]
        if before.bad or not filled or len(before.cells) < len(cells):
            self.records.append(Record(bad=True))
        elif self.wraps and all(
            before.cells[index].full and _is_left(cells[index], self.levels[0], index) for index in filled
        ):
            for index in filled:
                old, new = before.cells[index], cells[index]
                before.cells[index] = Cell(old.text + new.text, old.line, old.column, new.full)
        elif self.fills or (not self.wraps and all(_is_left(cells[index], self.levels[0], index) for index in filled)):
            self.records.append(Record([before.cells[0], *cells[1:]]))
        else:
            self.records.append(Record(bad=True))

    def _stacked(self, line: Line) -> None:
        """Rows of several lines: a line that does not fit its ruler starts the next row, and the broken one is left."""
        expected = len(self.part)
        cells = self._fit(line, expected)
        if cells is None and expected:
            self._break_off()
            cells = self._fit(line, 0)
        if cells is None:
            self.records.append(Record(bad=True))
            return
        self.part.append(cells)
        if len(self.part) == len(self.levels):
            self.records.append(
                Record([] if self.doubtful else [c for level in self.part for c in level], self.doubtful)
            )
            self.part, self.doubtful = [], False

    def _break_off(self) -> None:
        self.records.append(Record(bad=True))
        self.part, self.doubtful = [], True

    def _fit(self, line: Line, number: int) -> list[Cell] | None:
        level = self.levels[number]
        cells = cut_line(line, level.spans, label=False)
        if cells is None or cells.pop().text:
            return None
        if number:
            return cells if has_figures(line) else None
        if cells[0].text:
            return cells if not line.text.startswith(" ") else None
        filled = [index for index, cell in enumerate(cells) if cell.text]
        repeated = self.records and not self.records[-1].bad and self.records[-1].cells
        if not repeated or not all(_is_left(cells[index], level, index) for index in filled):
            return None
        return [repeated[0], *cells[1:]]


def _is_left(cell: Cell, level: Level, index: int) -> bool:
    """The cell begins where its column begins, as text does and figures do not."""
    return cell.column == level.spans[index][0]


def _pair(tail: Cell) -> list[Cell]:
    """`Std Block Size:   8K` behind the last column, as a label and its value."""
    match = _PAIR.fullmatch(tail.text)
    if match is None:
        return []
    return [
        Cell(match[1], tail.line, tail.column),
        Cell(match[2], tail.line, tail.column + match.start(2)),
    ]


def pairs_of(lines: Sequence[Line]) -> Iterator[Record]:
    """Rows of labels and values without any ruler (`Buffer Cache:   404M      Std Block Size:   8K`)."""
    for line in lines:
        cells: list[Cell] = []
        for match in _PAIR.finditer(line.text):
            cells += [Cell(match[part], line.number, match.start(part) + line.shift) for part in (1, 2)]
        if cells:
            yield Record(cells)
