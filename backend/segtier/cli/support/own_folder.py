"""The data folder is this user's alone, and can be used: looked at before anything is opened in it."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from segtier.cli.support.terminal import say
from segtier.errors import Refused
from segtier.plurals import plural

if TYPE_CHECKING:
    from segtier.settings import Settings

_OTHERS = 0o077
_DATABASE = "segtier.db"
_OURS = (
    _DATABASE,
    f"{_DATABASE}-wal",
    f"{_DATABASE}-shm",
    f"{_DATABASE}-journal",
    f"{_DATABASE}-turn",
    f"{_DATABASE}-malformed",
    f"{_DATABASE}-reserve",
    "files",
    "copies",
    "answers",
    "broker",
    "secret",
)
_MOUNTED = "lost+found"


def own_folder(settings: Settings) -> None:
    """Make the folder where there is none; from here on, what this process and its children make is for this user only.

    What Segtier made there and others could open is closed to them, which is said. Raises Refused where the folder cannot be
    used, or holds something else: nothing of that is touched.
    """
    os.umask(_OTHERS)
    folder = settings.data_dir
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
            raise OSError(errno.EACCES, "it cannot be written")
        names = {path.name for path in folder.iterdir()}
    except OSError as fault:
        raise Refused(
            f"the data folder {folder} cannot be used: {fault.strerror}",
            code="data-folder",
            advice="Make it writable for this user, or choose another: SEGTIER_DATA_DIR, or segtier serve --data-dir FOLDER.",
        ) from fault
    foreign = names - {*_OURS, _MOUNTED}
    if foreign and _DATABASE not in names:
        raise Refused(
            f"the data folder {folder} holds {min(foreign)[:80]!r}, which Segtier did not make",
            code="data-folder",
            advice="Choose an empty or a new folder: SEGTIER_DATA_DIR, or segtier serve --data-dir FOLDER.",
        )
    _close(folder)


def _close(folder: Path) -> None:
    """Take the rights of others away; all the way down where any of it was open at the top."""
    if not any(map(_is_open, _at_the_top(folder))):
        return
    mine, failed = 0, 0
    for path in filter(_is_open, _all(folder)):
        try:
            path.chmod(stat.S_IMODE(path.stat().st_mode) & ~_OTHERS)
            mine += 1
        except FileNotFoundError:
            continue
        except PermissionError:
            failed += 1
    say(
        f"Others could open {plural(mine + failed, 'file or folder', 'files and folders')} "
        f"of {folder}: {mine} are this user's alone now.",
        err=True,
    )
    if failed:
        say(f"Warning: {failed} belong to another user and stay open to others.", err=True)


def _at_the_top(folder: Path) -> Iterator[Path]:
    yield folder
    yield from (folder / name for name in _OURS)


def _all(folder: Path) -> Iterator[Path]:
    for path in _at_the_top(folder):
        yield path
        yield from path.rglob("*") if path != folder and path.is_dir() and not path.is_symlink() else ()


def _is_open(path: Path) -> bool:
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return False
    return not stat.S_ISLNK(mode) and bool(mode & _OTHERS)
