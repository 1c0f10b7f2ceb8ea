"""A report in HTML that was copied out of a browser, or written as Markdown tables, as the page it was.

A browser puts each row on a line, with tabs between the cells, and headings on lines of their own; Markdown has bars. Of the
page only the marks are lost: they are put back, so that the page's own reader takes it. What stands in a line without cells
names the table below it, if it is a known title or looks like one; a table whose title is lost goes without name, and no
section takes it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby

from segtier.dataclass import dataclass
from segtier.reports.tables.raw import normalise

_LOOK_AT = 65_536
_FRONT = re.compile(r"DB Name[ \u00a0]*([\t|])[ \u00a0]*DB Id\b")
"""Its first table, with the sign that parts its cells. Letters as Oracle prints them: every text report is searched for it."""
_RULED = re.compile(r"^[ \t>]*-{3,}[ \t]+-{3,}", re.MULTILINE)
"""Dashes under the columns: a report in text, whatever signs its gaps became."""
_RULE = re.compile(r"[\s|:-]+")
_MARGIN = re.compile(r"[ \u00a0]*")
_MARKS = re.compile(r"[ \u00a0]*(?:#{1,6}|\*\*)[ \u00a0]*")
_BULLET = re.compile(r"[ \u00a0]*[\u2022\u25e6*+-][ \u00a0]+")
_BACK = re.compile(r"Back to\b", re.IGNORECASE)
_REPORT = re.compile(r"WORKLOAD\s+REPOSITORY\b.{0,20}\breport", re.IGNORECASE)
_TITLE = re.compile(r"[A-Z][\w/-]*(?: (?:[A-Z(][\w/()-]*|-|by|of|to|in|per|and|for|from|the))*")
_LONGEST_TITLE = 80
_FIGURE = re.compile(r"[.,:%]{0,3}\d[\d.,:%]{0,40}[KMGT]?")
_ESCAPED = {"<": "&lt;", ">": "&gt;", "&": "&amp;"}
_SPECIAL = re.compile("[<>&]")


@dataclass(frozen=True, slots=True)
class _Line:
    start: int
    """In the text."""
    text: str

    def cells(self, sign: str) -> list[tuple[int, int]]:
        """First and last place of each, in the text; of Markdown without the bars at both ends."""
        text = self.text
        first, end = 0, len(text)
        if sign == "|":
            bare = text.strip()
            first = text.find("|") + 1 if bare.startswith("|") else 0
            end = text.rfind("|") if bare.endswith("|") and len(bare) > 1 else end
        places, at = [], first
        while (found := text.find(sign, at, end)) >= 0:
            places.append((self.start + at, self.start + found))
            at = found + 1
        places.append((self.start + at, self.start + end))
        return places


class Copied:
    """The page, and where each part of it stands in the text."""

    def __init__(self, text: str, sign: str) -> None:
        self._text = text
        self._sign = sign
        self._out: list[str] = []
        self._length = 0
        self.places: list[tuple[int, int]] = []
        """(offset in the page, what to add to it for the offset in the text), rising."""
        self._put("<html><body>\n")
        every = list(_lines(text))
        for is_table, lines in groupby(self._without_gaps(every) if sign == "|" else every, self._is_row):
            (self._tables if is_table else self._between)(list(lines))
        self._put("</body></html>\n")

    @property
    def page(self) -> str:
        return "".join(self._out)

    def _is_row(self, line: _Line) -> bool:
        return self._sign in line.text

    def _without_gaps(self, lines: Sequence[_Line]) -> Iterator[_Line]:
        """Without blank lines between the rows of one table of Markdown: the next table begins with a row above a rule."""
        shown = [line for line in lines if line.text.strip()]
        behind = dict(zip(map(id, shown), [*shown[1:], None], strict=True))
        before: _Line | None = None
        gap: list[_Line] = []
        for line in lines:
            if not line.text.strip():
                gap.append(line)
                continue
            ruled = (after := behind[id(line)]) is not None and self._is_rule(after)
            if before is None or not (self._is_row(before) and self._is_row(line)) or ruled:
                yield from gap
            gap, before = [], line
            yield line
        yield from gap

    def _put(self, mark: str) -> None:
        self._out.append(mark)
        self._length += len(mark)

    def _keep(self, start: int, end: int) -> None:
        """A piece of the text as it is, with the signs of HTML written out."""
        at = start
        for special in _SPECIAL.finditer(self._text, start, end):
            self._piece(at, special.start())
            self._put(_ESCAPED[special[0]])
            at = special.end()
        self._piece(at, end)

    def _piece(self, start: int, end: int) -> None:
        self.places.append((self._length, start - self._length))
        self._put(self._text[start:end])

    def _tables(self, lines: Sequence[_Line]) -> None:
        rows = [line.cells(self._sign) for line in lines if not self._is_rule(line)]
        for table in self._parted(rows):
            self._table(table)

    def _is_rule(self, line: _Line) -> bool:
        return self._sign == "|" and _RULE.fullmatch(line.text) is not None and "-" in line.text

    def _parted(self, rows: Sequence[list[tuple[int, int]]]) -> Iterator[Sequence[list[tuple[int, int]]]]:
        """Tables that follow each other: of another width, and their first row has no figure."""
        start = 0
        for at, row in enumerate(rows):
            wider = at > start + 1 and len(row) != len(rows[at - 1])
            if wider and not self._has_figures(row) and at + 1 < len(rows) and len(rows[at + 1]) == len(row):
                yield rows[start:at]
                start = at
        yield rows[start:]

    def _has_figures(self, row: Sequence[tuple[int, int]]) -> bool:
        return any(_FIGURE.fullmatch(self._text[start:end].strip()) for start, end in row)

    def _table(self, rows: Sequence[list[tuple[int, int]]]) -> None:
        """Headings are the first row, or the second under one of groups; with more above it nobody knows which they are."""
        if not rows:
            return
        width = Counter(map(len, rows)).most_common(1)[0][0]
        heads = next(at for at, row in enumerate(rows) if len(row) == width) + 1
        if heads > 2 or any(self._has_figures(row) for row in rows[:heads]):
            return
        self._put("<table>\n")
        for at, row in enumerate(rows):
            tag = "th" if at < heads else "td"
            self._put("<tr>")
            for start, end in row:
                self._put(f"<{tag}>")
                self._keep(start, end)
                self._put(f"</{tag}>")
            self._put("</tr>\n")
        self._put("</table>\n")

    def _between(self, lines: Sequence[_Line]) -> None:
        """Titles, and lists of the remarks between them."""
        after_link, listed = True, False
        for line in lines:
            bare = line.text.strip()
            if not bare or _BACK.match(bare):
                after_link = after_link or bool(bare)
                continue
            bullet = _BULLET.match(line.text)
            tag = "li" if bullet else self._tag(line.text, after_link)
            after_link = False
            if listed != (tag == "li"):
                listed = tag == "li"
                self._put("<ul>" if listed else "</ul>")
            self._put(f"<{tag}>")
            self._keep(
                line.start + (bullet.end() if bullet else _before_title(line.text)),
                line.start + len(line.text.rstrip("* ")),
            )
            self._put(f"</{tag}>\n")
        self._put("</ul>" if listed else "")

    def _tag(self, text: str, after_link: bool) -> str:
        title = text[_before_title(text) :].rstrip("* ")
        if _REPORT.match(title):
            return "h1"
        known = normalise(title) in _known_titles()
        looks = len(title) <= _LONGEST_TITLE and _TITLE.fullmatch(title) is not None
        return "h3" if known or looks or after_link else "li"


def copied(text: str) -> Copied | None:
    """None for a text that is no copied page."""
    front = _FRONT.search(text, 0, _LOOK_AT)
    if front is None or _RULED.search(text, 0, _LOOK_AT):
        return None
    return Copied(text, front[1])


def _lines(text: str) -> Iterator[_Line]:
    start = 0
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        yield _Line(start, text[start:end].removesuffix("\r"))
        start = end + 1


def _before_title(text: str) -> int:
    match = _MARKS.match(text) or _MARGIN.match(text)
    return match.end() if match else 0


@cache
def _known_titles() -> frozenset[str]:
    from segtier.reports.awr import EVERY_SECTION  # noqa: PLC0415 - reads few files

    return frozenset(normalise(name) for section in EVERY_SECTION for name in (section.name, *section.headings))
