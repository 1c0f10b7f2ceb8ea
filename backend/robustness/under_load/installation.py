"""An installation whose parts are killed one by one and started again as an operator would.

`sqlite`: one `segtier serve`, which restarts its worker by itself. `postgresql`: `serve --no-worker` and `segtier worker`
side by side on a real PostgreSQL and Redis. `s3`: the same with files in an S3 server and two workers, each with a data folder of
its own, as on hosts of their own and as docker-compose.yml has them.
"""

from __future__ import annotations

import contextlib
import random
import subprocess
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import IO, TypeVar

from robustness import processes
from tests.object_store import ObjectStore, free_port
from tests.servers import Servers
from tests.stack import NotReady, Product, Setup, new_setup, start_worker

COMPONENTS = {
    "sqlite": ("web", "worker", "readers"),
    "postgresql": ("web", "watcher", "worker", "readers", "redis", "postgresql"),
    "s3": ("worker", "s3"),
}
"""The worker is the process that takes jobs; on `sqlite` the web server watches over it, else a process of its own."""
QUICK = {"SEGTIER_LEASE_S": "10", "SEGTIER_REAP_EVERY_S": "1", "SEGTIER_DELETED_GRACE_S": "2"}
"""Shorter times than in earnest, so that a run does not mostly wait. A lease outlasts what a busy machine lets wait."""
_PATIENCE_S = 120.0
_STARTS = 3
_HOSTS = 2
_LOOK_S = 0.02
T = TypeVar("T")


class Missing(Exception):
    """There is no process of that kind to kill."""


class Installation:
    """`kill` and `start_again` take the name of a component; `url` stays the same."""

    def __init__(
        self, name: str, folder: Path, servers: Servers | None, log: IO[str], store: ObjectStore | None = None
    ) -> None:
        setup = new_setup(name, folder, servers, store)
        setup = replace(setup, env={**setup.env, **QUICK})
        self.setup = setup if store is None else _on_a_host(setup, folder / "web")
        self._servers, self._store, self._log, self._port = servers, store, log, free_port()
        self._hosts = [self.setup] if servers is not None else []
        if store is not None:
            self._hosts = [_on_a_host(self.setup, folder / f"host-{number}") for number in range(_HOSTS)]
        self._web = self._start_web()
        self._watchers = [start_worker(host, log=log) for host in self._hosts]
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
        if self._store is not None and component == "s3":
            self._store.server.start_again()
        if component == "watcher":
            self._watchers[0].wait()
        for number, host in enumerate(self._hosts):
            if self._watchers[number].poll() is not None:
                self._watchers[number] = start_worker(host, log=self._log)
        _until(lambda: len(self._worker_pids()) >= max(1, len(self._hosts)))

    def stop(self) -> list[str]:
        """Stop as an operator does; gives the commands of processes that stayed behind, and ends those too."""
        self._web.__exit__()
        for watcher in self._watchers:
            watcher.terminate()
        for watcher in self._watchers:
            with contextlib.suppress(subprocess.TimeoutExpired):
                watcher.wait(timeout=20)
        with contextlib.suppress(Missing):
            _until(lambda: not self._left(), within_s=5)
        left = self._left()
        words = [" ".join(processes.command(pid)[-3:]) for pid in left]
        for pid in left:
            processes.kill(pid)
        return words

    def _left(self) -> list[int]:
        folders = {str(one.data_dir) for one in (self.setup, *self._hosts)}
        return [pid for folder in folders for pid in processes.started_with("SEGTIER_DATA_DIR", folder)]

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
        if component == "s3" and self._store is not None:
            return self._store.server.kill
        if component == "web":
            return self._web.process.pid
        if component == "watcher":
            return self._watchers[0].pid
        if component == "worker":
            return _until(lambda: chance.choice(self._worker_pids() or [0]) or None)
        return _until(lambda: chance.choice(self._readers() or [0]) or None, within_s=10)

    def _worker_pids(self) -> list[int]:
        return [pid for pid in self._below() if {"worker", "--parent"} <= set(processes.command(pid))]

    def _readers(self) -> list[int]:
        """What the fork servers of the workers have forked, be it for one file or for many."""
        servers = [pid for pid in self._below() if "segtier.reading.fork_server" in processes.command(pid)]
        return [pid for server in servers for pid in processes.descendants(server)]

    def _below(self) -> list[int]:
        tops = [watcher.pid for watcher in self._watchers] or [self._web.process.pid]
        return [pid for top in tops for pid in processes.descendants(top)]


def _on_a_host(setup: Setup, folder: Path) -> Setup:
    """With nothing on disk that another process of the installation could see."""
    folder.mkdir()
    return replace(setup, env={**setup.env, "SEGTIER_DATA_DIR": str(folder)})


def _until(look: Callable[[], T | None], within_s: float = _PATIENCE_S) -> T:
    deadline_s = time.monotonic() + within_s
    while not (found := look()):
        if time.monotonic() > deadline_s:
            raise Missing
        time.sleep(_LOOK_S)
    return found
