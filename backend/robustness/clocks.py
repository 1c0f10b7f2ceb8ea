"""Moves the wall clock of a whole installation a year ahead and back, twice, while it runs, and starts it anew each time.

Web server, workers and PostgreSQL live under `wrong_clock.c`, which moves their wall clock and leaves their count of seconds
alone. Uploads are kept for 30 days. After each leap a new worker begins, which deletes at once what is old. Prints what is
there after each step; the exit code is 1 where an upload went, somebody was locked out, or a token of the wrong time was let in.

Run: `python robustness/clocks.py [--setup sqlite|postgresql|both]`. Needs a C compiler (`cc`).
"""

from __future__ import annotations

import argparse
import os
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import httpx
from sqlalchemy import create_engine, text

from tests.integration.files import a_report
from tests.patience import PATIENCE_S
from tests.servers import running_servers
from tests.stack import SETUPS, Product, new_setup

YEAR_S = 365 * 86_400
_SHIM = Path(__file__).with_name("wrong_clock.c")
_PASSWORD = "correct horse battery"
_DAYS = {"SEGTIER_UPLOADS_DAYS": "30", "SEGTIER_EVENTS_DAYS": "30"}


@contextmanager
def wrong_clock(folder: Path) -> Iterator[Callable[[int], None]]:
    """What is started meanwhile goes by the clock that the function given moves, by seconds."""
    folder.chmod(0o755)  # PostgreSQL runs as another user
    library, shift = folder / "wrong_clock.so", folder / "shift"
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", str(library), str(_SHIM), "-ldl"], check=True)

    def move(seconds: int) -> None:
        with shift.open("r+b" if shift.exists() else "wb") as file:
            file.write(struct.pack("q", seconds))

    move(0)
    names = {"LD_PRELOAD": str(library), "WRONG_CLOCK": str(shift)}
    os.environ.update(names)
    try:
        yield move
    finally:
        for name in names:
            os.environ.pop(name)


class Round:
    """An installation and what people do with it."""

    def __init__(self, product: Product, database_url: str) -> None:
        self.product, self._engine = product, create_engine(database_url)
        self._http = httpx.Client(base_url=product.url.partition("?")[0].rstrip("/") + "/api/v1", timeout=PATIENCE_S)
        self.tokens = 0

    def one(self, statement: str) -> float:
        with self._engine.connect() as tx:
            return float(tx.execute(text(statement)).scalar() or 0)

    def wait_for(self, what: str, is_so: Callable[[], bool]) -> None:
        deadline_s = time.monotonic() + PATIENCE_S
        while not is_so():
            if time.monotonic() > deadline_s:
                raise TimeoutError(what)
            time.sleep(0.5)

    def sign_in(self, password: str = _PASSWORD) -> httpx.Response:
        self._http.cookies.clear()
        return self._http.post("/session", json={"name": "ana", "password": password})

    def status(self, token: str) -> int:
        self._http.cookies.clear()
        return self._http.get("/databases", headers={"Authorization": f"Bearer {token}"}).status_code

    def token(self) -> str:
        assert self.sign_in().status_code == 201
        csrf = next(value for name, value in self._http.cookies.items() if name.endswith("-csrf"))
        body = {"name": "x", "scopes": ["reports:read", "uploads:write"], "days": 1}
        made = self._http.post("/tokens", json=body, headers={"X-CSRF-Token": csrf})
        assert made.status_code == 201, made.text
        return str(made.json()["text"])

    def upload(self, token: str, number: int) -> None:
        self._http.cookies.clear()
        files = {"file": ("a.json", a_report(f"DB{number}", number, number))}
        answer = self._http.post("/uploads", headers={"Authorization": f"Bearer {token}"}, files=files)
        assert answer.status_code == 202, answer.text
        self.wait_for("the file is read", lambda: self.one("SELECT count(*) FROM jobs WHERE finished_at IS NULL") == 0)

    def counts(self) -> str:
        names = ("uploads", "databases", "events")
        return ", ".join(f"{name} {self.one(f'SELECT count(*) FROM {name}'):.0f}" for name in names)

    def new_worker(self) -> None:
        """Kills the worker. Its supervisor starts another, which looks at the clock and deletes."""
        children = subprocess.run(
            ["pgrep", "-P", str(self.product.process.pid)], capture_output=True, text=True, check=True
        )
        before = self._workers()
        for child in children.stdout.split():
            command = Path(f"/proc/{child}/cmdline").read_bytes()
            if b"worker" in command:
                os.kill(int(child), 9)
        self.wait_for("another worker", lambda: bool(self._workers() - before))
        time.sleep(5)  # it deletes right after its first sign of life

    def _workers(self) -> set[str]:
        with self._engine.connect() as tx:
            return set(tx.execute(text("SELECT id FROM workers")).scalars())


def run(name: str) -> list[str]:
    """What went wrong on a set-up."""
    wrong: list[str] = []
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        move = stack.enter_context(wrong_clock(folder))
        servers = stack.enter_context(running_servers()) if name == "postgresql" else None
        setup = new_setup(name, folder / "data", servers)
        setup.env.update(_DAYS)
        subprocess.run(
            [sys.executable, "-m", "segtier.cli.main", "admin", "add", "ana", "--password-stdin"],
            env={**os.environ, **setup.env}, input=f"{_PASSWORD}\n", text=True, check=True,
        )  # fmt: skip
        product = Product(setup, "--port", "0")
        stack.callback(product.stop)
        house = Round(product, setup.database_url)
        first = house.token()
        house.upload(first, 1)
        uploads = 1

        def check(what: str) -> None:
            there = house.one("SELECT count(*) FROM uploads")
            print(
                f"{name}: {what}: {house.counts()}; the clock is ahead by {house.one('SELECT ahead_s FROM clock'):,.0f} s",
                flush=True,
            )
            if there != uploads:
                wrong.append(f"{what}: {uploads - there:.0f} uploads went")

        for turn in (1, 2):
            move(YEAR_S)
            house.wait_for("the leap is noted", lambda: house.one("SELECT ahead_s FROM clock") > YEAR_S / 2)
            house.new_worker()
            check(f"ahead {turn}")
            later = house.token()
            house.upload(later, 10 + turn)
            uploads += 1
            for _ in range(12):
                house.sign_in("wrong password here")
            house.new_worker()
            check(f"ahead {turn}, after work")
            move(0)
            house.wait_for("the clock is believed", lambda: house.one("SELECT ahead_s FROM clock") == 0)
            house.new_worker()
            check(f"back {turn}")
            if house.sign_in().status_code != 201:
                wrong.append(f"back {turn}: locked out")
            statuses = {"of that time": (house.status(later), 401), "of before": (house.status(first), 200)}
            print(f"{name}: back {turn}: signed in; tokens: {statuses}", flush=True)
            wrong += [f"back {turn}: a token {what}: {got}" for what, (got, due) in statuses.items() if got != due]
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--setup", choices=[*SETUPS, "both"], default="both")
    chosen = parser.parse_args().setup
    wrong = [f"{name}: {one}" for name in (SETUPS if chosen == "both" else (chosen,)) for one in run(name)]
    print("\n".join(wrong) or "nothing deleted, nobody locked out, tokens of that time refused")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
