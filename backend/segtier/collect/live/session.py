"""A session that only reads: sends what the guard lets through, in batches, each statement within its time."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

from segtier.collect.live.connect import DRIVER_ERRORS, Connection, Cursor, Opener, oracle_code, oracle_text
from segtier.collect.live.faults import ConnectionLost, StatementFailed, TimedOut
from segtier.collect.live.guard import check_statement

BATCH_ROWS = 1000
_SETTINGS = (
    "ALTER SESSION SET NLS_NUMERIC_CHARACTERS = '.,'",
    "ALTER SESSION SET NLS_DATE_LANGUAGE = 'AMERICAN'",
    "ALTER SESSION SET NLS_CALENDAR = 'GREGORIAN'",
    "ALTER SESSION SET NLS_SORT = BINARY",
    "ALTER SESSION SET NLS_COMP = BINARY",
)
_TIMED_OUT = ("DPY-4024", "ORA-01013", "ORA-03156", "DPI-1067")
_LOST = ("DPY-4011", "DPY-1001", "DPI-1080", "DPI-1010", "ORA-03113", "ORA-03114", "ORA-03135", "ORA-00028", "ORA-01012",
         "ORA-12537", "ORA-12547", "ORA-12570")  # fmt: skip
_KILLED = "ORA-00028"
_SHORT_S = 60.0


class Session:
    """`opener` opens a connection; it is asked again where a time-out leaves one that cannot be used."""

    def __init__(self, opener: Opener, *, licensed: bool = False) -> None:
        self._opener = opener
        self._licensed = licensed
        self._recovered = False
        self._connection = self._open()

    def rows(
        self, sql: str, binds: Mapping[str, Any] | None = None, timeout_s: float = _SHORT_S
    ) -> Iterator[tuple[Any, ...]]:
        """The rows as they come, never more than a batch in memory.

        Raises TimedOut, StatementFailed, ConnectionLost.
        """
        deadline_s = time.monotonic() + timeout_s
        cursor = self._send(sql, binds or {}, deadline_s, timeout_s)
        try:
            while batch := self._fetch(cursor, deadline_s, timeout_s):
                yield from batch
        finally:
            with suppress(*DRIVER_ERRORS):
                cursor.close()

    def all(self, sql: str, binds: Mapping[str, Any] | None = None) -> list[tuple[Any, ...]]:
        """The rows of a short answer."""
        return list(self.rows(sql, binds))

    def new_transaction(self) -> None:
        """Read the database as it is now from here on.

        One read-only transaction over the whole run would need undo of its whole length: ORA-01555 on a busy database.
        """
        self.end_transaction()
        self._read_only(self._connection)

    def end_transaction(self) -> None:
        """No transaction from here on: AWR's package may need temporary tables, which a read-only one refuses."""
        with self._faults(_SHORT_S):
            self._connection.rollback()

    def renew(self) -> None:
        """Another connection where the one at hand is of no use any more. Raises CannotConnect."""
        if not self._connection.is_healthy():
            self._connection = self._open()

    def recover(self, lost: ConnectionLost) -> None:
        """Another connection after one was lost, once in a run, for a statement may crash its session (ORA-07445).

        Raises `lost` the second time, and at once where somebody killed the session: he wants us gone.
        """
        if self._recovered or _KILLED in lost.message:
            raise lost
        self._recovered = True
        self._connection = self._open()

    def close(self) -> None:
        with suppress(*DRIVER_ERRORS):
            self._connection.close()

    def _open(self) -> Connection:
        connection = self._opener()
        connection.call_timeout = int(_SHORT_S * 1000)
        with self._faults(_SHORT_S):
            for setting in _SETTINGS:
                self._run(connection, setting)
        self._read_only(connection)
        return connection

    def _read_only(self, connection: Connection) -> None:
        """Where the database refuses (some standbys), the guard is what keeps the session reading."""
        connection.call_timeout = int(_SHORT_S * 1000)
        with suppress(StatementFailed), self._faults(_SHORT_S):
            self._run(connection, "SET TRANSACTION READ ONLY")

    def _run(self, connection: Connection, sql: str) -> None:
        check_statement(sql, licensed=self._licensed)
        cursor = connection.cursor()
        cursor.execute(sql, {}, fetch_decimals=True)
        cursor.close()

    def _send(self, sql: str, binds: Mapping[str, Any], deadline_s: float, timeout_s: float) -> Cursor:
        check_statement(sql, licensed=self._licensed)
        with self._faults(timeout_s):
            cursor = self._connection.cursor()
            cursor.arraysize = cursor.prefetchrows = BATCH_ROWS
            self._leave(deadline_s, timeout_s)
            cursor.execute(sql, binds, fetch_decimals=True)
            return cursor

    def _fetch(self, cursor: Cursor, deadline_s: float, timeout_s: float) -> list[tuple[Any, ...]]:
        self._leave(deadline_s, timeout_s)
        with self._faults(timeout_s):
            return list(cursor.fetchmany())

    def _leave(self, deadline_s: float, timeout_s: float) -> None:
        """The driver's limit is for one round trip: what is left of the whole is given to the next."""
        left_s = deadline_s - time.monotonic()
        if left_s <= 0:
            raise _timed_out(timeout_s, "DPY-4024")
        self._connection.call_timeout = max(1, int(left_s * 1000))

    @contextmanager
    def _faults(self, timeout_s: float) -> Iterator[None]:
        try:
            yield
        except DRIVER_ERRORS as fault:
            code, text = oracle_code(fault), oracle_text(fault)
        else:
            return
        if code in _TIMED_OUT:
            raise _timed_out(timeout_s, code)
        if code in _LOST or not code:
            raise ConnectionLost(
                f"the connection was lost ({text[:200]})",
                advice="Run the same command again: it goes on where it stopped.",
            )
        raise StatementFailed(text[:300], code)


def _timed_out(timeout_s: float, code: str) -> TimedOut:
    return TimedOut(
        f"no result within {timeout_s:g} s ({code})", code, "Run the same command again with a longer --timeout."
    )
