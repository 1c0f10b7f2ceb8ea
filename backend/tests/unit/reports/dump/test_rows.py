"""Rows of a table: every form that Oracle writes, and what is said of those that it does not."""

from __future__ import annotations

import io
import random
from typing import Any

import pytest

from segtier.reports.dump.dump import Dump, Table
from segtier.reports.dump.refusals import TableFault
from segtier.reports.dump.rows import Rows
from tests.dumps import BLOCK, CLOB, NUMBER, TEXT, Columns, TableData, one_file, row_bytes

PLAIN: Columns = (("SNAP_ID", NUMBER), ("DBID", NUMBER), ("INSTANCE_NUMBER", NUMBER), ("NAME", TEXT), ("VALUE", NUMBER))
WITH_LONG: Columns = (("ID", NUMBER), ("TEXT", CLOB), ("NAME", TEXT), ("MORE", CLOB))


def table_of(columns: Columns, rows: list[tuple[Any, ...]], change: Any = None) -> Table:
    data = one_file([TableData("WRH$_T", columns, rows)])
    if change is not None:
        data = change(data, b"".join(map(row_bytes(columns), rows)))
    table = Dump([io.BytesIO(data)]).table("SYS", "WRH$_T")
    assert table is not None
    return table


def rows_of(table: Table) -> Rows:
    (part,) = table.parts
    assert part.rows is not None
    return part.rows


def some_rows(count: int, seed: int = 1) -> list[tuple[Any, ...]]:
    """Of three snapshots, with NULL in the middle and at the end, and with texts of every form of length."""
    of = random.Random(seed)
    texts = (None, "", "x", "y" * 200, "z" * 253, "w" * 254, "v" * 4000)
    return [(7 + n * 3 // count, 99, 1 + n % 2, of.choice(texts) or None, of.choice((None, n, -n, 10**15 + n, n / 4)))
            for n in range(count)]  # fmt: skip


def test_the_columns_asked_for_come_in_the_order_asked_for() -> None:
    rows = some_rows(2_000)
    found = list(table_of(PLAIN, rows).read(["VALUE", "NOT_THERE", "NAME", "SNAP_ID"]))
    assert found == [(row[4], None, row[3], row[0]) for row in rows]


def test_long_values_are_passed_over() -> None:
    rows = [(1, "a", "b", None), (2, None, None, "x" * 70_000), (3, None, None, None), (4, "", "c", "d")]
    table = table_of(WITH_LONG, rows)
    assert list(table.read(["NAME", "ID", "TEXT"])) == [
        ("b", 1, None),
        (None, 2, None),
        (None, 3, None),
        ("c", 4, None),
    ]
    assert table.said() is None


def test_runs_say_where_the_rows_of_each_snapshot_are() -> None:
    rows = [(snap, 99, instance, "n", value) for snap in (7, 8) for instance in (1, 2) for value in range(3)]
    of = rows_of(table_of(PLAIN, rows))
    runs = list(of.runs())
    assert [(key, count) for key, _, _, count in runs] == [((s, 99, i), 3) for s in (7, 8) for i in (1, 2)]
    for key, begin, end, _ in runs:
        assert list(of.reader(["SNAP_ID", "DBID", "INSTANCE_NUMBER"]).read(begin, end)) == [key] * 3


def test_runs_of_a_table_whose_key_stands_elsewhere_are_the_same_rows() -> None:
    columns = (("VALUE", NUMBER), ("DBID", NUMBER), ("SNAP_ID", NUMBER))
    of = rows_of(table_of(columns, [(5, 99, 7), (6, 99, 8)]))
    assert [(key, list(of.reader(["VALUE"]).read(begin, end))) for key, begin, end, _ in of.runs()] == [
        ((7, 99, None), [(5,)]),
        ((8, 99, None), [(6,)]),
    ]


def test_rows_of_several_windows_are_all_read() -> None:
    rows = [(7, 99, 1, "x" * 250, n) for n in range(2_000)]
    table = table_of(PLAIN, rows * 5)
    assert sum(value for (value,) in table.read(["VALUE"])) == 5 * sum(range(2_000))


@pytest.mark.parametrize(
    ("at", "byte", "said"),
    [
        (0, 0x3D, "row"),
        (0, 0xFC, "flags"),
        (0, 0x34, "flags"),
        (2, 0x05, "says"),
        (3, 0x40, "more cells"),
        (3, 0x04, "says"),
        (4, 0x30, ""),
    ],
)
def test_a_damaged_row_stops_its_table_and_is_told(at: int, byte: int, said: str) -> None:
    rows = [(7, 99, 1, "name", n + 1) for n in range(20)]

    def change(data: bytes, written: bytes) -> bytes:
        start = data.index(written) + len(written) // 20 * 9
        return data[: start + at] + bytes([byte]) + data[start + at + 1 :]

    table = table_of(PLAIN, rows, change)
    found = list(table.read(["VALUE", "SNAP_ID"]))
    assert found == [(n + 1, 7) for n in range(len(found))]
    assert len(found) < 20
    assert f"{len(found):,} rows read of 20 expected" in (table.said() or "")
    assert said in (table.said() or "")
    with pytest.raises(TableFault):
        list(rows_of(table).read(["VALUE", "SNAP_ID"]))


def test_a_file_that_ends_within_the_rows_says_how_many_there_were() -> None:
    rows = [(7, 99, 1, "name", n) for n in range(5_000)]
    table = table_of(PLAIN, rows, lambda data, written: data[: data.index(written) + len(written) // 2])
    found = list(table.read(["VALUE"]))
    assert 2_000 < len(found) < 3_000
    assert "break" in (table.said() or "") or "ends" in (table.said() or "")


def test_a_row_that_is_missing_is_told_by_the_master_table() -> None:
    data = one_file([TableData("WRH$_T", PLAIN, [(7, 99, 1, "n", 1)] * 4, listed=5)])
    table = Dump([io.BytesIO(data)]).table("SYS", "WRH$_T")
    assert table is not None
    assert len(list(table.read(["VALUE"]))) == 4
    assert table.said() == "4 rows read of 5 expected"


def test_partitions_are_one_table_and_their_counts_add_up() -> None:
    parts = [
        TableData("WRH$_T", PLAIN, [(snap, 99, 1, None, n) for n in range(snap)], f"P{snap}") for snap in (0, 3, 5)
    ]
    table = Dump([io.BytesIO(one_file(parts))]).table("SYS", "WRH$_T", "WRH$_T_BL")
    assert table is not None
    assert table.expected == 8
    assert [part.expected for part in table.parts] == [0, 3, 5]
    assert len(list(table.read(["VALUE"]))) == 8
    assert table.said() is None


def test_a_row_longer_than_a_block_is_read() -> None:
    rows = [(7, 99, 1, "q" * 4000, n) for n in range(BLOCK // 100)]
    assert [value for (value,) in table_of(PLAIN, rows).read(["VALUE"])] == list(range(BLOCK // 100))
