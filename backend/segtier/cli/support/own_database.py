"""The database can be used: said before anything depends on it, in a sentence and never as a traceback."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from segtier.errors import Refused

if TYPE_CHECKING:
    from segtier.services.context import Context
    from segtier.services.silence import Silence
    from segtier.settings import Settings
    from segtier.store.engine import Store


def migrate(context: Context, settings: Settings) -> None:
    """Bring it to this version; raises Refused where it cannot be used."""
    from segtier.store import schema

    with _usable():
        schema.upgrade(context.store.engine, settings.migrations_dir)


@contextmanager
def opened_store(settings: Settings) -> Iterator[Store]:
    """The configured database as it is, for a command beside the server; raises Refused where it cannot be read, was found
    damaged, or where a restore or migrate-to into it was interrupted.
    """
    from segtier.store import damage, schema

    with opened_url(settings.effective_database_url) as store:
        if damage.is_malformed(store.engine):
            raise _damaged()
        with store.read() as tx:
            schema.current_revision(tx)
        store.close()  # migrate-to asks whether anybody has the file open
        yield store


@contextmanager
def opened_url(url: str) -> Iterator[Store]:
    """The same of any database."""
    from segtier.store.engine import Store

    store = Store(url)
    try:
        with _usable():
            yield store
    finally:
        store.close()


def look_through(settings: Settings) -> None:
    """Before anything is written: raises Refused where the database is damaged, or cannot be used."""
    from segtier.store import damage, schema

    with opened_url(settings.effective_database_url) as store:
        damage.look_at_start(store.engine)
        with store.read() as tx:
            schema.current_revision(tx)


@contextmanager
def migrated_store(settings: Settings) -> Iterator[Store]:
    """The same, brought to this version."""
    from segtier.store import schema

    with opened_store(settings) as store:
        schema.upgrade(store.engine, settings.migrations_dir)
        yield store


def seen_workers(settings: Settings) -> Silence[str]:
    """The signs of life that workers gave so far: who gives another is alive."""
    from sqlalchemy.exc import SQLAlchemyError

    from segtier.services.silence import Silence
    from segtier.store import workers

    seen: Silence[str] = Silence(settings.worker_fresh_s)
    with opened_url(settings.effective_database_url) as store:
        try:
            with store.read() as tx:
                seen.look(workers.signs(tx, ""))
        except SQLAlchemyError:  # it has no tables yet
            seen.look({})
    return seen


def look(context: Context) -> None:
    """Raises Refused where it is broken; one that is only away may be waited for."""
    from sqlalchemy.exc import DBAPIError

    from segtier.store import damage, schema
    from segtier.store.faults import passing_fault

    if damage.is_malformed(context.store.engine):
        raise _damaged()
    try:
        with _usable(), context.store.read() as tx:
            schema.current_revision(tx)
    except Refused as refused:
        cause = refused.__cause__
        if not isinstance(cause, DBAPIError) or passing_fault(cause) is None:
            raise


@contextmanager
def _usable() -> Iterator[None]:
    from sqlalchemy.exc import DBAPIError

    from segtier.passing import MALFORMED, Passing

    try:
        yield
    except Passing as fault:
        if fault.fault != MALFORMED:
            raise
        raise _damaged() from fault
    except DBAPIError as fault:
        raise Refused(
            f"the database cannot be used: {str(fault.orig).strip()}",
            code="database",
            advice="Is it running, whole and writable? With SQLite it is the file segtier.db of the data folder.",
        ) from fault


def _damaged() -> Refused:
    from segtier.passing import MALFORMED
    from segtier.store.damage import RESTORE

    return Refused(MALFORMED.detail, code=MALFORMED.code, advice=RESTORE)
