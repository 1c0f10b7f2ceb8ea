"""Lines of text cut at their ruler, and the first line of a delimited file."""

from __future__ import annotations

import random

import pytest

from segtier.reports import names
from segtier.reports.tables.delimited import header_of
from segtier.reports.tables.text_cutting import Ruler, heading_cells
from segtier.reports.tables.text_lines import Kind, Line
from segtier.reports.tables.text_rows import has_figures

#        0123456789012345678901234567890
RULER = "---------- --------- ------"
SPANS = ((0, 10), (11, 20), (21, 27))
CUT: list[tuple[str, str, list[str] | None]] = [
    # (what, line, cells: one per column and what stands behind the last)
    ("each in its column", "ORDERS           123    4.5", ["ORDERS", "123", "4.5", ""]),
    ("something behind the last column", "ORDERS           123    4.5  note", ["ORDERS", "123", "4.5", "note"]),
    ("a figure that runs over its left end", "ORDERS    1234567890    4.5", ["ORDERS", "1234567890", "4.5", ""]),
    ("the last one runs over its left end", "ORDERS           123 1234.5", ["ORDERS", "123", "1234.5", ""]),
    (
        "what runs on behind the last is unreadable",
        "ORDERS           123    4.56789",
        ["ORDERS", "123", "#4.56789", "#4.56789"],
    ),
    ("two figures that touch are unreadable", "ORDERS           123456.5", ["ORDERS", "#123456.5", "#123456.5", ""]),
    (
        "two that touch from the margin on are unreadable",
        "12345678901.5           4.5",
        ["#12345678901.5", "#12345678901.5", "4.5", ""],
    ),
    ("a name over two columns", "ORDERS_OF_CUSTOMERS     4.5", None),
    ("nothing in the middle", "ORDERS                  4.5", ["ORDERS", "", "4.5", ""]),
]


@pytest.mark.parametrize(("line", "cells"), [row[1:] for row in CUT], ids=[row[0] for row in CUT])
def test_a_line_is_cut_at_its_ruler(line: str, cells: list[str] | None) -> None:
    found = Ruler(SPANS).cut(Line(7, line, Kind.TEXT))
    assert (None if found is None else found.texts) == cells
    assert (None if found is None else [cell.text for cell in found.cells]) == cells


def test_a_cell_knows_where_it_stands_and_whether_it_may_go_on() -> None:
    found = Ruler(SPANS).cut(Line(7, "ORDER_LINE       123    4.5", Kind.TEXT, shift=1))
    assert found is not None
    assert [(cell.line, cell.column, cell.full) for cell in found.cells] == [
        (7, 1, True),
        (7, 18, True),
        (7, 25, True),
        (7, 29, False),
    ]


def test_a_label_stands_left_of_the_first_column() -> None:
    found = Ruler(SPANS[1:], label=True).cut(Line(1, "Begin Snap:      123    4.5", Kind.TEXT))
    assert found is not None
    assert found.texts == ["Begin Snap:", "123", "4.5", ""]


def test_text_left_of_the_first_column_cannot_be_cut() -> None:
    assert Ruler(SPANS[1:]).cut(Line(1, "Begin       123    4.5", Kind.TEXT)) is None


@pytest.mark.parametrize(
    ("line", "figures"),
    [("ORDERS    12", True), ("   12", True), ("12 ORDERS", False), ("ORDERS LINES", False), ("ORDERS N/A", True)],
)
def test_a_line_has_figures_behind_its_first_character(line: str, figures: bool) -> None:
    """A name may be a figure; one that begins at the margin is no sign of a row."""
    assert has_figures(Line(1, line, Kind.TEXT)) is figures


def test_headings_are_given_to_the_column_they_stand_over() -> None:
    lines = [Line(1, "                Physical   Avg", Kind.TEXT), Line(2, "Segment           Reads  Reads", Kind.TEXT)]
    assert heading_cells(((0, 10), (15, 24), (25, 31)), lines) == ("Segment", "Physical Reads", "Avg Reads")


@pytest.mark.parametrize(
    ("text", "columns", "line"),
    [
        ("OWNER,NAME\nA,B\n", ("OWNER", "NAME"), 1),
        ("SQL> select 1\n\nOWNER;NAME\n", ("OWNER", "NAME"), 3),
        ("OWNER|NAME\n", ("OWNER", "NAME"), 1),
        ('"OWNER"\t"SEGMENT NAME"\n', ("OWNER", "SEGMENT NAME"), 1),
        ("OWNER,\n", None, 0),
        ("1,2\n", None, 0),
        ("OWNER,1\nOWNER,NAME\n", ("OWNER", "NAME"), 2),
        ("OWNER\nNAME\n", None, 0),
        ('"OWNER\n', None, 0),
        ("x\n" * 59 + "OWNER,NAME\n", ("OWNER", "NAME"), 60),
        ("x\n" * 60 + "OWNER,NAME\n", None, 0),
        (",".join(["A"] * 2_000), ("A",) * 2_000, 1),
        (",".join(["A"] * 2_001), None, 0),
    ],
)
def test_the_header_is_the_first_line_of_names(text: str, columns: tuple[str, ...] | None, line: int) -> None:
    found = header_of(text)
    assert (None if found is None else (found.columns, found.header_line)) == (
        None if columns is None else (columns, line)
    )


def test_the_texts_of_a_line_are_those_of_its_cells() -> None:
    """Lines that keep to their columns are cut at once, others word by word."""
    signs = random.Random(7)
    for _ in range(2_000):
        line = Line(1, "".join(signs.choices("ab1,.#  \t\x1c", k=signs.randrange(32))).rstrip(), Kind.TEXT)
        for ruler in (Ruler(SPANS), Ruler(SPANS[1:], label=True), Ruler(SPANS[1:])):
            found = ruler.cut(line)
            assert found is None or found.texts == [cell.text for cell in found.cells]


@pytest.mark.parametrize(
    "known",
    [names.EVENTS, names.IO_FILETYPES, names.IO_FUNCTIONS, names.STATISTICS, names.TIME_MODEL, names.WAIT_CLASSES],
)
def test_known_names_stand_in_order(known: tuple[str, ...]) -> None:
    """A cut one is looked for where it would stand."""
    assert list(known) == sorted(set(known))
