"""One row with how far the clock is believed. It begins with the newest moment that was written down before.

Revision ID: 0020
"""

from __future__ import annotations

from datetime import UTC

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None

_WRITTEN = {"uploads": "created_at", "jobs": "finished_at", "sessions": "seen_at", "events": "at", "audit": "at"}
_MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    clock = op.create_table(
        "clock",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seen_at", _MOMENT, nullable=False),
        sa.Column("ahead_s", sa.Double(), nullable=False),
        sa.Column("since", _MOMENT, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_clock"),
    )
    connection = op.get_bind()
    newest = [
        connection.scalar(sa.select(sa.func.max(sa.column(column, _MOMENT))).select_from(sa.table(table)))
        for table, column in _WRITTEN.items()
    ]
    written = [at if at.tzinfo else at.replace(tzinfo=UTC) for at in newest if at is not None]
    if written:
        seen_at = max(written)
        if connection.dialect.name == "sqlite":
            seen_at = seen_at.replace(tzinfo=None)
        connection.execute(clock.insert().values(id=1, seen_at=seen_at, ahead_s=0.0))


def downgrade() -> None:
    op.drop_table("clock")
