"""Add archives (uploads with members), and the indexes thousands of reports need.

The reference comes by plain SQL: SQLite takes one on a new column only as part of ADD COLUMN, and rebuilding the table
instead would delete what refers to it.

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
    constraint = "CONSTRAINT fk_uploads_archive_id REFERENCES uploads (id) ON DELETE CASCADE"
    op.execute(f"ALTER TABLE uploads ADD COLUMN archive_id VARCHAR(32) {constraint}")
    op.add_column("uploads", sa.Column("archive", sa.JSON()))
    for table, columns in _INDEXES:
        op.create_index(_name(table, columns), table, columns)


def downgrade() -> None:
    """Members of archives become uploads like any other."""
    for table, columns in _INDEXES:
        op.drop_index(_name(table, columns), table)
    for column in ("archive", "archive_id"):
        op.execute(f"ALTER TABLE uploads DROP COLUMN {column}")


def _name(table: str, columns: list[str]) -> str:
    return f"ix_{table}_{'_'.join(columns)}"
