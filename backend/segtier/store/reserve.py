"""Room that is kept free for deleting: SQLite writes into its log before anything can go, and a full disk has no room for that.

The reserve is a file beside the database. A deletion that finds no room removes it and tries once more; it is made anew as
soon as the disk has room for it twice over. PostgreSQL's disk is its own.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from segtier.passing import DISK_FULL
from segtier.store.engine import Store
from segtier.store.faults import passing_fault

RESERVE_BYTES = 16 * 1024**2
"""More than the log takes of most deletions: what is deleted is overwritten with zeros, so it grows by as much."""
_ROOM = 2
"""Reserves that must fit before one is made."""
T = TypeVar("T")


def keep_reserve(store: Store) -> None:
    """Make the reserve where there is none and the disk has room. Never raises for want of room."""
    file = _file(store)
    if file is None or file.exists():
        return
    with suppress(OSError):
        if shutil.disk_usage(file.parent).free < _ROOM * RESERVE_BYTES:
            return
        handle = os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        try:
            os.posix_fallocate(handle, 0, RESERVE_BYTES)
        except OSError:
            file.unlink(missing_ok=True)
        finally:
            os.close(handle)


def deleting(store: Store, act: Callable[[], T]) -> T:
    """What `act` gives, a transaction that makes room. On a full disk it runs again in the room of the reserve."""
    try:
        return act()
    except Exception as fault:
        if passing_fault(fault) != DISK_FULL or not _released(store):
            raise
    return act()


def _released(store: Store) -> bool:
    file = _file(store)
    if file is None or not file.exists():
        return False
    file.unlink(missing_ok=True)
    return True


def _file(store: Store) -> Path | None:
    name = store.engine.url.database
    if store.engine.dialect.name != "sqlite" or name in (None, "", ":memory:"):
        return None
    return Path(f"{name}-reserve")
