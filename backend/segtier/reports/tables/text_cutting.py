"""Lines of a plain-text table cut at the columns of their dash ruler.

Oracle prints a cell inside its column's dashes: names are cut or wrapped at that width, figures that do not fit become
`####`. A figure that runs into the next one cannot be told apart: both cells are given as unreadable (`#` in front).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import field
from functools import lru_cache, partial
from itertools import pairwise
from operator import itemgetter

from segtier.dataclass import dataclass
from segtier.reports.tables.text_lines import LONGEST_ROW, Line, without_spanner

Span = tuple[int, int]
_GLUED = re.compile(r"(?=\D*\d|#)[\d.,#%+eEkKMGTPmnus-]+")
_WORD = re.compile(r"\S+")


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
    """One row, or one line of it: the texts of its cells; where they stand is found for who asks, as of most nobody does.

    `bad` says that its lines could not be cut safely; it has no cells then.
    """

    texts: list[str] = field(default_factory=list)
    find: Callable[[], list[Cell]] = list
    bad: bool = False
    made: list[Cell] | None = None

    @property
    def cells(self) -> list[Cell]:
        if self.made is None:
            self.made = self.find()[: len(self.texts)]
        return self.made

    def pop(self) -> str:
        """The text of the last cell, which is taken off."""
        if self.made is not None:
            self.made.pop()
        return self.texts.pop()

    def put(self, index: int, cell: Cell) -> None:
        self.cells[index] = cell
        self.texts[index] = cell.text


def made_of(cells: list[Cell]) -> Record:
    return Record([cell.text for cell in cells], made=cells)


def joined(parts: Sequence[Record]) -> Record:
    return Record(
        [text for part in parts for text in part.texts], lambda: [one for part in parts for one in part.cells]
    )


class Ruler:
    """The columns under dashes and one for what stands behind the last; `label`: one more for what stands in front."""

    def __init__(self, spans: Sequence[Span], *, label: bool = False) -> None:
        columns = ((0, spans[0][0] - 1), *spans) if label else spans
        self.columns = (*columns, (columns[-1][1] + 1, LONGEST_ROW))
        between = pairwise(((0, 0), *self.columns))
        self._between: Callable[[str], Iterable[str]] = itemgetter(*(slice(one[1], two[0]) for one, two in between))
        self._inside: Callable[[str], Iterable[str]] = itemgetter(*(slice(*column) for column in self.columns))

    def cut(self, line: Line) -> Record | None:
        """The line's cells, one per column; None where a name crosses columns."""
        texts = self.texts(line.text)
        if texts is None:
            cells = self._cells(line)
            return None if cells is None else made_of(cells)
        return Record(texts, partial(self._places, line))

    def texts(self, text: str) -> list[str] | None:
        """The cells of a line with nothing between its columns, as nearly all lines are; None for others."""
        if "".join(self._between(text)).strip() or len(text) > LONGEST_ROW:
            return None
        return [printed.strip() for printed in self._inside(text)]

    def _places(self, line: Line) -> list[Cell]:
        return [_cell(line, column, glued=False, column=column) for column in self.columns]

    def _cells(self, line: Line) -> list[Cell] | None:
        """Word by word, where words stand between columns: each belongs to the one it begins or ends in."""
        text = line.text
        if len(text) > LONGEST_ROW or text[: self.columns[0][0]].strip():
            return None
        bounds = [[start, end] for start, end in self.columns]
        glued: set[int] = set()
        for index, ((_, end), (start, _)) in enumerate(pairwise(self.columns)):
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
        return [
            _cell(line, (start, end), glued=index in glued, column=self.columns[index])
            for index, (start, end) in enumerate(bounds)
        ]


@lru_cache(maxsize=256)
def ruler_of(spans: tuple[Span, ...], *, label: bool = False) -> Ruler:
    """Each page of a section has the same."""
    return Ruler(spans, label=label)


def _token_around(text: str, start: int, end: int) -> Span:
    """The run of non-blanks that touches text[start:end]."""
    left = start + len(text[start:end]) - len(text[start:end].lstrip())
    right = left
    while left > 0 and text[left - 1] != " ":
        left -= 1
    while right < len(text) and text[right] != " ":
        right += 1
    return left, right


def _cell(line: Line, bound: Span, *, glued: bool, column: Span) -> Cell:
    printed = line.text[bound[0] : bound[1]]
    text = printed.strip()
    start = bound[0] + len(printed) - len(printed.lstrip())
    shown = f"#{text}" if glued else text
    return Cell(shown, line.number, start + line.shift, bool(text) and start + len(text) >= column[1])


def heading_cells(spans: Sequence[Span], lines: Sequence[Line]) -> tuple[str, ...]:
    """The words of the heading lines, each given to the column it stands over, joined from top to bottom."""
    return _heading_cells(tuple(spans), tuple(line.text for line in lines))


@lru_cache(maxsize=256)
def _heading_cells(spans: tuple[Span, ...], lines: tuple[str, ...]) -> tuple[str, ...]:
    words: list[list[str]] = [[] for _ in spans]
    ruler = ruler_of(spans)
    for line in lines:
        text = without_spanner(line)
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
