"""Batches are counted from one index of jobs, one of documents and one of archives, and not file by file.

Revision ID: 0025
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None

_SUMS = ["archive_id", "batch", "created_at", "bytes", "sample"]
_BATCH = "UPDATE jobs SET batch = (SELECT batch FROM uploads WHERE uploads.id = jobs.upload_id)"
_REPLACED = "UPDATE jobs SET replaced = true WHERE NOT EXISTS (SELECT 1 FROM uploads WHERE uploads.job_id = jobs.id)"


def upgrade() -> None:
    op.create_index("ix_uploads_job_id", "uploads", ["job_id"])  # for the next statements alone
    op.add_column("jobs", sa.Column("batch", sa.String(64)))
    op.add_column("jobs", sa.Column("replaced", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.execute(_BATCH)
    op.execute(_REPLACED)
    op.drop_index("ix_uploads_job_id", "uploads")
    _add_partial("ix_jobs_in_batches", "jobs", ["batch", "state", "upload_id"], "replaced = 0", "NOT replaced")
    _add_partial("ix_uploads_packed_in_batches", "uploads", ["batch", "id"], "packed = 1", "packed")
    op.create_index("ix_reports_of_batches", "reports", ["batch", "database_id", "upload_id"])
    op.drop_index("ix_uploads_in_batches", "uploads")
    op.create_index("ix_uploads_in_batches", "uploads", _SUMS)


def downgrade() -> None:
    op.drop_index("ix_uploads_in_batches", "uploads")
    op.create_index("ix_uploads_in_batches", "uploads", [*_SUMS, "packed", "job_id", "id"])
    op.drop_index("ix_reports_of_batches", "reports")
    op.drop_index("ix_uploads_packed_in_batches", "uploads")
    op.drop_index("ix_jobs_in_batches", "jobs")
    for column in ("replaced", "batch"):
        op.drop_column("jobs", column)


def _add_partial(name: str, table: str, columns: list[str], sqlite: str, postgresql: str) -> None:
    """SQLite takes an index for a query that says the same in the same words."""
    op.create_index(name, table, columns, sqlite_where=sa.text(sqlite), postgresql_where=sa.text(postgresql))
