"""Engines and transactions for SQLite and PostgreSQL: the same code above, the right locking below."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from datetime import UTC, datetime
from importlib import import_module
from typing import Any

from sqlalchemy import Engine, Table, create_engine, event, func, literal, select, text
from sqlalchemy.engine import Connection, ExceptionContext, make_url
from sqlalchemy.orm import Session, sessionmaker

from segtier.model.account import Actor, Writer
from segtier.store import damage
from segtier.store.rights import need_right
from segtier.store.silent import ask_where_needed
from segtier.store.writers import Writers

_BUSY_TIMEOUT_MS = 15_000
_LOG_TIMEOUT_MS = 200
_KEPT_OPEN = 40
"""Connections: as many as threads answer quick requests at a time; whoever waits for an adviser holds none. To open one costs
more than most of what is asked. The one used last is used next, so that few of them hold pages in memory."""
_MORE_AT_ONCE = 10
"""Connections to PostgreSQL beside those: opened for one transaction, then closed."""
_WRITES = "segtier_writes"
_LINKING_LOCK = 7_301_190_211
"""Any fixed number: the key of PostgreSQL's advisory lock around linking."""
_BYTES_LOCK = 7_301_190_213
"""Another: around bytes and the rows that name them."""
_RIGHTS_LOCK = 7_301_190_217
"""Another: shared by everybody who writes by a right, exclusive for who changes rights. Always the first of the locks."""


class Store:
    """One database. `read()` and `write()` each give one transaction, committed when the block ends well."""

    def __init__(self, url: str) -> None:
        self.engine = open_engine(url)
        self._reads = sessionmaker(self.engine, expire_on_commit=False)
        self._writes = sessionmaker(self.engine.execution_options(**{_WRITES: True}), expire_on_commit=False)
        self._writers = _writers_to(self.engine)

    @contextmanager
    def read(self) -> Iterator[Session]:
        with self._reads.begin() as session:
            yield session

    @contextmanager
    def snapshot(self) -> Iterator[Session]:
        """A transaction that sees one state from its first statement to its last."""
        with self.read() as session:
            level = {"isolation_level": "REPEATABLE READ"} if is_postgresql(session) else {}
            session.connection(execution_options=level)
            yield session

    @contextmanager
    def write(self, by: Writer) -> Iterator[Session]:
        """A transaction on behalf of somebody, whose right cannot go before it ends. Raises NotAllowed where it is gone.

        It takes the write lock at once on SQLite, so that it cannot fail half-way as busy. There it begins when those who came
        before have ended; raises a fault that passes where that takes too long.
        """
        with self._writing() as session:
            if isinstance(by, Actor):
                _lock(session, "pg_advisory_xact_lock_shared", _RIGHTS_LOCK)
                need_right(session, by, now(session))
            yield session

    @contextmanager
    def change_rights(self, by: Writer) -> Iterator[Session]:
        """The same for what gives or takes rights: no other transaction relies on one meanwhile."""
        with self._writing() as session:
            _lock(session, "pg_advisory_xact_lock", _RIGHTS_LOCK)
            if isinstance(by, Actor):
                need_right(session, by, now(session))
            yield session

    def need_right(self, by: Actor) -> None:
        """Before anything is worked out for them. Raises NotAllowed where their right is gone."""
        with self.read() as session:
            need_right(session, by, now(session))

    @contextmanager
    def _writing(self) -> Iterator[Session]:
        """When those who came before have ended; raises a fault that passes where that takes too long."""
        with self._writers.turn() if self._writers else nullcontext(), self._writes.begin() as session:
            yield session

    def empty_log(self) -> None:
        """Leave nothing of what was deleted in SQLite's write-ahead log; not now where somebody reads for long."""
        if self.engine.dialect.name != "sqlite":
            return
        connection = self.engine.raw_connection()
        try:
            cursor = connection.cursor()
            cursor.execute(f"PRAGMA busy_timeout={_LOG_TIMEOUT_MS}")
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            cursor.execute(f"PRAGMA busy_timeout={_BUSY_TIMEOUT_MS}")
            cursor.close()
        finally:
            connection.close()

    def is_in_place(self) -> bool:
        """SQLite goes on writing into a file that was removed; what it writes is gone with the process."""
        file = self.engine.url.database
        return self.engine.dialect.name != "sqlite" or file in (None, "", ":memory:") or os.path.exists(file)

    def close(self) -> None:
        self.engine.dispose()
        if self._writers:
            self._writers.close()


