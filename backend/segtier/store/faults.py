"""Which errors pass by themselves: the disk is full, the database is away. The one place that decides.

A file that meets such an error waits and is read later; a request that meets one is told to come again. Everything else
is a fault of the file, of the request, or of Segtier.
"""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import psycopg
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

PassingCode = Literal["disk-full", "files-away", "database-away"]

_NO_ROOM = (errno.ENOSPC, errno.EDQUOT)
_SQLITE_NO_ROOM = (sqlite3.SQLITE_FULL,)
_SQLITE_PASSING = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN)
_PRIMARY = 0xFF
"""SQLite's extended codes keep the plain one in their lowest byte."""
_POSTGRESQL_NO_ROOM = "53100"
_POSTGRESQL_PASSING = ("08", "40", "53", "55P03", "57", "58", "25006")
"""Connection lost, deadlock, out of resources, lock not available, shut down, its own disk; read-only for a while."""


@dataclass(frozen=True, slots=True)
class PassingFault:
    """`detail` is a sentence for people; it names what is wrong, never a path or an address."""

    code: PassingCode
    detail: str


class Passing(Exception):
    """A passing fault that another process met."""

    def __init__(self, fault: PassingFault) -> None:
        super().__init__(fault.detail)
        self.fault = fault


_DISK_FULL = PassingFault("disk-full", "there is no room left on the disk")
_FILES_AWAY = PassingFault("files-away", "the data folder cannot be read or written")
_DATABASE_AWAY = PassingFault("database-away", "the database does not answer")


def passing_fault(error: BaseException) -> PassingFault | None:
    """What will pass by itself behind an error, or behind what caused it; None where nothing will."""
    return next((found for cause in _causes(error) if (found := _passing(cause)) is not None), None)


def _causes(error: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    cause: BaseException | None = error
    while cause is not None and id(cause) not in seen:
        seen.add(id(cause))
        yield cause
        original = cause.orig if isinstance(cause, DBAPIError) else None
        cause = original or cause.__cause__


def _passing(error: BaseException) -> PassingFault | None:
    if isinstance(error, Passing):
        return error.fault
    if isinstance(error, OSError):
        return _DISK_FULL if error.errno in _NO_ROOM else _FILES_AWAY
    if isinstance(error, PoolTimeoutError):
        return _DATABASE_AWAY
    if isinstance(error, sqlite3.Error):
        return _of_sqlite(error)
    if isinstance(error, psycopg.Error):
        return _of_postgresql(error)
    return None


def _of_sqlite(error: sqlite3.Error) -> PassingFault | None:
    code = getattr(error, "sqlite_errorcode", 0) & _PRIMARY
    if code in _SQLITE_NO_ROOM:
        return _DISK_FULL
    return _DATABASE_AWAY if code in _SQLITE_PASSING else None


def _of_postgresql(error: psycopg.Error) -> PassingFault | None:
    state = error.sqlstate
    if state == _POSTGRESQL_NO_ROOM:
        return _DISK_FULL
    if state is None:
        return _DATABASE_AWAY if isinstance(error, psycopg.OperationalError | psycopg.InterfaceError) else None
    return _DATABASE_AWAY if state.startswith(_POSTGRESQL_PASSING) else None
