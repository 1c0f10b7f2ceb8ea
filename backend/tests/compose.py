"""docker-compose.yml without containers: the same processes with the same commands and environments, on ports of this machine.

`python -m tests.compose [--workers N] [--objects]` prints the address of the proxy, with the secret, once it can be used, and
stops everything on SIGTERM or Ctrl-C. Each worker has a data folder of its own where files lie in a bucket, as on a host of its
own. Images, volumes, networks, users and limits of containers are what this leaves out.
"""

from __future__ import annotations

import argparse
import json
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import reduce
from ipaddress import ip_network
from pathlib import Path
from types import MappingProxyType
from typing import Any
from urllib.parse import quote

import httpx
import psycopg
import redis

from tests.object_store import free_port, rclone
from tests.patience import PATIENCE_S
from tests.servers import as_postgres, postgres_programs
from tests.team.compose_file import ROOT, read

BUCKET, KEY_ID = "s3://segtier/team", "composed"
_PORTS = {"proxy": 8080, "api": 8765, "postgres": 5432, "redis": 6379, "objects": 9000}
"""Where each service listens, by the words of the file."""
_OF_DOCKER = [ip_network(one) for one in ("172.17.0.0/16", "172.31.0.0/16", "192.168.0.0/16")]
"""Networks that Docker makes without being told which: the first and the last of its usual ones."""


def settings_for(workers: int, *, objects: bool) -> dict[str, str]:
    """What an operator writes into .env: how many workers, where files are, and a start secret in place of an admin."""
    given = {"SEGTIER_SECRET": secrets.token_hex(16), "SEGTIER_WORKERS": str(workers)}
    if objects:
        given |= {"SEGTIER_FILES": BUCKET, "SEGTIER_FILES_ENDPOINT": "http://objects:9000"}
        given |= {"SEGTIER_FILES_KEY_ID": KEY_ID, "SEGTIER_FILES_SECRET_KEY": secrets.token_hex(16)}
    return given


def _networks_here(trusted: str) -> str:
    """Of this machine, where the file trusts all of Docker's networks: the proxy is in one of them. Else the file's own."""
    networks = [ip_network(one) for one in json.loads(trusted)]
    trusts = all(any(one.subnet_of(within) for within in networks) for one in _OF_DOCKER)
    return '["127.0.0.1"]' if trusts else trusted


