"""The tables, the same on SQLite and PostgreSQL. Only this package sees the row classes."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    CheckConstraint,
    DateTime,
    Dialect,
    ForeignKey,
    Index,
    LargeBinary,
    MetaData,
    String,
    Text,
    TypeDecorator,
    UniqueConstraint,
    false,
    text,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

_ID = String(32)
_CAPITALS = String(600)
"""A name of 200 characters: some become three as capitals."""
_NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}


def _partial(name: str, *columns: Any, where: str) -> Index:
    return Index(name, *columns, sqlite_where=text(where), postgresql_where=text(where))


class UtcDateTime(TypeDecorator[datetime]):
    """A moment in UTC. SQLite keeps no zone, so it is taken off on the way in and put back on the way out."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None or dialect.name != "sqlite":
            return value
        return value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if dialect.name == "sqlite" else value.astimezone(UTC)


class Base(DeclarativeBase):
    metadata = MetaData(naming_convention=_NAMES)


class DatabaseRow(Base):
    __tablename__ = "databases"

    id: Mapped[str] = mapped_column(_ID, primary_key=True)
    link_key: Mapped[str] = mapped_column(String(300), unique=True)
    name: Mapped[str] = mapped_column(String(200))
    called: Mapped[str] = mapped_column(_CAPITALS, index=True, server_default="")
    """The name, whatever its case."""
    dbid: Mapped[int | None] = mapped_column(BigInteger)
    release: Mapped[str | None] = mapped_column(String(64))
    rac: Mapped[bool | None]
    platform: Mapped[str | None] = mapped_column(String(200))
    sample: Mapped[bool]
    documents_version: Mapped[int] = mapped_column(BigInteger, server_default="0")
    """Counts what changes which documents an answer follows from: triggers of the database do (`migrations/sql`)."""
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    told_name: Mapped[str | None] = mapped_column(String(200))
    """Under which name its documents, and exports of no database, were last told of it; null as long as they were not."""


class FleetRowRow(Base):
    """What the fleet shows of a database: see `store/fleet.py`."""

    __tablename__ = "fleet"

    database_id: Mapped[str] = mapped_column(_ID, ForeignKey("databases.id", ondelete="CASCADE"), primary_key=True)
    engine_version: Mapped[str] = mapped_column(String(64))
    documents_version: Mapped[int] = mapped_column(BigInteger)
    row: Mapped[dict[str, Any]] = mapped_column(JSON)
    """A `segtier.model.fleet.FleetRow`."""
    curve: Mapped[list[Any] | None] = mapped_column(JSON(none_as_null=True))


_ADDED_UP = ("bytes", "sample")
"""What a list of batches adds up of its uploads."""


_BEGINS: dict[str, Any] = {"sqlite_where": text("begins = 1"), "postgresql_where": text("begins")}
_PACKED: dict[str, Any] = {"sqlite_where": text("packed = 1"), "postgresql_where": text("packed")}
_LAST: dict[str, Any] = {"sqlite_where": text("replaced = 0"), "postgresql_where": text("NOT replaced")}


class UploadRow(Base):
    __tablename__ = "uploads"
    __table_args__ = (
        Index(None, "archive_id", "id"),
        Index("ix_uploads_in_batches", "archive_id", "batch", "created_at", *_ADDED_UP),
        Index("ix_uploads_begins", "created_at", "batch", **_BEGINS),
        Index("ix_uploads_begin_batches", "batch", "id", "created_at", **_BEGINS),
        Index("ix_uploads_packed_in_batches", "batch", "id", **_PACKED),
        _partial("ix_uploads_batch_alone", "batch", "id", where="archive_id IS NULL"),
    )

    id: Mapped[str] = mapped_column(_ID, primary_key=True)
    file: Mapped[str] = mapped_column(String(255))
    bytes: Mapped[int] = mapped_column(BigInteger)
    sha256: Mapped[str] = mapped_column(String(64), unique=True)
    period: Mapped[str] = mapped_column(String(16))
    sample: Mapped[bool]
    batch: Mapped[str | None] = mapped_column(String(64))
    """What was sent with it; of a member its archive."""
    begins: Mapped[bool] = mapped_column(server_default=false())
    """Its batch, as the first that was sent by itself: pages of batches go along these (`store/batches.py`)."""
    packed: Mapped[bool] = mapped_column(server_default=false())
    """It may hold other files: see `NewUpload`."""
    wanted_database_id: Mapped[str | None] = mapped_column(_ID)
    archive_id: Mapped[str | None] = mapped_column(_ID)
    """The archive this file is a member of."""
    archive: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    """What an archive held, once it was taken apart: see `records.Expanded`."""
    job_id: Mapped[str] = mapped_column(_ID)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)


