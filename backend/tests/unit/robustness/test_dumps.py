"""A small slice of `robustness/dumps.py`, over dumps of the tests' own."""

from __future__ import annotations

import pytest

from robustness import dumps
from tests.awr_dumps import busy_dump
from tests.dumps import NUMBER, TableData, one_file


def test_damaged_dumps_lose_nothing_without_a_word() -> None:
    results = list(dumps.damaged_copies(30, 3, [one_file(dumps.own_tables())]))
    assert {outcome for _, outcome in results} <= {"read", "read in part, and says so", "refused"}
    assert len({kind for kind, _ in results}) == len(dumps.DAMAGES)


def test_damaged_dumps_of_awr_make_intervals_or_are_refused() -> None:
    results = list(dumps.damaged_copies(14, 4, [busy_dump(2).written()[0]]))
    assert {outcome for _, outcome in results} <= {"read", "read in part, and says so", "refused"}


def test_damaged_sets_lose_nothing_without_a_word() -> None:
    results = list(dumps.damaged_sets(21, 3))
    assert {outcome for _, outcome in results} <= {"read", "read in part, and says so", "refused"}


@pytest.mark.parametrize("listed", [4, 6])
def test_a_table_that_lost_rows_without_a_word_is_a_fault(listed: int) -> None:
    """The command can fail: what it compares with is the whole dump."""
    table = TableData("WRH$_T", (("VALUE", NUMBER),), [(n,) for n in range(5)])
    shorter = one_file([table._replace(rows=table.rows[:4])])
    whole = dumps.listed([one_file([table])])
    assert dumps.fault([shorter], whole) == "loses rows of WRH$_T without a word"
    assert dumps.fault([one_file([table._replace(listed=listed)])], whole) == "read"