@dataclass
class Composed:
    """Running services. `url` is the proxy's, with the secret; `kill` and `start` take the name of a service or `worker-N`."""

    exported: Mapping[str, str]
    folder: Path
    beside: Mapping[str, str] = field(default_factory=dict)
    """Settings of the product that the file leaves as they are: shorter times, so that a test does not mostly wait."""
    services: dict[str, Any] = field(init=False)
    processes: dict[str, subprocess.Popen[bytes]] = field(init=False, default_factory=dict)
    ports: dict[str, int] = field(init=False)

    def __post_init__(self) -> None:
        whole = read(self.exported)
        self.services = whole["services"]
        self.ports = {name: free_port() for name in _PORTS}
        self.folder.joinpath("secrets").mkdir()
        for name in whole["secrets"]:
            self.folder.joinpath("secrets", name).write_text(f"{secrets.token_hex(12)}@:/% $'\n")

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.ports['proxy']}/?secret={self.exported['SEGTIER_SECRET']}"

    @property
    def workers(self) -> list[str]:
        return [f"worker-{number}" for number in range(int(self.services["worker"]["deploy"]["replicas"]))]

    @property
    def database_url(self) -> str:
        url: str = self.environment("api")["SEGTIER_DATABASE_URL"]
        return url.replace("segtier@", f"segtier:{quote(self.password('postgres'), safe='')}@")

    def password(self, service: str) -> str:
        return self.folder.joinpath("secrets", f"{service}_password").read_text().rstrip("\n")

    def up(self, *, with_workers: bool = True) -> None:
        """In the order of the file's `depends_on`; returns once the proxy and all behind it can be used."""
        if self.exported.get("SEGTIER_FILES"):
            self.start("objects")
        for name in ("postgres", "redis", "api", "proxy"):
            self.start(name)
        if not with_workers:
            return
        for name in self.workers:
            self.start(name)
        with httpx.Client(base_url=f"http://127.0.0.1:{self.ports['proxy']}") as client:
            self._until("proxy", lambda: client.get("/readyz").status_code == 200)

    def start(self, name: str) -> None:
        """Returns once it answers; a worker is waited for by `up`."""
        command, environment = self._command(name), {**os.environ, **self.environment(name)}
        log = (self.folder / f"{name}.log").open("ab")
        with log:
            self.processes[name] = subprocess.Popen(
                command, env=environment, stdout=log, stderr=log, start_new_session=True, cwd=self.folder
            )
        self._until(name, lambda: self._answers(name))

    def kill(self, name: str) -> None:
        """-9, with whatever it has started."""
        os.killpg(self.processes[name].pid, signal.SIGKILL)
        self.processes[name].wait()

    def down(self) -> None:
        for name in ("proxy", *self.workers, "api", "objects", "redis", "postgres"):
            if (process := self.processes.get(name)) is None:
                continue
            process.send_signal(signal.SIGINT if name == "postgres" else signal.SIGTERM)
            try:
                process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                self.kill(name)

    def environment(self, name: str) -> dict[str, str]:
        """The file's, with the addresses of this machine."""
        given = self.services[name.partition("-")[0]].get("environment", {})
        environment = {key: self._here(value) for key, value in given.items()}
        if name == "api" or name.startswith("worker"):
            own = name if self.exported.get("SEGTIER_FILES") else "shared"
            settings = {key: self._here(value) for key, value in self.exported.items()}
            environment = {
                **settings,
                **environment,
                **self.beside,
                "SEGTIER_DATA_DIR": str(self.folder / f"data-{own}"),
            }
        if name == "api":
            environment["SEGTIER_TRUSTED_PROXIES"] = _networks_here(environment["SEGTIER_TRUSTED_PROXIES"])
        return environment

    def _command(self, name: str) -> list[str]:
        given = self.services[name.partition("-")[0]]
        words = [self._here(word) for word in given.get("entrypoint", given.get("command", []))]
        if words[:1] == ["segtier"]:
            listens = ["--port", str(self.ports[name])] if name in self.ports else []
            return [sys.executable, "-m", "segtier.cli.main", *words[1:], *listens]
        if name == "postgres":
            return self._postgres()
        if name == "redis":
            self.folder.joinpath("queue").mkdir(exist_ok=True)
            here = {"redis.conf --bind '* -::*'": f"redis.conf --port {self.ports[name]} --bind 127.0.0.1"}
            here["--dir /data"] = f"--dir {self.folder}/queue"
            return [reduce(lambda word, one: word.replace(*one), here.items(), word) for word in words]
        if name == "objects":
            return [
                word.replace("rclone ", f"{rclone()} ").replace("/data", str(self.folder / "objects")) for word in words
            ]
        (self.folder / "nginx.conf").write_text(
            self._here((ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8"))
        )
        return [shutil.which("nginx", path="/usr/sbin:/usr/bin") or "nginx", *words[1:]]

    def _here(self, text: str) -> str:
        """Names of services and paths of containers as they are on this machine."""
        for name, port in _PORTS.items():
            text = text.replace(f"{name}:{port}", f"127.0.0.1:{self.ports[name]}")
        text = text.replace("listen 8080", f"listen 127.0.0.1:{self.ports['proxy']}").replace(
            "--addr :9000", f"--addr 127.0.0.1:{self.ports['objects']}"
        )
        return (
            text.replace("0.0.0.0", "127.0.0.1")
            .replace("/tmp/", f"{self.folder}/")
            .replace("/etc/segtier", str(self.folder))
            .replace("/run/secrets", f"{self.folder}/secrets")
        )

    def _postgres(self) -> list[str]:
        """As the image does it: the first start makes the cluster, with the user and the password of its environment."""
        environment, data = self.environment("postgres"), self.folder / "postgres"
        if not data.exists():
            data.mkdir(mode=0o700)
            password = data.with_name("password")
            password.write_text(self.password("postgres"))
            if os.geteuid() == 0:
                self.folder.chmod(0o711)
                shutil.chown(data, "postgres", "postgres")
                shutil.chown(password, "postgres", "postgres")
            init = ["initdb", "-D", str(data), "-U", environment["POSTGRES_USER"], "--pwfile", str(password)]
            command = as_postgres([*init, "--auth=scram-sha-256", "-E", "UTF8", "--no-sync"])
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=data)
        options = ["-h", "127.0.0.1", "-p", str(self.ports["postgres"]), "-k", "", "-c", "fsync=off"]
        return as_postgres(["postgres", "-D", str(data), *options])

    def _answers(self, name: str) -> bool:
        if name == "postgres":
            return self._has_database()
        if name == "redis":
            with redis.Redis(port=self.ports["redis"], password=self.password("redis")) as client:
                return bool(client.ping())
        if name in self.ports:
            answer = httpx.get(f"http://127.0.0.1:{self.ports[name]}/healthz")
            return name == "objects" or answer.status_code == 200
        return True

    def _has_database(self) -> bool:
        environment = self.environment("postgres")
        user, wanted = environment["POSTGRES_USER"], environment["POSTGRES_DB"]
        where = {
            "host": "127.0.0.1",
            "port": self.ports["postgres"],
            "user": user,
            "password": self.password("postgres"),
        }
        with psycopg.connect(**where, dbname="postgres", autocommit=True) as link:
            if not link.execute("SELECT 1 FROM pg_database WHERE datname = %s", [wanted]).fetchall():
                link.execute(f'CREATE DATABASE "{wanted}"')
        return True

    def _until(self, name: str, ready: Any) -> None:
        deadline_s = time.monotonic() + PATIENCE_S
        while True:
            try:
                if ready():
                    return
            except (httpx.TransportError, psycopg.OperationalError, redis.ConnectionError):
                pass
            if self.processes[name].poll() is not None or time.monotonic() > deadline_s:
                raise RuntimeError(f"{name} did not start:\n{(self.folder / f'{name}.log').read_text()[-2000:]}")
            time.sleep(0.1)


@contextmanager
def composed(
    workers: int = 2,
    *,
    objects: bool = False,
    with_workers: bool = True,
    beside: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[Composed]:
    """All services, up; stopped and removed at the end."""
    assert postgres_programs()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="segtier-composed-", dir="/tmp")))
        running = Composed(settings_for(workers, objects=objects), folder, beside)
        stack.callback(running.down)
        running.up(with_workers=with_workers)
        yield running


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--objects", action="store_true", help="files in an S3 server, a folder for each worker")
    given = parser.parse_args()
    done = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: done.set())
    with composed(given.workers, objects=given.objects) as running:
        print(running.url, flush=True)
        done.wait()


if __name__ == "__main__":
    main()
