"""Events on their way to webhooks. A worker takes one, sends it and notes what came of it, while it is still its own.

Whoever loses one (it was silent for a while, and another took it) notes nothing; it may have been sent twice then. Of one
webhook one delivery is in hand at a time, so that a receiver that is slow keeps no other waiting.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, Select, delete, select, update
from sqlalchemy import exists as sql_exists
from sqlalchemy.orm import Session

from segtier.errors import NotFound
from segtier.model.event import Event
from segtier.model.webhook import TEST, Delivery, DeliveryState, Outcome, Sending
from segtier.moments import still_to_come
from segtier.store import webhooks
from segtier.store.clock import Believed
from segtier.store.convert import record_of
from segtier.store.ids import new_id
from segtier.store.tables import DeliveryRow, WebhookRow
from segtier.webhooks import OLD_SECRET_LASTS, WAITS, body_of, wait_after

_FAULT_CHARACTERS = 300
InHand = tuple[str, int]
"""Which delivery, and at which attempt."""


def queue(session: Session, event: Event) -> None:
    """For every webhook that wants it; part of the transaction that adds the event."""
    wanting = [webhook for webhook in webhooks.active(session) if webhook.wants(event)]
    for webhook in wanting:
        session.add(
            DeliveryRow(
                id=new_id("msg"),
                webhook_id=webhook.id,
                sequence=event.sequence,
                kind=event.kind,
                body=body_of(event, webhook.format),
                state="waiting",
                attempt=0,
                failures=0,
                created_at=event.at,
                due_at=event.at,
            )
        )
    session.flush()


def of_event(session: Session, webhook_id: str, sequence: int) -> Delivery:
    """The delivery of an event to a webhook that wanted it."""
    wanted = select(DeliveryRow).where(DeliveryRow.webhook_id == webhook_id, DeliveryRow.sequence == sequence)
    return record_of(Delivery, session.scalars(wanted).one())


def is_any_due(session: Session, at: datetime) -> bool:
    return session.scalar(select(sql_exists(_due(at)))) is True


def claim(session: Session, at: datetime) -> Sending | None:
    """Take the one that has been due for longest; None where none is."""
    oldest = _due(at).order_by(DeliveryRow.due_at, DeliveryRow.id).limit(1)
    waiting = oldest.with_for_update(skip_locked=True, of=DeliveryRow).scalar_subquery()
    taken = session.execute(
        update(DeliveryRow)
        .where(DeliveryRow.id == waiting, DeliveryRow.state == "waiting")
        .values(state="sending", attempt=DeliveryRow.attempt + 1)
        .returning(DeliveryRow.id, DeliveryRow.attempt, DeliveryRow.webhook_id, DeliveryRow.body)
    ).one_or_none()
    if taken is None:
        return None
    delivery_id, attempt, webhook_id, body = taken
    hook = session.get_one(WebhookRow, webhook_id)
    until = hook.old_secret_until
    old = hook.old_secret if until is not None and still_to_come(until, OLD_SECRET_LASTS, at) else None
    keys = (hook.secret, old) if old else (hook.secret,)
    return Sending(delivery_id, attempt, webhook_id, hook.address, body, keys, at)


def _due(at: datetime) -> Select[str]:
    """Of webhooks that are switched on and have nothing in hand. What waits for longer than anything can is due now."""
    busy = select(DeliveryRow.webhook_id).where(DeliveryRow.state == "sending")
    return (
        select(DeliveryRow.id)
        .join(WebhookRow, WebhookRow.id == DeliveryRow.webhook_id)
        .where(DeliveryRow.state == "waiting", ~still_to_come(DeliveryRow.due_at, max(WAITS), at), WebhookRow.active)
        .where(DeliveryRow.webhook_id.not_in(busy))
    )


def note(session: Session, sending: Sending, outcome: Outcome, at: datetime) -> bool:
    """Write down what came of a try, and when the next one is; False where another has it in hand by now.

    A test is tried once: whoever asked for it waits for the answer.
    """
    if outcome.is_delivered:
        return _end(session, sending, "delivered", outcome, at)
    held = session.execute(select(DeliveryRow.kind, DeliveryRow.failures).where(*_held(sending))).one_or_none()
    if held is None:
        return False
    kind, failures = held
    wait = None if outcome.is_gone or kind == TEST else wait_after(failures + 1)
    if wait is None:
        return _end(session, sending, "dead", outcome, at)
    return _change(session, sending, outcome, state="waiting", failures=failures + 1, due_at=at + wait)


def _end(session: Session, sending: Sending, state: DeliveryState, outcome: Outcome, at: datetime) -> bool:
    return _change(session, sending, outcome, state=state, ended_at=at)


def _change(session: Session, sending: Sending, outcome: Outcome, **values: object) -> bool:
    said = {"status": outcome.status, "fault": outcome.fault and outcome.fault[:_FAULT_CHARACTERS]}
    changed = update(DeliveryRow).where(*_held(sending)).values(**said, **values)
    return session.connection().execute(changed).rowcount == 1


def _held(sending: Sending) -> tuple[ColumnElement[bool], ...]:
    return (DeliveryRow.id == sending.id, DeliveryRow.attempt == sending.attempt, DeliveryRow.state == "sending")


def signs(session: Session) -> dict[InHand, int]:
    """Every delivery somebody has in hand."""
    query = select(DeliveryRow.id, DeliveryRow.attempt).where(DeliveryRow.state == "sending")
    return {(delivery_id, attempt): attempt for delivery_id, attempt in session.execute(query)}


def take_back(session: Session, lost: Sequence[InHand]) -> int:
    """Let others try what nobody has noted the end of; gives how many."""
    return sum(
        session.connection()
        .execute(
            update(DeliveryRow)
            .where(DeliveryRow.id == delivery_id, DeliveryRow.attempt == attempt, DeliveryRow.state == "sending")
            .values(state="waiting", fault="the sender was lost before the receiver answered")
        )
        .rowcount
        for delivery_id, attempt in lost
    )


def get(session: Session, webhook_id: str, delivery_id: str) -> Delivery:
    return record_of(Delivery, _row(session, webhook_id, delivery_id))


def _row(session: Session, webhook_id: str, delivery_id: str, *, hold: bool = False) -> DeliveryRow:
    row = session.get(DeliveryRow, delivery_id, with_for_update=hold or None)
    if row is None or row.webhook_id != webhook_id:
        raise NotFound(f"no delivery {delivery_id[:40]!r}")
    return row


def replay(session: Session, webhook_id: str, delivery_id: str, at: datetime) -> Delivery | None:
    """Queue one that is over once more, with all its tries; None where it is not over. Raises NotFound."""
    row = _row(session, webhook_id, delivery_id, hold=True)
    if row.state not in ("delivered", "dead"):
        return None
    row.state, row.failures, row.due_at, row.ended_at = "waiting", 0, at, None
    session.flush()
    return record_of(Delivery, row)


def page(
    session: Session, webhook_id: str, limit: int, before: str | None, states: Sequence[DeliveryState]
) -> list[Delivery]:
    """The newest first: those before a delivery, in one of the states (any, where none is named)."""
    wanted = select(DeliveryRow).where(DeliveryRow.webhook_id == webhook_id)
    if before is not None:
        wanted = wanted.where(DeliveryRow.id < before)
    if states:
        wanted = wanted.where(DeliveryRow.state.in_(states))
    rows = session.scalars(wanted.order_by(DeliveryRow.id.desc()).limit(limit))
    return [record_of(Delivery, row) for row in rows]


def forget(session: Session, clock: Believed, lasts: timedelta) -> int:
    """Those that were queued longer ago, but what is in hand; gives how many went."""
    old = delete(DeliveryRow).where(DeliveryRow.created_at < clock.before(lasts), DeliveryRow.state != "sending")
    return session.connection().execute(old).rowcount