class JobRow(Base):
    __tablename__ = "jobs"
    __table_args__ = (
        CheckConstraint("state IN ('queued', 'running', 'succeeded', 'failed', 'quarantined')", name="state_known"),
        Index(None, "state", "turn", "id"),
        Index(None, "lane", "state", "turn"),
        Index("ix_jobs_in_batches", "batch", "state", "upload_id", **_LAST),
    )

    id: Mapped[str] = mapped_column(_ID, primary_key=True)
    kind: Mapped[str] = mapped_column(String(16))
    upload_id: Mapped[str] = mapped_column(_ID, ForeignKey("uploads.id", ondelete="CASCADE"), index=True)
    packed: Mapped[bool]
    """An archive, a bundle or a workbook: it may take long, so not every reader takes one at a time."""
    lane: Mapped[str] = mapped_column(_ID)
    """Whose turn it takes: the archive the file came in, or none."""
    batch: Mapped[str | None] = mapped_column(String(64))
    """Of its upload: batches are counted without a look at each of their uploads."""
    replaced: Mapped[bool] = mapped_column(server_default=false())
    """By a later job of the same upload."""
    turn: Mapped[int] = mapped_column(BigInteger)
    """Its place in the queue: lanes take turns."""
    state: Mapped[str] = mapped_column(String(16))
    stage: Mapped[str] = mapped_column(String(16))
    waits_for: Mapped[str | None] = mapped_column(String(16))
    """What stood in its way and passes by itself, since it was queued again for that: see `segtier.passing`."""
    attempt: Mapped[int]
    """How often it was taken: the fencing token. It counts nothing else."""
    faults: Mapped[int]
    """How often Segtier itself failed on the file."""
    losses: Mapped[int]
    """How often whoever read it was lost."""
    beat: Mapped[int]
    """Signs of life: a number that changes while somebody works on it."""
    progress_pct: Mapped[int]
    error: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    worker: Mapped[str | None] = mapped_column(String(200))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    started_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    heartbeat_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    finished_at: Mapped[datetime | None] = mapped_column(UtcDateTime)


_SUMMED_UP = ("period", "role", "begin_time", "end_time", "has_counters", "has_sizes", "digest")
"""What lists of databases add up of their documents: so they read an index and not the rows, which are wide."""


_NAMED = "dbid IS NOT NULL OR database_name IS NOT NULL"
_ANONYMOUS = "dbid IS NULL AND database_name IS NULL"


