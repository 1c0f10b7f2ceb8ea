"""The team's set-up of docs/operate/team.md, done for real: each step is a command of that page, timed.

`python scripts/try_team.py` runs this. It builds the image of this commit and of the one before, starts every service of
docker-compose.yml from it, and goes through a first admin, a report, a new api container, a backup, an upgrade and a restore.
With an engine (docker with compose) it uses that; without one, root and tests/team/engine.py.
"""

from __future__ import annotations

import argparse
import os
import re
import secrets
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from segtier.samples import oltp_sample
from tests.object_store import free_port
from tests.team import images
from tests.team.compose_file import ROOT
from tests.team.docker import PROJECT, STATE, on_path
from tests.team.engine import Engine

NAME, PASSWORD = "ana", "correct horse battery"
_PATIENCE_S = 120


class Trial:
    def __init__(self, folder: Path) -> None:
        self.project, self.state = folder / "segtier", folder / "state"
        self.took: dict[str, float] = {}
        self.port = free_port()
        self.env = {**os.environ, PROJECT: str(self.project), STATE: str(self.state)}
        if images.engine() is None:
            images.need_tools()
            self.state.mkdir()
            on_path(folder / "bin")
            self.env["PATH"] = f"{folder / 'bin'}:{self.env['PATH']}"

    @contextmanager
    def step(self, what: str) -> Iterator[None]:
        print(f"-- {what}", flush=True)
        begin_s = time.monotonic()
        yield
        self.took[what] = time.monotonic() - begin_s
        print(f"   {self.took[what]:.1f} s", flush=True)

    def sh(self, command: str, **more: Any) -> str:
        """A command in the folder of the installation; what it printed. Raises where it fails."""
        done = subprocess.run(
            ["sh", "-c", command], cwd=self.project, env=self.env, capture_output=True, text=True, check=False, **more
        )
        for line in (done.stdout + done.stderr).splitlines():
            print(f"   {line}", flush=True)
        if done.returncode != 0:
            raise SystemExit(f"{command} ended with {done.returncode}")
        return done.stdout

    def checkout(self, commit: str) -> None:
        """The files of that commit in the installation's folder; its .env, secrets and volumes stay."""
        self.project.mkdir(exist_ok=True)
        archive = subprocess.run(["git", "archive", commit], cwd=ROOT, capture_output=True, check=True).stdout
        for path in self.project.iterdir():
            if path.name not in (".env", "secrets"):
                shutil.rmtree(path) if path.is_dir() else path.unlink()
        subprocess.run(["tar", "-x"], cwd=self.project, input=archive, check=True)

    def settle(self) -> None:
        """As docs/operate/team.md has it: .env and secrets. Passwords of awkward signs, too."""
        self.sh("cp .env.example .env && install -d -m 700 secrets")
        for name in ("postgres_password", "redis_password"):
            (self.project / "secrets" / name).write_text(f"{secrets.token_hex(12)}@:/%$'\n")
        self.sh("chmod 644 secrets/*")
        with (self.project / ".env").open("a") as env:
            env.write(f"SEGTIER_PORT={self.port}\nSEGTIER_BACKUPS_KEEP=2\n")

    @contextmanager
    def signed_in(self) -> Iterator[httpx.Client]:
        with httpx.Client(base_url=f"http://127.0.0.1:{self.port}/api/v1", timeout=_PATIENCE_S) as client:
            client.post("/session", json={"name": NAME, "password": PASSWORD}).raise_for_status()
            client.headers["X-CSRF-Token"] = next(value for name, value in client.cookies.items() if "csrf" in name)
            yield client

    def upload(self) -> None:
        """The sample; returns once all of it is read."""
        with self.signed_in() as client:
            for one in oltp_sample():
                client.post("/uploads", files={"file": (one.name, one.data)}).raise_for_status()
            until(lambda: not any(one["state"] in ("queued", "running") for one in pages(client, "/uploads")))

    def answer(self) -> Mapping[str, Any]:
        """What must be the same after a restore and an upgrade."""
        with self.signed_in() as client:
            states = sorted(one["state"] for one in pages(client, "/uploads"))
            (database,) = pages(client, "/databases")
            advice = client.get(f"/databases/{database['id']}/advice", params={"ssd": "700GB"})
            advice.raise_for_status()
            return {"states": states, "verdict": advice.json()["verdict"], "options": advice.json()["options"]}


