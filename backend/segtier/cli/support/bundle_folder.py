"""Bundles named on the command line: a folder with a manifest, or an archive of one."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from segtier.errors import UnreadableInput
from segtier.model.document_kind import BUNDLE
from segtier.model.inventory import Inventory
from segtier.model.workload import Source, Workload
from segtier.reports.bundle import OpenFile, PackedFiles, is_bundle, read_bundle
from segtier.reports.bundle.packed import Wanted

_CHUNK = 1 << 20


class FolderFiles:
    """The files of a folder. Links out of it are not followed: a bundle may come from anybody."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def open(self, wanted: Wanted) -> Iterator[OpenFile]:
        for path in _plain_files(self._folder):
            name = path.relative_to(self._folder).as_posix()
            if not wanted(name):
                continue
            try:
                with path.open("rb") as file:
                    yield OpenFile(name, file)
            except OSError as fault:
                yield OpenFile(name, problem=UnreadableInput(f"{path}: {fault.strerror}", code="cannot-open"))


def _plain_files(folder: Path) -> Iterator[Path]:
    """Files of the folder itself and of awr/ in it."""
    for path in sorted((*folder.glob("*"), *folder.glob("awr/*"))):
        if path.is_file() and not path.is_symlink() and not path.name.startswith("."):
            yield path


def is_bundle_folder(folder: Path) -> bool:
    return folder.is_dir() and (folder / "manifest.csv").is_file() and is_bundle(FolderFiles(folder))


def is_bundle_archive(path: Path) -> bool:
    """Of a file that is an archive."""
    with path.open("rb") as file:
        return is_bundle(PackedFiles(file))


def read_bundle_at(path: Path) -> Sequence[Workload | Inventory]:
    """The documents of a bundle. Raises UnreadableInput."""
    try:
        if path.is_dir():
            return read_bundle(FolderFiles(path), Source(BUNDLE, path.name, _folder_digest(path)))
        with path.open("rb") as file:
            source = Source(BUNDLE, path.name, _digest(file), path.stat().st_size)
            return read_bundle(PackedFiles(file), source)
    except OSError as fault:
        raise UnreadableInput(f"{path}: {fault.strerror}", code="cannot-open") from fault


def read_packed_bundle(data: bytes, name: str) -> Sequence[Workload | Inventory]:
    """The same of an archive in memory: one that came in an archive."""
    source = Source(BUNDLE, name, hashlib.sha256(data).hexdigest(), len(data))
    return read_bundle(PackedFiles(BytesIO(data)), source)


def _digest(file: BinaryIO) -> str:
    digest = hashlib.sha256()
    while piece := file.read(_CHUNK):
        digest.update(piece)
    file.seek(0)
    return digest.hexdigest()


def _folder_digest(folder: Path) -> str:
    """Of the names and the bytes of its files: the same folder has the same digest wherever it lies."""
    digest = hashlib.sha256()
    for path in _plain_files(folder):
        with path.open("rb") as file:
            digest.update(f"{path.relative_to(folder).as_posix()} {_digest(file)}\n".encode())
    return digest.hexdigest()
