"""Keep the grade of each report, so that a list of thousands can be filtered by it.

Revision ID: 0003
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Reports that were read before stay without a grade: upload them again to get one."""
    op.add_column("reports", sa.Column("grade", sa.String(1)))


def downgrade() -> None:
    op.drop_column("reports", "grade")
