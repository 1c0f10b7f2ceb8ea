"""Signs of life as numbers instead of times; turns of the queue; what a job waits for; faults and losses apart.

Revision ID: 0004
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_COUNTS = ("faults", "losses", "beat")
_MOMENT = sa.DateTime(timezone=True)
_LONG_AGO = "1970-01-01 00:00:00"


def upgrade() -> None:
    """Jobs that wait keep their order: all have the same turn, and then their identifier counts."""
    op.drop_index("ix_jobs_state_heartbeat_at", "jobs")
    op.drop_index("ix_jobs_state_id", "jobs")
    op.add_column("jobs", sa.Column("packed", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("jobs", sa.Column("lane", sa.String(32), nullable=False, server_default=""))
    op.add_column("jobs", sa.Column("turn", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("jobs", sa.Column("waits_for", sa.String(16)))
    for name in _COUNTS:
        op.add_column("jobs", sa.Column(name, sa.Integer, nullable=False, server_default="0"))
    op.drop_column("jobs", "rung_at")
    op.create_index("ix_jobs_state_turn_id", "jobs", ["state", "turn", "id"])
    op.create_index("ix_jobs_lane_state_turn", "jobs", ["lane", "state", "turn"])
    op.add_column("workers", sa.Column("beat", sa.Integer, nullable=False, server_default="0"))
    op.drop_column("workers", "heartbeat_at")


def downgrade() -> None:
    op.add_column("workers", sa.Column("heartbeat_at", _MOMENT, nullable=False, server_default=_LONG_AGO))
    op.drop_column("workers", "beat")
    op.drop_index("ix_jobs_lane_state_turn", "jobs")
    op.drop_index("ix_jobs_state_turn_id", "jobs")
    op.add_column("jobs", sa.Column("rung_at", _MOMENT, nullable=False, server_default=_LONG_AGO))
    for name in ("packed", "lane", "turn", "waits_for", *_COUNTS):
        op.drop_column("jobs", name)
    op.create_index("ix_jobs_state_heartbeat_at", "jobs", ["state", "heartbeat_at"])
    op.create_index("ix_jobs_state_id", "jobs", ["state", "id"])