class ReportRow(Base):
    __tablename__ = "reports"
    __table_args__ = (
        Index("ix_reports_summed_up", "database_id", *_SUMMED_UP),
        Index(None, "database_id", "begin_snap"),
        Index(None, "database_id", "database_name", "dbid"),
        _partial("ix_reports_latest", "database_id", "end_time", "digest", "release", "rac", "platform", where=_NAMED),
        _partial("ix_reports_in_batches", "batch", "database_id", where=_NAMED),
        _partial("ix_reports_called", "called", "sample", "database_id", where="called IS NOT NULL"),
        _partial("ix_reports_exports", "sample", "linked_by", where=_ANONYMOUS),
        _partial("ix_reports_exports_in_batches", "batch", where=_ANONYMOUS),
        Index("ix_reports_of_batches", "batch", "database_id", "upload_id"),
        Index(None, "upload_id", "database_id"),
        UniqueConstraint("upload_id", "part"),
    )

    id: Mapped[str] = mapped_column(_ID, primary_key=True)
    upload_id: Mapped[str | None] = mapped_column(_ID, ForeignKey("uploads.id", ondelete="CASCADE"))
    part: Mapped[int]
    """0, and 1 for the second period of a compare-period report."""
    database_id: Mapped[str | None] = mapped_column(_ID, ForeignKey("databases.id", ondelete="CASCADE"))
    linked_by: Mapped[str | None] = mapped_column(String(16))
    batch: Mapped[str | None] = mapped_column(String(64))
    period: Mapped[str] = mapped_column(String(16))
    """What it counts for: follows from all documents of the database (`services/arrange_database.py`)."""
    given_period: Mapped[str] = mapped_column(String(16))
    """What it came with, or what a user said since."""
    period_chosen: Mapped[bool]
    """A user said so, and nothing but a user changes it."""
    digest: Mapped[str] = mapped_column(String(64))
    kind: Mapped[str] = mapped_column(String(32))
    role: Mapped[str] = mapped_column(String(16))
    file: Mapped[str | None] = mapped_column(String(255))
    sha256: Mapped[str | None] = mapped_column(String(64), index=True)
    sample: Mapped[bool]
    dbid: Mapped[int | None] = mapped_column(BigInteger)
    database_name: Mapped[str | None] = mapped_column(String(200))
    called: Mapped[str | None] = mapped_column(_CAPITALS)
    """Of a document that gives a name and no DBID the name, whatever its case."""
    release: Mapped[str | None] = mapped_column(String(64))
    rac: Mapped[bool | None]
    platform: Mapped[str | None] = mapped_column(String(200))
    standby: Mapped[str | None] = mapped_column(String(200))
    instance: Mapped[str | None] = mapped_column(String(200))
    begin_snap: Mapped[int | None] = mapped_column(BigInteger)
    end_snap: Mapped[int | None] = mapped_column(BigInteger)
    begin_time: Mapped[datetime | None] = mapped_column(DateTime)
    end_time: Mapped[datetime | None] = mapped_column(DateTime)
    elapsed_s: Mapped[float | None]
    db_time_s: Mapped[float | None]
    has_counters: Mapped[bool]
    has_sizes: Mapped[bool]
    grade: Mapped[str | None] = mapped_column(String(1))
    sections_found: Mapped[int]
    sections_missing: Mapped[list[str]] = mapped_column(JSON)
    sections_unreadable: Mapped[list[str]] = mapped_column(JSON)
    warnings: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
    other_facts: Mapped[dict[str, Any]] = mapped_column(JSON, server_default="{}")
    """Fields of `records.ReportFacts` that no query asks for: they have no column of their own."""
    link_warning: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    segment_names: Mapped[bytes] = mapped_column(LargeBinary, deferred=True)
    compared: Mapped[bool] = mapped_column(server_default=false())
    """An export whose segments are in `export_segments`."""
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    thinned_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When its lists were thinned: see `segtier.analysis.history`."""


class ListedSegmentRow(Base):
    """How many documents that name a database list a segment; see `store/listed.py`."""

    __tablename__ = "listed_segments"
    __table_args__ = (Index(None, "segment", "database_id"), {"sqlite_with_rowid": False})

    database_id: Mapped[str] = mapped_column(_ID, ForeignKey("databases.id", ondelete="CASCADE"), primary_key=True)
    segment: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    reports: Mapped[int]


class ExportSegmentRow(Base):
    """A segment that an export without a database lists, where its segments decide which database it is of."""

    __tablename__ = "export_segments"
    __table_args__ = (Index(None, "segment", "report_id"), {"sqlite_with_rowid": False})

    report_id: Mapped[str] = mapped_column(_ID, ForeignKey("reports.id", ondelete="CASCADE"), primary_key=True)
    segment: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)


class SharedSegmentsRow(Base):
    """How many segments such an export and a database both list, where it is any."""

    __tablename__ = "shared_segments"
    __table_args__ = (Index(None, "database_id"),)

    report_id: Mapped[str] = mapped_column(_ID, ForeignKey("reports.id", ondelete="CASCADE"), primary_key=True)
    database_id: Mapped[str] = mapped_column(_ID, ForeignKey("databases.id", ondelete="CASCADE"), primary_key=True)
    segments: Mapped[int]


class UnsettledRow(Base):
    """A document of which something is to be worked out again; see `store/unsettled.py`."""

    __tablename__ = "unsettled"

    report_id: Mapped[str] = mapped_column(_ID, ForeignKey("reports.id", ondelete="CASCADE"), primary_key=True)
    place: Mapped[str] = mapped_column(_ID, index=True)


class DocumentRow(Base):
    """The workload or inventory document of a report: JSON, zlib-compressed."""

    __tablename__ = "documents"

    report_id: Mapped[str] = mapped_column(_ID, ForeignKey("reports.id", ondelete="CASCADE"), primary_key=True)
    body: Mapped[bytes] = mapped_column(LargeBinary)


class HourRow(Base):
    """What is kept of a report's hour: see `store/hours.py`."""

    __tablename__ = "hours"

    report_id: Mapped[str] = mapped_column(_ID, ForeignKey("reports.id", ondelete="CASCADE"), primary_key=True)
    engine_version: Mapped[str] = mapped_column(String(64))
    hour: Mapped[bytes] = mapped_column(LargeBinary)
    figures: Mapped[bytes] = mapped_column(LargeBinary)


