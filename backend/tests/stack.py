"""The product, running: `segtier serve` on SQLite and files, or on PostgreSQL, Redis and prefork workers.

For the end-to-end tests: `python -m tests.stack sqlite|postgresql [--port N]` prints the address when it is ready and
stops everything on SIGTERM or Ctrl-C.
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
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.servers import Servers, running_servers

SETUPS = ("sqlite", "postgresql")
UPLOAD_MAX_BYTES = 128 * 1024**2
_READY = re.compile(r"Segtier is \w+: (http://\S+) \(after ([\d.]+) s\)")
_READY_S = 60.0


@dataclass(frozen=True)
class Setup:
    """Where one installation keeps its state, as environment variables."""

    name: str
    env: dict[str, str]

    @property
    def pool(self) -> str:
        return "prefork" if self.name == "postgresql" else "solo"

    @property
    def options(self) -> list[str]:
        return ["--pool", self.pool, "--concurrency", "2" if self.pool == "prefork" else "1"]

    @property
    def database_url(self) -> str:
        return self.env["SEGTIER_DATABASE_URL"]

    @property
    def data_dir(self) -> Path:
        return Path(self.env["SEGTIER_DATA_DIR"])


class Product:
    """A running `segtier serve`; `url` answers, and with a worker `/readyz` was 200 after `ready_s` seconds."""

    def __init__(self, setup: Setup, *options: str) -> None:
        self.setup = setup
        command = [sys.executable, "-m", "segtier.cli.main", "serve", *setup.options, *options]
        self.process = subprocess.Popen(command, env={**os.environ, **setup.env}, stdout=subprocess.PIPE, text=True)
        self.output: list[str] = []
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self.url, self.ready_s = self._wait()

    def stop(self) -> int:
        """Stop as Ctrl-C does; gives the exit code."""
        self.process.send_signal(signal.SIGINT)
        try:
            code = self.process.wait(timeout=30)
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
        deadline_s = time.monotonic() + _READY_S
        while time.monotonic() < deadline_s and self.process.poll() is None:
            found = _READY.search("\n".join(self.output))
            if found:
                return found[1], float(found[2])
            time.sleep(0.05)
        self.process.kill()
        self.process.wait()
        self._close()
        raise RuntimeError("segtier serve did not become ready:\n" + "\n".join(self.output))


def new_setup(name: str, folder: Path, servers: Servers | None = None) -> Setup:
    """A set-up with an empty database and broker: on the servers given, else on files in the folder."""
    env = {
        "SEGTIER_DATA_DIR": str(folder),
        "SEGTIER_DATABASE_URL": f"sqlite:///{folder}/segtier.db",
        "SEGTIER_UPLOAD_MAX_BYTES": str(UPLOAD_MAX_BYTES),
    }
    if servers is not None:
        env["SEGTIER_DATABASE_URL"] = servers.postgres.new_database()
        env["SEGTIER_BROKER_URL"] = servers.redis.new_broker()
    return Setup(name, env)


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
