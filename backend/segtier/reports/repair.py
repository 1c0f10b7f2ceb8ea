"""Texts that a client bent on the way from the database to the file, bent back before they are read.

SQL*Plus with a short `linesize` breaks lines inside words, tags and attributes: every full line's end
is deleted; where it was asked for the report by `select`, it prints its column heading again on every page. A grid that
exports its one cell as CSV doubles all quotes and puts the page into a pair of its own. A text report out of a mail is
indented or quoted with `>`; a word processor makes one long dash of two, and a browser copies a page without its marks
(`copied.py`). Each repair says where it took characters away or put some in, so a place in the repaired text leads back to
its place in the file.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from segtier.dataclass import dataclass
from segtier.model.evidence import Place, Warn
from segtier.plurals import plural
from segtier.reports.copied import copied

_LOOK_AT = 65_536
_HTML = re.compile(r"<\s*(?:html|table|body|h1|head|!doctype)\b", re.IGNORECASE)
_SHORTEST_LINE, _LONGEST_LINE = 40, 500
_FEWEST_LINES = 10
_MOST_LONGER = 3
"""Lines longer than the broken ones: what was typed to get the report."""
_FULL_SHARE = 0.15
"""Of an unbroken report's lines at most 2 in 100 are as long as the longest; of a broken one's at least a third."""
_DOUBLED = re.compile(r"=\s*\"\"[^\s\">]")
_FEWEST_DOUBLED = 3
_FEWEST_PAGES = 2
_QUOTES = re.compile(r"\"+")
_TEXT_TITLE = re.compile(
    r"^([ \t>\"]*)(?:#{1,6} |\*\*)?(?:WORKLOAD REPOSITORY .{0,40}report|STATSPACK report for)",
    re.MULTILINE | re.IGNORECASE,
)
_HEAD = "OUTPUT"
"""The first page has its heading at the top."""
_LONG_DASH = "\u2014"
_PLAIN = {"\u2014": "--", "\u2026": "...", "\u201c": '"', "\u201d": '"', "\u2018": "'", "\u2019": "'"}
_TYPED = re.compile("[" + "".join(_PLAIN) + "]")
_LONG_RULE = re.compile('^[ \\t>"]*\u2014{3,}', re.MULTILINE)
_PAGE_HEAD = re.compile(r"(?:\n[ \t\r]*)?\nOUTPUT[ \t]*(?=\r?\n)(\r?\n-{20,}[ \t]*(?=\r?\n))?")
"""`select output from table(dbms_workload_repository...)` prints a blank line, OUTPUT and dashes on every page."""


Cuts = tuple[tuple[int, int], ...]
"""(offset in the repaired text, characters taken out before it so far, less those put in), rising."""


@dataclass(frozen=True, slots=True)
class Repaired:
    """A text as it left the database, with what was taken out of the file's text."""

    text: str
    original: str
    repairs: tuple[Callable[[], Cuts], ...] = ()
    """What each repair took out, in the order they were made; found when a place is asked for."""
    warnings: tuple[Warn, ...] = ()

    def place(self, found: Place) -> Place:
        """A place in the repaired text as the place in the file."""
        if not self.repairs or found.line is None or found.column_in_line is None:
            return found
        offset = _offset(self.text, found.line) + found.column_in_line - 1
        for cuts in reversed(self.repairs):
            offset = _before(cuts(), offset)
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
    """The text with doubled quotes single, pages put together and broken lines joined; itself where nothing was bent.

    Quotes come first: a grid doubles them after SQL*Plus broke the lines. Page headings stand between broken lines.
    """
    if _HTML.search(text, 0, _LOOK_AT) is None:
        return _as_page(_without_margin(_typed(_without_page_heads(_without_cell_quotes(Repaired(text, text))))))
    repaired = Repaired(text, text)
    if len(_DOUBLED.findall(text, 0, _LOOK_AT)) >= _FEWEST_DOUBLED:
        repaired = _single_quoted(repaired)
    repaired = _without_page_heads(repaired)
    width = _broken_at(repaired.text[:_LOOK_AT])
    if width is not None:
        warning = Warn("repaired-lines", f"the file is broken into lines of {width} characters; joined again")
        repaired = _with_joined_lines(repaired, width, warning)
    return repaired


def _single_quoted(repaired: Repaired) -> Repaired:
    warning = Warn("repaired-quotes", "every quote stands twice, as a grid exports a cell to CSV; undone")
    return _without(repaired, _quotes(repaired.text), warning)


def _without_cell_quotes(repaired: Repaired) -> Repaired:
    """A text report whose lines, or the whole of it, are cells of a CSV."""
    title = _TEXT_TITLE.search(repaired.text, 0, _LOOK_AT)
    return _single_quoted(repaired) if title is not None and repaired.text.lstrip()[:1] == '"' else repaired


def _without_margin(repaired: Repaired) -> Repaired:
    """A text report each of whose lines stands behind the same blanks or `>`, as in a mail."""
    text = repaired.text
    title = _TEXT_TITLE.search(text, 0, _LOOK_AT)
    margin = title[1] if title is not None else ""
    if title is None or not margin:
        return repaired
    lines = [line for line in text[title.start() :].split("\n") if line.strip("> \t\r")]
    if any(not line.startswith(margin) for line in lines[:-1]):
        return repaired
    warning = Warn("repaired-margin", f"every line begins with {margin!r}; taken out")
    return _without(repaired, _margins(text, margin), warning)


