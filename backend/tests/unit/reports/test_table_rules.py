"""Small rules of how tables are cut out of a page, a spool or JSON, each on a text of a few lines."""

from __future__ import annotations

import pytest

from segtier.reports.tables.fixed_width import ruled_table
from segtier.reports.tables.html import read_page
from segtier.reports.tables.json_rows import json_table
from segtier.reports.tables.text import read_text_page
from segtier.reports.tables.text_grouped import read_grouped_text_page
from segtier.reports.tables.text_lines import Kind, Line
from segtier.reports.tables.text_rows import Level
from segtier.reports.tables.text_statements import statement_records
from segtier.reports.tables.xml_rows import xml_table


@pytest.mark.parametrize(
    ("rows", "wanted"),
    [
        (["ABCDEFGH 12", "IJ"], [["ABCDEFGHIJ", "12"]]),
        (["ABCDEFGH 12", "IJKLMNOP 34"], [["ABCDEFGH", "12"], ["IJKLMNOP", "34"]]),
        (["ABCDEFG  12", "IJ"], [["ABCDEFG", "12"], ["IJ", ""]]),
        (["ABCDEFGH", "IJ"], [["ABCDEFGH", ""], ["IJ", ""]]),
    ],
    ids=["wrapped", "both columns are full in both rows", "not full", "nothing beside it"],
)
def test_a_value_goes_on_where_it_was_full_and_another_stays_empty(rows: list[str], wanted: list[list[str]]) -> None:
    table = ruled_table("\n".join(["NAME     NO", "-------- --", *rows]))
    assert table is not None
    assert [line.cells for line in table.rows()] == wanted


@pytest.mark.parametrize(
    ("headings", "columns"),
    [
        ("NAME  N#", ("NAME", "N#")),
        ("A1    B", ("A1", "B")),
        ("'A'   B", ("'A'", "B")),
        ("1A    B", None),
        ("A     #", None),
    ],
)
def test_headings_of_a_spool_begin_with_a_letter(headings: str, columns: tuple[str, ...] | None) -> None:
    table = ruled_table(f"{headings}\n----- --\nx     1\n")
    assert (None if table is None else table.columns) == columns


@pytest.mark.parametrize(("folds", "columns"), [(1, 2), (20, 21), (21, 21)])
def test_headings_are_folded_over_twenty_lines_at_most(folds: int, columns: int) -> None:
    """The first line of a row has two columns, each other line one."""
    below = (f"C{number:<4}\n-----\n" for number in range(2, folds + 1))
    table = ruled_table("NAME  N#\n----- --\n" + "".join(below))
    assert table is not None
    assert len(table.columns) == columns


@pytest.mark.parametrize(("span", "columns"), [("59", 59), ("60", 60), ("61", 60), ("9999", 60), ("12345", 1)])
def test_a_cell_spans_sixty_columns_at_most(span: str, columns: int) -> None:
    (table,) = read_page(f'<table><tr><th colspan="{span}">Reads</th></tr></table>').tables
    assert len(table.columns) == columns


@pytest.mark.parametrize(
    ("between", "said"),
    [
        ("<p>No data exists for this section of the report.</p>", True),
        ("<p>Back to Top</p>", False),
        ("<table><tr><td>No data exists for this section</td></tr></table>", False),
        ("<h3>Reads</h3><p>No data exists for this section</p>", False),
    ],
)
def test_a_heading_says_itself_that_it_has_no_data(between: str, said: bool) -> None:
    assert read_page(f"<html><h3>Waits</h3>{between}</html>").headings[0].says_no_data() is said


PAGE = "<table>\n<tr><th>Name</th><th>Reads</th></tr>\n<tr><td>A</td><td>7</td></tr>\n</table>"
STRAY = "<table>\n<tr><th>Name</th></tr>\n<td>A</td>\n<tr><td>B</td></tr>\n</table>"


@pytest.mark.parametrize(
    ("page", "row", "column", "place"),
    [
        (PAGE, 0, 1, (3, 19)),
        (PAGE, 0, 2, (None, None)),
        (PAGE, 1, 0, (None, None)),
        (STRAY, 0, 0, (None, None)),
    ],
    ids=["a cell", "no such column", "no such row", "a cell outside all rows: the next row's text is another"],
)
def test_where_a_cell_of_a_page_stands(page: str, row: int, column: int, place: tuple[int | None, int | None]) -> None:
    (table,) = read_page(page).tables
    assert table.place(page, row, column) == place


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ('[{"a": 1}]', ("a",)),
        ('{"results": [{"items": [{"rows": [{"a": 1}]}]}]}', ("a",)),
        ('{"results": [{"items": [{"rows": [{"data": [{"a": 1}]}]}]}]}', ("data",)),
        ('{"columns": [{"name": "OWNER"}, {"name": "NAME"}], "items": [{"owner": "A"}]}', ("owner", "name")),
        ('{"columns": ["OWNER", "NAME"], "items": [{"owner": "A"}]}', ("owner", "name")),
        ('{"columns": 2, "items": [{"owner": "A"}]}', ("owner",)),
    ],
    ids=[
        "a list",
        "three arrays deep",
        "a fourth is a value",
        "named columns",
        "columns by name",
        "no list of columns",
    ],
)
def test_the_rows_of_json_and_their_columns(text: str, columns: tuple[str, ...]) -> None:
    """A column that is listed is one though no row has it."""
    table = json_table(text)
    assert table is not None
    assert table.columns == columns


