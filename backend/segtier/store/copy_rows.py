"""All rows of one database into another, whatever kinds they are of."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from sqlalchemy import Connection, func, insert, select, update

from segtier.store.engine import Store
from segtier.store.tables import Base, DatabaseRow

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
    _count_as_there(source, target)
    return counts


def _count_as_there(source: Connection, target: Connection) -> None:
    """Triggers count each document that comes as a change; what the fleet keeps holds for the count it came with."""
    counted = select(DatabaseRow.id, DatabaseRow.documents_version)
    for database_id, version in source.execute(counted).all():
        target.execute(update(DatabaseRow).where(DatabaseRow.id == database_id).values(documents_version=version))


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