def _typed(repaired: Repaired) -> Repaired:
    """A text report whose dashes a word processor made long ones, two of them one: as they were, with quotes and points."""
    text = repaired.text
    if (
        _LONG_DASH not in text
        or _LONG_RULE.search(text, 0, _LOOK_AT) is None
        or _TEXT_TITLE.search(text, 0, _LOOK_AT) is None
    ):
        return repaired
    warning = Warn("repaired-signs", "a word processor made long dashes, quotes and points of the report's own; undone")
    return _repaired(repaired, _TYPED.sub(lambda sign: _PLAIN[sign[0]], text), lambda: tuple(_longer(text)), warning)


def _longer(text: str) -> Iterator[tuple[int, int]]:
    """Where a sign became several, and how many characters the text has grown by so far, as a negative figure."""
    grown = 0
    for sign in _TYPED.finditer(text):
        grown += len(_PLAIN[sign[0]]) - 1
        yield sign.end() + grown, -grown


def _as_page(repaired: Repaired) -> Repaired:
    """A page that was copied out of a browser, with its marks again."""
    if _TEXT_TITLE.search(repaired.text, 0, _LOOK_AT) is None or (found := copied(repaired.text)) is None:
        return repaired
    warning = Warn(
        "repaired-copy", "the page was copied out of a browser or written as Markdown tables; read as the page it was"
    )
    return _repaired(repaired, found.page, lambda: tuple(found.places), warning)


def _margins(text: str, margin: str) -> Iterator[tuple[int, int]]:
    start = 0
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        if text.startswith(margin, start):
            yield start, start + len(margin)
        elif not text[start:end].strip("> \t\r"):
            yield start, end
        start = end + 1


def _without_page_heads(repaired: Repaired) -> Repaired:
    """The pages of a SQL*Plus spool put together; one heading alone, at the top, is in nobody's way.

    Dashes are the heading's only where each heading has them: others rule the table of a page that begins there.
    """
    if _HEAD not in repaired.text[:_LOOK_AT] or repaired.text.count(f"\n{_HEAD}") < _FEWEST_PAGES:
        return repaired
    heads = list(_PAGE_HEAD.finditer(repaired.text))
    if len(heads) < _FEWEST_PAGES:
        return repaired
    dashed = all(head[1] for head in heads)
    warning = Warn("repaired-pages", f"SQL*Plus printed its heading on {plural(len(heads), 'page')}; taken out")
    spans = ((head.start(), head.end() if dashed or not head[1] else head.start(1)) for head in heads)
    return _without(repaired, spans, warning)


def _broken_at(head: str) -> int | None:
    """The line size SQL*Plus broke the page at, None where it did not."""
    lines = [len(line.removesuffix("\r")) for line in head.split("\n")[:-1]]
    width, full = max(Counter(lines).items(), key=lambda one: (one[0] >= _SHORTEST_LINE, one[1]), default=(0, 0))
    longer = sum(length > width for length in lines)
    broken = _SHORTEST_LINE <= width <= _LONGEST_LINE and full >= max(_FEWEST_LINES, _FULL_SHARE * len(lines))
    return width if broken and longer <= _MOST_LONGER and _breaks_tags(head, width) else None


def _breaks_tags(head: str, width: int) -> bool:
    """A line that is full ends inside a tag: no page is written so, whatever its lines' lengths."""
    full = (line for line in head.split("\n")[:-1] if len(line.removesuffix("\r")) == width)
    return any(line.rfind("<") > line.rfind(">") for line in full)


def _with_joined_lines(repaired: Repaired, width: int, warning: Warn) -> Repaired:
    """The text without the ends `_line_ends` names."""
    text = repaired.text
    *lines, rest = text.split("\n")
    if "\r" in text:
        whole = [line.removesuffix("\r") for line in lines]
        kept = [cut if len(cut) == width else line + "\n" for line, cut in zip(lines, whole, strict=True)]
    else:
        kept = [line if len(line) == width else line + "\n" for line in lines]
    return _repaired(repaired, "".join(kept) + rest, lambda: _cuts(_line_ends(text, width)), warning)


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
    taken = tuple(spans)
    starts = (0, *(end for _, end in taken))
    ends = (*(start for start, _ in taken), len(repaired.text))
    text = "".join([repaired.text[start:end] for start, end in zip(starts, ends, strict=True)])
    return _repaired(repaired, text, lambda: _cuts(taken), warning)


def _repaired(before: Repaired, text: str, cuts: Callable[[], Cuts], warning: Warn) -> Repaired:
    return Repaired(text, before.original, (*before.repairs, cuts), (*before.warnings, warning))


def _cuts(spans: Iterable[tuple[int, int]]) -> Cuts:
    cuts: list[tuple[int, int]] = []
    kept = end_before = 0
    for start, end in spans:
        kept += start - end_before
        cuts.append((kept, end - kept))
        end_before = end
    return tuple(cuts)
