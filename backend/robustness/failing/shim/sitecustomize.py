"""Lets the n-th call to files, database or broker fail, in every Python process that finds this module on its path.

Python imports a module of this name by itself when it starts; the harness puts this folder on PYTHONPATH of the worker
whose calls shall fail, and its children inherit it. Nothing of the product knows of it. What shall fail stands in
`plan.json` of the folder FAILING_CALLS names; taking the file away heals everything. FAILING_CALLS_DATA names the data
folder. Calls are counted over all processes together, by the length of a file to which each adds one byte.

Kinds: `write` and `read` of files in the data folder, `broker` for those in its folder of messages or for Redis,
`database` for SQLite or PostgreSQL.
"""

from __future__ import annotations

import builtins
import errno
import functools
import io
import json
import os
import sqlite3
from collections.abc import Callable
from typing import Any

_open, _os_open, _os_write = io.open, os.open, os.write
_ERRNO = {"ENOSPC": errno.ENOSPC, "EIO": errno.EIO}
_SQLITE = {"full": ("database or disk is full", 13), "away": ("disk I/O error", 10)}


class Plan:
    """The fault that is due, read anew at each call: another process may have planned or healed it."""

    def __init__(self, folder: str) -> None:
        self._folder = folder

    def due(self, kind: str) -> str | None:
        """The error that this call must raise, if any."""
        try:
            with _open(os.path.join(self._folder, "plan.json")) as file:
                plan = json.load(file)
        except (FileNotFoundError, ValueError):
            return None
        number = self._count(f"calls-{kind}")
        if plan["kind"] != kind:
            return None
        if number == plan["n"] or (plan["for_good"] and number > plan["n"]):
            self._count("failed")
            return str(plan["error"])
        return None

    def _count(self, name: str) -> int:
        """Add one byte; where that byte stands is the number of this call."""
        handle = _os_open(os.path.join(self._folder, name), os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            _os_write(handle, b".")
            return os.lseek(handle, 0, os.SEEK_CUR)
        finally:
            os.close(handle)


class Files:
    """Which calls touch the data folder. The database's own files are not opened by Python."""

    def __init__(self, plan: Plan, data: str) -> None:
        self._plan, self._data = plan, os.path.realpath(data) + os.sep

    def check(self, what: Any, kind: str) -> None:
        path = self._path(what)
        if not path.startswith(self._data):
            return
        kind = "broker" if path.startswith(os.path.join(self._data, "broker")) else kind
        error = self._plan.due(kind)
        if error is not None:
            number = _ERRNO.get(error, errno.EIO)
            raise OSError(number, os.strerror(number), path)

    def _path(self, what: Any) -> str:
        try:
            if isinstance(what, int):
                return os.readlink(f"/proc/self/fd/{what}")
            return os.path.abspath(os.fsdecode(what))
        except (OSError, TypeError):
            return ""

    def opened(self, file: Any, mode: str = "r", buffering: int = -1, *rest: Any, **options: Any) -> Any:
        """As `open`, with files of the data folder checked at every read and write."""
        path = self._path(file)
        if not path.startswith(self._data):
            return _open(file, mode, buffering, *rest, **options)
        writes = any(letter in mode for letter in "wax+")
        self.check(file, "write" if writes else "read")
        raw = CheckedFile(file, mode.replace("b", "").replace("t", ""), options.pop("closefd", True), self)
        if buffering == 0:
            return raw
        kind = io.BufferedRandom if "+" in mode else io.BufferedWriter if writes else io.BufferedReader
        buffered = kind(raw)
        if "b" in mode:
            return buffered
        text = io.TextIOWrapper(buffered, *rest, **{k: v for k, v in options.items() if k != "opener"})
        text.mode = mode  # type: ignore[misc]
        return text


class CheckedFile(io.FileIO):
    def __init__(self, file: Any, mode: str, closefd: bool, files: Files) -> None:
        super().__init__(file, mode, closefd)
        self._files = files

    def write(self, data: Any) -> Any:
        self._files.check(self.fileno(), "write")
        return super().write(data)

    def readinto(self, room: Any) -> Any:
        self._files.check(self.fileno(), "read")
        return super().readinto(room)

    def readall(self) -> bytes:
        self._files.check(self.fileno(), "read")
        return super().readall()


def _before(call: Callable[..., Any], check: Callable[..., None]) -> Callable[..., Any]:
    @functools.wraps(call)
    def checked(*arguments: Any, **options: Any) -> Any:
        check(*arguments)
        return call(*arguments, **options)

    return checked


def patch_files(plan: Plan, data: str) -> None:
    files = Files(plan, data)
    for name in ("mkdir", "fsync", "write"):
        setattr(os, name, _before(getattr(os, name), lambda what, *_: files.check(what, "write")))
    for name in ("rename", "replace", "link"):
        setattr(os, name, _before(getattr(os, name), lambda _, to, *__: files.check(to, "write")))
    writing = os.O_WRONLY | os.O_RDWR
    os.open = _before(os.open, lambda what, flags=0, *_: files.check(what, "write" if flags & writing else "read"))
    io.open = builtins.open = files.opened


def patch_sqlite(plan: Plan) -> None:
    def check(*_: Any) -> None:
        error = plan.due("database")
        if error is not None:
            words, code = _SQLITE[error]
            fault = sqlite3.OperationalError(words)
            fault.sqlite_errorcode = code
            raise fault

    class Cursor(sqlite3.Cursor):
        execute = _before(sqlite3.Cursor.execute, check)
        executemany = _before(sqlite3.Cursor.executemany, check)

    class Connection(sqlite3.Connection):
        execute = _before(sqlite3.Connection.execute, check)
        commit = _before(sqlite3.Connection.commit, check)

        def cursor(self, factory: Any = Cursor) -> Any:
            return super().cursor(factory)

    connect = sqlite3.connect

    def connected(*arguments: Any, **options: Any) -> Any:
        check()
        return connect(*arguments, **{"factory": Connection, **options})

    sqlite3.connect = sqlite3.dbapi2.connect = connected


def patch_postgresql(plan: Plan) -> None:
    import psycopg

    def check(owner: Any = None, *_: Any) -> None:
        error = plan.due("database")
        if error == "full":
            raise psycopg.errors.DiskFull("could not extend file: No space left on device")
        if error is not None:
            link = getattr(owner, "connection", owner)
            if isinstance(link, psycopg.Connection):
                link.close()
            raise psycopg.OperationalError("server closed the connection unexpectedly")

    for name in ("execute", "executemany"):
        setattr(psycopg.Cursor, name, _before(getattr(psycopg.Cursor, name), check))
    psycopg.Connection.commit = _before(psycopg.Connection.commit, check)  # type: ignore[method-assign]
    psycopg.connect = _before(psycopg.connect, lambda *_: check())


def patch_redis(plan: Plan) -> None:
    import redis.connection

    def check(*_: Any) -> None:
        if plan.due("broker") is not None:
            raise redis.exceptions.ConnectionError("connection refused")

    kind = redis.connection.AbstractConnection
    for name in ("connect", "send_packed_command", "read_response"):
        if hasattr(kind, name):
            setattr(kind, name, _before(getattr(kind, name), check))


def install(folder: str) -> None:
    plan = Plan(folder)
    patch_files(plan, os.environ["FAILING_CALLS_DATA"])
    if os.environ.get("SEGTIER_DATABASE_URL", "").startswith("postgresql"):
        patch_postgresql(plan)
    else:
        patch_sqlite(plan)
    if "redis" in os.environ.get("SEGTIER_BROKER_URL", ""):
        patch_redis(plan)


if "FAILING_CALLS" in os.environ:
    install(os.environ["FAILING_CALLS"])
