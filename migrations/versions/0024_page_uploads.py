"""Pages of uploads and of batches are read from indexes, in their order: each batch has one upload that begins it.

Revision ID: 0024
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None

_IN_BATCHES = ["archive_id", "batch", "created_at", "bytes", "sample"]
_PACKED = """
UPDATE uploads SET packed = true WHERE archive IS NOT NULL
OR id IN (SELECT upload_id FROM jobs WHERE packed) OR id IN (SELECT archive_id FROM uploads WHERE archive_id IS NOT NULL)
"""
_BEGIN = """
UPDATE uploads SET begins = true WHERE archive_id IS NULL AND batch IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM uploads earlier WHERE earlier.archive_id IS NULL AND earlier.batch = uploads.batch
  AND (earlier.created_at < uploads.created_at OR (earlier.created_at = uploads.created_at AND earlier.id < uploads.id)))
"""


def upgrade() -> None:
    for column in ("begins", "packed"):
        op.add_column("uploads", sa.Column(column, sa.Boolean(), nullable=False, server_default=sa.false()))
    op.execute(_PACKED)
    op.execute(_BEGIN)
    _add_partial("ix_uploads_begins", ["created_at", "batch"], "begins = 1", "begins")
    _add_partial("ix_uploads_begin_batches", ["batch", "id", "created_at"], "begins = 1", "begins")
    _add_partial("ix_uploads_batch_alone", ["batch", "id"], "archive_id IS NULL", "archive_id IS NULL")
    op.drop_index("ix_uploads_in_batches", "uploads")
    op.create_index("ix_uploads_in_batches", "uploads", [*_IN_BATCHES, "packed", "job_id", "id"])
    op.drop_index("ix_uploads_batch", "uploads")
    op.create_index("ix_reports_upload_id_database_id", "reports", ["upload_id", "database_id"])


def downgrade() -> None:
    op.drop_index("ix_reports_upload_id_database_id", "reports")
    op.create_index("ix_uploads_batch", "uploads", ["batch"])
    op.drop_index("ix_uploads_in_batches", "uploads")
    op.create_index("ix_uploads_in_batches", "uploads", _IN_BATCHES)
    op.drop_index("ix_uploads_batch_alone", "uploads")
    op.drop_index("ix_uploads_begin_batches", "uploads")
    op.drop_index("ix_uploads_begins", "uploads")
    for column in ("begins", "packed"):
        op.drop_column("uploads", column)


def _add_partial(name: str, columns: list[str], sqlite: str, postgresql: str) -> None:
    """SQLite takes an index for a query that says the same in the same words."""
    op.create_index(name, "uploads", columns, sqlite_where=sa.text(sqlite), postgresql_where=sa.text(postgresql))
