"""CSV for spreadsheets: texts that would be formulas are texts, figures are figures, and all of it reads back."""

from __future__ import annotations

import csv
import io

import pytest

from segtier.cli.support.csv_text import csv_cell, csv_text

CASES = [
    ("=1+1", "'=1+1"),
    ('=HYPERLINK("http://x")', '\'=HYPERLINK("http://x")'),
    ("+1", "'+1"),
    ("-A1", "'-A1"),
    ("-1+cmd|' /C calc'!A0", "'-1+cmd|' /C calc'!A0"),
    ("--1", "'--1"),
    ("@SUM(A1)", "'@SUM(A1)"),
    ("\t=1", "\\t=1"),
    ("\r=1", "\\r=1"),
    ("\n=1", "\\n=1"),
    ("A\r=1", "A\\r=1"),
    ("\uff1d1+1", "'\uff1d1+1"),
    ("\uff0b1", "'\uff0b1"),
    ("\uff0d1", "'\uff0d1"),
    ("\uff20SUM(A1)", "'\uff20SUM(A1)"),
    ("-1", "-1"),
    ("-0.25", "-0.25"),
    ("12", "12"),
    ("SHOP.ORDERS", "SHOP.ORDERS"),
    ("A=1", "A=1"),
    ("", ""),
]


@pytest.mark.parametrize(("text", "cell"), CASES)
def test_cells(text: str, cell: str) -> None:
    assert csv_cell(text) == cell
    assert list(csv.reader(io.StringIO(csv_text(["a", "b"], [[text, "x"]]), newline=""))) == [["a", "b"], [cell, "x"]]
