"""One command starts everything and leaves nothing behind."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from tests import forked
from tests.client import Client, signed_in
from tests.integration.files import a_report
from tests.openapi import KEPT
from tests.patience import PATIENCE_S
from tests.sentences import like, tells
from tests.stack import MODULE, SETUPS, Product, Setup, new_setup


def processes_with(text: str) -> list[int]:
    """Process numbers whose environment holds the text: everything that was started for one set-up."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and int(entry.name) != os.getpid():
            try:
                if text.encode() in (entry / "environ").read_bytes():
                    found.append(int(entry.name))
            except OSError:
                continue  # ended meanwhile, or another user's
    return found


def gone(setup: Setup, within_s: float = PATIENCE_S) -> bool:
    deadline_s = time.monotonic() + within_s
    while processes_with(str(setup.data_dir)):
        if time.monotonic() > deadline_s:
            return False
        time.sleep(0.1)
    return True


@pytest.mark.parametrize("name", SETUPS)
def test_each_start_finds_everything(request: pytest.FixtureRequest, tmp_path: Path, name: str) -> None:
    """First without a worker while the broker is away, then with all, then without a worker again."""
    servers = request.getfixturevalue("servers") if name == "postgresql" else None
    setup = new_setup(name, tmp_path / "data", servers)
    away = Setup(name, setup.env | {"SEGTIER_BROKER_URL": "redis://127.0.0.1:1/0"})
    with Product(away, "--port", "0", "--no-worker") as first, Client(first.url) as client:
        the_secret_is_for_this_user_alone(first)
        upload = client.upload("a.json", a_report())
        assert upload["state"] == "queued"
        response = client.call("GET", "/readyz")
        assert response.json()["degraded"]
        assert {part["name"] for part in response.json()["parts"] if not part["ready"]} == {"worker", "broker"}
    back = Setup(name, setup.env | {"SEGTIER_LEASE_S": "2"})
    with Product(back, "--port", "0") as second, Client(second.url) as client:
        assert client.finished(upload["id"])[0]["state"] == "succeeded"
        assert str(setup.data_dir) in second.output[0]
        assert second.secret == first.secret
        assert second.stop() == 0
    assert gone(setup)
    with Product(setup, "--port", "0", "--no-worker") as third, Client(third.url) as client:
        assert [upload["state"] for upload in client.uploads()] == ["succeeded"]
        response = client.call("GET", "/readyz")
        assert response.status_code == 503
        parts = {part["name"]: part["ready"] for part in response.json()["parts"]}
        assert parts == {
            "database": True,
            "migrations": True,
            "worker": False,
            "broker": True,
            "disk": True,
            "clock": True,
        }
        assert client.call("GET", "/healthz").json()["status"] == "ok"
        assert third.secret == first.secret


def the_secret_is_for_this_user_alone(product: Product) -> None:
    folder = product.setup.data_dir
    file = folder / "secret"
    assert file.read_text() == product.secret
    assert len(product.secret) >= 43, "256 bits"
    assert (file.stat().st_mode & 0o777, folder.stat().st_mode & 0o777) == (0o600, 0o700)
    assert [path.name for path in folder.glob("secret*")] == ["secret"]


def test_nothing_is_left_behind(tmp_path: Path) -> None:
    """As after a signal, which is how the tests stop it."""
    setup = new_setup("sqlite", tmp_path)
    with Product(setup, "--port", "0") as product:
        product.process.kill()
        product.process.wait(timeout=PATIENCE_S)
        assert gone(setup)


def to_group(pid: int, number: signal.Signals) -> None:
    """As a terminal does it, and `kill -- -PID`: without the worker, which has a group of its own."""
    os.killpg(pid, number)


def to_service(pid: int, number: signal.Signals) -> None:
    """As systemd does it (KillMode=control-group): to the process and all that it started, and what these started."""
    for one in family(pid):
        with suppress(ProcessLookupError):
            os.kill(one, number)


def family(pid: int) -> list[int]:
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return []
    return [pid, *(one for child in children for one in family(int(child)))]


@pytest.mark.parametrize(
    ("send", "number", "works"),
    [
        (to_group, signal.SIGTERM, False),
        (to_group, signal.SIGINT, True),
        (to_service, signal.SIGTERM, True),
    ],
)
def test_a_signal_to_all_processes_ends_them_cleanly(
    tmp_path: Path, send: Callable[[int, signal.Signals], None], number: signal.Signals, works: bool
) -> None:
    """Sent several times, as who is impatient does; and what was begun goes on at the next start."""
    setup = new_setup("sqlite", tmp_path / "data")
    with (tmp_path / "log").open("w+") as log, Product(setup, "--port", "0", log=log, apart=True) as product:
        with Client(product.url) as client:
            for snap in range(8 if works else 1):
                client.upload("a.json", a_report(snap=100 + snap))
            if not works:
                client.finished()
        for _ in range(3):
            send(product.process.pid, number)
        assert product.process.wait(timeout=PATIENCE_S) == 0
        assert gone(setup)
        log.seek(0)
        assert "Traceback" not in (said := log.read()), said
        assert "starting another" not in said, said


