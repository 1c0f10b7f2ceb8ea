"""Runs migrations over the connection it is given, or over the configured database when started by hand."""

from __future__ import annotations

from alembic import context
from sqlalchemy import Connection

from segtier.settings import Settings
from segtier.store.engine import open_engine
from segtier.store.tables import Base


def migrate(connection: Connection) -> None:
    """Run the steps in the connection's transaction; SQLite rebuilds tables where it cannot alter them."""
    context.configure(
        connection=connection,
        target_metadata=Base.metadata,
        render_as_batch=connection.dialect.name == "sqlite",
        compare_type=True,
    )
    with context.begin_transaction():
        context.run_migrations()


given = context.config.attributes.get("connection")
if given is not None:
    migrate(given)
else:
    engine = open_engine(Settings().effective_database_url).execution_options(segtier_writes=True)
    with engine.begin() as connection:
        migrate(connection)
