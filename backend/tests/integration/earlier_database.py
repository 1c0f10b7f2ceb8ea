"""A database as an earlier version left it: one row in each table of that revision, made from the table's own columns."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, MetaData, Table, insert, select
from sqlalchemy import types as sql

_AT = datetime(2026, 1, 2, 3, 4, 5, 678_901)  # noqa: DTZ001 - as SQLite keeps it
_NAMED: dict[tuple[str, str], Any] = {
    ("jobs", "state"): "succeeded",
    ("deliveries", "state"): "delivered",
    ("reports", "period"): "before",
    ("reports", "link_warning"): None,
    **{("reports", name): [] for name in ("sections_missing", "sections_unreadable", "warnings")},
    **{("plan_revisions", name): [] for name in ("inputs", "checks")},
    **{("webhooks", name): [] for name in ("kinds", "databases")},
    **{("tokens", name): [] for name in ("scopes", "databases")},
    ("plan_acts", "checks"): [],
    ("plan_comments", "thing"): [],
}
"""Where the kind of the column does not say what may stand there."""
Rows = dict[str, dict[str, Any]]


def fill(connection: Connection) -> Rows:
    """Gives what was written, by table and column."""
    written = {}
    for table in _tables(connection).sorted_tables:
        row = {column.name: _value(table, column.name) for column in table.columns}
        connection.execute(insert(table), row)
        written[table.name] = row
    return written


def read(connection: Connection) -> Rows:
    """The first row of each table (what an upgrade adds comes after it), times without a zone; nothing of a table without any."""
    found = {}
    for table in _tables(connection).sorted_tables:
        rows = connection.execute(select(table).limit(1)).mappings().all()
        found[table.name] = {name: _plain(value) for row in rows for name, value in row.items()}
    return found


def _tables(connection: Connection) -> MetaData:
    tables = MetaData()
    tables.reflect(connection, resolve_fks=True)
    tables.remove(tables.tables["alembic_version"])
    return tables


def _value(table: Table, name: str) -> Any:
    if (table.name, name) in _NAMED:
        return _NAMED[table.name, name]
    column = table.columns[name]
    if column.foreign_keys:
        (key,) = column.foreign_keys
        return None if key.column.table is table else _value(key.column.table, key.column.name)
    values: tuple[tuple[type, Any], ...] = (
        (sql.JSON, {"a": "é"}),
        (sql.Boolean, True),
        (sql.DateTime, _AT),
        (sql.Float, 1.5),
        (sql.Integer, 7),
        (sql.LargeBinary, b"\0\xff"),
        (sql.String, f"{table.name[:10]}_{name}"[: getattr(column.type, "length", None) or 30]),
    )
    return next(value for kind, value in values if isinstance(column.type, kind))


def _plain(value: Any) -> Any:
    if isinstance(value, datetime) and value.tzinfo is not None:
        return value.astimezone(UTC).replace(tzinfo=None)
    return bytes(value) if isinstance(value, memoryview) else value
