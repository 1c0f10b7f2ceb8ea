"""The migration tree: which revision the database has, which is the newest, and the way up."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, inspect, text
from sqlalchemy.orm import Session

from segtier.errors import Refused

_UPGRADE_LOCK = 7_301_190_212
"""Any fixed number: the key of PostgreSQL's advisory lock around migrations."""


def newest_revision(migrations: Path) -> str:
    """The head of the tree in that folder."""
    head = ScriptDirectory.from_config(_config(migrations)).get_current_head()
    if head is None:
        raise FileNotFoundError(f"no migrations in {migrations}")
    return head


def is_known(migrations: Path, revision: str) -> bool:
    """Whether the tree in that folder leads on from that revision."""
    return any(step.revision == revision for step in ScriptDirectory.from_config(_config(migrations)).walk_revisions())


def current_revision(session: Session) -> str | None:
    """The revision of the database; None where it has no tables yet."""
    if not inspect(session.connection()).has_table("alembic_version"):
        return None
    return session.execute(text("SELECT version_num FROM alembic_version")).scalar_one_or_none()


def upgrade(engine: Engine, migrations: Path, revision: str = "head") -> None:
    """Bring the database to a revision; several processes may try at once, one does it."""
    run(engine, migrations, lambda config: command.upgrade(config, revision))


def downgrade(engine: Engine, migrations: Path, revision: str) -> None:
    run(engine, migrations, lambda config: command.downgrade(config, revision))


def run(engine: Engine, migrations: Path, step: Callable[[Config], None]) -> None:
    """Run one Alembic step in one transaction, under a lock where several processes may try."""
    with _alone(engine, migrations) as (_, config):
        step(config)


@contextmanager
def newly_made(engine: Engine, migrations: Path) -> Iterator[Connection]:
    """A transaction that has made all tables in an empty database; raises Refused where it is not empty."""
    with _alone(engine, migrations) as (connection, config):
        if inspect(connection).get_table_names():
            raise Refused("the database has tables already", code="not-empty", advice="Name an empty database.")
        command.upgrade(config, "head")
        yield connection


@contextmanager
def _alone(engine: Engine, migrations: Path) -> Iterator[tuple[Connection, Config]]:
    with engine.execution_options(segtier_writes=True).begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _UPGRADE_LOCK})
        config = _config(migrations)
        config.attributes["connection"] = connection
        yield connection, config


def _config(migrations: Path) -> Config:
    config = Config(migrations / "alembic.ini")
    config.set_main_option("script_location", str(migrations))
    return config
