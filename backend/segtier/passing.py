"""Which errors pass by themselves: the disk is full, the files or the database are away.

A file that meets such an error waits and is read later; a request that meets one is told to come again. Everything else
is a fault of the file, of the request, or of Segtier. What the drivers of databases raise is told apart in `store.faults`:
whoever only reads files does not wait for their import.
"""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Callable, Iterator
from typing import Literal

from segtier.dataclass import dataclass

PassingCode = Literal["disk-full", "files-away", "database-away", "database-malformed"]

_NO_ROOM = (errno.ENOSPC, errno.EDQUOT)
_SQLITE_NO_ROOM = (sqlite3.SQLITE_FULL,)
_SQLITE_PASSING = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN)
_PRIMARY = 0xFF
"""SQLite's extended codes keep the plain one in their lowest byte."""


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


DISK_FULL = PassingFault("disk-full", "there is no room left on the disk")
DATABASE_AWAY = PassingFault("database-away", "the database does not answer")
MALFORMED = PassingFault("database-malformed", "the database is damaged; Segtier writes nothing more into it")
"""Passes with a restore only."""
_FILES_AWAY = PassingFault("files-away", "the data folder cannot be read or written")


def of_files(error: BaseException) -> PassingFault | None:
    """What will pass of an error of files, those of SQLite among them."""
    if isinstance(error, Passing):
        return error.fault
    if isinstance(error, OSError):
        return DISK_FULL if error.errno in _NO_ROOM else _FILES_AWAY
    if isinstance(error, sqlite3.Error):
        return _of_sqlite(error)
    return None


def passing_fault(
    error: BaseException, judge: Callable[[BaseException], PassingFault | None] = of_files
) -> PassingFault | None:
    """What will pass by itself behind an error, or behind what caused it; None where nothing will."""
    return next((found for cause in _causes(error) if (found := judge(cause)) is not None), None)


def _causes(error: BaseException) -> Iterator[BaseException]:
    """An error and what it was raised from; SQLAlchemy keeps the driver's error as `orig`."""
    seen: set[int] = set()
    cause: BaseException | None = error
    while cause is not None and id(cause) not in seen:
        seen.add(id(cause))
        yield cause
        original = getattr(cause, "orig", None)
        cause = original if isinstance(original, BaseException) else cause.__cause__


def _of_sqlite(error: sqlite3.Error) -> PassingFault | None:
    code = getattr(error, "sqlite_errorcode", 0) & _PRIMARY
    if code in _SQLITE_NO_ROOM:
        return DISK_FULL
    return DATABASE_AWAY if code in _SQLITE_PASSING else None
