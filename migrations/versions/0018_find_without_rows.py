"""Indexes that hold all that lists ask for: the newest uploads, what batches and databases add up to.

Revision ID: 0018
"""

from __future__ import annotations

from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

_SUMMED_UP = ["database_id", "period", "role", "begin_time", "end_time", "has_counters", "has_sizes", "digest"]
_BATCHES = ["archive_id", "batch", "created_at", "bytes", "sample"]


def upgrade() -> None:
    op.create_index("ix_reports_summed_up", "reports", _SUMMED_UP)
    op.drop_index("ix_reports_database_id_period", "reports")
    op.create_index("ix_uploads_archive_id_id", "uploads", ["archive_id", "id"])
    op.create_index("ix_uploads_in_batches", "uploads", _BATCHES)
    op.drop_index("ix_uploads_archive_id", "uploads")


def downgrade() -> None:
    op.create_index("ix_uploads_archive_id", "uploads", ["archive_id"])
    op.drop_index("ix_uploads_in_batches", "uploads")
    op.drop_index("ix_uploads_archive_id_id", "uploads")
    op.create_index("ix_reports_database_id_period", "reports", ["database_id", "period"])
    op.drop_index("ix_reports_summed_up", "reports")
