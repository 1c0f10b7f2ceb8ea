"""What lies in the folder of a backup: the copy of the database, the files, and the manifest that names them."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO

from segtier.dataclass import dataclass
from segtier.documents import decode
from segtier.errors import Refused, UnreadableInput
from segtier.model.backup import BACKUP_FORMAT, Kept, Manifest
from segtier.store.blob_folder import stored_at
from segtier.store.blobs import Blobs

MANIFEST, DUMP, FILES = "manifest.json", "database", "files"
_NAME_IT = "Name the folder that segtier backup wrote."


def read_manifest(folder: Path) -> Manifest:
    """Raises UnreadableInput where there is none of this format."""
    try:
        manifest = decode((folder / MANIFEST).read_bytes(), Manifest)
    except OSError as fault:
        why = f"{folder / MANIFEST}: {fault.strerror}"
        raise UnreadableInput(why, code="no-backup", advice=_NAME_IT) from fault
    if manifest.format != BACKUP_FORMAT:
        raise UnreadableInput(
            f"{folder / MANIFEST} is not in the format {BACKUP_FORMAT}", code="no-backup", advice=_NAME_IT
        )
    return manifest


def path_of(folder: Path, kept: Kept) -> Path:
    """Where a backup has a file."""
    return stored_at(folder / FILES, kept.sha256 + kept.ending)


def digest_at(path: Path) -> str:
    with path.open("rb") as source:
        return hashlib.file_digest(source, "sha256").hexdigest()


def need_as_written(path: Path, kept: Kept) -> None:
    """Raises Refused where a byte of it is not as it was written."""
    try:
        found = digest_at(path)
    except OSError as fault:
        raise Refused(f"{path}: {fault.strerror}", code="backup-damaged") from fault
    if found != kept.lying:
        raise Refused(f"{path} is not as it was written", code="backup-damaged", advice="Take another backup.")


def carry(source: BinaryIO, into: Blobs, sha256: str, ending: str) -> None:
    """Store a file of another place; what does not lie compressed there may do so here. Raises NotFound where it is compressed
    and not what its digest says.
    """
    if ending:
        into.put_lying(source, sha256, ending)
    else:
        into.put(source, sys.maxsize)


@dataclass(frozen=True, slots=True)
class Earlier:
    """A backup whose files a later one beside it may share: each is whole by itself when the other is deleted."""

    folder: Path
    files: Mapping[str, Kept]

    def share(self, sha256: str, later: Path) -> Kept | None:
        """Give a later backup this file; None where it has to be copied: it is not here or not as it was written, or the file
        system cannot have one file at two places.
        """
        kept = self.files.get(sha256)
        if kept is None:
            return None
        target = path_of(later, kept)
        target.parent.mkdir(exist_ok=True)
        try:
            os.link(path_of(self.folder, kept), target, follow_symlinks=False)
            if not target.is_symlink() and digest_at(target) == kept.lying:
                return kept
            target.unlink()
        except OSError:
            target.unlink(missing_ok=True)
        return None


def newest_beside(folder: Path) -> Earlier | None:
    """The last backup in the folder around this one that can be read."""
    for manifest in sorted(folder.absolute().parent.glob(f"*/{MANIFEST}"), key=_written_at, reverse=True):
        try:
            files = read_manifest(manifest.parent).files
        except UnreadableInput:
            continue
        return Earlier(manifest.parent, {kept.sha256: kept for kept in files})
    return None


def _written_at(path: Path) -> int:
    """The first of all where it is just deleted."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0
