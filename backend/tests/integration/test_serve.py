"""One command starts everything and leaves nothing behind."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest
import yaml

from tests.client import Client, signed_in
from tests.conftest import a_fresh_setup
from tests.integration.files import a_report
from tests.patience import PATIENCE_S
from tests.stack import SETUPS, Product, Setup, new_setup


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


@pytest.fixture(params=SETUPS)
def own_setup(request: pytest.FixtureRequest) -> object:
    with a_fresh_setup(request, request.param) as setup:
        yield setup


def test_the_second_start_finds_everything(own_setup: Setup) -> None:
    with Product(own_setup, "--port", "0") as first, Client(first.url) as client:
        client.upload("a.json", a_report())
        client.finished()
    with Product(own_setup, "--port", "0") as second, Client(second.url) as client:
        assert [upload["state"] for upload in client.uploads()] == ["succeeded"]
        assert str(own_setup.data_dir) in second.output[0]
        assert second.stop() == 0
    assert gone(own_setup)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL], ids=lambda one: one.name)
def test_nothing_is_left_behind(tmp_path: Path, number: signal.Signals) -> None:
    setup = new_setup("sqlite", tmp_path)
    with Product(setup, "--port", "0") as product:
        product.process.send_signal(number)
        product.process.wait(timeout=PATIENCE_S)
        assert gone(setup)


def test_readiness_names_what_is_missing(own_setup: Setup) -> None:
    with Product(own_setup, "--port", "0", "--no-worker") as product, Client(product.url) as client:
        response = client.call("GET", "/readyz")
        assert response.status_code == 503
        parts = {part["name"]: part["ready"] for part in response.json()["parts"]}
        assert parts == {"database": True, "migrations": True, "worker": False, "broker": True, "disk": True}
        assert client.call("GET", "/healthz").json()["status"] == "ok"


def test_an_upload_is_taken_while_the_broker_is_away(own_setup: Setup) -> None:
    away = Setup(own_setup.name, own_setup.env | {"SEGTIER_BROKER_URL": "redis://127.0.0.1:1/0"})
    with Product(away, "--port", "0", "--no-worker") as product, Client(product.url) as client:
        upload = client.upload("a.json", a_report())
        assert upload["state"] == "queued"
        response = client.call("GET", "/readyz")
        assert response.json()["degraded"]
        assert {part["name"] for part in response.json()["parts"] if not part["ready"]} == {"worker", "broker"}
    back = Setup(own_setup.name, own_setup.env | {"SEGTIER_LEASE_S": "2"})
    with Product(back, "--port", "0") as product, Client(product.url) as client:
        assert client.finished(upload["id"])[0]["state"] == "succeeded"


def test_a_connection_that_is_kept_answers_at_once(tmp_path: Path) -> None:
    """Without TCP_NODELAY the body of each answer but the first waits some 40 ms for the client to confirm its head."""
    with (
        Product(new_setup("sqlite", tmp_path), "--port", "0", "--no-worker") as product,
        signed_in(product.url) as http,
    ):
        took_s = [http.get("/healthz").elapsed.total_seconds() for _ in range(20)]
    assert min(took_s[5:]) < 0.03


def test_a_taken_port_is_said(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        command = [sys.executable, "-m", "segtier.cli.main", "serve", "--port", str(taken.getsockname()[1])]
        ended = subprocess.run(
            [*command, "--data-dir", str(tmp_path)], capture_output=True, text=True, check=False, timeout=PATIENCE_S
        )
    assert ended.returncode == 5
    assert "--port 0" in ended.stderr
    assert "Traceback" not in ended.stderr


REFUSED = (
    ({"SEGTIER_HOST": "0.0.0.0"}, "SEGTIER_SECRET"),
    ({"SEGTIER_HOST": "::"}, "SEGTIER_SECRET"),
    ({"SEGTIER_HOST": "segtier.example"}, "SEGTIER_SECRET"),
    ({"SEGTIER_SECRET": "short"}, "at least 16"),
    ({"SEGTIER_SECRET": ""}, "at least 16"),
    ({"SEGTIER_SECRET": "sixteen letters & more"}, "letters, digits"),
    ({"SEGTIER_DATABASE_URL": "sqlite:////dev/null/segtier.db"}, "database cannot be used"),
    ({"SEGTIER_DATA_DIR": "/dev/null/data"}, "data folder"),
)


@pytest.mark.parametrize(("env", "said"), REFUSED, ids=lambda one: str(one)[:40])
def test_a_start_that_is_refused_says_what_to_do(tmp_path: Path, env: dict[str, str], said: str) -> None:
    command = [sys.executable, "-m", "segtier.cli.main", "serve", "--port", "0", "--no-worker"]
    around = {**os.environ, "SEGTIER_DATA_DIR": str(tmp_path / "data"), **env}
    ended = subprocess.run(command, env=around, capture_output=True, text=True, check=False, timeout=PATIENCE_S)
    assert (ended.returncode, ended.stdout) == (5, "")
    assert said in ended.stderr
    assert "Traceback" not in ended.stderr
    assert env.get("SEGTIER_SECRET", "") in ("", "short") or env["SEGTIER_SECRET"] not in ended.stderr


def test_the_secret_is_kept_for_this_user_alone(tmp_path: Path) -> None:
    setup = new_setup("sqlite", tmp_path / "data")
    with Product(setup, "--port", "0", "--no-worker") as first:
        file = setup.data_dir / "secret"
        assert file.read_text() == first.secret
        assert len(first.secret) >= 43, "256 bits"
        assert (file.stat().st_mode & 0o777, setup.data_dir.stat().st_mode & 0o777) == (0o600, 0o700)
        assert [path.name for path in setup.data_dir.glob("secret*")] == ["secret"]
    with Product(setup, "--port", "0", "--no-worker") as second:
        assert second.secret == first.secret


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


def test_compose_publishes_only_here_and_knows_no_password() -> None:
    text = (Path(__file__).resolve().parents[3] / "docker-compose.yml").read_text(encoding="utf-8")
    services = yaml.safe_load(text)["services"]
    assert set(services) == {"proxy", "api", "worker", "postgres", "redis", "objects"}
    assert all("healthcheck" in service and "volumes" in service for service in services.values())
    assert all(port.startswith("127.0.0.1:") for service in services.values() for port in service.get("ports", ()))
    secrets = [line for line in text.splitlines() if ("PASSWORD" in line or "SECRET:" in line) and "${" in line]
    assert len(secrets) == 5
    assert all(":?" in line for line in secrets)
