"""Files that a process still writes. It holds a lock on each, which ends with the process, however that ends.

A process that is stopped or waits for a slow disk still holds the lock, so nobody needs a clock to know whether a file is
in use. The lock is on the file itself: it stays when the file is renamed. Other hosts see it on NFS (version 4, or 3 with
its lock service). Where a file system has no locks, every file counts as held.
"""

from __future__ import annotations

import fcntl
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO


def held_file(folder: Path, prefix: str, suffix: str = "") -> tuple[BinaryIO, Path]:
    """A new empty file in that folder, held until you close it. Raises OSError where it cannot be made."""
    while True:
        handle, name = tempfile.mkstemp(prefix=prefix, suffix=suffix, dir=folder)
        if _is_ours(handle):
            return os.fdopen(handle, "w+b"), Path(name)
        os.close(handle)  # somebody took it for an abandoned one before we had the lock


@contextmanager
def abandoned(path: Path) -> Iterator[bool]:
    """Whether nobody writes the file at `path`. Until the block ends, nobody else finds it abandoned.

    False where it is gone, or where this process cannot tell.
    """
    try:
        handle = os.open(path, os.O_RDWR | os.O_CLOEXEC)  # NFS locks only what is open for writing
    except OSError:
        yield False
        return
    try:
        yield _lock(handle) and _is_at(handle, path)
    finally:
        os.close(handle)


def _is_ours(handle: int) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True  # no locks here: nobody finds it abandoned
    return os.fstat(handle).st_nlink > 0


def _lock(handle: int) -> bool:
    with suppress(OSError):
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    return False


def _is_at(handle: int, path: Path) -> bool:
    """False where another file has taken its place."""
    with suppress(FileNotFoundError):
        return os.path.samestat(os.fstat(handle), path.stat())
    return False