def _writers_to(engine: Engine) -> Writers | None:
    """None on PostgreSQL, where those who write into different rows do not wait for each other."""
    if engine.dialect.name != "sqlite":
        return None
    file = engine.url.database
    return Writers(None if file in (None, "", ":memory:") else file, _BUSY_TIMEOUT_MS / 1000)


def open_engine(url: str) -> Engine:
    """An engine for `sqlite:///…` (WAL, foreign keys, zeros over what is deleted, waits when busy) or `postgresql+psycopg://…`."""
    if make_url(url).get_backend_name() != "sqlite":
        engine = create_engine(
            url,
            pool_size=_KEPT_OPEN,
            max_overflow=_MORE_AT_ONCE,
            pool_timeout=10,
            pool_use_lifo=True,
            hide_parameters=True,
        )
        event.listen(engine, "handle_error", _tell_no_values)
        ask_where_needed(engine)
        return engine
    engine = create_engine(
        url,
        connect_args={"timeout": _BUSY_TIMEOUT_MS / 1000},
        pool_size=_KEPT_OPEN,
        pool_use_lifo=True,
        hide_parameters=True,
    )
    damage.watch(engine)
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _tell_no_values(context: ExceptionContext) -> None:
    """PostgreSQL says the row that it refuses, and errors go to the log."""
    fault, said = context.original_exception, context.sqlalchemy_exception
    diagnosis = getattr(fault, "diag", None)
    if diagnosis is None or diagnosis.message_detail is None:
        return
    fault.args = (diagnosis.message_primary,)
    if said is not None:
        said.args = (f"({type(fault).__name__}) {diagnosis.message_primary}", *said.args[1:])


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # BEGIN is ours: the driver would start transactions too late
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "secure_delete=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get(_WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def is_postgresql(session: Session) -> bool:
    return session.get_bind().dialect.name == "postgresql"


def now(session: Session) -> datetime:
    """The time every lease is judged by: the database server's clock where there is one server for many hosts."""
    if is_postgresql(session):
        at: datetime = session.execute(select(func.clock_timestamp())).scalar_one()
        return at.astimezone(UTC)
    return datetime.now(UTC)


def insert_new(session: Session, table: Table, **values: Any) -> bool:
    """Insert a row unless a unique key is taken; True where the row is new."""
    # Not imported at the top: PostgreSQL's dialect takes 2 MB that SQLite does without.
    dialect = import_module(f"sqlalchemy.dialects.{session.get_bind().dialect.name}")
    statement = dialect.insert(table).values(**values).on_conflict_do_nothing().returning(literal(1))
    return session.connection().execute(statement).first() is not None


def one_at_a_time(session: Session) -> None:
    """Let no other transaction link documents, or delete any, until this one ends (SQLite writers queue up anyway).

    The first statement of such a transaction: a lock taken later would let it look at what another is about to change, and
    wait for a row of one that waits for this lock.
    """
    _lock(session, "pg_advisory_xact_lock", _LINKING_LOCK)


def bytes_stay(session: Session) -> None:
    """Until this transaction ends, what lies among the stored bytes is not put aside: its row is on the way."""
    _lock(session, "pg_advisory_xact_lock_shared", _BYTES_LOCK)


def bytes_may_go(session: Session) -> None:
    """Every row that counts on bytes seen before now is committed, or never will be."""
    _lock(session, "pg_advisory_xact_lock", _BYTES_LOCK)


def _lock(session: Session, function: str, key: int) -> None:
    """Transactions that write queue up on SQLite anyway, from here on: a session begins with its first statement."""
    session.connection()
    if is_postgresql(session):
        session.execute(text(f"SELECT {function}(:key)"), {"key": key})
