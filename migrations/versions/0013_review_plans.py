"""Plans under review: their revisions, what was done to them, and what was said.

Revision ID: 0013
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

_TABLES = ("plan_comments", "plan_acts", "plan_revisions", "plans")


def upgrade() -> None:
    op.create_table(
        "plans",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("database_id", sa.String(32), nullable=False),
        sa.Column("option", sa.String(32), nullable=False),
        *_by("author"),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_plans"),
        sa.ForeignKeyConstraint(["database_id"], ["databases.id"], name="fk_plans_database_id", ondelete="CASCADE"),
    )
    op.create_index("ix_plans_database_id", "plans", ["database_id"])
    op.create_table(
        "plan_revisions",
        sa.Column("plan_id", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("question", sa.JSON(), nullable=False),
        sa.Column("targets", sa.JSON(), nullable=False),
        sa.Column("override", sa.Boolean(), nullable=False),
        sa.Column("inputs", sa.JSON(), nullable=False),
        sa.Column("engine_version", sa.String(64), nullable=False),
        sa.Column("checks", sa.JSON(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        *_by("author"),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("document", sa.LargeBinary(), nullable=False),
        sa.Column("bundle", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("plan_id", "number", name="pk_plan_revisions"),
        _of_a_plan("plan_revisions"),
    )
    op.create_table(
        "plan_acts",
        sa.Column("plan_id", sa.String(32), nullable=False),
        sa.Column("version", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("done", sa.String(16), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        *_by("actor"),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("said", sa.Text(), nullable=False),
        sa.Column("checks", sa.JSON(), nullable=False),
        sa.Column("self_approved", sa.Boolean(), nullable=False),
        sa.Column("forecast_id", sa.String(32)),
        sa.PrimaryKeyConstraint("plan_id", "version", name="pk_plan_acts"),
        _of_a_plan("plan_acts"),
    )
    op.create_table(
        "plan_comments",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("plan_id", sa.String(32), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("operation", sa.String(64)),
        sa.Column("file", sa.String(255)),
        sa.Column("thing", sa.JSON(), nullable=False),
        sa.Column("outdated", sa.Boolean(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        *_by("author"),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("resolved_by", sa.String(200)),
        sa.Column("resolved_at", sa.DateTime(timezone=True)),
        sa.PrimaryKeyConstraint("id", name="pk_plan_comments"),
        _of_a_plan("plan_comments"),
    )
    op.create_index("ix_plan_comments_plan_id", "plan_comments", ["plan_id"])


def downgrade() -> None:
    for table in _TABLES:
        op.drop_table(table)


def _by(who: str) -> tuple[sa.Column[str], sa.Column[str]]:
    return (
        sa.Column(f"{who}_id", sa.String(32), nullable=False),
        sa.Column(f"{who}_name", sa.String(200), nullable=False),
    )


def _of_a_plan(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["plan_id"], ["plans.id"], name=f"fk_{table}_plan_id", ondelete="CASCADE")
