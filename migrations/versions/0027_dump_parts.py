"""Which uploads are files of a dump: they are read together, whenever they come.

Revision ID: 0027
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "dump_parts",
        sa.Column("upload_id", sa.String(32), nullable=False),
        sa.Column("export", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("has_master", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["upload_id"], ["uploads.id"], name="fk_dump_parts_upload_id_uploads", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("upload_id", name="pk_dump_parts"),
    )
    op.create_index("ix_dump_parts_export", "dump_parts", ["export"])


def downgrade() -> None:
    op.drop_table("dump_parts")
