"""Tables written as Oracle writes them, taken out of a page before an HTML parser sees it, and their rows read as text.

A flat table is nothing but rows of cells that hold text, each tag with its end. Whatever HTML5 makes of the page around it,
it makes nothing else of such a table, nor of the page without its rows: so the parser, which costs most of the reading of a
report, is left with the headings. A page whose other tags are not all well formed keeps its tables: there only the parser
knows what belongs where.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from itertools import pairwise

from segtier.reports.tables.nesting import is_shallow

_ATTRIBUTES = r"""(?:\s++[a-zA-Z-]++(?:=(?:"[^"<>]*+"|'[^'<>]*+'|[^\s"'=<>`/]++))?+)*+\s*+"""
_PIECE = r"&(?:#160|nbsp|amp|[lg]t|quot|#39);|&\s|<[^a-zA-Z/!?<&]"
"""Of a text: character references that HTML and Python understand alike; `<1ms` is text too."""
_INSIDE = "(?:a|div|span|b|font|pre_sqltext)"
_TEXT = (
    rf"[^<&]*+(?:(?:{_PIECE}|<br\s*+/?>|<{_INSIDE}{_ATTRIBUTES}>[^<&]*+(?:(?:{_PIECE})[^<&]*+)*+</{_INSIDE}>)[^<&]*+)*+"
)
_CELL = rf"<t(?:d{_ATTRIBUTES}>{_TEXT}</td>|h{_ATTRIBUTES}>[^<&]*+(?:(?:{_PIECE}|<br\s*+/?>)[^<&]*+)*+</th>)\s*+"
_ROW = rf"<tr{_ATTRIBUTES}>\s*+(?:{_CELL})*+</tr>\s*+"
_TABLE = re.compile(rf"<table{_ATTRIBUTES}>\s*+(?:{_ROW})*+</table>")
_AROUND = re.compile(
    rf"(?:[^<]++|<[^a-zA-Z/!?<]|</?+[a-zA-Z][a-zA-Z0-9_]*+{_ATTRIBUTES}/?>|<!doctype\s[^<>]*+>)*+", re.IGNORECASE
)
_NAME = re.compile(r"<(/?+[a-z][a-z0-9_]*+)")
_KNOWN = frozenset(
    "html head meta link body h1 h2 h3 h4 h5 h6 p a ul ol li br hr font b i u em strong center div span pre pre_sqltext"
    " nobr small table caption thead tbody tfoot tr td th title style script".split()
)
"""Elements within which a table is a table."""
_UNREAD = frozenset({"title", "style", "script"})
"""What stands within these is text to the parser, whatever it looks like."""
_TOLD = frozenset({"h1", "h2", "h3", "h4", "ul"})
_TAG = re.compile(r"<[a-zA-Z/][^<>]*>")
_ATTRIBUTE = re.compile(r"""\s([a-zA-Z-]++)=(?:"([^"]*+)"|'([^']*+)'|([^\s"']++))""")
_MARK = "_"
"""The attribute that numbers the tables taken out; no page that is taken apart has one of this name."""


def lift(text: str) -> tuple[str, list[str]]:
    """(the page with its flat tables empty and numbered, these tables); the page itself where that might change it."""
    around: list[str] = []
    tables: list[str] = []
    kept = counted = within = 0
    at = text.find("<table")
    while at >= 0:
        passed = text[counted:at].lower()
        within += passed.count("<table") - passed.count("</table")
        counted = at
        flat = _TABLE.match(text, at) if not within else None
        if flat is not None:
            counted = flat.end()
            around.append(text[kept:at])
            tables.append(flat[0])
            kept = flat.end()
        at = text.find("<table", kept if flat is not None else at + 1)
    around.append(text[kept:])
    bare = "<table></table>".join(around)
    if not tables or "\0" in text or not _is_sound(bare) or not is_shallow(bare):
        return text, []
    marked = (f"{before}<table {_MARK}={number}></table>" for number, before in enumerate(around[:-1]))
    return "".join([*marked, around[-1]]), tables


def _is_sound(page: str) -> bool:
    """Every tag is whole and known: nothing that stands between two of them is anything but text."""
    if _AROUND.fullmatch(page) is None:
        return False
    names = _NAME.findall(page.lower())
    ended = all(after == f"/{name}" for name, after in pairwise([*names, ""]) if name in _UNREAD)
    return ended and {name.removeprefix("/") for name in names} <= _KNOWN and not _is_told_of(names)


def _is_told_of(names: list[str]) -> bool:
    """A heading or list, whose words count, may hold a table."""
    within = 0
    for name in names:
        if name in _TOLD:
            within += 1
        elif name[0] == "/" and name[1:] in _TOLD:
            within -= 1
        if within < 0 or (within and name == "table"):
            return True
    return within > 0


def lifted(attributes: dict[str, str | None], tables: list[str]) -> str | None:
    """The table a node with these attributes stands for; None where it stands for itself."""
    number = attributes.get(_MARK) if tables else None
    return None if number is None else tables[int(number)]


@dataclass(slots=True)
class FlatRow:
    """One row of a flat table."""

    text: str

    @property
    def is_head(self) -> bool:
        return "</th>" in self.text

    def texts(self) -> list[str]:
        """What the cells say."""
        parts = self._parts()
        texts = [part[part.index(">") + 1 :] for part in parts]
        if self.text.count("<") > 2 * len(parts) + 1:
            texts = [_TAG.sub("", text) for text in texts]
        return list(map(unescape, texts)) if "&" in self.text else texts

    def attributes(self) -> Iterator[dict[str, str | None]]:
        """Those of each cell."""
        for part in self._parts():
            found = _ATTRIBUTE.findall(part.partition(">")[0])
            yield {name.lower(): unescape(one or two or bare) for name, one, two, bare in reversed(found)}

    def _parts(self) -> list[str]:
        """The row parted at the ends of its cells, behind its own tag."""
        text = self.text[self.text.index(">") + 1 :]
        parts = (text.replace("</th>", "</td>") if "</th>" in text else text).split("</td>")
        parts.pop()
        return parts


def flat_rows(table: str) -> list[FlatRow]:
    """The rows of a flat table."""
    inside = table.partition(">")[2]
    if "\r" in inside:
        inside = inside.replace("\r\n", "\n").replace("\r", "\n")
    return list(map(FlatRow, inside.replace("&#160;", "\xa0").split("</tr>")[:-1]))
