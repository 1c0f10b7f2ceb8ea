"""Files are whole or not there."""

from __future__ import annotations

import errno
import hashlib
import io
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from segtier.errors import NotFound, Refused
from segtier.store.blobs import Blobs
from segtier.store.faults import passing_fault


def files_in(folder: Path) -> list[str]:
    return [path.name for path in folder.rglob("*") if path.is_file()]


def test_bytes_come_back_under_their_digest(tmp_path: Path) -> None:
    blobs = Blobs(tmp_path)
    blob = blobs.put(io.BytesIO(b"report"), 10)
    assert (blob.bytes, blob.sha256) == (6, hashlib.sha256(b"report").hexdigest())
    assert blobs.get(blob.sha256) == b"report"
    assert blobs.put(io.BytesIO(b"report"), 10) == blob
    assert files_in(tmp_path) == [blob.sha256]


def test_a_file_over_the_limit_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="larger than 5 bytes"):
        Blobs(tmp_path).put(io.BytesIO(b"report"), 5)
    assert files_in(tmp_path) == []


def test_a_full_disk_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        Blobs(tmp_path).put(io.BytesIO(b"report"), 10)
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
    blobs = Blobs(tmp_path / "files")
    blobs.put(io.BytesIO(b"another"), 10)
    happens(tmp_path / "files")
    with pytest.raises(error) as raised:
        blobs.get("0" * 64)
    assert (passing_fault(raised.value) is None) == (error is NotFound)


def test_nothing_is_stored_where_the_folder_was(tmp_path: Path) -> None:
    blobs = Blobs(tmp_path / "files")
    shutil.rmtree(tmp_path / "files")
    for put in (lambda: blobs.put(io.BytesIO(b"report"), 10), lambda: blobs.put_unsynced(b"report")):
        with pytest.raises(FileNotFoundError):
            put()
    assert not (tmp_path / "files").exists()


def test_what_was_put_aside_is_neither_there_nor_gone(tmp_path: Path) -> None:
    blobs = Blobs(tmp_path)
    sha256 = blobs.put(io.BytesIO(b"report"), 10).sha256
    blobs.put_aside(sha256)
    assert not blobs.has(sha256)
    with pytest.raises(FileNotFoundError) as raised:
        blobs.get(sha256)
    assert passing_fault(raised.value) is not None, "whoever reads it waits"
    for path, digest in blobs.aside().items():
        blobs.bring_back(path, digest)
    assert (blobs.get(sha256), blobs.aside()) == (b"report", {})
