"""Webhooks and their secrets. Whoever changes one began the transaction with `one_at_a_time`."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from segtier.errors import NotFound
from segtier.model.event import EventKind
from segtier.model.webhook import Webhook, WebhookFormat
from segtier.store.convert import record_of
from segtier.store.engine import now
from segtier.store.ids import new_id
from segtier.store.tables import WebhookRow


def add(
    session: Session,
    address: str,
    kinds: Sequence[EventKind],
    databases: Sequence[str] | None,
    active: bool,
    secret: str,
    format_: WebhookFormat = "event",
) -> Webhook:
    row = WebhookRow(
        id=new_id("whk"),
        address=address,
        kinds=list(kinds),
        databases=None if databases is None else list(databases),
        active=active,
        gone=False,
        secret=secret,
        created_at=now(session),
        format=format_,
    )
    session.add(row)
    session.flush()
    return record_of(Webhook, row)


def get(session: Session, webhook_id: str) -> Webhook:
    return record_of(Webhook, _row(session, webhook_id))


def every(session: Session) -> list[Webhook]:
    """In the order they were added."""
    return [record_of(Webhook, row) for row in session.scalars(select(WebhookRow).order_by(WebhookRow.id))]


def active(session: Session) -> list[Webhook]:
    rows = session.scalars(select(WebhookRow).where(WebhookRow.active).order_by(WebhookRow.id))
    return [record_of(Webhook, row) for row in rows]


def count(session: Session) -> int:
    return session.scalar(select(func.count()).select_from(WebhookRow)) or 0


def change(session: Session, webhook_id: str, **values: Any) -> Webhook:
    row = _row(session, webhook_id)
    for name, value in values.items():
        setattr(row, name, list(value) if isinstance(value, tuple) else value)
    session.flush()
    return record_of(Webhook, row)


def renew_secret(session: Session, webhook_id: str, secret: str, old_until: datetime) -> Webhook:
    """From now on this one; the last one signs too until then."""
    old = _row(session, webhook_id).secret
    return change(session, webhook_id, secret=secret, old_secret=old, old_secret_until=old_until)


def delete(session: Session, webhook_id: str) -> Webhook:
    """With its deliveries."""
    row = _row(session, webhook_id)
    webhook = record_of(Webhook, row)
    session.delete(row)
    session.flush()
    return webhook


def _row(session: Session, webhook_id: str) -> WebhookRow:
    row = session.get(WebhookRow, webhook_id)
    if row is None:
        raise NotFound(f"no webhook {webhook_id[:40]!r}")
    return row
