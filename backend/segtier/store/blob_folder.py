"""Files in one folder: `files/ab/abcdef…`, compressed ones with an ending (`lying.py`).

A file is visible only when all of it is on the disk.
The folder is made once: one that vanishes later is away (OSError), and nothing is written to what lies under it.
"""

from __future__ import annotations

import errno
import io
import os
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from segtier.in_flight import abandoned, held_file
from segtier.store import lying
from segtier.store.blobs import Blob, Blobs, Health, missing
from segtier.units import format_bytes

_COMING, _LEAVING = "incoming-", "leaving-"
_IN_MEMORY_BYTES = 16 * 1024**2
"""Unpacked, so that reports are read on a full disk too; what is larger gets a file without a name."""


def stored_at(folder: Path, name: str) -> Path:
    """Where such a folder has the file of that digest, or of that digest and ending."""
    return folder / name[:2] / name


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
            taken = lying.take(source, target, most_bytes)
            self._publish(target, incoming, taken.sha256 + taken.ending)
        return Blob(taken.sha256, taken.bytes)

    def put_unsynced(self, data: bytes, stay: ExitStack | None = None) -> Blob:
        with self._coming(stay) as (target, incoming):
            taken = lying.take(io.BytesIO(data), target, len(data))
            target.flush()
            self._move(incoming, taken.sha256 + taken.ending)
        return Blob(taken.sha256, taken.bytes)

    def put_lying(self, source: BinaryIO, sha256: str, ending: str) -> None:
        try:
            with self._coming(None) as (target, incoming):
                lying.copy_checked(lying.pieces_of(source), target, sha256, ending)
                self._publish(target, incoming, sha256 + ending)
        except lying.Damaged:
            raise missing(sha256, "are not those that were stored") from None

    def sync(self) -> None:
        os.sync()

    def open(self, sha256: str) -> BinaryIO:
        """Where the whole folder is away, it is OSError that is raised. gzip's checksum tells what is damaged."""
        file, ending = self.open_lying(sha256)
        size = lying.original_bytes(ending)
        if size is None:
            return file
        copy = _without_name(self.folder, size)
        try:
            with file:
                copy.writelines(lying.original(lying.pieces_of(file), ending))
            copy.seek(0)
        except BaseException as fault:
            copy.close()
            if isinstance(fault, lying.Damaged):
                raise missing(sha256, "are damaged in the data folder") from None
            raise
        return copy

    def open_lying(self, sha256: str) -> tuple[BinaryIO, str]:
        """The newest, where an earlier version stored it too."""
        try:
            path = max(self._paths(sha256), key=lambda one: one.stat().st_mtime_ns)
            return path.open("rb"), lying.ending_of(path.name)
        except (FileNotFoundError, ValueError):
            if self._is_away() or self._aside(f"{sha256}*"):
                raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(self._path(sha256))) from None
            raise missing(sha256, "are no longer in the data folder") from None

    def has(self, sha256: str) -> bool:
        return bool(self._paths(sha256))

    def marks(self, part: str | None = None) -> dict[str, int]:
        """Digests, and the names of files that are not whole yet."""
        if part is None:
            folders = [self.folder, *(one for one in self.folder.iterdir() if one.is_dir())]
        else:
            folders = [one for one in [self.folder / part] if one.is_dir() or self._is_away()]
        found: dict[str, int] = {}
        for entry in (entry for folder in folders for entry in os.scandir(folder) if entry.is_file()):
            if (mark := _mark(entry)) and not entry.name.startswith(_LEAVING):
                name = lying.digest_in(entry.name)
                found[name] = max(mark, found.get(name, 0))
        return found

    def health(self, upload_max_bytes: int) -> Health:
        """Room on the disk of the folder."""
        try:
            free_bytes = shutil.disk_usage(self.folder).free
        except OSError:
            return Health("disk", False, "the folder of the files cannot be looked at")
        enough = free_bytes >= upload_max_bytes
        detail = f"{format_bytes(free_bytes)} free"
        if not enough:
            detail += f"; an upload may take {format_bytes(upload_max_bytes)}"
        return Health("disk", enough, detail, needed=False)

    def put_aside(self, name: str) -> None:
        """Out of the way of new uploads, under a name of its own each time; a file that is not whole goes at once."""
        for path in [self.folder / name] if name.startswith(_COMING) else self._paths(name):
            with abandoned(path) as free, suppress(FileNotFoundError):  # another process was quicker
                if not free:
                    continue
                if name.startswith(_COMING):
                    path.unlink()
                else:
                    path.rename(self.folder / f"{_LEAVING}{path.name}-{secrets.token_hex(8)}")

    def aside(self) -> dict[str, str]:
        return {path.name: lying.digest_in(_first_name(path.name)) for path in self._aside("*")}

    def bring_back(self, name: str, sha256: str) -> None:  # noqa: ARG002 - its name says it
        with suppress(FileNotFoundError):
            self._move(self.folder / name, _first_name(name))

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

    def _path(self, name: str) -> Path:
        return stored_at(self.folder, name)

    def _paths(self, sha256: str) -> list[Path]:
        """Of the bytes of that digest: more than one where an earlier version stored them too."""
        folder = self._path(sha256).parent
        try:
            return [folder / name for name in os.listdir(folder) if lying.digest_in(name) == sha256]
        except FileNotFoundError:
            return []

    def _publish(self, target: BinaryIO, incoming: Path, name: str) -> None:
        target.flush()
        os.fsync(target.fileno())
        final = self._move(incoming, name)
        _sync_folder(final.parent)
        _sync_folder(self.folder)

    def _move(self, incoming: Path, name: str) -> Path:
        final = self._path(name)
        final.parent.mkdir(exist_ok=True)
        incoming.replace(final)
        return final


def _first_name(aside: str) -> str:
    """Of what was put aside under a name: its place before."""
    return aside.split("-")[1]


def _without_name(folder: Path, size: int) -> BinaryIO:
    """A file for so many bytes that is gone when it is closed, however its process ends."""
    if size <= _IN_MEMORY_BYTES and hasattr(os, "memfd_create"):
        return os.fdopen(os.memfd_create("unpacked", os.MFD_CLOEXEC), "w+b")
    return tempfile.TemporaryFile(dir=folder, prefix=_COMING)


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
