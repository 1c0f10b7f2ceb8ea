"""A backup while everything runs: the database as it stands at one moment, and the files that it names.

Files are copied before the moment and, where they came since, after it. One that was deleted and swept in between is only
missing from a copy that is out of date already, so the copy is made again.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Collection
from datetime import datetime
from pathlib import Path

from sqlalchemy.orm import Session

from segtier import __version__
from segtier.audit import verify
from segtier.dataclass import dataclass
from segtier.documents import encode
from segtier.errors import NotFound, Refused
from segtier.model.backup import BACKUP_FORMAT, DatabaseKind, Kept, Manifest
from segtier.store import audit, schema, uploads
from segtier.store.blob_folder import BlobFolder, all_stored
from segtier.store.blobs import Blobs
from segtier.store.dumps import write_dump
from segtier.store.engine import Store, is_postgresql, now

MANIFEST, DUMP, FILES = "manifest.json", "database", "files"
_ROUNDS = 5


@dataclass(frozen=True, slots=True)
class _Moment:
    at: datetime
    revision: str
    database: DatabaseKind
    audit_entries: int
    audit_head: str
    named: frozenset[str]


def back_up(store: Store, blobs: Blobs, folder: Path) -> Manifest:
    """Fill an empty folder. Raises Refused where there is nothing to back up, pg_dump cannot, or files go faster than they
    are copied; OSError where the disk is full.
    """
    kept = BlobFolder(folder / FILES)
    with store.read() as tx:
        _revision(tx)
        named = uploads.digests(tx)
    _keep(blobs, kept, named)
    for _ in range(_ROUNDS):
        (folder / DUMP).unlink(missing_ok=True)
        with store.snapshot() as tx:
            moment = _look(tx)
            write_dump(tx, folder / DUMP)
        _keep(blobs, kept, moment.named)
        missing = moment.named - kept.marks().keys()
        with store.read() as tx:
            deleted = missing - uploads.digests(tx)
        if not deleted:
            _remove(kept, kept.marks().keys() - moment.named)
            manifest = _written(folder, moment, missing)
            kept.sync()
            return manifest
    raise Refused(
        "files were deleted each time the database was copied",
        code="backup-overtaken",
        advice="Try again when less goes on.",
    )


def _look(tx: Session) -> _Moment:
    trail = verify(audit.all_entries(tx))
    database: DatabaseKind = "postgresql" if is_postgresql(tx) else "sqlite"
    return _Moment(now(tx), _revision(tx), database, trail.entries, trail.head, frozenset(uploads.digests(tx)))


def _revision(tx: Session) -> str:
    found = schema.current_revision(tx)
    if found is None:
        raise Refused("the database has no tables: there is nothing to back up", code="nothing-there")
    return found


def _keep(blobs: Blobs, kept: Blobs, wanted: Collection[str]) -> None:
    """Copy what is there; bytes that are not those of their name lie under another, and are removed in the end."""
    for sha256 in sorted(wanted - kept.marks().keys()):
        try:
            source = blobs.open(sha256)
        except (NotFound, FileNotFoundError):
            continue
        with source:
            kept.put(source, sys.maxsize)


def _remove(kept: Blobs, names: Collection[str]) -> None:
    for name in names:
        kept.put_aside(name)
    for path in kept.aside():
        kept.drop(path)


def _written(folder: Path, moment: _Moment, missing: Collection[str]) -> Manifest:
    manifest = Manifest(
        format=BACKUP_FORMAT,
        version=__version__,
        revision=moment.revision,
        database=moment.database,
        at=moment.at,
        audit_entries=moment.audit_entries,
        audit_head=moment.audit_head,
        dump=_measured(folder / DUMP),
        files=tuple(Kept(path.name, path.stat().st_size) for path in all_stored(folder / FILES)),
        missing=tuple(sorted(missing)),
    )
    (folder / MANIFEST).write_bytes(encode(manifest))
    return manifest


def _measured(file: Path) -> Kept:
    with file.open("rb") as source:
        return Kept(hashlib.file_digest(source, "sha256").hexdigest(), file.stat().st_size)
