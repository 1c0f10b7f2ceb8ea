"""An installation whose parts are killed one by one and started again as an operator would.

`sqlite`: one `segtier serve`, which restarts its worker by itself. `postgresql`: `serve --no-worker` and `segtier worker`
side by side on a real PostgreSQL and Redis, as docker-compose.yml has them.
"""

from __future__ import annotations

import contextlib
import random
import socket
import subprocess
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import IO, TypeVar

from robustness import processes
from tests.servers import Servers
from tests.stack import NotReady, Product, Setup, new_setup, start_worker

COMPONENTS = {
    "sqlite": ("web", "worker", "readers"),
    "postgresql": ("web", "watcher", "worker", "readers", "redis", "postgresql"),
}
"""The worker is the process that takes jobs; on `sqlite` the web server watches over it, else a process of its own."""
QUICK = {"SEGTIER_LEASE_S": "10", "SEGTIER_REAP_EVERY_S": "1", "SEGTIER_DELETED_GRACE_S": "2"}
"""Shorter times than in earnest, so that a run does not mostly wait. A lease outlasts what a busy machine lets wait."""
_PATIENCE_S = 120.0
_STARTS = 3
_LOOK_S = 0.02
T = TypeVar("T")


class Missing(Exception):
    """There is no process of that kind to kill."""


class Installation:
    """`kill` and `start_again` take the name of a component; `url` stays the same."""

    def __init__(self, name: str, folder: Path, servers: Servers | None, log: IO[str]) -> None:
        setup = new_setup(name, folder, servers)
        self.setup: Setup = replace(setup, env={**setup.env, **QUICK})
        self._servers, self._log, self._port = servers, log, _free_port()
        self._watcher: subprocess.Popen[bytes] | None = None
        self._web = self._start_web()
        if servers is not None:
            self._watcher = start_worker(self.setup, log=log)
        self.url = self._web.url

    def kill(self, component: str, chance: random.Random) -> str:
        """-9, in the middle of whatever it does; gives words for what was killed. Raises Missing."""
        victim = self._victim(component, chance)
        if isinstance(victim, int):
            words = " ".join(processes.command(victim)[-3:])
            if not processes.kill(victim):
                return self.kill(component, chance)
            return f"{victim} ({words})"
        victim()
        return component

    def start_again(self, component: str) -> None:
        """Return when the component answers, or its worker is there."""
        if component == "web":
            self._web.process.wait()
            self._web.__exit__()
            self._web = self._start_web()
        if self._servers is not None and component == "postgresql":
            self._servers.postgres.server.start_again()
        if self._servers is not None and component == "redis":
            self._servers.redis.server.start_again()
        if component == "watcher" and self._watcher is not None:
            self._watcher.wait()
        if self._watcher is not None and self._watcher.poll() is not None:
            self._watcher = start_worker(self.setup, log=self._log)
        _until(lambda: self._worker_pid() is not None)

    def stop(self) -> list[str]:
        """Stop as an operator does; gives the commands of processes that stayed behind, and ends those too."""
        self._web.__exit__()
        if self._watcher is not None:
            self._watcher.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._watcher.wait(timeout=20)
        with contextlib.suppress(Missing):
            _until(lambda: not self._left(), within_s=5)
        left = self._left()
        words = [" ".join(processes.command(pid)[-3:]) for pid in left]
        for pid in left:
            processes.kill(pid)
        return words

    def _left(self) -> list[int]:
        return processes.started_with("SEGTIER_DATA_DIR", str(self.setup.data_dir))

    def _start_web(self) -> Product:
        """Started anew where a busy machine let it take longer than it has patience for."""
        options = ["--port", str(self._port), *(["--no-worker"] if self._servers is not None else [])]
        for _ in range(_STARTS - 1):
            with contextlib.suppress(NotReady):
                return Product(self.setup, *options, log=self._log)
        return Product(self.setup, *options, log=self._log)

    def _victim(self, component: str, chance: random.Random) -> int | Callable[[], None]:
        if component == "postgresql" and self._servers is not None:
            return self._servers.postgres.server.kill
        if component == "redis" and self._servers is not None:
            return self._servers.redis.server.kill
        if component == "web":
            return self._web.process.pid
        if component == "watcher" and self._watcher is not None:
            return self._watcher.pid
        if component == "worker":
            return _until(self._worker_pid)
        return _until(lambda: chance.choice(self._readers() or [0]) or None, within_s=10)

    def _worker_pid(self) -> int | None:
        watcher = self._watcher if self._watcher is not None else self._web.process
        below = processes.descendants(watcher.pid)
        return next((pid for pid in below if {"worker", "--parent"} <= set(processes.command(pid))), None)

    def _readers(self) -> list[int]:
        """What the worker has started, be it for one file or for many."""
        worker = self._worker_pid()
        return processes.descendants(worker) if worker is not None else []


def _until(look: Callable[[], T | None], within_s: float = _PATIENCE_S) -> T:
    deadline_s = time.monotonic() + within_s
    while not (found := look()):
        if time.monotonic() > deadline_s:
            raise Missing
        time.sleep(_LOOK_S)
    return found


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
