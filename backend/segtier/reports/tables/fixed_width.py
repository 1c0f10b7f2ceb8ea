"""A SQL*Plus or SQLcl spool in columns: headings, a ruler of dashes, rows; again on every page.

The ruler says where each column begins and ends. SQL*Plus cuts the heading of a text column to its width, folds a row
over several lines where the line size is too small (then headings and rulers are folded alike), and wraps a value that
is wider than its column onto the next line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from segtier.dataclass import dataclass
from segtier.errors import UnreadableInput
from segtier.plurals import plural
from segtier.reports.tables.rows import FOOTER, Line, RowTable, numbered_lines

_RULER = re.compile(r"-+(?:([ |,;\t~^!])-+)*\s*")
_HEADER_WITHIN_LINES = 400
_LOOK_AT = 400_000
_MOST_FOLDS = 20
_ADVICE = "Spool again with SET LINESIZE 32767 TRIMSPOOL ON, or SET MARKUP CSV ON."


@dataclass(frozen=True, slots=True)
class _Ruler:
    """Where the columns of one printed line stand."""

    spans: tuple[tuple[int, int], ...]
    gap: str

    def line(self) -> str:
        return self.gap.join("-" * (end - start) for start, end in self.spans)

    def cut(self, line: str) -> list[str] | None:
        """The cells of a line; None where something stands between two columns."""
        cells = [line[start:end].strip() for start, end in self.spans]
        for _, end in self.spans:
            if line[end : end + 1] not in ("", " ", self.gap):
                return None
        return cells


class FixedWidth(RowTable):
    """A spool in columns."""

    form = "spool"

    def __init__(self, text: str, first: int, headings: list[str], rulers: list[_Ruler]) -> None:
        cells = [cell for line, ruler in zip(headings, rulers, strict=True) for cell in ruler.cut(line) or ()]
        widths = [end - start for ruler in rulers for start, end in ruler.spans]
        super().__init__(tuple(cells), first, tuple(len(c) == w for c, w in zip(cells, widths, strict=True)))
        self.text = text
        self.rulers = rulers
        self._headings = [line.rstrip() for line in headings]
        self._widths = widths
        self._rules = {ruler.line() for ruler in rulers}

    def rows(self) -> Iterator[Line]:
        """Rows with wrapped values put together; what fits no column comes as one cell."""
        return self._joined() if len(self.rulers) == 1 else self._unfolded()

    def _joined(self) -> Iterator[Line]:
        held: Line | None = None
        for number, text in self._lines():
            if not text.strip():
                continue
            cells = self.rulers[0].cut(text)
            if held is not None and cells is not None and self._continues(held.cells, cells):
                held = Line(held.number, [old + new for old, new in zip(held.cells, cells, strict=True)])
                continue
            if held is not None:
                yield held
            held = Line(number, cells if cells is not None else [text.strip()])
        if held is not None:
            yield held

    def _continues(self, before: list[str], cells: list[str]) -> bool:
        """Only columns that were full to the brim go on, and some other column stays empty."""
        if len(before) != len(cells):
            return False
        goes_on = [bool(cell) for cell in cells]
        full = all(len(before[i]) % self._widths[i] == 0 and before[i] for i, on in enumerate(goes_on) if on)
        return full and any(before[i] and not on for i, on in enumerate(goes_on))

    def _unfolded(self) -> Iterator[Line]:
        """A blank line within a row is a part without values; between rows it only separates."""
        parts: list[list[str] | None] = []
        start = 0
        for number, text in self._lines():
            if not parts and not text.strip():
                continue
            start = start if parts else number
            parts.append(self.rulers[len(parts)].cut(text))
            if len(parts) == len(self.rulers):
                good = [cell for part in parts for cell in part or ()]
                yield Line(start, good if None not in parts else [" ".join(good)])
                parts = []
        if any(part and any(part) for part in parts):
            raise UnreadableInput(
                f"the spool folds each row over {plural(len(self.rulers), 'line')} and the last row is not whole",
                code="bad-spool",
                line=start,
                advice=_ADVICE,
            )

    def _lines(self) -> Iterator[tuple[int, str]]:
        """Lines below the headings, expanded; repeated headings, rulers and the client's own lines are left out."""
        held: tuple[int, str] | None = None
        for number, raw in numbered_lines(self.text, self.header_line + 2 * len(self.rulers)):
            text = raw if self.rulers[0].gap == "\t" else raw.expandtabs()
            stripped = text.rstrip()
            if stripped.startswith("-") and (stripped in self._rules or _ruler(stripped) is not None):
                if held is not None and held[1].strip():
                    self.remarks.append(f"a second table begins on line {held[0]}; only the first is read")
                    return
                continue
            if held is not None:
                yield held
            held = None if stripped in self._headings or FOOTER.match(stripped) else (number, text)
        if held is not None:
            yield held

    def place(self, line: Line, column: int) -> tuple[int | None, int | None]:
        fold = next(i for i in range(len(self.rulers)) if column < sum(len(r.spans) for r in self.rulers[: i + 1]))
        number = line.number + fold
        text = next((text for _, text in numbered_lines(self.text, number)), "")
        start = self.rulers[fold].spans[column - sum(len(r.spans) for r in self.rulers[:fold])][0]
        wanted = line.cells[column][: self._widths[column]]
        found = text.find(wanted, start if "\t" not in text else 0) if wanted else -1
        return number, found + 1 if found >= 0 else None


def ruled_table(text: str) -> FixedWidth | None:
    """The first headings with a ruler of at least two columns below; None where there are none."""
    lines = [line.expandtabs() for line in text[:_LOOK_AT].splitlines()[:_HEADER_WITHIN_LINES]]
    for index, line in enumerate(lines):
        ruler = _ruler(line)
        if ruler is None or not index or not _heads(lines[index - 1], ruler):
            continue
        headings, rulers = [lines[index - 1]], [ruler]
        for below in range(index + 2, min(index + 2 * _MOST_FOLDS, len(lines)), 2):
            folded = _ruler(lines[below], least=1)
            if folded is None or not _heads(lines[below - 1], folded):
                break
            headings.append(lines[below - 1])
            rulers.append(folded)
        return FixedWidth(text, index, headings, rulers)
    return None


def _ruler(line: str, least: int = 2) -> _Ruler | None:
    match = _RULER.fullmatch(line)
    if match is None:
        return None
    spans = tuple(part.span() for part in re.finditer("-+", line))
    return _Ruler(spans, match[1] or " ") if len(spans) >= least else None


def _heads(line: str, ruler: _Ruler) -> bool:
    """Whether a line can be the headings above a ruler: every column has one, and it begins with a letter."""
    cells = ruler.cut(line)
    return cells is not None and all(cell[:1].isalpha() or cell[:1] in "'\"" for cell in cells if cell) and any(cells)
