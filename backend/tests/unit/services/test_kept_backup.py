"""Which earlier backup a new one shares files with, and which of its files it takes."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from segtier.documents import encode
from segtier.model.backup import BACKUP_FORMAT, Kept, Manifest
from segtier.services.kept_backup import MANIFEST, newest_beside, path_of

DATA = b"stored"
KEPT = Kept(hashlib.sha256(DATA).hexdigest(), len(DATA))


def written(folder: Path, at: int, format_: str = BACKUP_FORMAT) -> Path:
    path = path_of(folder, KEPT)
    path.parent.mkdir(parents=True)
    path.write_bytes(DATA)
    moment = datetime(2026, 1, 1, tzinfo=UTC)
    manifest = Manifest(format_, "0", "0", "sqlite", moment, 0, "", Kept("0" * 64, 0), (KEPT,), ())
    (folder / MANIFEST).write_bytes(encode(manifest))
    os.utime(folder / MANIFEST, (at, at))
    return path


def test_the_newest_that_can_be_read_is_shared(tmp_path: Path) -> None:
    new = tmp_path / "new"
    assert newest_beside(new) is None
    for name, at in (("older", 10), ("newer", 20)):
        written(tmp_path / name, at)
    written(tmp_path / "another-format", 30, "segtier.backup/9")
    (tmp_path / "no-backup").mkdir()
    found = newest_beside(new)
    assert found is not None
    assert found.folder == tmp_path / "newer"


def another(path: Path) -> None:
    path.write_bytes(b"altered")


def elsewhere(path: Path) -> None:
    path.rename(path.with_name("elsewhere"))
    path.symlink_to(path.with_name("elsewhere"))


@pytest.mark.parametrize(
    ("happens", "shared"), [(Path.exists, True), (another, False), (Path.unlink, False), (elsewhere, False)]
)
def test_only_what_is_as_it_was_written_is_shared(
    tmp_path: Path, happens: Callable[[Path], object], shared: bool
) -> None:
    happens(written(tmp_path / "earlier", 1))
    new = tmp_path / "new"
    (new / "files").mkdir(parents=True)
    earlier = newest_beside(new)
    assert earlier is not None
    assert earlier.share(KEPT.sha256, new) == (KEPT if shared else None)
    assert path_of(new, KEPT).exists() == os.path.lexists(path_of(new, KEPT)) == shared
    assert earlier.share("1" * 64, new) is None
