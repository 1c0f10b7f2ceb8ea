"""The migration tree: which revision the database has, which is the newest, and the way up.

Alembic is imported where there is a step to take: mostly there is none, and every web server and worker that starts looks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine, inspect, text
from sqlalchemy.orm import Session

from segtier.errors import Refused
from segtier.store import unfinished

if TYPE_CHECKING:
    from alembic.config import Config

_HEAD = "head"
_UPGRADE_LOCK = 7_301_190_212
"""Any fixed number: the key of PostgreSQL's advisory lock around migrations."""


def newest_revision(migrations: Path) -> str:
    """The head of the tree in that folder, whose steps are numbered in the names of their files."""
    revisions = _revisions(migrations)
    if not revisions:
        raise FileNotFoundError(f"no migrations in {migrations}")
    return max(revisions)


def is_known(migrations: Path, revision: str) -> bool:
    """Whether the tree in that folder leads on from that revision."""
    return revision in _revisions(migrations)


def current_revision(session: Session) -> str | None:
    """The revision of the database; None where it has no tables yet. Raises Refused where it is only partly filled."""
    return _current(session.connection())


def upgrade(engine: Engine, migrations: Path, revision: str = _HEAD) -> None:
    """Bring the database to a revision; several processes may try at once, one does it. Raises Refused where another version
    of Segtier made it, or where it is only partly filled.
    """
    with _alone(engine) as connection:
        if revision != _HEAD or _current(connection) != newest_revision(migrations):
            _upgrade(connection, migrations, revision)


def run(engine: Engine, migrations: Path, step: Callable[[Config], None]) -> None:
    """Run one Alembic step in one transaction, under a lock where several processes may try."""
    with _alone(engine) as connection:
        step(_config(connection, migrations))


def is_empty(connection: Connection) -> bool:
    """No tables but the mark of an interrupted restore or migrate-to."""
    return not set(inspect(connection).get_table_names()) - {unfinished.TABLE}


def begin_filling(engine: Engine, what: unfinished.Filling) -> bool:
    """Mark an empty database as unfinished until `end_filling`, whatever becomes of this process. True where an interrupted
    run had marked it already.

    Raises Refused where the database is not empty.
    """
    with _alone(engine) as connection:
        marked = unfinished.is_marked(connection)
        if not marked and not is_empty(connection):
            raise Refused(
                "the configured database has tables already", code="not-empty", advice="Name an empty database."
            )
        unfinished.mark(connection, what)
    return marked


def end_filling(engine: Engine) -> None:
    """The database is whole, or as empty as it was."""
    with _alone(engine) as connection:
        unfinished.unmark(connection)


@contextmanager
def newly_made(engine: Engine, migrations: Path) -> Iterator[Connection]:
    """A transaction that makes all tables in an empty database, and fills it in the block. A process that dies meanwhile
    leaves the database marked as unfinished. Raises Refused where it is not empty.
    """
    marked = begin_filling(engine, "migrate-to")
    try:
        with _alone(engine) as connection:
            unfinished.unmark(connection)
            _upgrade(connection, migrations, _HEAD)
            yield connection
    except BaseException:
        if not marked:
            end_filling(engine)
        raise


def _upgrade(connection: Connection, migrations: Path, revision: str) -> None:
    from alembic import command  # noqa: PLC0415 - see the module's first lines
    from alembic.util import CommandError  # noqa: PLC0415

    try:
        command.upgrade(_config(connection, migrations), revision)
    except CommandError as fault:
        raise Refused(
            f"the database cannot be used: {fault}",
            code="database",
            advice="It was made by another version of Segtier. Start that version, or choose another data folder.",
        ) from fault


def _revisions(migrations: Path) -> list[str]:
    return [step.name.partition("_")[0] for step in (migrations / "versions").glob("[0-9]*_*.py")]


def _current(connection: Connection) -> str | None:
    unfinished.refuse_marked(connection)
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one_or_none()


@contextmanager
def _alone(engine: Engine) -> Iterator[Connection]:
    with engine.execution_options(segtier_writes=True).begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _UPGRADE_LOCK})
        yield connection


def _config(connection: Connection, migrations: Path) -> Config:
    from alembic.config import Config  # noqa: PLC0415 - see the module's first lines

    config = Config(migrations / "alembic.ini")
    config.set_main_option("script_location", str(migrations))
    config.attributes["connection"] = connection
    return config
