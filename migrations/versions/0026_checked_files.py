"""How far stored files are held against their digests, and which of them are damaged.

Revision ID: 0026
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "file_checks",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("after", sa.String(64), nullable=False),
        sa.Column("turn_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_file_checks"),
    )
    op.create_table(
        "damaged_files",
        sa.Column("upload_id", sa.String(32), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["upload_id"], ["uploads.id"], name="fk_damaged_files_upload_id_uploads", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("upload_id", name="pk_damaged_files"),
    )


def downgrade() -> None:
    op.drop_table("damaged_files")
    op.drop_table("file_checks")
