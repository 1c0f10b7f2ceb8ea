"""What the server has: rows as they stand in its database, bytes as they lie in its folder or its bucket."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import func, select

from segtier.store import lying
from segtier.store.engine import Store
from segtier.store.s3 import Bucket
from segtier.store.tables import DatabaseRow, JobRow, ReportRow, UploadRow
from tests.object_store import place_of
from tests.stack import Setup

_DIGEST_CHARACTERS = 64


@dataclass(frozen=True)
class Upload:
    id: str
    sha256: str
    archive_id: str | None
    is_archive: bool
    state: str
    error: str
    attempt: int
    progress: tuple[str, int]


@dataclass
class Stored:
    uploads: dict[str, Upload]
    reports: Counter[str]
    """By the upload they came from."""
    databases: Counter[str]
    """By name."""
    empty_databases: set[str]
    bytes: set[str]
    """Names of the files: digests, and those of files that are not whole yet or on their way out."""
    by_digest: dict[str, Upload] = field(init=False)
    members: dict[str, list[str]] = field(init=False)

    def __post_init__(self) -> None:
        self.by_digest = {one.sha256: one for one in self.uploads.values()}
        self.members = {}
        for one in self.uploads.values():
            if one.archive_id:
                self.members.setdefault(one.archive_id, []).append(one.id)


class Server:
    """Looks behind the product's back, with connections of its own."""

    def __init__(self, setup: Setup) -> None:
        self._store, self._names = Store(setup.database_url), _names_in(setup)

    def close(self) -> None:
        self._store.close()

    def waiting(self) -> int:
        """Jobs that are not over. Raises SQLAlchemyError where the database is away."""
        query = select(func.count()).select_from(JobRow).where(JobRow.state.in_(("queued", "running")))
        with self._store.read() as tx:
            return tx.execute(query).scalar_one()

    def stored(self) -> Stored:
        with self._store.read() as tx:
            rows = tx.execute(select(UploadRow, JobRow).join(JobRow, JobRow.id == UploadRow.job_id)).all()
            uploads = {upload.id: _upload(upload, job) for upload, job in rows}
            reports = Counter(tx.execute(select(ReportRow.upload_id).where(ReportRow.upload_id.is_not(None))).scalars())
            filled = set(tx.execute(select(ReportRow.database_id).distinct()).scalars())
            databases = tx.execute(select(DatabaseRow.id, DatabaseRow.name)).all()
        return Stored(
            uploads=uploads,
            reports=Counter({str(upload_id): count for upload_id, count in reports.items()}),
            databases=Counter(name for _, name in databases),
            empty_databases={name for database_id, name in databases if database_id not in filled},
            bytes=self._names(),
        )


def _names_in(setup: Setup) -> Callable[[], set[str]]:
    if "SEGTIER_FILES" not in setup.env:
        files = setup.data_dir / "files"
        return lambda: {lying.digest_in(path.name) for path in files.rglob("*") if _holds_an_upload(path)}
    bucket = Bucket(place_of(setup.env))
    return lambda: {_name_of(one.key) for one in bucket.list("")}


def _name_of(key: str) -> str:
    *_, kind, digest, number = (part for part in key.split("/") if len(part) != 2)
    return digest if kind == "files" else f"{kind}-{digest}-{number}"


def _holds_an_upload(path: Path) -> bool:
    return path.is_file() and (
        len(lying.digest_in(path.name)) == _DIGEST_CHARACTERS or path.name.startswith(("incoming-", "leaving-"))
    )


def _upload(upload: UploadRow, job: JobRow) -> Upload:
    error = f"{job.error.get('code')}: {job.error.get('message')}" if job.error else ""
    return Upload(
        id=upload.id,
        sha256=upload.sha256,
        archive_id=upload.archive_id,
        is_archive=upload.archive is not None,
        state=job.state,
        error=error,
        attempt=job.attempt,
        progress=(job.stage, job.progress_pct),
    )
