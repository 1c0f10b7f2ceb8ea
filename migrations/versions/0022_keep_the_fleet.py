"""Each database's row of the fleet is kept, and a count of changes tells whether it still holds.

Revision ID: 0022
"""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

_SQL = Path(__file__).resolve().parents[1] / "sql"
_TRIGGERS = ("documents_came", "documents_went", "documents_changed")


def upgrade() -> None:
    op.add_column("databases", sa.Column("documents_version", sa.BigInteger(), nullable=False, server_default="0"))
    op.create_table(
        "fleet",
        sa.Column("database_id", sa.String(32), nullable=False),
        sa.Column("engine_version", sa.String(64), nullable=False),
        sa.Column("documents_version", sa.BigInteger(), nullable=False),
        sa.Column("row", sa.JSON(), nullable=False),
        sa.Column("curve", sa.JSON(), nullable=True),
        sa.ForeignKeyConstraint(
            ["database_id"], ["databases.id"], name="fk_fleet_database_id_databases", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("database_id", name="pk_fleet"),
    )
    statements = (_SQL / f"count_changes.{op.get_bind().dialect.name}.sql").read_text("utf-8")
    for statement in statements.split("\n\n"):
        op.execute(sa.text(statement.replace(":", "\\:")))


def downgrade() -> None:
    postgresql = op.get_bind().dialect.name == "postgresql"
    for trigger in _TRIGGERS:
        op.execute(f"DROP TRIGGER {trigger}{' ON reports' if postgresql else ''}")
    if postgresql:
        op.execute("DROP FUNCTION count_documents_change()")
    op.drop_table("fleet")
    op.drop_column("databases", "documents_version")
