"""A backup into an installation that holds nothing. All of it is looked at before anything is written.

The database is marked as unfinished first (`store/unfinished.py`), so that nobody opens what a killed restore leaves.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from segtier.documents import decode
from segtier.errors import Refused, UnreadableInput
from segtier.model.audit import AuditVerdict
from segtier.model.backup import BACKUP_FORMAT, Kept, Manifest
from segtier.passing import Passing
from segtier.services.audit_trail import verify_audit
from segtier.services.back_up import DUMP, FILES, MANIFEST
from segtier.store import schema
from segtier.store.blob_folder import stored_at
from segtier.store.blobs import Blobs
from segtier.store.dumps import load_dump
from segtier.store.engine import Store


def restore(store: Store, blobs: Blobs, folder: Path, migrations: Path) -> tuple[Manifest, AuditVerdict]:
    """Files first, then the database, brought to this version; gives what the audit trail says of itself afterwards.

    After one that was interrupted, it starts over. Raises Refused where the target is not empty, the backup is of another kind
    of database or of a newer Segtier, or a byte of it is not as it was written; UnreadableInput where it is no backup.
    """
    manifest = read_manifest(folder)
    _fits(manifest, store, migrations)
    again = schema.begin_filling(store.engine, "restore")
    try:
        if not again:
            _has_no_files(blobs)
        for path, kept in _parts(folder, manifest):
            _is_whole(path, kept)
    except BaseException:
        if not again:
            schema.end_filling(store.engine)
        raise
    for path, _ in _parts(folder, manifest):
        if path.name != DUMP:
            with path.open("rb") as source:
                _put(blobs, source)
    load_dump(store, folder / DUMP, over=again)
    store.close()  # connections of before know nothing of the tables
    schema.end_filling(store.engine)
    schema.upgrade(store.engine, migrations)
    return manifest, verify_audit(store, manifest.audit_head)


def _put(blobs: Blobs, source: BinaryIO) -> None:
    """Once more where an object store fails: the rest is there already."""
    try:
        blobs.put(source, sys.maxsize)
    except Passing:
        source.seek(0)
        blobs.put(source, sys.maxsize)


def read_manifest(folder: Path) -> Manifest:
    """Raises UnreadableInput where there is none of this format."""
    try:
        manifest = decode((folder / MANIFEST).read_bytes(), Manifest)
    except OSError as fault:
        raise UnreadableInput(f"{folder / MANIFEST}: {fault.strerror}", code="no-backup") from fault
    if manifest.format != BACKUP_FORMAT:
        raise UnreadableInput(f"{folder / MANIFEST} is not in the format {BACKUP_FORMAT}", code="no-backup")
    return manifest


def _fits(manifest: Manifest, store: Store, migrations: Path) -> None:
    kind = store.engine.dialect.name
    if manifest.database != kind:
        raise Refused(
            f"the backup is of {manifest.database}, and the configured database is {kind}",
            code="another-database",
            advice="Restore it as what it is; `segtier migrate-to` goes from SQLite to PostgreSQL afterwards.",
        )
    if not schema.is_known(migrations, manifest.revision):
        raise Refused(
            f"the backup is of Segtier {manifest.version}, whose database ({manifest.revision}) this version does not know",
            code="newer-backup",
            advice="Restore it with the version that wrote it, or a later one.",
        )


def _has_no_files(blobs: Blobs) -> None:
    if blobs.marks() or blobs.aside():
        raise Refused(
            "there are files already where uploads go",
            code="not-empty",
            advice="Name an empty data folder, or another prefix of the bucket.",
        )


def _parts(folder: Path, manifest: Manifest) -> Iterator[tuple[Path, Kept]]:
    yield folder / DUMP, manifest.dump
    for kept in manifest.files:
        yield stored_at(folder / FILES, kept.sha256), kept


def _is_whole(path: Path, kept: Kept) -> None:
    try:
        with path.open("rb") as source:
            found = hashlib.file_digest(source, "sha256").hexdigest()
    except OSError as fault:
        raise Refused(f"{path}: {fault.strerror}", code="backup-damaged") from fault
    if found != kept.sha256:
        raise Refused(f"{path} is not as it was written", code="backup-damaged", advice="Take another backup.")
