"""The frozen values the store hands out. Times with a zone are UTC; report times are the database's own."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

from segtier.dataclass import dataclass
from segtier.model.advice import Grade
from segtier.model.document_kind import DocumentKind, UploadKind
from segtier.model.dump_part import Missing
from segtier.model.evidence import Warn
from segtier.model.plan import Destination
from segtier.model.review import Check, Done, Recorded
from segtier.passing import PassingCode

JobState = Literal["queued", "running", "succeeded", "failed", "quarantined"]
Stage = Literal["received", "reading", "linking", "done"]
Period = Literal["before", "after", "ignored"]
Role = Literal["report", "counters", "sizes"]
LinkedBy = Literal["dbid", "name", "chosen", "batch", "only", "match", "file"]

FINISHED: tuple[JobState, ...] = ("succeeded", "failed", "quarantined")
"""Job states that no worker changes any more."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a file could not be read, with the place as far as it is known (line and column count from 1)."""

    code: str
    message: str
    advice: str | None = None
    section: str | None = None
    line: int | None = None
    column: int | None = None
    excerpt: str | None = None


@dataclass(frozen=True, slots=True)
class JobRecord:
    """One entry of the queue. `attempt` is the fencing token: it counts how often a worker took the job."""

    id: str
    kind: str
    upload_id: str
    state: JobState
    stage: Stage
    waits_for: PassingCode | None
    """What stood in its way and will pass; None where nothing does."""
    attempt: int
    progress_pct: int
    error: Fault | None
    created_at: datetime
    started_at: datetime | None
    heartbeat_at: datetime | None
    finished_at: datetime | None


@dataclass(frozen=True, slots=True)
class Expanded:
    """What an archive held: `files` could be taken out, of which `known` had come before; `refused` could not."""

    files: int
    known: int
    refused: int
    warnings: tuple[Warn, ...]
    """Names what was refused, the first ones where there are many."""


@dataclass(frozen=True, slots=True)
class Members:
    """The files of an archive that are uploads of their own, and how many of them are finished and have failed."""

    added: int
    finished: int
    failed: int
    database_ids: tuple[str, ...] = ()
    """The databases they belong to."""


@dataclass(frozen=True, slots=True)
class About:
    """What an upload's document says it is of. Times are the database's own."""

    database_name: str | None
    dbid: int | None
    release: str | None
    instance: str | None
    begin_time: datetime | None
    end_time: datetime | None


@dataclass(frozen=True, slots=True)
class HeldIntervals:
    """What an upload of many intervals holds of one database. Times are the database's own."""

    database_id: str | None
    database_name: str | None
    dbid: int | None
    instances: tuple[str, ...]
    """By name, where each interval is of one."""
    intervals: int
    """Those that are read."""
    counted: int
    """Of these; others stand in another file that counts in their place, or somebody had them ignored."""
    begin_snap: int
    end_snap: int | None
    begin_time: datetime | None
    end_time: datetime | None


@dataclass(frozen=True, slots=True)
class DumpFile:
    """An upload that is one file of a dump in several files."""

    number: int
    missing: Missing
    """What of the dump is not here."""
    read_with: str | None
    """The upload that leads the dump, and has its documents; None as long as a file is missing."""
    copy_of: str | None
    """Another upload of the same file, which counts in its place."""
    cut: tuple[int, ...] = ()
    """Numbers of the files of the dump that its reading found to be cut or damaged."""

    @property
    def waits(self) -> bool:
        return self.missing.any and self.copy_of is None


@dataclass(frozen=True, slots=True)
class UploadRecord:
    """One file as it was received, with the job that reads it and what came of it."""

    id: str
    file: str
    bytes: int
    sha256: str
    period: Period
    sample: bool
    batch: str | None
    wanted_database_id: str | None
    created_at: datetime
    job: JobRecord
    report_id: str | None
    database_id: str | None
    kind: UploadKind | None
    warnings: tuple[Warn, ...]
    archive_id: str | None = None
    """The archive this file is a member of."""
    expanded: Expanded | None = None
    members: Members | None = None
    about: About | None = None
    """None until it is read, and of an archive."""
    dump_file: DumpFile | None = None
    holds: tuple[HeldIntervals, ...] = ()
    """Of a dump or a bundle, one for each database; `about` is its first document."""

    @property
    def waits_for_members(self) -> bool:
        """An archive is taken apart, and some of its files are not read yet."""
        members = self.members
        return self.job.state == "succeeded" and members is not None and members.finished < members.added

    @property
    def progress_pct(self) -> int:
        """The job's; of an archive the share of its members that are finished, as far as it is taken apart."""
        if self.members is None or self.members.added == 0:
            return self.job.progress_pct
        return self.job.progress_pct * self.members.finished // self.members.added


@dataclass(frozen=True, slots=True)
class BatchRecord:
    """Files that were sent together. `states` counts files, those of archives among them."""

    id: str | None
    begun_at: datetime
    bytes: int
    sample: bool
    sent: int
    """Files as they were sent: an archive is one."""
    states: dict[str, int]
    refused: int
    """Files of its archives that could not be taken out."""
    database_ids: tuple[str, ...]
    failures: tuple[UploadRecord, ...]
    unlinked: tuple[UploadRecord, ...]
    """Read, but of which database is not known."""
    waiting: tuple[UploadRecord, ...] = ()
    """Files of dumps that wait for others."""

    @property
    def files(self) -> int:
        return sum(self.states.values())


