"""The migration tree on both databases: up, down, up, and no difference from the tables the code uses."""

from __future__ import annotations

from alembic import command
from sqlalchemy import inspect

from segtier.store import schema
from segtier.store.engine import Store
from tests.integration.conftest import MIGRATIONS

TABLES = {"databases", "uploads", "jobs", "reports", "documents", "workers"}


def tables(store: Store) -> set[str]:
    return set(inspect(store.engine).get_table_names()) - {"alembic_version"}


def test_up_down_up(empty_store: Store) -> None:
    schema.upgrade(empty_store.engine, MIGRATIONS)
    assert tables(empty_store) == TABLES
    schema.downgrade(empty_store.engine, MIGRATIONS, "base")
    assert tables(empty_store) == set()
    schema.upgrade(empty_store.engine, MIGRATIONS)
    assert tables(empty_store) == TABLES
    with empty_store.read() as tx:
        assert schema.current_revision(tx) == schema.newest_revision(MIGRATIONS)


def test_the_migrations_make_the_tables_the_code_uses(empty_store: Store) -> None:
    schema.upgrade(empty_store.engine, MIGRATIONS)
    schema.run(empty_store.engine, MIGRATIONS, command.check)


def test_a_database_without_tables_has_no_revision(empty_store: Store) -> None:
    with empty_store.read() as tx:
        assert schema.current_revision(tx) is None
