"""Uploaded files under the SHA-256 of their bytes. A file is visible only when all of it is on the disk.

Bytes come before the row that names them and go after it: only `services/sweep_files.py` takes any away. It first moves them
aside (`leaving-…`), where no new upload counts on them, and removes or brings them back once it is certain. The folder is made
once: one that vanishes later is away (OSError), and nothing is written to what lies under it.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import shutil
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from segtier.errors import NotFound, Refused

_PIECE_BYTES = 1024**2
_COMING, _LEAVING = "incoming-", "leaving-"
FILE_MISSING = "file-missing"
"""What an error says as its code where bytes that were stored are gone."""


@dataclass(frozen=True, slots=True)
class Blob:
    sha256: str
    bytes: int


class Blobs:
    """Content-addressed files below one folder: `files/ab/abcdef…`."""

    def __init__(self, folder: Path) -> None:
        """Makes the folder where there is none; raises OSError where that cannot be."""
        self.folder = folder
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def put(self, source: BinaryIO, most_bytes: int) -> Blob:
        """Store all bytes of `source`; safe against a power cut once it returns (file and folder are synced).

        Raises Refused (code `too-large`) beyond `most_bytes`, OSError when the disk is full or the folder away.
        """
        handle, name = tempfile.mkstemp(prefix=_COMING, dir=self.folder)
        try:
            with os.fdopen(handle, "wb") as target:
                blob = _copy(source, target, most_bytes)
            self._publish(Path(name), blob.sha256)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
        return blob

    def put_unsynced(self, data: bytes) -> Blob:
        """Store bytes that a power cut may still take away, until `sync` returns: for what can be made again."""
        handle, name = tempfile.mkstemp(prefix=_COMING, dir=self.folder)
        blob = Blob(hashlib.sha256(data).hexdigest(), len(data))
        try:
            with os.fdopen(handle, "wb") as target:
                target.write(data)
            self._move(Path(name), blob.sha256)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
        return blob

    def sync(self) -> None:
        """Return once everything stored so far survives a power cut."""
        os.sync()

    def get(self, sha256: str) -> bytes:
        """The bytes stored under a digest; raises as `open`."""
        with self.open(sha256) as file:
            return file.read()

    def open(self, sha256: str) -> BinaryIO:
        """The file stored under a digest, to be closed by the caller.

        Raises NotFound (code `file-missing`) where it is gone for good, OSError where the whole folder is away.
        """
        try:
            return self._path(sha256).open("rb")
        except FileNotFoundError:
            if self._is_away() or self._aside(f"{sha256}-*"):
                raise
            raise NotFound(
                f"the bytes of this file (digest {sha256[:12]}…) are no longer in the data folder",
                code=FILE_MISSING,
                advice="Upload the same file again: it is read at once.",
            ) from None

    def has(self, sha256: str) -> bool:
        return self._path(sha256).is_file()

    def marks(self) -> dict[str, int]:
        """Every digest, and the name of every file that is not whole yet, with a number that changes when it is written."""
        folders = [self.folder, *(one for one in self.folder.iterdir() if one.is_dir())]
        found = (entry for folder in folders for entry in os.scandir(folder) if entry.is_file())
        return {entry.name: mark for entry in found if (mark := _mark(entry)) and not entry.name.startswith(_LEAVING)}

    def free_bytes(self) -> int | None:
        """Room on the disk of the folder; None where it cannot be looked at."""
        try:
            return shutil.disk_usage(self.folder).free
        except OSError:
            return None

    def put_aside(self, name: str) -> None:
        """Out of the way of new uploads, under a name of its own each time; a file that is not whole goes at once."""
        if name.startswith(_COMING):
            (self.folder / name).unlink(missing_ok=True)
            return
        with suppress(FileNotFoundError):  # another process was quicker
            self._path(name).rename(self.folder / f"{_LEAVING}{name}-{secrets.token_hex(8)}")

    def aside(self) -> dict[Path, str]:
        """What was put aside, by any process, with its digest."""
        return {path: path.name.split("-")[1] for path in self._aside("*")}

    def bring_back(self, path: Path, sha256: str) -> None:
        with suppress(FileNotFoundError):
            self._move(path, sha256)

    def drop(self, path: Path) -> None:
        path.unlink(missing_ok=True)

    def _aside(self, pattern: str) -> list[Path]:
        return list(self.folder.glob(_LEAVING + pattern))

    def _is_away(self) -> bool:
        """Not there, or empty as the place of a mount is; whoever asks looks for a file that was stored."""
        return not self.folder.is_dir() or not any(self.folder.iterdir())

    def _path(self, sha256: str) -> Path:
        return self.folder / sha256[:2] / sha256

    def _publish(self, incoming: Path, sha256: str) -> None:
        final = self._move(incoming, sha256)
        _sync_folder(final.parent)
        _sync_folder(self.folder)

    def _move(self, incoming: Path, sha256: str) -> Path:
        final = self._path(sha256)
        final.parent.mkdir(exist_ok=True)
        incoming.replace(final)
        return final


def _copy(source: BinaryIO, target: BinaryIO, most_bytes: int) -> Blob:
    digest, size = hashlib.sha256(), 0
    while piece := source.read(_PIECE_BYTES):
        size += len(piece)
        if size > most_bytes:
            raise Refused(
                f"the file is larger than {most_bytes:,} bytes",
                code="too-large",
                advice="Upload fewer reports at a time; a single AWR report is rarely above 20 MB.",
            )
        digest.update(piece)
        target.write(piece)
    target.flush()
    os.fsync(target.fileno())
    return Blob(digest.hexdigest(), size)


def _mark(entry: os.DirEntry[str]) -> int | None:
    """None where the file has gone meanwhile."""
    try:
        return entry.stat().st_mtime_ns
    except FileNotFoundError:
        return None


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
