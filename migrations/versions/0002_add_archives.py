"""Add archives (uploads with members), and the indexes thousands of reports need.

A member names its archive without a foreign key: SQLite can add one only by rebuilding the table, and that would delete
what refers to it.

Revision ID: 0002
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_INDEXES = (
    ("uploads", ["archive_id"]),
    ("jobs", ["state", "id"]),
    ("reports", ["database_id", "begin_snap"]),
    ("reports", ["dbid", "database_name"]),
)


def upgrade() -> None:
    op.add_column("uploads", sa.Column("archive_id", sa.String(32)))
    op.add_column("uploads", sa.Column("archive", sa.JSON()))
    for table, columns in _INDEXES:
        op.create_index(_name(table, columns), table, columns)


def downgrade() -> None:
    """Members of archives become uploads like any other."""
    for table, columns in _INDEXES:
        op.drop_index(_name(table, columns), table)
    for column in ("archive", "archive_id"):
        op.drop_column("uploads", column)


def _name(table: str, columns: list[str]) -> str:
    return f"ix_{table}_{'_'.join(columns)}"