class ScenarioRow(Base):
    __tablename__ = "scenarios"
    __table_args__ = (UniqueConstraint("database_id", "name"),)

    id: Mapped[str] = mapped_column(_ID, primary_key=True)
    database_id: Mapped[str] = mapped_column(_ID, ForeignKey("databases.id", ondelete="CASCADE"))
    name: Mapped[str] = mapped_column(String(200))
    question: Mapped[dict[str, Any]] = mapped_column(JSON)
    """What was stated: see `segtier.question.stated`."""
    question_digest: Mapped[str] = mapped_column(String(64))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    forked_from: Mapped[str | None] = mapped_column(_ID, ForeignKey("scenarios.id", ondelete="SET NULL"), index=True)
    used_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    engine_version: Mapped[str | None] = mapped_column(String(64))
    inputs_digest: Mapped[str | None] = mapped_column(String(64))


class WorkerRow(Base):
    __tablename__ = "workers"

    id: Mapped[str] = mapped_column(String(200), primary_key=True)
    started_at: Mapped[datetime] = mapped_column(UtcDateTime)
    beat: Mapped[int]
    """Signs of life: a number that changes while the worker lives."""


class FileCheckRow(Base):
    """How far stored files are checked, in one row: see `store/file_checks.py`."""

    __tablename__ = "file_checks"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    after: Mapped[str] = mapped_column(String(64))
    turn_at: Mapped[datetime] = mapped_column(UtcDateTime)


class DamagedFileRow(Base):
    """An upload whose bytes were damaged or gone when they were checked last."""

    __tablename__ = "damaged_files"

    upload_id: Mapped[str] = mapped_column(_ID, ForeignKey("uploads.id", ondelete="CASCADE"), primary_key=True)
    seen_at: Mapped[datetime] = mapped_column(UtcDateTime)


class DumpPartRow(Base):
    """An upload that is a file of a dump: see `segtier.model.dump_part`."""

    __tablename__ = "dump_parts"

    upload_id: Mapped[str] = mapped_column(_ID, ForeignKey("uploads.id", ondelete="CASCADE"), primary_key=True)
    export: Mapped[str] = mapped_column(String(32), index=True)
    number: Mapped[int]
    has_master: Mapped[bool]


class ClockRow(Base):
    """How far the clock is believed, in one row: see `store/clock.py`."""

    __tablename__ = "clock"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    seen_at: Mapped[datetime] = mapped_column(UtcDateTime)
    ahead_s: Mapped[float]
    since: Mapped[datetime | None] = mapped_column(UtcDateTime)


class AuditRow(Base):
    """An entry of the audit trail: see `segtier.model.audit`."""

    __tablename__ = "audit"

    sequence: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    at: Mapped[datetime] = mapped_column(UtcDateTime)
    actor_id: Mapped[str] = mapped_column(_ID)
    actor_name: Mapped[str] = mapped_column(String(200))
    action: Mapped[str] = mapped_column(String(40))
    subject: Mapped[str] = mapped_column(String(64), index=True)
    detail: Mapped[dict[str, Any]] = mapped_column(JSON)
    previous: Mapped[str] = mapped_column(String(64))
    digest: Mapped[str] = mapped_column(String(64))


class UserRow(Base):
    __tablename__ = "users"

    id: Mapped[str] = mapped_column(_ID, primary_key=True)
    key: Mapped[str] = mapped_column(String(200), unique=True)
    """The name, whatever its case: see `segtier.accounts.user_key`."""
    name: Mapped[str] = mapped_column(String(80))
    role: Mapped[str] = mapped_column(String(16))
    password: Mapped[str] = mapped_column(String(200))
    """Its Argon2 hash."""
    subject: Mapped[str | None] = mapped_column(String(64), unique=True, index=True)
    """Who came by an OpenID provider: see `segtier.accounts.claims`."""
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)


