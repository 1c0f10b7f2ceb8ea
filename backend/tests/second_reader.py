"""A second, independent reading of AWR HTML: lxml's tree, its own table finding, its own numbers (Decimal).

It shares no code with `segtier.reports`: the corpus test holds every figure of the one against the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation

from lxml import etree, html

_UNITS = {
    "count": {"": 1, "K": 1000, "M": 1000**2, "G": 1000**3, "T": 1000**4},
    "data": {"": 1, "K": 1024, "M": 1024**2, "G": 1024**3, "T": 1024**4},
    "ms": {"": 1000, "ns": Decimal("0.001"), "us": 1, "ms": 1000, "s": 1_000_000, "m": 60_000_000},
}


@dataclass(frozen=True)
class Table:
    heading: str
    header: list[str]
    rows: list[list[str]]
    over: list[str] = field(default_factory=list)
    """What stands over each column in the heading row above the last one."""


def figure(text: str, kind: str = "count") -> Decimal | None:
    """The value of a printed cell, None for an empty one."""
    text = text.replace(",", "").replace("\u00a0", "").strip()
    if not text:
        return None
    cut = len(text)
    while cut and not (text[cut - 1].isdigit() or text[cut - 1] == "."):
        cut -= 1
    unit = text[cut:].strip()
    try:
        return Decimal(text[:cut]) * _UNITS[kind][unit]
    except (InvalidOperation, KeyError):
        raise AssertionError(f"second reader cannot read {text!r}") from None


def tables(data: bytes) -> Iterator[Table]:
    """Every table with the last heading, or on the front page the last loose line, before it."""
    parser = html.HTMLParser(encoding="utf-8", huge_tree=True)
    name = ""
    for event, element in etree.iterwalk(html.fromstring(data, parser=parser), events=("start", "end")):
        if not isinstance(element.tag, str) or _inside_table(element):
            if event == "end" and element.tag == "table":
                yield _table(name, element)
                name = _loose(element.tail) or name
            continue
        if event == "start" and element.tag in ("h1", "h2", "h3", "h4"):
            name = " ".join(element.text_content().split())
        elif event == "start" and element.tag == "p":
            name = _loose(element.text) or name
        if event == "end" and element.tag == "table":
            yield _table(name, element)
        if event == "end":
            name = _loose(element.tail) or name


def _inside_table(element: html.HtmlElement) -> bool:
    return next(element.iterancestors("table"), None) is not None


def _loose(text: str | None) -> str:
    """A title printed as plain text; the long remarks of the page are none."""
    line = " ".join((text or "").split())
    return line if 3 < len(line) < 60 and not line.startswith(("Back to", "No data")) else ""


def _table(name: str, element: html.HtmlElement) -> Table:
    grid = [[_cell(cell) for cell in row.iterchildren("td", "th")] for row in element.iter("tr")]
    heads = sum(1 for row in element.iter("tr") if row.find("th") is not None)
    header = grid[heads - 1] if heads else []
    over = _over(element.xpath(".//tr")[heads - 2]) if heads > 1 else []
    return Table(name, [re.sub(r"\s+", "", text) for text in header], grid[heads:], over)


def _over(row: html.HtmlElement) -> list[str]:
    """A heading row with every cell repeated over the columns it spans."""
    spans = [(re.sub(r"\s+", "", _cell(cell)), int(cell.get("colspan", "1"))) for cell in row.iterchildren("td", "th")]
    return [text for text, span in spans for _ in range(span)]


def _cell(cell: html.HtmlElement) -> str:
    return " ".join(cell.text_content().replace("\u00a0", " ").split())
