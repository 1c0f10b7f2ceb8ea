"""Rows read by column say what they say one by one: numbers of every form, NULL, cells left out, wide cells, odd rows."""

from __future__ import annotations

import io
from typing import Any

import pytest

from segtier.reports.dump.columns import Column, joined
from segtier.reports.dump.dump import Dump
from segtier.reports.dump.rows import Rows
from segtier.reports.dump.values import number
from tests import dumps
from tests.dumps import NUMBER, TEXT, Columns, TableData, one_file

COLUMNS: Columns = (("A", NUMBER), ("NAME", TEXT), ("B", NUMBER))
NUMBERS = [
    *(0, 1, 99, 100, 101, 9_999, 10_000, 10**6, 123_456_789),
    *(10**k + k for k in range(7, 30)),
    *(100**k for k in range(14)),
    *(2**62, 2**63 - 1, 2**63, 2**64, 10**18 - 1, 10**18),
    *(-1, -100, -(10**12) - 7, 0.5, 1.25, 0.000125, 1234.5678, -0.25),
]


def rows_of(columns: Columns, rows: list[tuple[Any, ...]]) -> Rows:
    table = Dump([io.BytesIO(one_file([TableData("WRH$_T", columns, rows)]))]).table("SYS", "WRH$_T")
    assert table is not None
    (part,) = table.parts
    assert part.rows is not None
    return part.rows


def test_numbers_are_those_of_the_cells() -> None:
    rows = rows_of(COLUMNS, [(one, "n", at) for at, one in enumerate(NUMBERS)])
    found = rows.reader(["A", "B"]).columns(0, rows.length)
    wanted = [number(dumps.number(one)) for one in NUMBERS]
    assert found[0].values == wanted
    assert list(map(type, found[0].values)) == list(map(type, wanted))
    assert found[1].values == list(range(len(NUMBERS)))
    assert found[0].numbers is None
    assert found[1].numbers is not None


@pytest.mark.parametrize(
    "row",
    [(7, None, None), (None, "x", 3), (None, None, None), (7, "w" * 300, 3), (7, "v" * 4000, None), (-7, "x", 0.5)],
)
@pytest.mark.parametrize("place", [0, 3, 6])
def test_a_row_of_another_form_stands_among_the_others(row: tuple[Any, ...], place: int) -> None:
    rows: list[tuple[Any, ...]] = [(n, f"name {n}", n * 10**6) for n in range(6)]
    rows.insert(place, row)
    of = rows_of(COLUMNS, rows)
    assert list(of.read(["A", "NAME", "B"])) == rows
    columns = of.reader(["B", "NOT_THERE", "NAME"]).columns(0, of.length)
    assert [one.values for one in columns] == [[one[2] for one in rows], [None] * 7, [one[1] for one in rows]]


def test_a_table_without_rows_has_columns_without_cells() -> None:
    of = rows_of(COLUMNS, [])
    assert [one.values for one in of.reader(["A", "NOT_THERE"]).columns(0, of.length)] == [[], []]


@pytest.mark.parametrize("values", [[5, 6, 7, 8], [5, None, 7, 8], [5, "x", 0.5, 8]])
def test_parts_of_a_column_and_what_is_joined_of_them(values: list[Any]) -> None:
    rows = rows_of(
        (("A", TEXT if "x" in values else NUMBER),), [(one if "x" not in values else str(one),) for one in values]
    )
    (column,) = rows.reader(["A"]).columns(0, rows.length)
    whole = column.values
    assert joined([column.cut(0, 1), column.cut(1, 4)]).values == whole
    assert column.cut(1, 3).values == whole[1:3]
    assert joined([column, Column(None, {}, [None])]).values == [*whole, None]
