"""Comments on a line of a script.

Revision ID: 0017
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("plan_comments", sa.Column("line", sa.Integer(), nullable=True))


def downgrade() -> None:
    op.drop_column("plan_comments", "line")
