"""The wheel and `requirements/runtime.txt` are all of Segtier, from whatever folder it is started in.

The development list brings packages of its own that hide what the short list lacks; what a container gets is the short
list and Segtier as a wheel, so that is what is installed and started here.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.client import Client
from tests.conftest import a_fresh_setup
from tests.integration.files import a_report
from tests.stack import Product, Setup, a_worker

BACKEND = Path(__file__).resolve().parents[2]
UV = Path(sys.executable).parent / "uv"
TRAPS = ("celery", "celeryconfig", "kombu", "redis", "psycopg", "sqlalchemy", "yaml", "selectolax", "numpy", "segtier")
"""Names a current folder may hold, first of all that of a checkout's parent: `segtier`."""


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The console script of a fresh environment with the short list and nothing else."""
    folder = tmp_path_factory.mktemp("installed")
    python = folder / "venv" / "bin" / "python"
    uv("build", "--wheel", "--no-build-isolation", "--python", sys.executable, "--out-dir", str(folder), str(BACKEND))
    uv("venv", "--python", sys.executable, str(folder / "venv"))
    short_list = str(BACKEND / "requirements" / "runtime.txt")
    uv("pip", "install", "--python", str(python), "--require-hashes", "-r", short_list)
    uv("pip", "install", "--python", str(python), "--no-deps", *map(str, folder.glob("*.whl")))
    return folder / "venv" / "bin" / "segtier"


def uv(*arguments: str) -> None:
    environment = {**os.environ, "UV_SYSTEM_CERTS": "true", "UV_NO_PROGRESS": "1"}
    subprocess.run([str(UV), "--quiet", *arguments], env=environment, check=True)


@pytest.fixture
def bad_folder(tmp_path: Path) -> Path:
    """A folder in which nothing imported by mistake goes on."""
    folder = tmp_path / "here"
    for name in TRAPS:
        (folder / name).mkdir(parents=True)
        (folder / name / "__init__.py").write_text(f"raise SystemExit('{name} was taken from the current folder')\n")
    return folder


@pytest.fixture
def installed_on(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], Setup]]:
    """An installation's settings as the Dockerfile gives them; nothing of this checkout is on Python's path."""
    monkeypatch.delenv("PYTHONPATH", raising=False)
    monkeypatch.delenv(
        "PYTHONDONTWRITEBYTECODE", raising=False
    )  # a fresh environment is compiled once, not per process
    with ExitStack() as stack:

        def named(name: str) -> Setup:
            return stack.enter_context(a_fresh_setup(request, name))

        yield named


def test_the_team_set_up_reads_a_report(
    installed_on: Callable[[str], Setup], installed: Path, bad_folder: Path
) -> None:
    setup, program = installed_on("postgresql"), (str(installed),)
    with (
        Product(setup, "--port", "0", "--no-worker", program=program, folder=bad_folder) as web,
        a_worker(setup, program=program, folder=bad_folder),
        Client(web.url) as client,
    ):
        assert reads(client)


def test_the_worker_of_the_web_server_reads_a_report(
    installed_on: Callable[[str], Setup], installed: Path, bad_folder: Path
) -> None:
    with (
        Product(installed_on("sqlite"), "--port", "0", program=(str(installed),), folder=bad_folder) as web,
        Client(web.url) as client,
    ):
        assert reads(client)


def test_it_keeps_its_state_where_the_platform_has_it(
    installed: Path, bad_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pages, API and an answer about the sample, of one who installed a file and set nothing; the library stays as it was."""
    for name in [name for name in os.environ if name.startswith("SEGTIER_")] + ["PYTHONPATH", "XDG_DATA_HOME"]:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    before, out = files_of(installed), tmp_path / "sample"
    subprocess.run([str(installed), "sample", "--out", str(out)], check=True, capture_output=True, cwd=bad_folder)
    kept = tmp_path / ".local" / "share" / "segtier"
    with (
        Product(Setup("installed", {}), "--port", "0", program=(str(installed),), folder=bad_folder) as web,
        Client(web.url) as client,
    ):
        page = client.http.get("/", headers={"accept": "text/html"})
        script = re.search(r'src="(/assets/[^"]+[.]js)"', page.text)
        assert script is not None
        assert client.http.get(script[1]).status_code == 200
        report = next((out / "before").glob("*.html"))
        client.upload(report.name, report.read_bytes())
        assert [one["state"] for one in client.finished()] == ["succeeded"]
        database = client.get("/databases")["items"][0]["id"]
        assert client.get(f"/databases/{database}/advice", ssd="700GB")["verdict"]["headline"]
    assert web.output[:1] == [f"Data folder: {kept}"]
    assert len(web.output) - web.output.count("Stopped.") == 2  # where its data is, and that it is ready
    assert (kept / "segtier.db").is_file()
    assert files_of(installed) == before


def files_of(installed: Path) -> list[Path]:
    return sorted(installed.parents[1].rglob("*"))


def reads(client: Client) -> bool:
    client.upload("report.json", a_report())
    return [one["state"] for one in client.finished()] == ["succeeded"]
