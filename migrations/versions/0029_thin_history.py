"""When the lists of a report were thinned.

Revision ID: 0029
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("reports", sa.Column("thinned_at", sa.DateTime(timezone=True)))


def downgrade() -> None:
    op.drop_column("reports", "thinned_at")
