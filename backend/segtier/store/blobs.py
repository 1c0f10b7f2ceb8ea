"""Uploaded files under the SHA-256 of their bytes. A file is visible only when all of it is on the disk."""

from __future__ import annotations

import hashlib
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from segtier.errors import NotFound, Refused

_PIECE_BYTES = 1024**2


@dataclass(frozen=True, slots=True)
class Blob:
    sha256: str
    bytes: int


class Blobs:
    """Content-addressed files below one folder: `files/ab/abcdef…`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def put(self, source: BinaryIO, most_bytes: int) -> Blob:
        """Store all bytes of `source`; safe against a power cut once it returns (file and folder are synced).

        Raises Refused (code `too-large`) beyond `most_bytes`, OSError when the disk is full.
        """
        self._folder.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix="incoming-", dir=self._folder)
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
        self._folder.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix="incoming-", dir=self._folder)
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
        """The bytes stored under a digest; raises NotFound."""
        with self.open(sha256) as file:
            return file.read()

    def open(self, sha256: str) -> BinaryIO:
        """The file stored under a digest, to be closed by the caller; raises NotFound."""
        try:
            return self._path(sha256).open("rb")
        except FileNotFoundError:
            raise NotFound(f"no stored file has the digest {sha256[:80]!r}") from None

    def drop(self, sha256: str) -> None:
        self._path(sha256).unlink(missing_ok=True)

    def _path(self, sha256: str) -> Path:
        return self._folder / sha256[:2] / sha256

    def _publish(self, incoming: Path, sha256: str) -> None:
        final = self._move(incoming, sha256)
        _sync_folder(final.parent)
        _sync_folder(self._folder)

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


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
