"""Rows that were written down by a clock that was ahead: each table's, by its columns."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from segtier.accounts import LONGEST_DAYS
from segtier.moments import is_future
from segtier.store.tables import Base, DeliveryRow, TokenRow, UtcDateTime, WebhookRow
from segtier.webhooks import OLD_SECRET_LASTS, WAITS

_AHEAD = {
    TokenRow.__table__.c.expires_at: timedelta(days=LONGEST_DAYS),
    DeliveryRow.__table__.c.due_at: max(WAITS),
    WebhookRow.__table__.c.old_secret_until: OLD_SECRET_LASTS,
}
"""Columns that lie ahead, by so much at most; all others say what was."""


def count(session: Session, at: datetime) -> dict[str, int]:
    """How many rows of each table lie in the future; tables without any are left out. Reads whole tables."""
    found = {}
    for table in Base.metadata.sorted_tables:
        columns = [column for column in table.columns if isinstance(column.type, UtcDateTime)]
        ahead = [is_future(column, at + _AHEAD.get(column, timedelta())) for column in columns]
        if ahead:
            found[table.name] = session.scalar(select(func.count()).select_from(table).where(or_(*ahead))) or 0
    return {name: rows for name, rows in found.items() if rows}