class SessionRow(Base):
    __tablename__ = "sessions"

    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    """Of what the browser holds."""
    user_id: Mapped[str] = mapped_column(_ID, ForeignKey("users.id", ondelete="CASCADE"), index=True)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    seen_at: Mapped[datetime] = mapped_column(UtcDateTime)


class TokenRow(Base):
    __tablename__ = "tokens"

    id: Mapped[str] = mapped_column(_ID, primary_key=True)
    digest: Mapped[str] = mapped_column(String(64), unique=True)
    user_id: Mapped[str] = mapped_column(_ID, ForeignKey("users.id", ondelete="CASCADE"), index=True)
    name: Mapped[str] = mapped_column(String(200))
    scopes: Mapped[list[str]] = mapped_column(JSON)
    databases: Mapped[list[str] | None] = mapped_column(JSON(none_as_null=True))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    expires_at: Mapped[datetime] = mapped_column(UtcDateTime)
    used_at: Mapped[datetime | None] = mapped_column(UtcDateTime)


class AttemptRow(Base):
    """A try to sign in that has not worked, or not yet."""

    __tablename__ = "attempts"

    id: Mapped[str] = mapped_column(_ID, primary_key=True)
    who: Mapped[str] = mapped_column(String(64), index=True)
    """A digest of the name: people type passwords there too."""
    at: Mapped[datetime] = mapped_column(UtcDateTime, index=True)


class SealedForecastRow(Base):
    """A forecast as it was sealed, its digest also in the audit trail: see `segtier.model.scoreboard`."""

    __tablename__ = "sealed_forecasts"

    id: Mapped[str] = mapped_column(_ID, primary_key=True)
    database_id: Mapped[str] = mapped_column(_ID, ForeignKey("databases.id", ondelete="CASCADE"), index=True)
    """Where it lies now: databases that turn out to be one are joined. The database it was made for is in the body."""
    body: Mapped[dict[str, Any]] = mapped_column(JSON)
    digest: Mapped[str] = mapped_column(String(64))


class PlanRow(Base):
    """A plan under review. `version` counts what was done to it."""

    __tablename__ = "plans"

    id: Mapped[str] = mapped_column(_ID, primary_key=True)
    database_id: Mapped[str] = mapped_column(_ID, ForeignKey("databases.id", ondelete="CASCADE"), index=True)
    option: Mapped[str] = mapped_column(String(32))
    author_id: Mapped[str] = mapped_column(_ID)
    author_name: Mapped[str] = mapped_column(String(200))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    state: Mapped[str] = mapped_column(String(16))
    revision: Mapped[int]
    """The number of the current one."""
    version: Mapped[int]


