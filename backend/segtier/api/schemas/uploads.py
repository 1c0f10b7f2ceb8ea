"""Uploads and their jobs as the API shows them."""

from __future__ import annotations

from typing import Literal

from segtier.api.schemas.base import Answer, UtcTime
from segtier.model.evidence import Warn
from segtier.store.records import JobRecord, UploadRecord

State = Literal["queued", "running", "succeeded", "failed", "quarantined"]
Stage = Literal["received", "reading", "linking", "done"]


class UploadError(Answer):
    """Why the file could not be read and what to do; the place is given as far as it is known."""

    code: str
    message: str
    advice: str | None
    section: str | None
    line: int | None
    column: int | None
    excerpt: str | None


class Upload(Answer):
    id: str
    file: str
    bytes: int
    sha256: str
    period: Literal["before", "after"]
    state: State
    stage: Stage
    progress_pct: int
    kind: str | None
    database_id: str | None
    report_id: str | None
    error: UploadError | None
    warnings: list[Warn]
    duplicate_of: str | None
    sample: bool
    created_at: UtcTime
    finished_at: UtcTime | None
    job_id: str

    @classmethod
    def of(cls, upload: UploadRecord, duplicate_of: str | None = None) -> Upload:
        """The answer for a stored upload; `duplicate_of` names it where the same bytes came again."""
        job = upload.job
        return cls(
            id=upload.id,
            file=upload.file,
            bytes=upload.bytes,
            sha256=upload.sha256,
            period="after" if upload.period == "after" else "before",
            state=job.state,  # type: ignore[arg-type] # validated on construction
            stage=job.stage,  # type: ignore[arg-type]
            progress_pct=job.progress_pct,
            kind=upload.kind,
            database_id=upload.database_id,
            report_id=upload.report_id,
            error=UploadError.model_validate(job.error) if job.error else None,
            warnings=list(upload.warnings),
            duplicate_of=duplicate_of,
            sample=upload.sample,
            created_at=upload.created_at,
            finished_at=job.finished_at,
            job_id=job.id,
        )


class UploadPage(Answer):
    items: list[Upload]
    next_cursor: str | None


class SampleLoad(Answer):
    uploads: list[Upload]


class Job(Answer):
    id: str
    kind: Literal["ingest"]
    upload_id: str
    state: State
    stage: Stage
    attempt: int
    progress_pct: int
    error: UploadError | None
    created_at: UtcTime
    started_at: UtcTime | None
    heartbeat_at: UtcTime | None
    finished_at: UtcTime | None

    @classmethod
    def of(cls, job: JobRecord) -> Job:
        return cls.model_validate(job)
