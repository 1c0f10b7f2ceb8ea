"""A backup into an installation that holds nothing. All of it is looked at before anything is written.

The database is marked as unfinished first (`store/unfinished.py`), so that nobody opens what a killed restore leaves.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from segtier.errors import Refused
from segtier.model.audit import AuditVerdict
from segtier.model.backup import Kept, Manifest
from segtier.passing import Passing
from segtier.services.audit_trail import verify_audit
from segtier.services.kept_backup import DUMP, carry, need_as_written, path_of, read_manifest
from segtier.store import schema
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
            need_as_written(path, kept)
    except BaseException:
        if not again:
            schema.end_filling(store.engine)
        raise
    for kept in manifest.files:
        with path_of(folder, kept).open("rb") as source:
            _put(blobs, source, kept)
    load_dump(store, folder / DUMP, over=again)
    store.close()  # connections of before know nothing of the tables
    schema.end_filling(store.engine)
    schema.upgrade(store.engine, migrations)
    return manifest, verify_audit(store, manifest.audit_head)


def _put(blobs: Blobs, source: BinaryIO, kept: Kept) -> None:
    """Once more where an object store fails: the rest is there already."""
    try:
        carry(source, blobs, kept.sha256, kept.ending)
    except Passing:
        source.seek(0)
        carry(source, blobs, kept.sha256, kept.ending)


def _fits(manifest: Manifest, store: Store, migrations: Path) -> None:
    kind = store.engine.dialect.name
    if manifest.database != kind:
        raise Refused(
            f"the backup is of {manifest.database}, and the configured database is {kind}",
            code="another-database",
            advice="Restore it to its own kind; then `segtier migrate-to` moves SQLite to PostgreSQL.",
        )
    if not schema.is_known(migrations, manifest.revision):
        raise Refused(
            f"the backup is from Segtier {manifest.version}; this version does not know its database ({manifest.revision})",
            code="newer-backup",
            advice="Restore it with the version that wrote it, or a later one.",
        )


def _has_no_files(blobs: Blobs) -> None:
    if blobs.marks() or blobs.aside():
        raise Refused(
            "the upload folder already has files",
            code="not-empty",
            advice="Name an empty data folder, or another prefix of the bucket.",
        )


def _parts(folder: Path, manifest: Manifest) -> Iterator[tuple[Path, Kept]]:
    yield folder / DUMP, manifest.dump
    for kept in manifest.files:
        yield path_of(folder, kept), kept