class PlanRevisionRow(Base):
    """What was written once, and is never changed."""

    __tablename__ = "plan_revisions"

    plan_id: Mapped[str] = mapped_column(_ID, ForeignKey("plans.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    digest: Mapped[str] = mapped_column(String(64))
    question: Mapped[dict[str, Any]] = mapped_column(JSON)
    targets: Mapped[dict[str, Any]] = mapped_column(JSON)
    override: Mapped[bool]
    inputs: Mapped[list[str]] = mapped_column(JSON)
    engine_version: Mapped[str] = mapped_column(String(64))
    checks: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
    note: Mapped[str] = mapped_column(Text)
    author_id: Mapped[str] = mapped_column(_ID)
    author_name: Mapped[str] = mapped_column(String(200))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    document: Mapped[bytes] = mapped_column(LargeBinary, deferred=True)
    """A `segtier.plan/1`: JSON, zlib-compressed."""
    bundle: Mapped[bytes] = mapped_column(LargeBinary, deferred=True)
    """The ZIP."""
    advice: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    """What was advised of its option: see `segtier.model.review.KeptAdvice`."""


class PlanActRow(Base):
    """Something done to a plan; `version` is the one the plan has since."""

    __tablename__ = "plan_acts"

    plan_id: Mapped[str] = mapped_column(_ID, ForeignKey("plans.id", ondelete="CASCADE"), primary_key=True)
    version: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    done: Mapped[str] = mapped_column(String(16))
    revision: Mapped[int]
    digest: Mapped[str] = mapped_column(String(64))
    actor_id: Mapped[str] = mapped_column(_ID)
    actor_name: Mapped[str] = mapped_column(String(200))
    at: Mapped[datetime] = mapped_column(UtcDateTime)
    said: Mapped[str] = mapped_column(Text)
    checks: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
    self_approved: Mapped[bool]
    forecast_id: Mapped[str | None] = mapped_column(_ID)


class PlanCommentRow(Base):
    __tablename__ = "plan_comments"

    id: Mapped[str] = mapped_column(_ID, primary_key=True)
    plan_id: Mapped[str] = mapped_column(_ID, ForeignKey("plans.id", ondelete="CASCADE"), index=True)
    revision: Mapped[int]
    """The current one when it was written."""
    operation: Mapped[str | None] = mapped_column(String(64))
    file: Mapped[str | None] = mapped_column(String(255))
    line: Mapped[int | None]
    thing: Mapped[list[str | None]] = mapped_column(JSON)
    """What the operation is of, or the line says: see `segtier.review.remarks`."""
    outdated: Mapped[bool]
    text: Mapped[str] = mapped_column(Text)
    author_id: Mapped[str] = mapped_column(_ID)
    author_name: Mapped[str] = mapped_column(String(200))
    at: Mapped[datetime] = mapped_column(UtcDateTime)
    resolved_by: Mapped[str | None] = mapped_column(String(200))
    resolved_at: Mapped[datetime | None] = mapped_column(UtcDateTime)


class EventRow(Base):
    """What happened: see `segtier.model.event`. The database it is of may be gone since."""

    __tablename__ = "events"
    __table_args__ = (Index(None, "database_id", "sequence"),)

    sequence: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    at: Mapped[datetime] = mapped_column(UtcDateTime, index=True)
    kind: Mapped[str] = mapped_column(String(40))
    database_id: Mapped[str | None] = mapped_column(_ID)
    subject: Mapped[str] = mapped_column(String(64))
    data: Mapped[dict[str, Any]] = mapped_column(JSON)


class WebhookRow(Base):
    """Where events are sent: see `segtier.model.webhook`. A secret is stored as it is: each message is signed with it."""

    __tablename__ = "webhooks"

    id: Mapped[str] = mapped_column(_ID, primary_key=True)
    address: Mapped[str] = mapped_column(String(2_000))
    kinds: Mapped[list[str]] = mapped_column(JSON)
    databases: Mapped[list[str] | None] = mapped_column(JSON(none_as_null=True))
    active: Mapped[bool]
    gone: Mapped[bool]
    secret: Mapped[str] = mapped_column(String(100))
    old_secret: Mapped[str | None] = mapped_column(String(100))
    old_secret_until: Mapped[datetime | None] = mapped_column(UtcDateTime)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    format: Mapped[str] = mapped_column(String(16), server_default="event")


class DeliveryRow(Base):
    """An event on its way to a webhook."""

    __tablename__ = "deliveries"
    __table_args__ = (
        CheckConstraint("state IN ('waiting', 'sending', 'delivered', 'dead')", name="state_known"),
        Index(None, "state", "due_at"),
        Index(None, "webhook_id", "id"),
    )

    id: Mapped[str] = mapped_column(_ID, primary_key=True)
    webhook_id: Mapped[str] = mapped_column(_ID, ForeignKey("webhooks.id", ondelete="CASCADE"))
    sequence: Mapped[int] = mapped_column(BigInteger)
    kind: Mapped[str] = mapped_column(String(40))
    body: Mapped[str] = mapped_column(Text)
    """As it is sent each time."""
    state: Mapped[str] = mapped_column(String(16))
    attempt: Mapped[int]
    """How often it was tried: the fencing token."""
    failures: Mapped[int]
    """Since it was queued or replayed; the next wait hangs on it."""
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, index=True)
    due_at: Mapped[datetime] = mapped_column(UtcDateTime)
    ended_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    status: Mapped[int | None]
    fault: Mapped[str | None] = mapped_column(String(300))


class AnsweredKeyRow(Base):
    """A request that creates something, by its `Idempotency-Key`: see `services/repeat_requests.py`."""

    __tablename__ = "answered_keys"

    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    """Of who asked, the operation and the key."""
    payload: Mapped[str] = mapped_column(String(64))
    """A digest of what was sent, which only the key opens."""
    begun_at: Mapped[datetime] = mapped_column(UtcDateTime, index=True)
    status: Mapped[int | None]
    """Null as long as there is no answer."""
    headers: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    body: Mapped[bytes | None] = mapped_column(LargeBinary)
    """Null where the answer held a secret, or what it told of was deleted."""
