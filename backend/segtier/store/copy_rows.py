"""All rows of one database into another, whatever kinds they are of."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from sqlalchemy import Connection, func, insert, select

from segtier.store.engine import Store
from segtier.store.tables import Base

_AT_A_TIME = 50
"""Rows in memory: a plan holds its scripts."""


def copy_rows(source: Connection, target: Connection) -> dict[str, int]:
    """Gives how many rows each table of the target has then, by its name; parents come before what belongs to them."""
    counts = {}
    for table in Base.metadata.sorted_tables:
        rows = select(table).order_by(*table.primary_key).execution_options(yield_per=_AT_A_TIME)
        for part in source.execute(rows).partitions():
            target.execute(insert(table), [dict(row._mapping) for row in part])
        counts[table.name] = target.scalar(select(func.count()).select_from(table)) or 0
    return counts


def count_rows(connection: Connection) -> dict[str, int]:
    tables = Base.metadata.sorted_tables
    return {table.name: connection.scalar(select(func.count()).select_from(table)) or 0 for table in tables}


def is_in_use(store: Store) -> bool:
    """Whether anybody else has the SQLite file open; this process must not have it open itself."""
    with closing(sqlite3.connect(str(store.engine.url.database), timeout=0, isolation_level=None)) as link:
        link.execute("PRAGMA locking_mode=EXCLUSIVE")
        try:
            link.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError:
            return True
        link.execute("ROLLBACK")
    return False
