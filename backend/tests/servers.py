"""A real PostgreSQL and a real Redis in temporary folders, on unix sockets: nothing of the machine is touched."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg
import redis
from sqlalchemy import make_url

from tests.patience import PATIENCE_S

_QUICK = "-c fsync=off -c full_page_writes=off"


class Server:
    """One server process: started and waited for, killed as a crash would, started again on what it left behind."""

    def __init__(self, what: str, command: list[str], answers: Callable[[], bool], stop: signal.Signals) -> None:
        self._what, self._command, self._answers, self._stop = what, command, answers, stop
        self._process = self._started()

    def kill(self) -> None:
        """End the main process with -9."""
        self._process.kill()
        self._process.wait()

    def start_again(self) -> None:
        """Start as often as it takes: PostgreSQL refuses as long as a child of the killed one still lives."""
        deadline_s = time.monotonic() + PATIENCE_S
        while True:
            try:
                self._process = self._started()
                return
            except ServerDidNotStart:
                if time.monotonic() > deadline_s:
                    raise

    def stop(self) -> None:
        self._process.send_signal(self._stop)
        try:
            self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.kill()

    def _started(self) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline_s = time.monotonic() + PATIENCE_S
        while not self._answers() or process.poll() is not None:
            if process.poll() is not None or time.monotonic() > deadline_s:
                process.kill()
                raise ServerDidNotStart(f"{self._what} did not start (exit code {process.wait()})")
            time.sleep(0.05)
        return process


class ServerDidNotStart(RuntimeError):
    pass


class Postgres:
    """A running cluster; `new_database` gives the URL of a fresh database, empty or like another that nobody has open."""

    def __init__(self, socket_folder: Path, user: str, server: Server) -> None:
        self.server = server
        self._folder, self._user, self._count = socket_folder, user, 0

    def new_database(self, like: str | None = None) -> str:
        self._count += 1
        name = f"segtier_{self._count}"
        template = make_url(like).database if like else "template1"
        with psycopg.connect(f"host={self._folder} user={self._user} dbname=postgres", autocommit=True) as link:
            link.execute(f"CREATE DATABASE {name} TEMPLATE {template}")  # type: ignore[arg-type] # the names are ours
        return f"postgresql+psycopg://{self._user}@/{name}?host={self._folder}"

    def drop_database(self, url: str) -> None:
        """Whoever has it open."""
        with psycopg.connect(f"host={self._folder} user={self._user} dbname=postgres", autocommit=True) as link:
            link.execute(f"DROP DATABASE {make_url(url).database} WITH (FORCE)")  # type: ignore[arg-type] # the names are ours


@contextmanager
def postgres_server() -> Iterator[Postgres]:
    """A cluster for tests; as user `postgres` when we are root, which PostgreSQL refuses.

    It does not wait for the disk: what it committed survives its own death, not that of the machine.
    """
    programs = postgres_programs()
    with a_folder("segtier-pg-") as folder:
        user = "postgres" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name
        if os.geteuid() == 0:
            shutil.chown(folder, user, user)
        data = folder / "data"
        init = ["initdb", "-D", str(data), "-U", user, "--auth=trust", "-E", "UTF8", "--no-sync"]
        subprocess.run(_as(user, programs, init), check=True, stdout=subprocess.DEVNULL)
        command = _as(user, programs, ["postgres", "-D", str(data), "-k", str(folder), "-h", "", *_QUICK.split()])
        server = Server("PostgreSQL", command, lambda: _answers(folder, user), signal.SIGINT)
        with _stopped_at_the_end(server):
            yield Postgres(folder, user, server)


class Redis:
    """A running Redis; `new_broker` gives the URL of a numbered database of its own, so that bells do not mix."""

    def __init__(self, socket: Path, server: Server) -> None:
        self.server = server
        self._socket, self._count = socket, 0

    def new_broker(self) -> str:
        self._count += 1
        return f"redis+socket://{self._socket}?virtual_host={self._count}"


@contextmanager
def redis_server() -> Iterator[Redis]:
    """A Redis that keeps nothing on disk."""
    with a_folder("segtier-redis-") as folder:
        socket = folder / "redis.sock"
        options = f"--port 0 --unixsocket {socket} --databases 200 --dir {folder} --save".split()
        server = Server("Redis", ["redis-server", *options, ""], lambda: _pings(socket), signal.SIGTERM)
        with _stopped_at_the_end(server):
            yield Redis(socket, server)


@dataclass(frozen=True)
class Servers:
    postgres: Postgres
    redis: Redis


@contextmanager
def running_servers() -> Iterator[Servers]:
    """Both servers, stopped and removed at the end."""
    with postgres_server() as postgres, redis_server() as redis_:
        yield Servers(postgres, redis_)


def postgres_programs() -> Path:
    """The folder of the newest installed server programs; Debian keeps them out of PATH."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: int(path.parts[-3]))
    found = debian[-1] if debian else shutil.which("postgres")
    if found is None:
        raise FileNotFoundError("PostgreSQL is not installed: make test installs it, or apt-get install postgresql")
    return Path(found).parent


def as_postgres(command: list[str]) -> list[str]:
    """A command of PostgreSQL as whoever may run it: it refuses root."""
    return _as("postgres", postgres_programs(), command)


def _as(user: str, programs: Path, command: list[str]) -> list[str]:
    full = [str(programs / command[0]), *command[1:]]
    if os.geteuid() != 0:
        return full
    return ["setpriv", f"--reuid={user}", f"--regid={user}", "--init-groups", "--", *full]


def _answers(folder: Path, user: str) -> bool:
    try:
        psycopg.connect(f"host={folder} user={user} dbname=postgres", connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True


def _pings(socket: Path) -> bool:
    client = redis.Redis(unix_socket_path=str(socket))
    try:
        return bool(client.ping())
    except redis.ConnectionError:
        return False
    finally:
        client.close()


@contextmanager
def a_folder(prefix: str) -> Iterator[Path]:
    """A temporary folder with a short path: a unix socket's path has at most 107 bytes."""
    path = Path(tempfile.mkdtemp(prefix=prefix, dir="/tmp"))
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


@contextmanager
def _stopped_at_the_end(server: Server) -> Iterator[None]:
    try:
        yield
    finally:
        server.stop()
