"""Backup while uploads go on, restore elsewhere: the same answers, byte for byte; and what is refused."""

from __future__ import annotations

import errno
import gzip
import json
import os
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.orm import Session

from segtier.errors import Refused
from segtier.model.account import ITSELF
from segtier.reading.readers import Readers
from segtier.services.accept_upload import accept_upload
from segtier.services.back_up import back_up
from segtier.services.context import Context
from segtier.services.manage_uploads import delete_upload, list_uploads
from segtier.services.silence import Silence
from segtier.services.sweep_files import sweep_files
from segtier.store.engine import Store
from tests.integration.files import a_report
from tests.integration.kept_installation import answers, filled, opened, refusal, segtier
from tests.object_store import ObjectStore, free_port
from tests.sentences import worded
from tests.stack import SETUPS

UPLOADS = 40


class Place:
    """One kind of database, and room for installations on it."""

    def __init__(self, folder: Path, new_url: Callable[[Path], str], readers: Readers) -> None:
        self._folder, self._new_url, self._readers = folder, new_url, readers
        self._opened: list[Context] = []
        self.source = filled(self._new_url(self._new_folder()), self._last, readers)
        self._opened.append(self.source)
        self.backup = folder / "backup"

    def empty(self) -> Context:
        self._opened.append(opened(self._new_url(self._new_folder()), self._last, self._readers))
        return self._opened[-1]

    def close(self) -> None:
        for context in self._opened:
            context.store.close()

    def _new_folder(self) -> Path:
        self._last = self._folder / str(len(self._opened))
        self._last.mkdir()
        return self._last


@pytest.fixture(scope="module", params=SETUPS)
def place(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, readers: Readers
) -> Iterator[Place]:
    """With a backup that was made while files came in."""
    if request.param == "postgresql":
        postgres = request.getfixturevalue("servers").postgres
        new_url: Callable[[Path], str] = lambda _: postgres.new_database()  # noqa: E731
    else:
        new_url = lambda folder: f"sqlite:///{folder}/segtier.db"  # noqa: E731
    with closing(Place(tmp_path_factory.mktemp("place"), new_url, readers)) as place:
        back_up_meanwhile(place)
        yield place


def back_up_meanwhile(place: Place) -> None:
    done = threading.Event()

    def upload() -> None:
        for number in range(UPLOADS):
            accept_upload(
                place.source, ITSELF, BytesIO(a_report("BUSY", 8, number)), file=f"{number}.json", period="before"
            )
            if done.is_set():
                return

    uploading = threading.Thread(target=upload)
    uploading.start()
    made = segtier(place.source, "backup", place.backup)
    done.set()
    uploading.join()
    assert made.returncode == 0, made.stderr


def test_what_is_restored_elsewhere_answers_alike(place: Place) -> None:
    assert segtier(place.source, "backup", place.backup.with_name("quiet")).returncode == 0
    elsewhere = place.empty()
    restored = segtier(elsewhere, "restore", place.backup.with_name("quiet"))
    assert restored.returncode == 0, restored.stderr
    assert answers(elsewhere) == answers(place.source)
    heads = [json.loads(segtier(one, "verify-audit", "--json").stdout) for one in (place.source, elsewhere)]
    assert heads[0] == heads[1]
    assert (heads[0]["fault"], heads[0]["plans"], heads[0]["entries"] > 0) == (None, 1, True)
    accept_upload(
        elsewhere, ITSELF, BytesIO(a_report("NEW", 9)), file="new.json", period="before"
    )  # it goes on from there
    assert segtier(elsewhere, "backup", place.backup.with_name("again")).returncode == 0


def test_what_came_in_meanwhile_is_whole_or_not_there(place: Place) -> None:
    elsewhere = place.empty()
    assert segtier(elsewhere, "restore", place.backup).returncode == 0
    there = list_uploads(elsewhere, 200)
    assert {one.sha256 for one in there} == set(elsewhere.blobs.marks())
    for one in there:
        assert len(elsewhere.blobs.get(one.sha256)) == one.bytes


class Overtaken(Store):
    """Each of the first copies names a file that came after the others were copied, and is gone when its turn comes."""

    def __init__(self, source: Context, times: int) -> None:
        super().__init__(source.store.engine.url.render_as_string(hide_password=False))
        self._source, self.left = source, times

    @contextmanager
    def snapshot(self) -> Iterator[Session]:
        gone = None
        if self.left:
            self.left -= 1
            data = BytesIO(a_report("GONE", 10, self.left))
            gone = accept_upload(self._source, ITSELF, data, file="gone.json", period="before").upload
        with super().snapshot() as tx:
            yield tx
        if gone is not None:
            delete_upload(self._source, ITSELF, gone.id)
            idle: Silence[str] = Silence(0)
            while self._source.blobs.has(gone.sha256) or self._source.blobs.aside():
                sweep_files(self._source, idle)


