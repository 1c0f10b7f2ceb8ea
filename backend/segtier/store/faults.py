"""Which errors of a database pass by themselves, beside those of files (`segtier.passing`).

A driver that nobody has imported has raised nothing: on SQLite psycopg is not waited for.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from segtier import passing
from segtier.passing import DATABASE_AWAY, DISK_FULL, PassingFault

if TYPE_CHECKING:
    import psycopg

_POSTGRESQL_NO_ROOM = "53100"
_POSTGRESQL_PASSING = ("08", "40", "53", "55P03", "57", "58", "25006")
"""Connection lost, deadlock, out of resources, lock not available, shut down, its own disk; read-only for a while."""


def passing_fault(error: BaseException) -> PassingFault | None:
    """What will pass by itself behind an error, or behind what caused it; None where nothing will."""
    return passing.passing_fault(error, _passing)


def _passing(error: BaseException) -> PassingFault | None:
    if isinstance(error, PoolTimeoutError):
        return DATABASE_AWAY
    driver = sys.modules.get("psycopg")
    if driver is not None and isinstance(error, driver.Error):
        return _of_postgresql(error, away=isinstance(error, driver.OperationalError | driver.InterfaceError))
    return passing.of_files(error)


def _of_postgresql(error: psycopg.Error, *, away: bool) -> PassingFault | None:
    """`away`: what it is where the server has not said what it is."""
    state = error.sqlstate
    if state == _POSTGRESQL_NO_ROOM:
        return DISK_FULL
    if state is None:
        return DATABASE_AWAY if away else None
    return DATABASE_AWAY if state.startswith(_POSTGRESQL_PASSING) else None
