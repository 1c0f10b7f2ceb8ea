"""Files are whole or not there."""

from __future__ import annotations

import errno
import hashlib
import io
from pathlib import Path
from typing import Any

import pytest

from segtier.errors import NotFound, Refused
from segtier.store.blobs import Blobs


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


@pytest.mark.parametrize("digest", ["0" * 64, "../../etc/passwd", ""])
def test_unknown_digests(tmp_path: Path, digest: str) -> None:
    with pytest.raises(NotFound):
        Blobs(tmp_path / "files").get(digest)
