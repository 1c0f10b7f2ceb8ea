"""A text by its lines, one of them marked; of a long one the lines around it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from html import escape
from itertools import accumulate, islice

from segtier.errors import NotFound
from segtier.model.evidence import Place
from segtier.reports.shown.frame import HERE, MOST_CHARACTERS
from segtier.reports.tables.text_lines import line_starts

_AROUND_CHARACTERS = 200_000
_AROUND_LINES = 500
_LONG_LINE = 5_000
"""Characters; of a longer line (JSON, XML) the cell alone is marked."""


def marked_text(text: str, place: Place) -> tuple[str, str]:
    """Escaped lines with the place's own marked, and which part of the text it is. Raises NotFound without a line."""
    line = _line_of(text, place)
    start, end = _marked_span(text, line, place)
    body = _pre(text[:start], _marked(text, (start, end), line, place), text[end:])
    if len(body) <= MOST_CHARACTERS:
        return body, ""
    around = max(text.rfind("\n", 0, max(start - _AROUND_CHARACTERS, 0)) + 1, start - 2 * _AROUND_CHARACTERS, 0)
    shown = text[around:start], text[end : end + _AROUND_CHARACTERS]
    body = _pre(shown[0], _marked(text, (start, end), line, place), shown[1])
    return body, "The file is too long to show whole: the lines around the place."


def marked_lines(lines: Iterable[str], place: Place) -> tuple[str, str]:
    """The same of a file that is read line by line: its first line, and those around the place."""
    if place.line is None:
        raise _nowhere()
    counted = enumerate(lines, start=1)
    head = "" if place.line <= _AROUND_LINES else next(counted, (1, ""))[1]
    before = deque((line for _, line in islice(counted, place.line - 1 - bool(head))), maxlen=_AROUND_LINES)
    here = next(counted, (0, ""))[1]
    after = [line for _, line in islice(counted, _AROUND_LINES)]
    line = (0, len(here.rstrip("\r\n")))
    start, end = _marked_span(here, line, place)
    body = _pre(
        head + "".join(before) + here[:start], _marked(here, (start, end), line, place), here[end:] + "".join(after)
    )
    more = bool(head) or next(counted, None) is not None
    first = max(place.line - _AROUND_LINES, 1)
    part = f"The file is too long to show whole: lines {first:,} to {place.line + len(after):,}."
    return body, part if more else ""


def _pre(before: str, marked: str, after: str) -> str:
    return f"<pre>{escape(before)}{marked}{escape(after)}</pre>"


def _marked(text: str, span: tuple[int, int], line: tuple[int, int], place: Place) -> str:
    """The span in a mark, the cell in it bold."""
    start, end = span
    at, cell_end = _cell(text, line, place)
    cell = f"<b>{escape(text[at:cell_end])}</b>" if cell_end > at else ""
    return f'<mark id="{HERE}">{escape(text[start:at])}{cell}{escape(text[max(at, cell_end) : end])}</mark>'


def _marked_span(text: str, line: tuple[int, int], place: Place) -> tuple[int, int]:
    """What is marked: the line; of one too long for that the cell, or a piece from where the row begins."""
    start, end = line
    if end - start <= _LONG_LINE:
        return line
    at, cell_end = _cell(text, line, place)
    return at, cell_end if cell_end > at else min(end, at + _LONG_LINE)


def _cell(text: str, line: tuple[int, int], place: Place) -> tuple[int, int]:
    """Where the cell stands; nothing of it where its text is not found in the line."""
    start, end = line
    at = min(start + max((place.column_in_line or 1) - 1, 0), end)
    raw = (place.raw_text or "").strip()
    found = at if text.startswith(raw, at, end) else text.find(raw, start, end)
    return (found, found + len(raw)) if raw and found >= 0 else (at, at)


def _line_of(text: str, place: Place) -> tuple[int, int]:
    """The line's start and end. Readers count lines by what ends one for them: the count whose line holds the cell is right."""
    if place.line is None:
        raise _nowhere()
    word = next((cell for cell in (place.raw_text, *place.row_cells) if cell), "")
    found = [span for starts in _counts(text) if (span := _line(text, starts, place.line)) is not None]
    best = next((span for span in found if word in text[slice(*span)]), found[0] if found else None)
    if best is None:
        raise _nowhere()
    return best


def _counts(text: str) -> Iterator[list[int]]:
    yield line_starts(text)
    yield [0, *accumulate(len(line) for line in text.splitlines(keepends=True))]


def _line(text: str, starts: list[int], number: int) -> tuple[int, int] | None:
    if number > len(starts):
        return None
    end = starts[number] if number < len(starts) else len(text)
    return starts[number - 1], starts[number - 1] + len(text[starts[number - 1] : end].rstrip("\r\n"))


def _nowhere() -> NotFound:
    return NotFound("where this row stands in the file cannot be told", code="no-place")
