"""What a killed restore, migrate-to or backup leaves: refused by all that would use it, finished by running it again."""

from __future__ import annotations

import io
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import inspect

from segtier.cli.support.new_folder import new_folder
from segtier.in_flight import held_file
from segtier.model.account import ITSELF, SINGLE_USER
from segtier.model.audit import AuditVerdict
from segtier.reading.readers import Readers
from segtier.services import accounts
from segtier.services import restore as restoring
from segtier.services.accept_upload import accept_upload
from segtier.services.audit_trail import verify_audit
from segtier.services.check_ready import check_ready
from segtier.services.context import Context
from segtier.services.manage_uploads import list_uploads
from segtier.services.restore import restore
from segtier.store import schema, unfinished
from segtier.store.engine import Store
from segtier.store.records import UploadRecord
from tests.integration.conftest import MIGRATIONS
from tests.integration.files import a_report
from tests.integration.kept_installation import opened, refusal, segtier
from tests.integration.reviewing import PASSWORD
from tests.patience import PATIENCE_S
from tests.sentences import like, tells
from tests.stack import SETUPS


class Killed(BaseException):
    """In place of kill -9, which no handler sees: what was committed by then stays."""


def a_small_one(url: str, folder: Path, readers: Readers) -> Context:
    """Some files, an admin and an audit trail; nothing is read."""
    context = opened(url, folder, readers)
    schema.upgrade(context.store.engine, MIGRATIONS)
    accounts.add_user(context.store, SINGLE_USER, "ana", "admin", PASSWORD)
    for number in range(12):
        accept_upload(
            context, ITSELF, io.BytesIO(a_report(snap=10 * number + 1)), file=f"{number}.json", period="before"
        )
    return context


def told(context: Context) -> tuple[AuditVerdict, list[UploadRecord], list[bytes]]:
    """The trail, the uploads, and their bytes."""
    uploads = list_uploads(context, 100)
    return verify_audit(context.store), uploads, [context.blobs.get(one.sha256) for one in uploads]


class Place:
    """A backup, and empty installations on the same kind of database to restore it into."""

    def __init__(self, folder: Path, new_url: Callable[[Path], str], readers: Readers) -> None:
        self._folder, self._new_url, self._readers, self._count = folder, new_url, readers, 0
        self.source = a_small_one(*self._next(), readers)
        self.backup = folder / "backup"
        made = segtier(self.source, "backup", self.backup)
        assert made.returncode == 0, made.stderr

    def empty(self) -> Context:
        return opened(*self._next(), self._readers)

    def _next(self) -> tuple[str, Path]:
        self._count += 1
        folder = self._folder / str(self._count)
        folder.mkdir()
        return self._new_url(folder), folder


@pytest.fixture(scope="module", params=SETUPS)
def place(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, readers: Readers
) -> Iterator[Place]:
    if request.param == "postgresql":
        postgres = request.getfixturevalue("servers").postgres
        new_url: Callable[[Path], str] = lambda _: postgres.new_database()  # noqa: E731
    else:
        new_url = lambda folder: f"sqlite:///{folder}/segtier.db"  # noqa: E731
    one = Place(tmp_path_factory.mktemp("place"), new_url, readers)
    yield one
    one.source.store.close()


