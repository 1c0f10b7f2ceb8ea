"""Questions under a name, and what their first answer followed from.

Revision ID: 0007
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "scenarios",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("database_id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("question", sa.JSON(), nullable=False),
        sa.Column("question_digest", sa.String(64), nullable=False),
        sa.Column("created_at", _TIME, nullable=False),
        sa.Column("forked_from", sa.String(32)),
        sa.Column("used_at", _TIME),
        sa.Column("engine_version", sa.String(64)),
        sa.Column("inputs_digest", sa.String(64)),
        sa.PrimaryKeyConstraint("id", name="pk_scenarios"),
        sa.ForeignKeyConstraint(["database_id"], ["databases.id"], name="fk_scenarios_database_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["forked_from"], ["scenarios.id"], name="fk_scenarios_forked_from", ondelete="SET NULL"
        ),
        sa.UniqueConstraint("database_id", "name", name="uq_scenarios_database_id_name"),
    )
    op.create_index("ix_scenarios_forked_from", "scenarios", ["forked_from"])


def downgrade() -> None:
    op.drop_table("scenarios")
