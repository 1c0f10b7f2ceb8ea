"""Texts that a client bent on the way from the database to the file, bent back before they are read.

Two clients do it. SQL*Plus with a short `linesize` breaks lines inside words, tags and attributes: every full line's end
is deleted. A grid that exports its one cell as CSV doubles all quotes and puts the page into a pair of its own. Both
repairs only take characters away, so a place in the repaired text leads back to its place in the file.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from segtier.model.evidence import Place, Warn

_LOOK_AT = 65_536
_HTML = re.compile(r"<\s*(?:html|table|body|h1|head|!doctype)\b", re.IGNORECASE)
_SHORTEST_LINE, _LONGEST_LINE = 40, 500
_FEWEST_LINES = 10
_FULL_SHARE = 0.15
"""Of an unbroken report's lines at most 2 in 100 are as long as the longest; of a broken one's at least a third."""
_DOUBLED = re.compile(r"=\s*\"\"[^\s\">]")
_FEWEST_DOUBLED = 3
_QUOTES = re.compile(r"\"+")


Cuts = tuple[tuple[int, int], ...]
"""(offset in the repaired text, characters taken out before it so far), rising."""


@dataclass(frozen=True, slots=True)
class Repaired:
    """A text as it left the database, with what was taken out of the file's text."""

    text: str
    original: str
    repairs: tuple[Cuts, ...] = ()
    """What each repair took out, in the order they were made."""
    warnings: tuple[Warn, ...] = ()

    def place(self, found: Place) -> Place:
        """A place in the repaired text as the place in the file."""
        if not self.repairs or found.line is None or found.column_in_line is None:
            return found
        offset = _offset(self.text, found.line) + found.column_in_line - 1
        for cuts in reversed(self.repairs):
            offset = _before(cuts, offset)
        line = self.original.count("\n", 0, offset) + 1
        return replace(found, line=line, column_in_line=offset - self.original.rfind("\n", 0, offset))


def _before(cuts: Cuts, offset: int) -> int:
    index = bisect_right(cuts, offset, key=lambda cut: cut[0])
    return offset + (cuts[index - 1][1] if index else 0)


def _offset(text: str, line: int) -> int:
    place = 0
    for _ in range(line - 1):
        place = text.index("\n", place) + 1
    return place


def repair(text: str) -> Repaired:
    """The text with doubled quotes single and broken lines joined; the text itself where nothing was bent.

    Quotes come first: a grid doubles them after SQL*Plus broke the lines.
    """
    if _HTML.search(text, 0, _LOOK_AT) is None:
        return Repaired(text, text)
    repaired = Repaired(text, text)
    if len(_DOUBLED.findall(text, 0, _LOOK_AT)) >= _FEWEST_DOUBLED:
        warning = Warn("repaired-quotes", "every quote stands twice, as a grid exports a cell to CSV; undone")
        repaired = _without(repaired, _quotes(text), warning)
    width = _broken_at(repaired.text[:_LOOK_AT])
    if width is not None:
        warning = Warn("repaired-lines", f"the file is broken into lines of {width} characters; joined again")
        repaired = _without(repaired, _line_ends(repaired.text, width), warning)
    return repaired


def _broken_at(head: str) -> int | None:
    """The line size SQL*Plus broke the page at, None where it did not."""
    lines = [len(line.removesuffix("\r")) for line in head.split("\n")[:-1]]
    if len(lines) < _FEWEST_LINES:
        return None
    width = max(lines)
    full = lines.count(width)
    broken = _SHORTEST_LINE <= width <= _LONGEST_LINE and full >= max(_FEWEST_LINES, _FULL_SHARE * len(lines))
    return width if broken and _breaks_tags(head, width) else None


def _breaks_tags(head: str, width: int) -> bool:
    """A line that is full ends inside a tag: no page is written so, whatever its lines' lengths."""
    full = (line for line in head.split("\n")[:-1] if len(line.removesuffix("\r")) == width)
    return any(line.rfind("<") > line.rfind(">") for line in full)


def _line_ends(text: str, width: int) -> Iterator[tuple[int, int]]:
    """The ends of all lines that are full. A full last line of a paragraph loses its end too, which HTML allows."""
    start = 0
    while (end := text.find("\n", start)) >= 0:
        last = end - 1 if end > start and text[end - 1] == "\r" else end
        if last - start == width:
            yield last, end + 1
        start = end + 1


def _quotes(text: str) -> Iterator[tuple[int, int]]:
    """The quotes CSV put in: of a quoted cell its own pair and half of every double, of a bare text half of them."""
    quoted = text.lstrip()[:1] == '"' or re.search(r"\n\"\s*<", text[:_LOOK_AT]) is not None
    inside = not quoted
    for run in _QUOTES.finditer(text):
        start, length = run.span()[0], len(run[0])
        if not inside:
            yield start, start + 1
            start, length, inside = start + 1, length - 1, True
        if length % 2 and quoted:
            inside = False
            yield start, start + length // 2 + 1
        elif length // 2:
            yield start, start + length // 2


def _without(repaired: Repaired, spans: Iterable[tuple[int, int]], warning: Warn) -> Repaired:
    """The text without these spans, which follow each other."""
    text = repaired.text
    parts: list[str] = []
    cuts: list[tuple[int, int]] = []
    kept = end_before = 0
    for start, end in spans:
        parts.append(text[end_before:start])
        kept += start - end_before
        cuts.append((kept, end - kept))
        end_before = end
    parts.append(text[end_before:])
    return Repaired("".join(parts), repaired.original, (*repaired.repairs, tuple(cuts)), (*repaired.warnings, warning))
