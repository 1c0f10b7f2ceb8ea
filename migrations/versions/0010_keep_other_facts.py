"""Facts of a report that no query asks for share a column: a new one needs no migration.

Revision ID: 0010
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("reports", sa.Column("other_facts", sa.JSON(), nullable=False, server_default="{}"))


def downgrade() -> None:
    op.drop_column("reports", "other_facts")