def pages(client: httpx.Client, path: str) -> list[dict[str, Any]]:
    answer = client.get(path, params={"limit": 200})
    answer.raise_for_status()
    items: list[dict[str, Any]] = answer.json()["items"]
    return items


def until(true: Any) -> None:
    deadline_s = time.monotonic() + _PATIENCE_S
    while not true():
        if time.monotonic() > deadline_s:
            raise SystemExit(f"not so after {_PATIENCE_S} s")
        time.sleep(0.5)


def run(trial: Trial, before: str, after: str) -> None:
    trial.checkout(before)
    trial.settle()
    with trial.step("build the image of the commit before"):
        trial.sh("docker compose build")
    with trial.step("first admin (starts PostgreSQL and Redis, migrates)"):
        trial.sh(f"docker compose run --rm -T api segtier admin add {NAME} --password-stdin", input=f"{PASSWORD}\n")
    with trial.step("start all services and wait until they are healthy"):
        trial.sh("docker compose up -d --wait")
    print(f"   http://127.0.0.1:{trial.port}", flush=True)
    state = trial.sh("docker compose ps")
    if images.engine() is None:
        assert not re.search(r"unhealthy|exited \([^0]", state), state
    with trial.step("upload the sample, read it, ask for advice"):
        trial.upload()
        first = trial.answer()
    assert set(first["states"]) == {"succeeded"}, first["states"]
    with trial.step("replace the api container: the proxy finds it again"):
        replace_api(trial)
        assert trial.answer() == first
    with trial.step("take a backup"):
        trial.sh("docker compose exec -T backup segtier backup /backups/monday")
        trial.sh("docker compose exec -T backup segtier backups /backups --check")
    trial.checkout(after)
    with trial.step("upgrade: build, stop, back up, migrate, start"):
        trial.sh("deploy/upgrade.sh")
    assert trial.answer() == first
    with trial.step("lose everything, restore the backup"):
        restore(trial)
    assert trial.answer() == first
    with trial.step("stop"):
        trial.sh("docker compose down")


def replace_api(trial: Trial) -> None:
    """Another container at another address, while the proxy goes on. With an engine, only that the proxy answers again."""
    here = images.engine() is None
    before = places(trial) if here else {}
    trial.sh("docker compose up -d --wait --force-recreate --no-deps api")
    begin_s = time.monotonic()
    until(lambda: httpx.get(f"http://127.0.0.1:{trial.port}/healthz").status_code == 200)
    print(f"   the proxy answers again {time.monotonic() - begin_s:.1f} s after the new api was healthy", flush=True)
    if here:
        after = places(trial)
        print(f"   api was at {before['api']}, is at {after['api']}; the proxy is the same process", flush=True)
        assert (before["api"] != after["api"], before["proxy"] == after["proxy"]) == (True, True)


def places(trial: Trial) -> dict[str, tuple[str, int]]:
    """Address on the front network, and process."""
    engine = Engine(trial.project, trial.state)
    return {name: (engine.address(name, "front"), engine.process(name)) for name in ("api", "proxy")}


def restore(trial: Trial) -> None:
    """docs/operate/team.md, "Restore a backup"; every volume but that of the backups is lost before."""
    trial.sh("docker compose down")
    trial.sh("docker volume rm segtier_database segtier_files segtier_queue")
    trial.sh("docker compose up -d --wait postgres")
    trial.sh("docker compose run --rm -T --no-deps backup segtier restore /backups/monday")
    trial.sh("docker compose up -d --wait")
    trial.sh("docker compose exec -T api segtier verify-audit")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", default="HEAD~1", help="the commit to upgrade from [default: HEAD~1]")
    parser.add_argument("--after", default="HEAD", help="the commit to upgrade to [default: HEAD]")
    parser.add_argument("--keep", action="store_true", help="leave its folder and, where it stopped, what runs")
    given = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="segtier-team-"))
    trial = Trial(folder)
    try:
        run(trial, given.before, given.after)
    finally:
        if not given.keep:
            if (trial.state / "state.json").exists():
                Engine(trial.project, trial.state).down()
            shutil.rmtree(folder, ignore_errors=True)
    size = ""
    if images.engine() is None:
        image = images.load(images.TAG)
        size = f"; the image has {image.bytes / 1024**2:,.0f} MiB"
        images.forget([image.mounted])
    print(f"\nDone in {sum(trial.took.values()):.0f} s{size}.")
    for what, took_s in trial.took.items():
        print(f"{took_s:8.1f} s  {what}")


if __name__ == "__main__":
    main()
