"""Create the tables: databases, uploads, jobs, reports, documents, workers.

Revision ID: 0001
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_ID = sa.String(32)
_MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    _databases()
    _uploads()
    _jobs()
    _reports()
    _documents()
    _workers()


def downgrade() -> None:
    for table in ("workers", "documents", "reports", "jobs", "uploads", "databases"):
        op.drop_table(table)


def _databases() -> None:
    op.create_table(
        "databases",
        sa.Column("id", _ID, nullable=False),
        sa.Column("link_key", sa.String(300), nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("dbid", sa.BigInteger()),
        sa.Column("release", sa.String(64)),
        sa.Column("rac", sa.Boolean()),
        sa.Column("platform", sa.String(200)),
        sa.Column("sample", sa.Boolean(), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_databases"),
        sa.UniqueConstraint("link_key", name="uq_databases_link_key"),
    )


def _uploads() -> None:
    op.create_table(
        "uploads",
        sa.Column("id", _ID, nullable=False),
        sa.Column("file", sa.String(255), nullable=False),
        sa.Column("bytes", sa.BigInteger(), nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("period", sa.String(16), nullable=False),
        sa.Column("sample", sa.Boolean(), nullable=False),
        sa.Column("batch", sa.String(64)),
        sa.Column("wanted_database_id", _ID),
        sa.Column("job_id", _ID, nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_uploads"),
        sa.UniqueConstraint("sha256", name="uq_uploads_sha256"),
    )


def _jobs() -> None:
    op.create_table(
        "jobs",
        sa.Column("id", _ID, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("upload_id", _ID, nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("stage", sa.String(16), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("progress_pct", sa.Integer(), nullable=False),
        sa.Column("error", sa.JSON()),
        sa.Column("worker", sa.String(200)),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("rung_at", _MOMENT, nullable=False),
        sa.Column("started_at", _MOMENT),
        sa.Column("heartbeat_at", _MOMENT),
        sa.Column("finished_at", _MOMENT),
        sa.CheckConstraint(
            "state IN ('queued', 'running', 'succeeded', 'failed', 'quarantined')",
            name=op.f("ck_jobs_state_known"),
        ),
        sa.ForeignKeyConstraint(["upload_id"], ["uploads.id"], name="fk_jobs_upload_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_jobs"),
    )
    op.create_index("ix_jobs_upload_id", "jobs", ["upload_id"])
    op.create_index("ix_jobs_state_heartbeat_at", "jobs", ["state", "heartbeat_at"])


def _reports() -> None:
    op.create_table(
        "reports",
        sa.Column("id", _ID, nullable=False),
        sa.Column("upload_id", _ID),
        sa.Column("part", sa.Integer(), nullable=False),
        sa.Column("database_id", _ID),
        sa.Column("linked_by", sa.String(16)),
        sa.Column("batch", sa.String(64)),
        sa.Column("period", sa.String(16), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("file", sa.String(255)),
        sa.Column("sha256", sa.String(64)),
        sa.Column("sample", sa.Boolean(), nullable=False),
        sa.Column("dbid", sa.BigInteger()),
        sa.Column("database_name", sa.String(200)),
        sa.Column("release", sa.String(64)),
        sa.Column("rac", sa.Boolean()),
        sa.Column("platform", sa.String(200)),
        sa.Column("instance", sa.String(200)),
        sa.Column("begin_snap", sa.BigInteger()),
        sa.Column("end_snap", sa.BigInteger()),
        sa.Column("begin_time", sa.DateTime()),
        sa.Column("end_time", sa.DateTime()),
        sa.Column("elapsed_s", sa.Double()),
        sa.Column("db_time_s", sa.Double()),
        sa.Column("has_counters", sa.Boolean(), nullable=False),
        sa.Column("has_sizes", sa.Boolean(), nullable=False),
        sa.Column("sections_found", sa.Integer(), nullable=False),
        sa.Column("sections_missing", sa.JSON(), nullable=False),
        sa.Column("sections_unreadable", sa.JSON(), nullable=False),
        sa.Column("warnings", sa.JSON(), nullable=False),
        sa.Column("link_warning", sa.JSON()),
        sa.Column("segment_names", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["upload_id"], ["uploads.id"], name="fk_reports_upload_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["database_id"], ["databases.id"], name="fk_reports_database_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_reports"),
        sa.UniqueConstraint("upload_id", "part", name="uq_reports_upload_id_part"),
    )
    op.create_index("ix_reports_database_id_period", "reports", ["database_id", "period"])
    op.create_index("ix_reports_sha256", "reports", ["sha256"])


def _documents() -> None:
    op.create_table(
        "documents",
        sa.Column("report_id", _ID, nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["report_id"], ["reports.id"], name="fk_documents_report_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("report_id", name="pk_documents"),
    )


def _workers() -> None:
    op.create_table(
        "workers",
        sa.Column("id", sa.String(200), nullable=False),
        sa.Column("started_at", _MOMENT, nullable=False),
        sa.Column("heartbeat_at", _MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_workers"),
    )
