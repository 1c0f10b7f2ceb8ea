"""A second, independent reading of AWR and Statspack text: words matched to columns by where they end.

Oracle prints figures flush right, so a figure belongs to the column whose dashes end where it ends; columns are named
by their number, not by their headings. It shares no code with `segtier.reports`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

_UNITS = {
    "count": {"": 1, "K": 1000, "M": 1000**2, "G": 1000**3},
    "data": {"": 1, "K": 1024, "M": 1024**2, "G": 1024**3, "T": 1024**4},
    "mib": {"": 1024**2},
    "thousands": {"": 1000},
    "ms": {"": 1000},
}


@dataclass(frozen=True)
class PrintedRow:
    """The words of a row: names cut out left of the figures, and each figure by its column's number."""

    names: tuple[str, ...]
    figures: dict[int, str]


def figure(text: str | None, kind: str = "count") -> Decimal | None:
    """The value of a printed figure; None where there is none or where it did not fit its column."""
    if text is None or text == "N/A" or "#" in text:
        return None
    match = re.fullmatch(r"([-+.\d,]+(?:E[+-]\d+)?)([A-Z]?)%?", text)
    assert match, f"second reader cannot read {text!r}"
    try:
        return Decimal(match[1].replace(",", "")) * _UNITS[kind][match[2]]
    except (InvalidOperation, KeyError):
        raise AssertionError(f"second reader cannot read {text!r}") from None


def rows(data: bytes, title: str, columns: int) -> list[PrintedRow]:
    """Rows of the tables under a title whose (last) ruler has so many columns, over all pages."""
    found: list[PrintedRow] = []
    lines = [line.strip("\f").rstrip() for line in data.decode("latin-1").replace("\r", "").split("\n")]
    at = [place for place, line in enumerate(lines) if _is_title(line, title)]
    for start in at:
        found += _table(lines[start + 1 :], columns)
    return found


def _is_title(line: str, title: str) -> bool:
    return re.match(re.escape(title) + r" *(DB/Inst:|for DB:|$)", line) is not None


def _table(lines: list[str], columns: int) -> list[PrintedRow]:
    """What stands below the ruler up to the next title, the end of the section or, after rows, a blank line."""
    ruler: list[tuple[int, int]] = []
    found: list[PrintedRow] = []
    pending: tuple[str, ...] = ()
    for line in lines:
        if "DB/Inst:" in line or (re.match(r"\s{3,}-{40,}$", line) and ruler):
            break
        if re.fullmatch(r"[- ]*--[- ]*", line):
            ruler = [match.span() for match in re.finditer("-+", line)]
            found = found if len(ruler) == columns else []
            continue
        if len(ruler) != columns or not line:
            continue
        row = _row(line, ruler)
        if row.figures:
            found.append(PrintedRow(pending + tuple(name for name in row.names if name), row.figures))
            pending = ()
        else:
            pending = (line,)
    return found


def _row(line: str, ruler: list[tuple[int, int]]) -> PrintedRow:
    """Figures by where they end (K, M or nothing in the last place); all words before them are names."""
    figures: dict[int, str] = {}
    for word in re.finditer(r"\S+", line):
        for number, (_, end) in enumerate(ruler):
            if word.end() in (end, end - 1) and re.fullmatch(r"[-+.\d,#]+(E[+-]\d+)?[KMGT]?|N/A", word[0]):
                figures[number] = word[0]
    first = min(figures, default=len(ruler))
    names = tuple(line[start:end].strip() for start, end in ruler[:first])
    return PrintedRow(names, figures)
