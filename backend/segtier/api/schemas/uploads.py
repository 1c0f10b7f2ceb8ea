"""Uploads and their jobs as the API shows them."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from segtier.api.schemas.base import Answer, UtcTime
from segtier.model.document_kind import UploadKind
from segtier.model.evidence import Warn
from segtier.model.workload import SectionState
from segtier.passing import PassingCode
from segtier.services.mask_upload import MaskedUpload
from segtier.store.records import JobRecord, JobState, Members, Stage, UploadRecord


class UploadError(Answer):
    """Why the file could not be read and what to do; the place is given as far as it is known."""

    code: str
    message: str
    advice: str | None
    section: str | None
    line: int | None
    column: int | None
    excerpt: str | None


class ArchiveMembers(Answer):
    """What an archive held and how far it is. `files`, `known` and `refused` are null until it is taken apart."""

    files: int | None = None
    known: int | None = None
    """Of these files, those that had been uploaded before."""
    refused: int | None = None
    """Links, encrypted files and the like; the warnings name them."""
    added: int
    """Uploads of their own: list them with `?archive=`."""
    finished: int
    failed: int
    """Those that are failed or quarantined; list them with `?archive=ID&state=failed&state=quarantined`."""
    database_ids: list[str]
    """The databases its files belong to, as far as they are read."""


class MissingFiles(Answer):
    """What is not here of a dump in several files."""

    numbers: list[int]
    behind: int | None
    """More files must follow the one with this number: none that is here says how many there are."""


class DumpFile(Answer):
    """An upload that is one file of a dump in several files. The dump is read when none is missing."""

    number: int
    missing: MissingFiles
    read_with: str | None
    """The upload that has the documents of the dump: that of its first file. Null while files are missing."""
    copy_of: str | None
    """Another upload of the same file, which counts in place of this one: the longest does."""
    cut: list[int]
    """Numbers of the files of the dump that are cut or damaged, as its reading found. The others are whole."""


class LeftOutFile(Answer):
    """A file of a masked archive that was not stored: it could not be read, and so not masked."""

    file: str
    code: str
    message: str


class MaskedNames(Answer):
    """What came of masking an upload. The server keeps none of this."""

    map_file: str | None
    """Save this text: `segtier script --map` puts the names back with it, nothing else can. Null where nothing was hashed."""
    left_out: list[LeftOutFile]

    @classmethod
    def of(cls, upload: MaskedUpload) -> MaskedNames:
        return cls.made_of(upload, map_file=None if upload.map is None else upload.map.decode())


class UploadAbout(Answer):
    """What an upload's document says it is of; times in the database's own time zone."""

    database_name: str | None
    dbid: int | None
    release: str | None
    instance: str | None
    begin_time: datetime | None
    end_time: datetime | None


class UploadHolds(Answer):
    """What is read of one database out of a dump or a bundle; times in the database's own time zone."""

    database_id: str | None
    database_name: str | None
    dbid: int | None
    instances: list[str]
    intervals: int
    counted: int
    """Of these intervals; the others are ignored: another file has them too and counts, or somebody said so."""
    begin_snap: int
    end_snap: int | None
    begin_time: datetime | None
    end_time: datetime | None


class Upload(Answer):
    id: str
    file: str
    bytes: int
    sha256: str
    period: Literal["before", "after"]
    state: JobState
    stage: Stage
    waits_for: PassingCode | None
    """What stood in its way; it goes on by itself when that has passed. Null where nothing does."""
    progress_pct: int
    kind: UploadKind | None
    database_id: str | None
    report_id: str | None
    error: UploadError | None
    warnings: list[Warn]
    duplicate_of: str | None
    sample: bool
    created_at: UtcTime
    finished_at: UtcTime | None
    job_id: str
    archive_id: str | None = None
    """The archive this file is a member of."""
    members: ArchiveMembers | None = None
    """Only of an archive (kind `archive`), which is running until its last member is finished."""
    batch: str | None = None
    """What it was sent with; of a file of an archive the archive."""
    about: UploadAbout | None = None
    """Null until it is read, and of an archive. Of a dump or a bundle its first document: see `holds`."""
    holds: list[UploadHolds]
    """Only of a dump or a bundle: one for each database in it. What was not read of them, `warnings` say."""
    dump_file: DumpFile | None = None
    """Only of a dump in several files."""
    masked: MaskedNames | None = None
    """Only in the answer to an upload that asked for masking, and never again."""

    @classmethod
    def of(cls, upload: UploadRecord, duplicate_of: str | None = None, masked: MaskedNames | None = None) -> Upload:
        """The answer for a stored upload; `duplicate_of` names it where the same bytes came again."""
        job = upload.job
        waits = upload.waits_for_members
        return cls.made_of(
            job,
            upload,
            **{"state": "running", "stage": "reading", "finished_at": None} if waits else {},
            duplicate_of=duplicate_of,
            job_id=job.id,
            members=_members(upload),
            masked=masked,
        )


def _members(upload: UploadRecord) -> ArchiveMembers | None:
    held, members = upload.expanded, upload.members
    if held is None and members is None:
        return None
    return ArchiveMembers.made_of(held, members or Members(0, 0, 0))


class UploadSection(Answer):
    """A section of a report, a file of a bundle. `message` is the reason where it is missing or unreadable."""

    name: str
    state: SectionState
    rows: int | None
    message: str | None


class UploadContents(Answer):
    """`intervals`: snapshot intervals a bundle holds beside its figures since start-up."""

    sections: list[UploadSection]
    intervals: int


class UploadPage(Answer):
    items: list[Upload]
    next_cursor: str | None


class SampleLoad(Answer):
    uploads: list[Upload]


class Job(Answer):
    id: str
    kind: Literal["ingest"]
    upload_id: str
    state: JobState
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
