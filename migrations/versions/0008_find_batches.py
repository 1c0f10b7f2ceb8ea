"""Files that were sent together are found by their batch.

Revision ID: 0008
"""

from __future__ import annotations

from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("ix_uploads_batch", "uploads", ["batch"])


def downgrade() -> None:
    op.drop_index("ix_uploads_batch", "uploads")