@pytest.mark.parametrize("times", [1, 99])
def test_files_that_are_deleted_before_they_are_copied(place: Place, tmp_path: Path, times: int) -> None:
    """The copy of the database is out of date then, and made again; not for ever."""
    with closing(Overtaken(place.source, times)) as store:
        if times > 1:
            with pytest.raises(Refused, match="each time") as refused:
                back_up(store, place.source.blobs, tmp_path)
            assert (refused.value.code, store.left > 0) == ("backup-overtaken", True)
            return
        manifest = back_up(store, place.source.blobs, tmp_path)
    assert manifest.missing == ()
    assert {one.sha256 for one in manifest.files} == {one.sha256 for one in list_uploads(place.source, 200)}


def _changed(folder: Path, **values: Any) -> None:
    manifest = json.loads((folder / "manifest.json").read_bytes())
    (folder / "manifest.json").write_text(json.dumps(manifest | values))


def _altered(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


DAMAGE: dict[str, tuple[Callable[[Path], object], int, str]] = {
    "a byte of the database": (lambda folder: _altered(folder / "database"), 5, "backup-damaged"),
    "a byte of a file": (lambda folder: _altered(next((folder / "files").glob("*/*"))), 5, "backup-damaged"),
    "a file is gone": (lambda folder: next((folder / "files").glob("*/*")).unlink(), 5, "backup-damaged"),
    "no manifest": (lambda folder: (folder / "manifest.json").unlink(), 4, "no-backup"),
    "another format": (lambda folder: _changed(folder, format="segtier.backup/9"), 4, "no-backup"),
    "a name that leads out": (
        lambda folder: _changed(folder, files=[{"sha256": "../" * 21 + "x", "bytes": 1}]),
        4,
        "bad-document",
    ),
    "a newer version": (lambda folder: _changed(folder, revision="9999"), 5, "newer-backup"),
    "another database": (
        lambda folder: _changed(
            folder, database="sqlite" if b"PGDMP" in (folder / "database").read_bytes()[:9] else "postgresql"
        ),
        5,
        "another-database",
    ),
}


def test_what_is_not_whole_or_does_not_fit_is_refused_and_nothing_is_written(place: Place, tmp_path: Path) -> None:
    elsewhere = place.empty()
    for name, (damage, exit_code, code) in DAMAGE.items():
        folder = tmp_path / name
        shutil.copytree(place.backup, folder)
        damage(folder)
        done = segtier(elsewhere, "restore", folder)
        assert (done.returncode, refusal(done)["code"]) == (exit_code, code), (name, done.stderr)
        assert elsewhere.blobs.marks() == {}
    assert segtier(elsewhere, "restore", place.backup).returncode == 0


def test_nothing_is_overwritten(place: Place, tmp_path: Path) -> None:
    for done in (segtier(place.source, "restore", place.backup), segtier(place.source, "backup", place.backup)):
        assert done.returncode == 5
        assert refusal(done)["code"] in ("not-empty", "folder-not-empty")
    nothing = segtier(place.empty(), "backup", tmp_path / "none")
    assert refusal(nothing)["code"] == "nothing-there"
    assert not (tmp_path / "none").exists()


def test_a_file_that_is_altered_in_the_installation_is_told(place: Place, tmp_path: Path) -> None:
    elsewhere = place.empty()
    assert segtier(elsewhere, "restore", place.backup).returncode == 0
    altered, lost = sorted((elsewhere.blobs.folder).glob("??/*"))[:2]
    _altered(altered)
    lost.unlink()
    done = segtier(elsewhere, "backup", tmp_path / "backup", "--json")
    assert (done.returncode, json.loads(done.stdout)["missing"]) == (3, [altered.name[:64], lost.name[:64]])
    assert not list((tmp_path / "backup").rglob(altered.name))


def _inodes(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_ino for path in (folder / "files").glob("*/*")}


def _no_links(*_: Any, **__: Any) -> None:
    raise OSError(errno.EXDEV, "Invalid cross-device link")


def test_a_later_backup_shares_what_an_earlier_one_has_and_is_whole_without_it(
    place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, blobs = place.empty(), place.source.blobs
    assert segtier(source, "restore", place.backup).returncode == 0
    blobs = source.blobs
    folders = [tmp_path / name for name in ("first", "second", "third", "copied")]
    for folder in folders:
        folder.mkdir()
    back_up(source.store, blobs, folders[0])
    accept_upload(source, ITSELF, BytesIO(a_report("LATER", 9)), file="later.json", period="before")
    altered, gone = sorted((folders[0] / "files").glob("*/*"))[:2]
    altered.write_bytes(b"not as it was written")
    sharing = back_up(source.store, blobs, folders[1])
    first, second = _inodes(folders[0]), _inodes(folders[1])
    assert len(second) == len(first) + 1
    assert {name for name in first if first[name] != second[name]} == {altered.name}
    assert (sharing.missing, sharing.saved) == ((), ())
    for path in blobs.folder.glob(f"*/{gone.name}"):
        path.unlink()
    told = back_up(source.store, blobs, folders[2])
    assert (told.missing, told.saved, _inodes(folders[2])) == ((), (gone.name[:64],), second)
    monkeypatch.setattr(os, "link", _no_links)
    copied = back_up(source.store, blobs, folders[3])
    assert (copied.missing, copied.saved) == ((gone.name[:64],), ())
    assert not set(_inodes(folders[3]).values()) & set(second.values())
    shutil.rmtree(folders[0])
    shutil.rmtree(folders[2])
    elsewhere = place.empty()
    assert segtier(elsewhere, "restore", folders[1]).returncode == 0
    assert {one.sha256 for one in list_uploads(elsewhere, 200)} == set(elsewhere.blobs.marks())


def test_a_backup_of_before_whose_files_lie_as_they_came_is_restored(place: Place, tmp_path: Path) -> None:
    folder = tmp_path / "old"
    shutil.copytree(place.backup, folder)
    packed = [path for path in (folder / "files").glob("*/*") if path.suffix]
    for path in packed:
        path.with_name(path.name[:64]).write_bytes(gzip.decompress(path.read_bytes()))
        path.unlink()
    manifest = json.loads((folder / "manifest.json").read_bytes())
    _changed(folder, files=[{"sha256": one["sha256"], "bytes": one["bytes"]} for one in manifest["files"]])
    elsewhere = place.empty()
    assert packed
    restored = segtier(elsewhere, "restore", folder)
    assert restored.returncode == 0, restored.stderr
    names = {path.name for path in elsewhere.blobs.folder.glob("??/*")}
    assert names == {path.name for path in (place.backup / "files").glob("*/*")}


def test_files_in_a_bucket(tmp_path: Path, readers: Readers, store_server: ObjectStore) -> None:
    """From a folder into a bucket by a backup, and back by another; a store that is away is told in words."""

    def at(name: str) -> Context:
        folder = tmp_path / name
        folder.mkdir()
        return opened(f"sqlite:///{folder}/segtier.db", folder, readers)

    def run(one: Context, env: dict[str, str], *arguments: str | Path) -> subprocess.CompletedProcess[str]:
        return segtier(one, *arguments, folder=None, **env)

    with ExitStack() as stack:
        (tmp_path / "source").mkdir()
        source = filled(f"sqlite:///{tmp_path}/source/segtier.db", tmp_path / "source", readers)
        there, back = at("there"), at("back")
        for one in (source, there, back):
            stack.callback(one.store.close)
        bucket, first, second = store_server.new_bucket(), tmp_path / "first", tmp_path / "second"
        assert segtier(source, "backup", first).returncode == 0
        assert run(there, bucket, "restore", first).returncode == 0
        assert there.blobs.marks() == {}
        assert run(there, bucket, "backup", second).returncode == 0
        assert segtier(back, "restore", second).returncode == 0
        assert answers(back) == answers(source)
        assert refusal(run(at("full"), bucket, "restore", first))["code"] == "not-empty"
        away = bucket | {"SEGTIER_FILES_ENDPOINT": f"http://127.0.0.1:{free_port()}"}
        for done in (run(there, away, "backup", tmp_path / "away"), run(at("new"), away, "restore", first)):
            assert (done.returncode, refusal(done)["code"]) == (5, "files-away"), done.stderr
        assert not (tmp_path / "away").exists()
        ill = run(there, away, "doctor")
        assert (ill.returncode, f"fail  files: {worded('store/object-store-does-not-answer')}" in ill.stdout) == (
            1,
            True,
        ), ill.stderr


@pytest.mark.parametrize("place", ["postgresql"], indirect=True)
@pytest.mark.parametrize(("said", "fault"), [(None, "not installed"), ("pg_dump (PostgreSQL) 9.6.24", "older than")])
def test_without_the_programs_of_the_server_nothing_is_half_done(
    place: Place, tmp_path: Path, said: str | None, fault: str
) -> None:
    programs = tmp_path / "bin"
    programs.mkdir()
    if said is not None:
        (programs / "pg_dump").write_text(f"#!/bin/sh\necho '{said}'\n")
        (programs / "pg_dump").chmod(0o755)
    done = segtier(place.source, "backup", tmp_path / "backup", PATH=str(programs))
    assert (done.returncode, refusal(done)["code"]) == (5, "postgresql-client")
    assert fault in refusal(done)["message"]
    assert not (tmp_path / "backup").exists()
