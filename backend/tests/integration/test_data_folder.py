"""The data folder is its user's alone; one that cannot be used, or a broken database, is said in a sentence."""

from __future__ import annotations

import json
import os
import re
import shutil
import stat
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.client import Client
from tests.integration.files import a_report
from tests.patience import PATIENCE_S
from tests.sentences import like, tells, worded
from tests.stack import MODULE, Product, Setup, new_setup

pytestmark = pytest.mark.xdist_group("data folder")  # one of them is filled, for all
SERVE = ("serve", "--port", "0", "--no-worker")
CHECK = ("worker", "--check")


def open_to_others(folder: Path) -> list[str]:
    found = (path for path in (folder, *folder.rglob("*")) if not path.is_symlink())
    return [str(path) for path in found if stat.S_IMODE(path.stat().st_mode) & 0o077]


@pytest.fixture
def easy_going() -> Iterator[None]:
    """The umask most people have, in the processes too."""
    with the_usual_umask():
        yield


@contextmanager
def the_usual_umask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a product that read a report, worked out nothing, and ended. Tests take a copy of it."""
    setup = new_setup("sqlite", tmp_path_factory.mktemp("filled") / "data")
    with the_usual_umask(), Product(setup, "--port", "0") as product, Client(product.url) as client:
        client.upload("a.json", a_report())
        client.finished()
        names = {path.name for path in setup.data_dir.rglob("*")}
        assert {"segtier.db", "segtier.db-wal", "files", "broker", "secret"} <= names
        assert open_to_others(setup.data_dir) == []
    return setup.data_dir


def fill(setup: Setup, filled: Path) -> None:
    shutil.copytree(filled, setup.data_dir, dirs_exist_ok=True)


@pytest.mark.usefixtures("easy_going")
def test_everything_in_the_folder_is_this_users_alone(tmp_path: Path, filled: Path) -> None:
    setup = new_setup("sqlite", tmp_path / "data")
    fill(setup, filled)
    for path in (setup.data_dir, *setup.data_dir.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    ended = run(setup, *CHECK)
    assert ended.returncode == 1
    assert tells(ended.stderr, like("cli/others-could-open"))
    assert open_to_others(setup.data_dir) == []
    assert "alone" not in run(setup, *CHECK).stderr


@pytest.mark.usefixtures("easy_going")
def test_what_segtier_did_not_make_is_left_alone(tmp_path: Path, filled: Path) -> None:
    setup = new_setup("sqlite", tmp_path / "data")
    fill(setup, filled)
    (setup.data_dir / "mine").mkdir()
    (setup.data_dir / "mine" / "run.sh").touch()
    (setup.data_dir / "files").chmod(0o755)
    assert run(setup, *CHECK).returncode == 1
    assert {Path(path).name for path in open_to_others(setup.data_dir)} == {"mine", "run.sh"}


def run(setup: Setup, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, **setup.env}
    return subprocess.run(
        [*MODULE, *arguments], env=environment, capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )


def garbage(setup: Setup, _filled: Path) -> None:
    (setup.data_dir / "segtier.db").write_bytes(b"This is no database. " * 1000)


def a_folder_in_its_place(setup: Setup, _filled: Path) -> None:
    (setup.data_dir / "segtier.db").mkdir()


def torn(setup: Setup, filled: Path) -> None:
    """The head of the file is whole, the rest is not."""
    fill(setup, filled)
    file = setup.data_dir / "segtier.db"
    data = file.read_bytes()
    file.write_bytes(data[:100] + b"\xa5" * (len(data) - 100))


def newer(setup: Setup, _filled: Path) -> None:
    import sqlite3

    with sqlite3.connect(setup.data_dir / "segtier.db") as link:
        link.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
        link.execute("INSERT INTO alembic_version VALUES ('9999')")
    link.close()


def a_file_in_its_place(setup: Setup, _filled: Path) -> None:
    setup.data_dir.rmdir()
    setup.data_dir.write_text("not a folder")


def somebody_elses(setup: Setup, _filled: Path) -> None:
    (setup.data_dir / "proj").mkdir()
    (setup.data_dir / "files").mkdir()


WORKER = ("worker",)
CASES: tuple[tuple[Callable[[Setup, Path], None], tuple[str, ...], str | re.Pattern[str]], ...] = (
    (garbage, SERVE, like("store/database-damaged")),
    (garbage, WORKER, worded("segtier/database-damaged-segtier")),
    (torn, SERVE, like("store/database-damaged")),
    (torn, WORKER, worded("segtier/database-damaged-segtier")),
    (newer, SERVE, "another version"),
    (a_folder_in_its_place, SERVE, like("cli/database-cannot-used")),
    (a_file_in_its_place, SERVE, "data folder"),
    (somebody_elses, SERVE, like("cli/data-folder-holds", ..., "'proj'")),
    (somebody_elses, CHECK, like("cli/data-folder-holds", ..., "'proj'")),
    (a_file_in_its_place, WORKER, "data folder"),
    (a_file_in_its_place, CHECK, "data folder"),
)


@pytest.mark.parametrize(("broken", "command", "said"), CASES)
def test_what_cannot_be_used_is_said(
    tmp_path: Path,
    filled: Path,
    broken: Callable[[Setup, Path], None],
    command: tuple[str, ...],
    said: str | re.Pattern[str],
) -> None:
    (tmp_path / "data").mkdir()
    setup = new_setup("sqlite", tmp_path / "data")
    broken(setup, filled)
    refused(run(setup, *command), said)


def refused(ended: subprocess.CompletedProcess[str], said: str | re.Pattern[str]) -> None:
    assert (ended.returncode, ended.stdout, "Traceback" in ended.stderr) == (5, "", False), ended.stderr
    problem = json.loads(ended.stderr.splitlines()[-1])
    assert tells(problem["message"] + problem["advice"], said)
    assert problem["advice"]


def test_readiness_sees_that_files_or_database_are_gone(tmp_path: Path) -> None:
    setup = new_setup("sqlite", tmp_path)
    with Product(setup, "--port", "0") as product, Client(product.url) as client:
        (tmp_path / "files").rename(tmp_path / "elsewhere")
        assert not_ready(client) == ["disk"]
        (tmp_path / "elsewhere").rename(tmp_path / "files")
        assert not_ready(client) == []
        (tmp_path / "segtier.db").unlink()
        assert not_ready(client) == ["database", "migrations"]


def not_ready(client: Client) -> list[str]:
    answer = client.http.get("/readyz")
    failing = [part["name"] for part in answer.json()["parts"] if not part["ready"]]
    assert answer.status_code == (503 if failing else 200)
    return failing


READ_ONLY = 'mount -t tmpfs tmpfs {0} && mount -o remount,ro {0} && shift && exec "$@"'


@pytest.mark.parametrize("command", [SERVE, WORKER, CHECK], ids=" ".join)
def test_a_read_only_folder_is_said(tmp_path: Path, command: tuple[str, ...]) -> None:
    """In a mount namespace of its own; as one's own root where the tests do not run as root."""
    own = ["unshare", "--mount", *([] if os.geteuid() == 0 else ["--user", "--map-root-user"])]
    if shutil.which("unshare") is None or subprocess.run([*own, "true"], check=False, capture_output=True).returncode:
        pytest.skip("this machine allows no mounts of one's own")
    setup = new_setup("sqlite", tmp_path)
    shell = ["sh", "-c", READ_ONLY.format(tmp_path), "sh", "-", *MODULE, *command]
    environment = {**os.environ, **setup.env}
    ended = subprocess.run(
        [*own, *shell], env=environment, capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )
    refused(ended, "data folder")
