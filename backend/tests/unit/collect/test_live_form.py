"""The plain SELECT of every query, as `segtier collect` sends it, run on tables of the dictionary's shapes."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from typing import Any

import pytest

from segtier.collect.catalogue import Query, queries
from segtier.collect.compose import Database, columns_from, missing_views, select
from tests.collecting.collecting import Kind
from tests.collecting.oracle_on_duckdb import Oracle

WINDOW = {":dbid": "4711", ":window_begin": "SYSDATE - 30", ":window_end": "SYSDATE"}
KINDS = (Kind((10, 2), statspack=True), Kind((12, 1), "pdb", statspack=True), Kind((23, 0), "root", statspack=True))


def database_of(kind: Kind, oracle: Oracle) -> Database:
    rows = oracle.connection.execute(
        "SELECT owner, table_name, column_name FROM dba_tab_columns WHERE data_type IS NULL"
    )
    pdb = 3 if kind.container == "pdb" else None
    return Database(columns_from(rows.fetchall()), kind.container == "root", pdb)


def run(query: Query, database: Database, oracle: Oracle) -> Counter[tuple[Any, ...]]:
    text = select(query, database)
    for name, value in WINDOW.items():
        text = text.replace(name, value)
    names, rows = oracle.execute(text)
    assert names == [column.name for column in query.columns]
    return Counter(tuple(map(plain, row)) for row in rows)


def plain(value: Any) -> Any:
    """Numbers and figures in a text column compare alike: drivers differ in which they return."""
    return value if value is None or isinstance(value, datetime) else str(value).removesuffix(".0")


NOT_IN_10_2 = frozenset({"containers", "archived_tables", "io_functions", "io_filetypes", "flash_cache"})


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind.release[0]}.{kind.release[1]} {kind.container or ''}")
def test_every_query_returns_the_rows_the_database_held(kind: Kind) -> None:
    oracle = kind.oracle()
    database = database_of(kind, oracle)
    rows = kind.rows()
    left_out: set[str] = set()
    for query in queries():
        if missing_views(query, database):
            assert query.name not in rows
            left_out.add(query.name)
            continue
        names = [column.name for column in query.columns]
        wanted = Counter(tuple(plain(row.get(name)) for name in names) for row in rows[query.name])
        assert run(query, database, oracle) == wanted, query.name
    assert left_out == (NOT_IN_10_2 if kind.release == (10, 2) else frozenset())
