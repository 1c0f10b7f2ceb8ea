"""Kills its own process with -9 before the n-th of the calls that leave a trace: statements, commits, changes of files.

For processes that `tests/forked.py` makes: KILL_AT is n, KILL_POINT a file that says afterwards how many calls there were,
and which was the last. The last of all is `answer`: what is done is committed by then, and nobody has been told.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sqlite3
import sys
import threading
from functools import partial
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy import Engine, event

from segtier.api.app import create_app
from segtier.cli.main import main
from segtier.services.silence import Silence
from segtier.services.sweep_files import sweep_files
from segtier.settings import Settings

_FILES = ("open", "os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.link", "os.truncate")
"""What Python says of them before it does them (`sys.addaudithook`)."""
_WRITES = os.O_WRONLY | os.O_RDWR
_SWEEPS = 4
_PAGES = 40
"""Of SQLite's copy of a database at a time, else it would be one call."""


create_app(Settings(), None)
"""Its routes are made once, before a process is forked."""


class Points:
    """Counts calls, over all threads."""

    def __init__(self, at: int, told: Path, data: str) -> None:
        self._at, self._told, self._data = at, told, os.path.realpath(data) + os.sep
        self._count, self._guard = 0, threading.RLock()

    def reach(self, what: str) -> None:
        with self._guard:
            self._count += 1
            if self._count == self._at:
                self.tell(what)
                os.kill(os.getpid(), signal.SIGKILL)

    def tell(self, last: str = "") -> None:
        """Not counted itself: the file is not in the data folder."""
        self._told.write_text(f"{self._count} {last}")

    def install(self) -> None:
        event.listen(
            Engine, "before_cursor_execute", lambda _link, _cursor, sql, *_: self.reach(" ".join(sql.split()[:3]))
        )
        for name in ("commit", "rollback"):
            event.listen(Engine, name, lambda _link, name=name: self.reach(name))
        sys.addaudithook(self._heard)
        fsync, connect, reach = os.fsync, sqlite3.connect, self.reach

        def reached_fsync(fd: Any) -> None:
            reach("fsync")
            fsync(fd)

        class Connection(sqlite3.Connection):
            def backup(self, target: sqlite3.Connection, **_: Any) -> None:
                super().backup(target, pages=_PAGES, progress=lambda *_: reach("copy of pages"))

        os.fsync = reached_fsync
        sqlite3.connect = sqlite3.dbapi2.connect = partial(connect, factory=Connection)  # type: ignore[assignment]

    def _heard(self, what: str, about: tuple[Any, ...]) -> None:
        if what == "subprocess.Popen":
            self.reach(f"{what} {Path(os.fsdecode(about[0])).name}")
        elif what in _FILES and self._is_ours(about) and (what != "open" or int(about[2] or 0) & _WRITES):
            self.reach(f"{what} {Path(os.fsdecode(about[0])).name[:9]}")

    def _is_ours(self, about: tuple[Any, ...]) -> bool:
        path = about[0]
        return isinstance(path, str | bytes | os.PathLike) and os.path.abspath(os.fsdecode(path)).startswith(self._data)


def _installed() -> Points:
    points = Points(int(os.environ["KILL_AT"]), Path(os.environ["KILL_POINT"]), os.environ["SEGTIER_DATA_DIR"])
    points.install()
    return points


def program() -> None:
    """A command of Segtier."""
    points = _installed()
    try:
        main()
    finally:
        points.reach("answer")
        points.tell()


def request() -> None:
    """One request to a web server of its own; prints status and body. The argument: method, path, headers and JSON of it."""
    from segtier.jobs.process import open_context

    method, path, headers, body = json.loads(sys.argv[1])
    settings = Settings()
    context = open_context(settings, 1)
    transport = httpx.ASGITransport(create_app(settings, context))
    points = _installed()

    async def once() -> httpx.Response:
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost", timeout=None) as client:
            return await client.request(method, f"/api/v1{path}", headers=headers, json=body)

    answer = asyncio.run(once())
    points.reach("answer")
    points.tell()
    print(json.dumps([answer.status_code, answer.text]), flush=True)
    context.close()


def forget() -> None:
    """What a worker does each hour, and the sweeps that come after it."""
    from segtier.jobs import reaper
    from segtier.jobs.process import open_context

    settings = Settings()
    context = open_context(settings, 1)
    points = _installed()
    reaper._forget(context, settings)
    idle: Silence[str] = Silence(0)
    for _ in range(_SWEEPS):
        sweep_files(context, idle)
    points.reach("answer")
    points.tell()
    context.close()
