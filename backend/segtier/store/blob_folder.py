"""Files in one folder: `files/ab/abcdef…`. A file is visible only when all of it is on the disk.

The folder is made once: one that vanishes later is away (OSError), and nothing is written to what lies under it.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from segtier.in_flight import abandoned, held_file
from segtier.store.blobs import Blob, Blobs, Health, copy_hashed, missing

_COMING, _LEAVING = "incoming-", "leaving-"


def stored_at(folder: Path, sha256: str) -> Path:
    """Where such a folder has the file of that digest."""
    return folder / sha256[:2] / sha256


def all_stored(folder: Path) -> list[Path]:
    """The files of such a folder by digest, without those that come or go."""
    return sorted(folder.glob("??/*"))


class BlobFolder(Blobs):
    """What `Blobs` promises, on a disk of this machine."""

    def __init__(self, folder: Path) -> None:
        """Makes the folder where there is none; raises OSError where that cannot be."""
        self.folder = folder
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def put(self, source: BinaryIO, most_bytes: int, stay: ExitStack | None = None) -> Blob:
        """File and folder are synced. Raises OSError when the disk is full or the folder away."""
        with self._coming(stay) as (target, incoming):
            blob = copy_hashed(source, target, most_bytes)
            target.flush()
            os.fsync(target.fileno())
            self._publish(incoming, blob.sha256)
        return blob

    def put_unsynced(self, data: bytes, stay: ExitStack | None = None) -> Blob:
        blob = Blob(hashlib.sha256(data).hexdigest(), len(data))
        with self._coming(stay) as (target, incoming):
            target.write(data)
            target.flush()
            self._move(incoming, blob.sha256)
        return blob

    def sync(self) -> None:
        os.sync()

    def open(self, sha256: str) -> BinaryIO:
        """Where the whole folder is away, it is OSError that is raised."""
        try:
            return self._path(sha256).open("rb")
        except FileNotFoundError:
            if self._is_away() or self._aside(f"{sha256}-*"):
                raise
            raise missing(sha256, "are no longer in the data folder") from None

    def has(self, sha256: str) -> bool:
        return self._path(sha256).is_file()

    def marks(self) -> dict[str, int]:
        """Digests, and the names of files that are not whole yet."""
        folders = [self.folder, *(one for one in self.folder.iterdir() if one.is_dir())]
        found = (entry for folder in folders for entry in os.scandir(folder) if entry.is_file())
        return {entry.name: mark for entry in found if (mark := _mark(entry)) and not entry.name.startswith(_LEAVING)}

    def health(self, upload_max_bytes: int) -> Health:
        """Room on the disk of the folder."""
        try:
            free_bytes = shutil.disk_usage(self.folder).free
        except OSError:
            return Health("disk", False, "the folder of the files cannot be looked at")
        enough = free_bytes >= upload_max_bytes
        detail = f"{free_bytes:,} bytes free" + ("" if enough else f"; an upload may take {upload_max_bytes:,}")
        return Health("disk", enough, detail, needed=False)

    def put_aside(self, name: str) -> None:
        """Out of the way of new uploads, under a name of its own each time; a file that is not whole goes at once."""
        path = self.folder / name if name.startswith(_COMING) else self._path(name)
        with abandoned(path) as free, suppress(FileNotFoundError):  # another process was quicker
            if not free:
                return
            if name.startswith(_COMING):
                path.unlink()
            else:
                path.rename(self.folder / f"{_LEAVING}{name}-{secrets.token_hex(8)}")

    def aside(self) -> dict[str, str]:
        return {path.name: path.name.split("-")[1] for path in self._aside("*")}

    def bring_back(self, name: str, sha256: str) -> None:
        with suppress(FileNotFoundError):
            self._move(self.folder / name, sha256)

    def drop(self, name: str) -> None:
        (self.folder / name).unlink(missing_ok=True)

    @contextmanager
    def _coming(self, stay: ExitStack | None) -> Iterator[tuple[BinaryIO, Path]]:
        """A file to write and to move to its place; held until `stay` closes, or until the block ends. Gone after an error."""
        file, path = held_file(self.folder, _COMING)
        with ExitStack() as held:
            held.enter_context(file)
            try:
                yield file, path
            except BaseException:
                path.unlink(missing_ok=True)
                raise
            if stay is not None:
                stay.push(held.pop_all())

    def _aside(self, pattern: str) -> list[Path]:
        return list(self.folder.glob(_LEAVING + pattern))

    def _is_away(self) -> bool:
        """Not there, or empty as the place of a mount is; whoever asks looks for a file that was stored."""
        return not self.folder.is_dir() or not any(self.folder.iterdir())

    def _path(self, sha256: str) -> Path:
        return stored_at(self.folder, sha256)

    def _publish(self, incoming: Path, sha256: str) -> None:
        final = self._move(incoming, sha256)
        _sync_folder(final.parent)
        _sync_folder(self.folder)

    def _move(self, incoming: Path, sha256: str) -> Path:
        final = self._path(sha256)
        final.parent.mkdir(exist_ok=True)
        incoming.replace(final)
        return final


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
