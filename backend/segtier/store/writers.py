"""Writers to a SQLite file, one at a time, in the order they came.

SQLite's own waiting is unfair: each waiter tries again at moments of its own, newcomers win, and somebody never does. Here each
thread of a process waits for the one before it. Between processes there are two places in a file next to the database: who
writes, and who is next. A process that has just written finds the second place taken, so two processes alternate. The kernel
frees the places of a process that ends.

This is about order alone. SQLite keeps writers apart, and does so too where that file cannot be made.
"""

from __future__ import annotations

import fcntl
import os
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from sqlalchemy.exc import TimeoutError as WaitedTooLong

_AGAIN_S = 0.001
_NEXT, _WRITES = 0, 1
"""Bytes of the file."""


class Writers:
    """The line of one process at one database; any thread may stand in it, once."""

    def __init__(self, database: str | None, patience_s: float) -> None:
        """`database` is the path of its file; None where no other process can see it."""
        self._path = f"{database}-turn" if database else None
        self._patience_s = patience_s
        self._line: deque[_Place] = deque()
        self._guard = threading.Lock()
        self._handle: int | None = None

    @contextmanager
    def turn(self) -> Iterator[None]:
        """While the block runs, no other block does. Raises `WaitedTooLong`, which passes, after `patience_s`."""
        deadline_s = time.monotonic() + self._patience_s
        with self._in_line(deadline_s), self._among_processes(deadline_s):
            yield

    def close(self) -> None:
        with self._guard:
            if self._handle is not None:
                os.close(self._handle)
            self._handle = None

    @contextmanager
    def _in_line(self, deadline_s: float) -> Iterator[None]:
        mine = _Place()
        with self._guard:
            if any(place.thread == mine.thread for place in self._line):
                raise RuntimeError("a transaction that writes was begun within another: it would wait for itself")
            self._line.append(mine)
            self._call()
        try:
            if not mine.called.wait(deadline_s - time.monotonic()):
                raise _waited_too_long()
            yield
        finally:
            with self._guard:
                self._line.remove(mine)
                self._call()

    def _call(self) -> None:
        """Whose turn it is; the guard is held."""
        if self._line:
            self._line[0].called.set()

    @contextmanager
    def _among_processes(self, deadline_s: float) -> Iterator[None]:
        handle = self._opened()
        if handle is None:
            yield
            return
        _hold(handle, _NEXT, deadline_s)
        try:
            _hold(handle, _WRITES, deadline_s)
        finally:
            _leave(handle, _NEXT)
        try:
            yield
        finally:
            _leave(handle, _WRITES)

    def _opened(self) -> int | None:
        """None where it cannot be: the disk is full, or the folder away, which the transaction itself will tell."""
        if self._handle is None and self._path is not None:
            with suppress(OSError):
                self._handle = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        return self._handle


class _Place:
    """In the line, of one thread."""

    def __init__(self) -> None:
        self.thread, self.called = threading.get_ident(), threading.Event()


def _hold(handle: int, place: int, deadline_s: float) -> None:
    """Without an end the kernel could wait by itself, but not until a time."""
    while True:
        try:
            fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, place)
        except OSError as fault:
            if not isinstance(fault, BlockingIOError | PermissionError):
                return  # a file system without locks
            if time.monotonic() >= deadline_s:
                raise _waited_too_long() from fault
            time.sleep(_AGAIN_S)
        else:
            return


def _leave(handle: int, place: int) -> None:
    with suppress(OSError):
        fcntl.lockf(handle, fcntl.LOCK_UN, 1, place)


def _waited_too_long() -> WaitedTooLong:
    return WaitedTooLong("others write into the database without an end")
