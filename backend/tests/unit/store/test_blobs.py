"""Files are whole or not there: the same laws in a folder and in a bucket, and what only a disk can do."""

from __future__ import annotations

import errno
import hashlib
import io
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from segtier.errors import NotFound, Refused
from segtier.store import lying
from segtier.store.blob_folder import _IN_MEMORY_BYTES, BlobFolder, stored_at
from segtier.store.blobs import FILE_MISSING, Blobs
from segtier.store.faults import passing_fault
from tests.blob_places import PLACES, new_place

DATA = b"<td>report</td>" * 1_000
"""Large enough to be stored compressed."""
SHA256 = hashlib.sha256(DATA).hexdigest()


@pytest.fixture(params=PLACES)
def blobs(request: pytest.FixtureRequest, tmp_path: Path) -> Blobs:
    return new_place(request.param, tmp_path, request)


def put(blobs: Blobs) -> None:
    assert blobs.put(io.BytesIO(DATA), len(DATA)).sha256 == SHA256


def put_unsynced(blobs: Blobs) -> None:
    assert blobs.put_unsynced(DATA).bytes == len(DATA)
    blobs.sync()


def put_twice(blobs: Blobs) -> None:
    put(blobs)
    put(blobs)


def put_aside(blobs: Blobs) -> None:
    put(blobs)
    blobs.put_aside(SHA256)


def put_aside_twice(blobs: Blobs) -> None:
    put_aside(blobs)
    blobs.put_aside(SHA256)


def put_aside_and_put(blobs: Blobs) -> None:
    put_aside(blobs)
    put(blobs)


def brought_back(blobs: Blobs) -> None:
    put_aside(blobs)
    for name, sha256 in blobs.aside().items():
        blobs.bring_back(name, sha256)
        blobs.bring_back(name, sha256)


def dropped(blobs: Blobs) -> None:
    put_aside(blobs)
    for name in blobs.aside():
        blobs.drop(name)
        blobs.drop(name)


def dropped_beside_another(blobs: Blobs) -> None:
    blobs.put_unsynced(b"another")
    dropped(blobs)


def nothing(_: Blobs) -> None:
    pass


THERE, ASIDE, GONE, EMPTY = "there", "aside", "gone", "empty"
LAWS: tuple[tuple[Callable[[Blobs], None], str], ...] = (
    (nothing, EMPTY),
    (put, THERE),
    (put_unsynced, THERE),
    (put_twice, THERE),
    (put_aside, ASIDE),
    (put_aside_twice, ASIDE),
    (put_aside_and_put, THERE),
    (brought_back, THERE),
    (dropped_beside_another, GONE),
)


@pytest.mark.parametrize(("happens", "then"), LAWS)
def test_what_holds_after_what(blobs: Blobs, happens: Callable[[Blobs], None], then: str) -> None:
    happens(blobs)
    assert blobs.has(SHA256) == (then == THERE)
    assert (SHA256 in blobs.marks()) == (then == THERE)
    assert set(blobs.aside().values()) == (
        {SHA256} if happens in {put_aside, put_aside_twice, put_aside_and_put} else set()
    )
    if then == THERE:
        assert blobs.get(SHA256) == DATA
        return
    with pytest.raises(Exception) as raised:  # noqa: PT011 - which one is what is asked
        blobs.get(SHA256)
    assert getattr(raised.value, "code", None) == (FILE_MISSING if then == GONE else None)
    assert (passing_fault(raised.value) is not None) == (then in {ASIDE, EMPTY}), "whoever reads it waits"


def test_who_reads_gets_a_file_of_the_operating_system(blobs: Blobs) -> None:
    put(blobs)
    with blobs.open(SHA256) as file:
        assert Path(f"/proc/self/fd/{file.fileno()}").read_bytes() == DATA


def test_a_file_over_the_limit_leaves_nothing(blobs: Blobs) -> None:
    with pytest.raises(Refused, match="larger than 5 bytes"):
        blobs.put(io.BytesIO(DATA), 5)
    assert blobs.marks() == {}


def test_a_mark_changes_with_each_writing(blobs: Blobs) -> None:
    put(blobs)
    before = blobs.marks()[SHA256]
    put(blobs)
    assert blobs.marks()[SHA256] != before


def test_what_was_stored_twice_is_there_once_the_needless_is_swept(blobs: Blobs) -> None:
    put_twice(blobs)
    for name in blobs.marks().keys() - {SHA256}:
        blobs.put_aside(name)
    assert (set(blobs.marks()), blobs.aside(), blobs.get(SHA256)) == ({SHA256}, {}, DATA)


