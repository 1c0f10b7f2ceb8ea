"""A backup while everything runs: the database as it stands at one moment, and the files that it names.

Files are copied before the moment and, where they came since, after it. One that was deleted and swept in between is only
missing from a copy that is out of date already, so the copy is made again. What an earlier backup beside it has is not copied:
the two share it (`kept_backup.py`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Set
from datetime import datetime
from pathlib import Path

from sqlalchemy.orm import Session

from segtier import __version__
from segtier.audit import verify
from segtier.dataclass import dataclass
from segtier.documents import encode
from segtier.errors import NotFound, Refused
from segtier.model.backup import BACKUP_FORMAT, DatabaseKind, Kept, Manifest
from segtier.services.kept_backup import DUMP, FILES, MANIFEST, carry, digest_at, newest_beside
from segtier.store import audit, lying, schema, uploads
from segtier.store.blob_folder import BlobFolder, all_stored
from segtier.store.blobs import Blobs
from segtier.store.dumps import write_dump
from segtier.store.engine import Store, is_postgresql, now

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
    files = _Files(blobs, folder)
    with store.read() as tx:
        _revision(tx)
        named = uploads.digests(tx)
    files.bring(named)
    for _ in range(_ROUNDS):
        (folder / DUMP).unlink(missing_ok=True)
        with store.snapshot() as tx:
            moment = _look(tx)
            write_dump(tx, folder / DUMP)
        missing = moment.named - files.bring(moment.named)
        gone = files.gone()
        with store.read() as tx:
            still = uploads.digests(tx)
        if missing <= still:
            files.keep_only(moment.named)
            manifest = _written(folder, moment, files, missing, gone & moment.named & still)
            files.kept.sync()
            return manifest
    raise Refused(
        "files were deleted each time the database was copied",
        code="backup-overtaken",
        advice="Try again when Segtier is less busy.",
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


class _Files:
    """Those of a backup that is being made."""

    def __init__(self, blobs: Blobs, folder: Path) -> None:
        self._blobs, self._folder = blobs, folder
        self.kept = BlobFolder(folder / FILES)
        self._earlier = newest_beside(folder)
        self._shared: dict[str, Kept] = {}

    def bring(self, wanted: Set[str]) -> Set[str]:
        """Gives all that are there then. Bytes that are not those of their name lie under another, and are removed in the end."""
        for sha256 in sorted(wanted - self.kept.marks().keys()):
            shared = self._earlier.share(sha256, self._folder) if self._earlier else None
            if shared is not None:
                self._shared[sha256] = shared
                continue
            try:
                source, ending = self._blobs.open_lying(sha256)
                with source:
                    carry(source, self.kept, sha256, ending)
            except (NotFound, FileNotFoundError):
                continue
        return self.kept.marks().keys()

    def gone(self) -> set[str]:
        """What was not copied and could not be: it is not in the installation any more."""
        return self._shared.keys() - self._blobs.marks().keys() if self._shared else set()

    def keep_only(self, named: Collection[str]) -> None:
        for name in self.kept.marks().keys() - named:
            self.kept.put_aside(name)
        for path in self.kept.aside():
            self.kept.drop(path)

    def all(self) -> Iterator[Kept]:
        for path in all_stored(self._folder / FILES):
            yield self._shared.get(lying.digest_in(path.name)) or _kept(path)


def _kept(path: Path) -> Kept:
    sha256, size = lying.digest_in(path.name), lying.original_bytes(lying.ending_of(path.name))
    return Kept(sha256, path.stat().st_size) if size is None else Kept(sha256, size, digest_at(path))


def _written(
    folder: Path, moment: _Moment, files: _Files, missing: Collection[str], saved: Collection[str]
) -> Manifest:
    dump = folder / DUMP
    manifest = Manifest(
        format=BACKUP_FORMAT,
        version=__version__,
        revision=moment.revision,
        database=moment.database,
        at=moment.at,
        audit_entries=moment.audit_entries,
        audit_head=moment.audit_head,
        dump=Kept(digest_at(dump), dump.stat().st_size),
        files=tuple(files.all()),
        missing=tuple(sorted(missing)),
        saved=tuple(sorted(saved)),
    )
    (folder / MANIFEST).write_bytes(encode(manifest))
    return manifest
