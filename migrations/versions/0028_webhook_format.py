"""How a webhook is told: as an event, or as a message in a chat.

Revision ID: 0028
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("webhooks", sa.Column("format", sa.String(16), nullable=False, server_default="event"))


def downgrade() -> None:
    op.drop_column("webhooks", "format")
