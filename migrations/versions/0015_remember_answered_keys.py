"""Keys of requests that create: a repeated one is told what the first was told.

Revision ID: 0015
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "answered_keys",
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("payload", sa.String(64), nullable=False),
        sa.Column("begun_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("status", sa.Integer(), nullable=True),
        sa.Column("headers", sa.JSON(), nullable=True),
        sa.Column("body", sa.LargeBinary(), nullable=True),
        sa.PrimaryKeyConstraint("digest", name="pk_answered_keys"),
    )
    op.create_index("ix_answered_keys_begun_at", "answered_keys", ["begun_at"])


def downgrade() -> None:
    op.drop_table("answered_keys")