ROW = '<ROW><COLUMN NAME="A">1</COLUMN></ROW>'


@pytest.mark.parametrize(
    "text",
    [
        f"<RESULTS>{ROW}</RESULTS>",
        f"\n<RESULTS>{ROW}</RESULTS>\n\n1 rows selected.\n",
        f"<rowset>{ROW}</rowset >\n",
        f"<OTHERS>{ROW}</OTHERS>",
    ],
    ids=["alone", "words of the client behind it", "an end with a blank", "another root"],
)
def test_the_rows_of_xml(text: str) -> None:
    table = xml_table(text)
    assert table is not None
    assert [line.cells for line in table.rows()] == [["1"]]


TITLE = "Things  DB/Inst: MINE/mine1  Snaps: 10-11"


def test_headings_have_eight_lines_at_most() -> None:
    words = [f"line{number}" for number in range(1, 10)]
    (table,) = read_text_page("\n".join([TITLE, *words, "-" * 10, "row", "End of Report"])).tables
    assert table.columns == (" ".join(words[1:]),)


TWO = ["Name", "----------", "one", "", "Other      Reads", "---------- -----", "two            7"]
ALIKE = ["Name", "----------", "one", "", "Name", "----------", "two"]


@pytest.mark.parametrize(
    ("lines", "rows"),
    [
        ([TITLE, *TWO], [[["one"]], [["two", "7"]]]),
        (["WORKLOAD REPOSITORY report for", "", *ALIKE], [[["one"]], [["two"]]]),
        ([TITLE, *ALIKE], [[["one"], ["two"]]]),
        ([TITLE, *ALIKE[:3], TITLE, *ALIKE[4:]], [[["one"], ["two"]]]),
        ([TITLE, *ALIKE[:3], TITLE.replace("Things", "Others"), *ALIKE[4:]], [[["one"]], [["two"]]]),
    ],
    ids=["other columns", "alike, on the front page", "alike", "a page break between", "another title between"],
)
def test_where_a_text_table_ends_and_another_begins(lines: list[str], rows: list[list[list[str]]]) -> None:
    found = read_text_page("\n".join([*lines, "", "End of Report"])).tables
    assert [[[cell for cell in cells if cell] for cells in table.rows()] for table in found] == rows


def test_a_remark_may_go_on_in_the_next_line() -> None:
    lines = [TITLE, "-> ordered by", "   reads", "Name", "-" * 10, "one", "End of Report"]
    (table,) = read_text_page("\n".join(lines)).tables
    assert (table.notes, table.columns) == (("ordered by", "reads"), ("Name",))


@pytest.mark.parametrize(
    ("end", "names"), [("\nEnd of Report", ["one", "two", "thr"]), ("", ["one"]), ("\n", ["one"]), ("\n\n", ["one"])]
)
def test_where_a_text_breaks_off(end: str, names: list[str]) -> None:
    """The last line may be half a line, and the row above it may go on there; blank lines behind it change nothing."""
    (table,) = read_text_page("\n".join([TITLE, "Name", "-" * 10, "one", "two", "thr"]) + end).tables
    assert [cells[0] for cells in table.rows()] == names


@pytest.mark.parametrize(
    ("lines", "truncated"),
    [
        (["init.ora Parameters", "          -----", "SQL> exit"], False),
        (["init.ora Parameters", "          -----", "          last"], True),
        (["init.ora Parameters", "-----"], True),
        (["Wait Events", "          -----"], True),
        ([], True),
    ],
    ids=["dashes end the last section", "indented words", "dashes at the margin", "another section", "empty"],
)
def test_a_compare_period_text_is_whole_where_its_last_section_ends(lines: list[str], truncated: bool) -> None:
    assert read_grouped_text_page("\n".join(lines)).truncated is truncated


def test_the_text_of_a_statement_stands_behind_the_form_feeds_of_its_line() -> None:
    """One form feed and two blanks stand before it: it begins at the fourth character, counted from 0 the third."""
    level = Level(((0, 5), (6, 11), (12, 17), (18, 31)), ("Reads", "Execs", "%Total", "SQL Id"))
    lines = [Line(1, "  500     9  50.0 0a1b2c3d4e5f6", Kind.TEXT), Line(2, "  select 1", Kind.TEXT, shift=1)]
    (record,) = statement_records(level, 3, lines)
    assert (record.cells[-1].text, record.cells[-1].line, record.cells[-1].column) == ("select 1", 2, 3)
