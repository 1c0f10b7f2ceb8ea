"""What an answer asks of each report's hour is kept beside its document. It is made when it is first asked for.

Revision ID: 0021
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "hours",
        sa.Column("report_id", sa.String(32), nullable=False),
        sa.Column("engine_version", sa.String(64), nullable=False),
        sa.Column("hour", sa.LargeBinary(), nullable=False),
        sa.Column("figures", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["report_id"], ["reports.id"], name="fk_hours_report_id_reports", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("report_id", name="pk_hours"),
    )


def downgrade() -> None:
    op.drop_table("hours")
