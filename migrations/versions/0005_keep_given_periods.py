"""The period a document was given, and whether by hand, beside the one it counts for: that is worked out again and again.

Revision ID: 0005
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

_COPY = "UPDATE reports SET given_period = period"
_TWINS = """
UPDATE reports SET given_period = COALESCE((SELECT u.period FROM uploads u WHERE u.id = reports.upload_id), 'before')
WHERE period = 'ignored' AND CAST(link_warning AS VARCHAR(1000)) LIKE '%same-interval%'
"""
"""They were set aside for another of the same hour, not by hand."""


def upgrade() -> None:
    op.add_column("reports", sa.Column("given_period", sa.String(16), nullable=False, server_default="before"))
    op.add_column("reports", sa.Column("period_chosen", sa.Boolean, nullable=False, server_default=sa.false()))
    op.execute(_COPY)
    op.execute(_TWINS)


def downgrade() -> None:
    op.drop_column("reports", "period_chosen")
    op.drop_column("reports", "given_period")