@dataclass(frozen=True, slots=True)
class ReportFacts:
    """What is known of a document without opening it. The API shows all of it.

    A field added here needs a default, which documents that were read before have, and a line in `reading/describe.py`.
    """

    kind: DocumentKind
    role: Role
    file: str | None
    sha256: str | None
    sample: bool
    dbid: int | None
    database_name: str | None
    release: str | None
    rac: bool | None
    platform: str | None
    instance: str | None
    begin_snap: int | None
    end_snap: int | None
    begin_time: datetime | None
    end_time: datetime | None
    elapsed_s: float | None
    db_time_s: float | None
    has_counters: bool
    has_sizes: bool
    grade: Grade | None
    """Of the report alone; None where no advice can be made from it, or where it was read before grades were."""
    sections_found: int
    sections_missing: tuple[str, ...]
    sections_unreadable: tuple[str, ...]
    warnings: tuple[Warn, ...]
    standby: str | None = None
    """Unique name of the standby it is of, which has the DBID of its primary; None where it is of none."""

    @property
    def anonymous(self) -> bool:
        """True where nothing in the document tells which database it is about."""
        return self.dbid is None and self.database_name is None


@dataclass(frozen=True, slots=True)
class CountedDocument:
    """A document that counts, by what an answer names it by and tells of it: a few of its facts, read by the hundred."""

    id: str
    period: Period
    digest: str
    role: Role
    kind: DocumentKind
    file: str | None
    sha256: str | None
    begin_time: datetime | None
    end_time: datetime | None
    db_time_s: float | None


@dataclass(frozen=True, slots=True)
class Link:
    """Which database a document belongs to and how that was found; None and a warning where it is not clear."""

    database_id: str | None
    by: LinkedBy | None
    warning: Warn | None = None


@dataclass(frozen=True, slots=True)
class ReportRecord:
    id: str
    upload_id: str | None
    database_id: str | None
    linked_by: LinkedBy | None
    batch: str | None
    period: Period
    """What it counts for."""
    given_period: Period
    """What it came with, or what a user said since."""
    period_chosen: bool
    """By a user, by hand."""
    part: int
    """0, and 1 for the second period of a compare-period report."""
    digest: str
    """SHA-256 of the stored document."""
    facts: ReportFacts
    link_warning: Warn | None
    created_at: datetime

    @property
    def warnings(self) -> tuple[Warn, ...]:
        return (*self.facts.warnings, *([self.link_warning] if self.link_warning else ()))


@dataclass(frozen=True, slots=True)
class KnownDatabase:
    """A database without what its documents add up to."""

    id: str
    name: str
    dbid: int | None
    created_at: datetime


@dataclass(frozen=True, slots=True)
class DatabaseRecord:
    id: str
    name: str
    dbid: int | None
    release: str | None
    rac: bool | None
    platform: str | None
    sample: bool
    created_at: datetime
    reports: int
    after_reports: int
    first_time: datetime | None
    last_time: datetime | None
    has_segment_counters: bool
    has_sizes: bool


@dataclass(frozen=True, slots=True)
class ScenarioRecord:
    id: str
    database_id: str
    name: str
    question: dict[str, Any]
    """What was stated: see `segtier.question.stated`."""
    question_digest: str
    created_at: datetime
    forked_from: str | None
    """None also where that one was deleted since."""
    used_at: datetime | None
    """When its first answer was given; nothing of it changes from then on."""
    engine_version: str | None
    inputs_digest: str | None
    """What the first answer followed from."""


@dataclass(frozen=True, slots=True)
class SealedForecastRecord:
    """`body` is a `model.scoreboard.Sealed` as plain values, as its digest was made from them."""

    id: str
    database_id: str
    body: dict[str, Any]
    digest: str


@dataclass(frozen=True, slots=True)
class PlanRecord:
    """A plan under review; `version` counts what was done to it, comments too."""

    id: str
    database_id: str
    option: str
    author_id: str
    author_name: str
    created_at: datetime
    state: Recorded
    revision: int
    """The number of the current one."""
    version: int


@dataclass(frozen=True, slots=True)
class PlanRevisionRecord:
    """What a revision was made from; its bundle and its document are read by themselves."""

    plan_id: str
    number: int
    digest: str
    """SHA-256 of SHA256SUMS in the bundle."""
    question: dict[str, Any]
    """What was stated: see `segtier.question.stated`."""
    targets: Destination
    override: bool
    inputs: tuple[str, ...]
    """The documents it follows from: their periods and digests."""
    engine_version: str
    checks: tuple[Check, ...]
    note: str
    author_id: str
    author_name: str
    created_at: datetime
    advice: dict[str, Any] | None = None
    """A `model.review.KeptAdvice` as plain values, as it was sealed; None: not kept, for it was made before advice was."""


@dataclass(frozen=True, slots=True)
class PlanActRecord:
    """Something done to a plan; `version` is the one the plan has since."""

    plan_id: str
    version: int
    done: Done
    revision: int
    digest: str
    """Of that revision."""
    actor_id: str
    actor_name: str
    at: datetime
    said: str
    checks: tuple[Check, ...] = ()
    """What was found when it was submitted."""
    self_approved: bool = False
    forecast_id: str | None = None
    """What its approval sealed; None where nothing is forecast for the option."""


@dataclass(frozen=True, slots=True)
class PlanCommentRecord:
    """About an operation, a file, a line of it, or (all None) the plan."""

    id: str
    plan_id: str
    revision: int
    """The current one when it was written."""
    operation: str | None
    """Its id in the current revision; where `outdated` in the last that had it."""
    file: str | None
    line: int | None
    """In the current revision, as `operation`."""
    thing: tuple[str | None, ...]
    outdated: bool
    text: str
    author_id: str
    author_name: str
    at: datetime
    resolved_by: str | None
    resolved_at: datetime | None


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to finish one job: valid while the job still runs under this attempt."""

    job_id: str
    attempt: int
    packed: bool = False
    """It may take long: an archive, a bundle or a workbook."""