def refused_by_all(context: Context) -> None:
    """By the doctor, the server (which would find its port taken next), a worker, and the commands beside them."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        serve = ("serve", "--port", str(taken.getsockname()[1]))
        for arguments in (serve, ("worker",), ("backup", "nowhere"), ("verify-audit",)):
            done = segtier(context, *arguments)
            assert (done.returncode, refusal(done)["code"]) == (5, "unfinished"), (arguments, done.stderr)
            assert "Run segtier" in refusal(done)["advice"]
    ill = segtier(context, "doctor")
    assert (ill.returncode, "fail  database: " in ill.stdout) == (1, True), ill.stdout
    assert tells(ill.stdout, like("store/database-not-whole"))
    assert not check_ready(context, schema.newest_revision(MIGRATIONS), None)[0].ready


@pytest.mark.parametrize("at", ["need_as_written", "load_dump", "schema.end_filling"])
def test_a_restore_that_is_killed_is_refused_and_starts_over(
    place: Place, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    target = place.empty()

    def killed(*_: object, **__: object) -> None:
        monkeypatch.setattr(schema, "end_filling", lambda _: None)  # a killed process takes no mark away
        raise Killed

    owner, name = (schema, "end_filling") if "." in at else (restoring, at)
    monkeypatch.setattr(owner, name, killed)
    with pytest.raises(Killed):
        restore(target.store, target.blobs, place.backup, MIGRATIONS)
    monkeypatch.undo()
    target.store.close()
    if at == "schema.end_filling" and target.store.engine.dialect.name == "sqlite":
        assert told(target) == told(place.source)  # the copy is whole with its last page
        return
    refused_by_all(target)
    again = segtier(target, "restore", place.backup)
    assert again.returncode == 0, again.stderr
    assert told(target) == told(place.source)
    target.store.close()


KILLS = 3


def test_restores_killed_at_any_moment(place: Place) -> None:
    """Each a little later than the last, from its first mark on; `robustness/` does more of them."""
    for number in range(KILLS):
        target = place.empty()
        env = {
            "SEGTIER_DATABASE_URL": target.store.engine.url.render_as_string(hide_password=False),
            "SEGTIER_DATA_DIR": str(target.blobs.folder.parent),  # type: ignore[attr-defined]
        }
        command = [sys.executable, "-m", "segtier.cli.main", "restore", str(place.backup)]
        process = subprocess.Popen(command, env=os.environ | env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until_marked(target.store, process)
        time.sleep(0.05 * number)
        process.send_signal(signal.SIGKILL)
        process.wait()
        done = segtier(target, "doctor")
        whole = not tells(done.stdout, like("store/database-not-whole"))
        assert done.returncode == int(not whole), done.stdout
        if not whole:
            assert segtier(target, "restore", place.backup).returncode == 0
        assert told(target) == told(place.source)
        target.store.close()


def until_marked(store: Store, process: subprocess.Popen[bytes]) -> None:
    deadline_s = time.monotonic() + PATIENCE_S
    while process.poll() is None and not inspect(store.engine).get_table_names():
        assert time.monotonic() < deadline_s
        time.sleep(0.005)


@pytest.mark.parametrize("place", ["postgresql"], indirect=True)
def test_a_killed_migrate_to_is_refused_and_starts_over(place: Place, tmp_path: Path, readers: Readers) -> None:
    source = a_small_one(f"sqlite:///{tmp_path}/segtier.db", tmp_path, readers)
    before, target = told(source), place.empty()
    source.store.close()
    with pytest.raises(Killed), pytest.MonkeyPatch.context() as patched:  # noqa: PT012
        patched.setattr(schema, "end_filling", lambda _: None)
        with schema.newly_made(target.store.engine, MIGRATIONS):
            raise Killed
    refused_by_all(target)
    url = target.store.engine.url.render_as_string(hide_password=False)
    moved = segtier(source, "migrate-to", url)
    assert moved.returncode == 0, moved.stderr
    arrived = opened(url, tmp_path, readers)
    assert told(arrived) == before
    for one in (source, target, arrived):
        one.store.close()


def test_the_mark_goes_where_nothing_was_written(place: Place) -> None:
    target = place.empty()
    (target.blobs.folder / "incoming-x").write_bytes(b"something")  # type: ignore[attr-defined]
    assert refusal(segtier(target, "restore", place.backup))["code"] == "not-empty"
    with target.store.read() as tx:
        assert not unfinished.is_marked(tx.connection())
    target.store.close()


def test_what_a_killed_backup_leaves_goes_with_the_next(tmp_path: Path) -> None:
    """But not what another one still fills."""
    held, lock = held_file(tmp_path, ".segtier-draft-", ".lock")
    with held:
        lock.with_suffix("").mkdir()
        dead = tmp_path / ".segtier-draft-dead"
        dead.mkdir()
        (dead / "database").write_bytes(b"half of it")
        dead.with_name(f"{dead.name}.lock").touch()
        with new_folder(tmp_path / "monday") as draft:
            (draft / "x").touch()
        assert {path.name for path in tmp_path.iterdir()} == {"monday", lock.name, lock.stem}