def test_a_place_that_can_be_used_says_so(blobs: Blobs) -> None:
    assert (blobs.health(1).ready, blobs.health(2**62).ready, blobs.health(2**62).needed) == (True, False, False)


def stored_before(folder: Path) -> None:
    """As an earlier version stored it."""
    path = stored_at(folder, SHA256)
    path.parent.mkdir(parents=True)
    path.write_bytes(DATA)


def test_files_of_before_are_read_swept_and_stored_anew(tmp_path: Path) -> None:
    blobs = BlobFolder(tmp_path)
    stored_before(tmp_path)
    assert (blobs.get(SHA256), blobs.has(SHA256), set(blobs.marks())) == (DATA, True, {SHA256})
    put(blobs)
    assert (len(files_in(tmp_path)), set(blobs.marks()), blobs.get(SHA256)) == (2, {SHA256}, DATA)
    blobs.put_aside(SHA256)
    assert (blobs.has(SHA256), sorted(blobs.aside().values())) == (False, [SHA256, SHA256])
    for name in blobs.aside():
        blobs.bring_back(name, SHA256)
    assert (len(files_in(tmp_path)), blobs.get(SHA256), blobs.aside()) == (2, DATA, {})


def damaged(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def test_what_is_damaged_in_the_folder_is_missing_until_it_comes_again(tmp_path: Path) -> None:
    blobs = BlobFolder(tmp_path)
    put(blobs)
    damaged(next(tmp_path.glob("??/*")))
    with pytest.raises(NotFound) as raised:
        blobs.get(SHA256)
    assert raised.value.code == FILE_MISSING
    put(blobs)
    assert blobs.get(SHA256) == DATA


@pytest.mark.parametrize("size", [_IN_MEMORY_BYTES, _IN_MEMORY_BYTES + 1])
def test_what_is_unpacked_leaves_nothing(tmp_path: Path, size: int) -> None:
    blobs, data = BlobFolder(tmp_path), bytes(size)
    sha256 = blobs.put(io.BytesIO(data), size).sha256
    with blobs.open(sha256) as file:
        assert os.fstat(file.fileno()).st_size == size
        assert file.read() == data
    assert len(files_in(tmp_path)) == 1


def test_a_file_goes_from_place_to_place_as_it_lies(blobs: Blobs, tmp_path: Path) -> None:
    put(blobs)
    there = BlobFolder(tmp_path / "there")
    source, ending = blobs.open_lying(SHA256)
    with source:
        there.put_lying(source, SHA256, ending)
    assert (there.get(SHA256), lying.original_bytes(ending)) == (DATA, len(DATA))
    (path,) = (tmp_path / "there").glob("??/*")
    for sha256, change in (("0" * 64, False), (SHA256, True)):
        if change:
            damaged(path)
        with path.open("rb") as again, pytest.raises(NotFound):
            blobs.put_lying(again, sha256, ending)
    assert (set(blobs.marks()), blobs.get(SHA256)) == ({SHA256}, DATA)


def files_in(folder: Path) -> list[str]:
    return [path.name for path in folder.rglob("*") if path.is_file()]


def test_a_full_disk_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        BlobFolder(tmp_path).put(io.BytesIO(b"report"), 10)
    assert files_in(tmp_path) == []


def no_other(_: Path) -> None:
    pass


def unmounted(folder: Path) -> None:
    """The place of a mount is left, empty."""
    shutil.rmtree(folder)
    folder.mkdir()


AWAY = ((no_other, NotFound), (shutil.rmtree, FileNotFoundError), (unmounted, FileNotFoundError))


@pytest.mark.parametrize(("happens", "error"), AWAY)
def test_a_file_that_is_gone_is_another_thing_than_a_folder_that_is_away(
    tmp_path: Path, happens: Callable[[Path], None], error: type[Exception]
) -> None:
    blobs = BlobFolder(tmp_path / "files")
    blobs.put(io.BytesIO(b"another"), 10)
    happens(tmp_path / "files")
    with pytest.raises(error) as raised:
        blobs.get("0" * 64)
    assert (passing_fault(raised.value) is None) == (error is NotFound)


def test_nothing_is_stored_where_the_folder_was(tmp_path: Path) -> None:
    blobs = BlobFolder(tmp_path / "files")
    shutil.rmtree(tmp_path / "files")
    for put in (lambda: blobs.put(io.BytesIO(b"report"), 10), lambda: blobs.put_unsynced(b"report")):
        with pytest.raises(FileNotFoundError):
            put()
    assert not (tmp_path / "files").exists()
