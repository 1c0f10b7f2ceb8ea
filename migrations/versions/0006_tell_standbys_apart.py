"""The unique name of the standby a document is of: it has the DBID of its primary, and a load of its own.

Revision ID: 0006
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("reports", sa.Column("standby", sa.String(200), nullable=True))


def downgrade() -> None:
    op.drop_column("reports", "standby")
