"""Sealed forecasts: what was foreseen, as it was when it was sealed.

Revision ID: 0012
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "sealed_forecasts",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("database_id", sa.String(32), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_sealed_forecasts"),
        sa.ForeignKeyConstraint(
            ["database_id"], ["databases.id"], name="fk_sealed_forecasts_database_id", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_sealed_forecasts_database_id", "sealed_forecasts", ["database_id"])


def downgrade() -> None:
    op.drop_table("sealed_forecasts")
