"""Users whom an OpenID provider knows.

Revision ID: 0016
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("users", sa.Column("subject", sa.String(64), nullable=True))
    op.create_index("ix_users_subject", "users", ["subject"], unique=True)


def downgrade() -> None:
    op.drop_index("ix_users_subject", "users")
    op.drop_column("users", "subject")