@pytest.mark.parametrize(("number", "sign"), [(signal.SIGINT, ""), (signal.SIGTERM, "segtier.db")])
def test_a_signal_while_it_starts_ends_it_cleanly(tmp_path: Path, number: signal.Signals, sign: str) -> None:
    """Once there is a data folder, and once there is a database in it, which is then migrated."""
    setup = new_setup("sqlite", tmp_path / "data")
    command, env = [*MODULE, "serve", "--port", "0"], {**os.environ, **setup.env}
    with (tmp_path / "log").open("w+") as log:
        process = subprocess.Popen(command, env=env, stdout=log, stderr=log, start_new_session=True)
        while not (setup.data_dir / sign).exists() and process.poll() is None:
            time.sleep(0.001)
        for _ in range(3):
            to_group(process.pid, number)
        assert process.wait(timeout=PATIENCE_S) == 0
        assert gone(setup)
        log.seek(0)
        assert "Traceback" not in (said := log.read()), said


def test_a_connection_that_is_kept_answers_at_once(product: Product) -> None:
    """Without TCP_NODELAY the body of each answer but the first waits some 40 ms for the client to confirm its head."""
    with signed_in(product.url) as http:
        took_s = [http.get("/healthz").elapsed.total_seconds() for _ in range(20)]
    assert min(took_s[5:]) < 0.03


def test_a_taken_port_is_said(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        ended = forked.run(["serve", "--port", str(taken.getsockname()[1]), "--data-dir", str(tmp_path)], {})
    assert ended.returncode == 5
    assert "--port 0" in ended.stderr
    assert "Traceback" not in ended.stderr


REFUSED = (
    ({"SEGTIER_HOST": "0.0.0.0"}, "SEGTIER_SECRET"),
    ({"SEGTIER_HOST": "::"}, "SEGTIER_SECRET"),
    ({"SEGTIER_HOST": "segtier.example"}, "SEGTIER_SECRET"),
    ({"SEGTIER_SECRET": "short"}, "at least 16"),
    ({"SEGTIER_SECRET": "", "SEGTIER_HOST": "0.0.0.0"}, "SEGTIER_SECRET"),
    ({"SEGTIER_SECRET": "sixteen letters & more"}, "letters, digits"),
    ({"SEGTIER_DATABASE_URL": "sqlite:////dev/null/segtier.db"}, like("cli/database-cannot-used")),
    ({"SEGTIER_DATA_DIR": "/dev/null/data"}, "data folder"),
)


@pytest.mark.parametrize(("env", "said"), REFUSED, ids=lambda one: str(one)[:40])
def test_a_start_that_is_refused_says_what_to_do(
    tmp_path: Path, env: dict[str, str], said: str | re.Pattern[str]
) -> None:
    around = {"SEGTIER_DATA_DIR": str(tmp_path / "data"), **env}
    ended = forked.run(["serve", "--port", "0", "--no-worker"], around)
    assert (ended.returncode, ended.stdout) == (5, "")
    assert tells(ended.stderr, said)
    assert "Traceback" not in ended.stderr
    assert env.get("SEGTIER_SECRET", "") in ("", "short") or env["SEGTIER_SECRET"] not in ended.stderr


def test_a_chosen_secret_lets_others_reach_it_and_is_not_printed(tmp_path: Path) -> None:
    setup = new_setup("sqlite", tmp_path)
    chosen = "a-secret-that-someone-chose"
    told = Setup(setup.name, {**setup.env, "SEGTIER_SECRET": chosen})
    with Product(told, "--port", "0", "--no-worker", "--host", "0.0.0.0") as product:
        assert chosen not in "\n".join(product.output)
        with Client(f"{product.url}?secret={chosen}") as client:
            assert client.get("/databases")["items"] == []
        assert httpx.get(f"{product.url}api/v1/databases").status_code == 401
        assert not (setup.data_dir / "secret").exists()


def test_only_this_machine_can_reach_it(product: Product) -> None:
    port = httpx.URL(product.url).port
    listening = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    addresses = {row[1].split(":")[0] for row in listening if row[3] == "0A" and int(row[1].split(":")[1], 16) == port}
    assert addresses == {"0100007F"}


def test_the_document_is_the_one_that_is_kept(product: Product) -> None:
    with signed_in(product.url) as http:
        assert http.get("/openapi.json").json() == json.loads(KEPT.read_bytes())
