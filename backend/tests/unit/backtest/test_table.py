"""The table goes between the markers of a page, and nowhere else."""

import pytest

from segtier.backtest.table import BEGIN, END, replace_block
from segtier.backtest.table_text import number, percent, table
from segtier.errors import UnreadableInput


def test_only_the_block_changes():
    page = f"before\n{BEGIN}\nold\n{END}\nafter\n"
    assert replace_block(page, "new") == f"before\n{BEGIN}\n\nnew\n{END}\nafter\n"


def test_writing_twice_is_writing_once():
    page = f"{BEGIN}\n{END}\n"
    once = replace_block(page, "new")
    assert replace_block(once, "new") == once


@pytest.mark.parametrize("page", ["nothing", BEGIN, END, f"{END} {BEGIN}"], ids=["none", "begin", "end", "swapped"])
def test_a_page_without_markers_is_refused(page):
    with pytest.raises(UnreadableInput, match="no place"):
        replace_block(page, "new")


def test_a_cell_cannot_break_the_table():
    assert table(("a",), [("x|y",)]).splitlines()[-1] == "| x/y |"


@pytest.mark.parametrize(
    ("value", "text"), [(None, ""), (1234.5, "1,234"), (0.2781, "0.278"), (12.0, "12"), (998.6, "999")]
)
def test_numbers(value, text):
    assert number(value) == text


@pytest.mark.parametrize(("value", "text"), [(None, ""), (0.123, "+12%"), (-0.5, "-50%")])
def test_signed_percent(value, text):
    assert percent(value, signed=True) == text
