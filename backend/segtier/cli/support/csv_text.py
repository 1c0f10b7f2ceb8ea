"""Rows as CSV for spreadsheets, where no name becomes a formula and figures stay figures.

What a spreadsheet takes for the beginning of a formula, full-width forms included: OWASP, "CSV Injection". Data that other
programs read back (bundles of the collector, masked files) is written as it is.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence

from segtier.cli.support.terminal import shown

_FORMULA = re.compile(r"[=+\-@＝＋－＠]")
_FIGURE = re.compile(r"-?\d+(?:\.\d+)?")


def csv_cell(text: str) -> str:
    """The text, control characters visible, with an apostrophe before what would be a formula; a negative figure is none."""
    printed = shown(text)
    return f"'{printed}" if _FORMULA.match(printed) and not _FIGURE.fullmatch(printed) else printed


def csv_text(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(headings)
    writer.writerows([csv_cell(text) for text in row] for row in rows)
    return out.getvalue()
