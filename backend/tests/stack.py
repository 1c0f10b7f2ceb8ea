"""The product, running: `segtier serve` on SQLite and files, or on PostgreSQL, Redis and prefork workers.

For the end-to-end tests: `python -m tests.stack sqlite|postgresql [--port N]` prints the address, with the secret, when it
is ready and stops everything on SIGTERM or Ctrl-C.
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from tests.object_store import ObjectStore
from tests.patience import PATIENCE_S
from tests.servers import Servers, running_servers

SETUPS = ("sqlite", "postgresql")
UPLOAD_MAX_BYTES = 128 * 1024**2
MODULE = (sys.executable, "-m", "segtier.cli.main")
"""The product as it is imported here; an installed one is its console script."""
_READY = re.compile(r"Segtier is \w+: (http://\S+) \(after ([\d.]+) s\)")


@dataclass(frozen=True)
class Setup:
    """Where one installation keeps its state, as environment variables."""

    name: str
    env: dict[str, str]

    @property
    def database_url(self) -> str:
        return self.env["SEGTIER_DATABASE_URL"]

    @property
    def data_dir(self) -> Path:
        return Path(self.env["SEGTIER_DATA_DIR"])


class NotReady(RuntimeError):
    """The server did not say in time that it can be used."""


class Product:
    """A running `segtier serve`; `url` is its address with the secret. With a worker it was ready after `ready_s`."""

    def __init__(
        self,
        setup: Setup,
        *options: str,
        program: Sequence[str] = MODULE,
        folder: Path | None = None,
        log: IO[str] | None = None,
        apart: bool = False,
    ) -> None:
        """`folder`: what the process has as its current folder; `log`: where it and its worker write what went wrong;
        `apart`: in a process group of its own.
        """
        self.setup = setup
        command = [*program, "serve", *options]
        env = {**os.environ, **setup.env}
        self.process = subprocess.Popen(
            command, env=env, stdout=subprocess.PIPE, stderr=log, text=True, cwd=folder, start_new_session=apart
        )
        self.output: list[str] = []
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self.url, self.ready_s = self._wait()

    @property
    def secret(self) -> str:
        return self.url.partition("?secret=")[2]

    def stop(self) -> int:
        """Stop as Ctrl-C does; gives the exit code."""
        self.process.send_signal(signal.SIGINT)
        try:
            code = self.process.wait(timeout=PATIENCE_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            code = self.process.wait()
        self._close()
        return code

    def __enter__(self) -> Product:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.stop()
        self._close()

    def _close(self) -> None:
        self._reader.join(timeout=5)
        if self.process.stdout is not None:
            self.process.stdout.close()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.output.append(line.rstrip("\n"))

    def _wait(self) -> tuple[str, float]:
        deadline_s = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline_s and self.process.poll() is None:
            found = _READY.search("\n".join(self.output))
            if found:
                return found[1], float(found[2])
            time.sleep(0.05)
        self.process.kill()
        self.process.wait()
        self._close()
        raise NotReady("segtier serve did not become ready:\n" + "\n".join(self.output))


def start_worker(
    setup: Setup,
    *options: str,
    program: Sequence[str] = MODULE,
    folder: Path | None = None,
    log: IO[str] | None = None,
) -> subprocess.Popen[bytes]:
    environment = {**os.environ, **setup.env}
    command = [*program, "worker", *options]
    return subprocess.Popen(command, env=environment, cwd=folder, stderr=log, start_new_session=True)


@contextmanager
def a_worker(
    setup: Setup, *options: str, program: Sequence[str] = MODULE, folder: Path | None = None
) -> Iterator[subprocess.Popen[bytes]]:
    """`segtier worker` in a session of its own, as a team runs it beside `serve --no-worker`; stopped at the end."""
    process = start_worker(setup, *options, program=program, folder=folder)
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def new_setup(name: str, folder: Path, servers: Servers | None = None, store: ObjectStore | None = None) -> Setup:
    """A set-up with an empty database, broker and place for files: on the servers given, else in the folder."""
    env = {
        "SEGTIER_DATA_DIR": str(folder),
        "SEGTIER_DATABASE_URL": f"sqlite:///{folder}/segtier.db",
        "SEGTIER_UPLOAD_MAX_BYTES": str(UPLOAD_MAX_BYTES),
        "SEGTIER_DELETED_GRACE_S": "1",
    }
    if servers is not None:
        env["SEGTIER_DATABASE_URL"] = servers.postgres.new_database()
        env["SEGTIER_BROKER_URL"] = servers.redis.new_broker()
    return Setup(name, env | (store.new_bucket() if store is not None else {}))


@contextmanager
def a_setup(name: str) -> Iterator[Setup]:
    """A fresh set-up of that name with servers of its own, if it needs any."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="segtier-data-")))
        servers = stack.enter_context(running_servers()) if name == "postgresql" else None
        yield new_setup(name, folder, servers)


def main() -> None:
    """Run one set-up until a signal comes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("setup", choices=SETUPS)
    parser.add_argument("--port", default="0")
    arguments = parser.parse_args()
    done = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: done.set())
    with a_setup(arguments.setup) as setup, Product(setup, "--port", arguments.port) as product:
        print(product.url, flush=True)
        while not done.wait(0.5) and product.process.poll() is None:
            pass


if __name__ == "__main__":
    main()
