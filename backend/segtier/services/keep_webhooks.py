"""Webhooks of an installation: added, changed, removed, given new secrets; what was sent, sent once more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy.orm import Session

from segtier.errors import Refused
from segtier.model.account import Writer
from segtier.model.event import EventKind
from segtier.model.webhook import TEST, Delivery, DeliveryState, Webhook, WebhookFormat
from segtier.store import audit, databases, deliveries, events, webhooks
from segtier.store.engine import Store, now, one_at_a_time
from segtier.webhooks import OLD_SECRET_LASTS, checked_address, new_secret, origin_of

_MOST = 50


def list_webhooks(store: Store) -> list[Webhook]:
    with store.read() as tx:
        return webhooks.every(tx)


def get_webhook(store: Store, webhook_id: str) -> Webhook:
    with store.read() as tx:
        return webhooks.get(tx, webhook_id)


def add_webhook(
    store: Store,
    by: Writer,
    address: str,
    kinds: Sequence[EventKind] = (),
    known: Sequence[str] | None = None,
    active: bool = True,
    format_: WebhookFormat = "event",
) -> tuple[Webhook, str]:
    """The webhook and its secret, which is not shown again. What happened before is not sent.

    Raises Refused for an address that nothing can be sent to, NotFound for a database that is not there.
    """
    plain, secret = checked_address(address), new_secret()
    with store.write(by) as tx:
        one_at_a_time(tx)
        if webhooks.count(tx) >= _MOST:
            raise Refused(f"there are {_MOST} webhooks already", code="too-many-webhooks", advice="Remove one first.")
        _need_databases(tx, known)
        webhook = webhooks.add(tx, plain, sorted(set(kinds)), known, active, secret, format_)
        audit.append(tx, by, "webhook.added", webhook.id, _told(webhook))
    return webhook, secret


def change_webhook(store: Store, by: Writer, webhook_id: str, **changes: Any) -> Webhook:
    """`changes`: fields of a Webhook and what they become. Switched on again, it gets what waited meanwhile."""
    if "address" in changes:
        changes["address"] = checked_address(changes["address"])
    if changes.get("active"):
        changes["gone"] = False
    with store.write(by) as tx:
        one_at_a_time(tx)
        before = webhooks.get(tx, webhook_id)
        _need_databases(tx, changes.get("databases"))
        webhook = webhooks.change(tx, webhook_id, **changes)
        if webhook != before:
            moved = {"address_changed": True} if webhook.address != before.address else {}
            audit.append(tx, by, "webhook.changed", webhook_id, {"from": _told(before), "to": _told(webhook), **moved})
    return webhook


def remove_webhook(store: Store, by: Writer, webhook_id: str) -> None:
    """With all that was sent or waits to be."""
    with store.write(by) as tx:
        one_at_a_time(tx)
        webhook = webhooks.delete(tx, webhook_id)
        audit.append(tx, by, "webhook.removed", webhook_id, _told(webhook))


def rotate_secret(store: Store, by: Writer, webhook_id: str) -> tuple[Webhook, str]:
    """A new secret; for a day messages are signed with the old one too."""
    secret = new_secret()
    with store.write(by) as tx:
        one_at_a_time(tx)
        webhook = webhooks.renew_secret(tx, webhook_id, secret, now(tx) + OLD_SECRET_LASTS)
        audit.append(tx, by, "webhook.secret-rotated", webhook_id, _told(webhook))
    return webhook, secret


def list_deliveries(
    store: Store, webhook_id: str, limit: int, before: str | None = None, states: Sequence[DeliveryState] = ()
) -> list[Delivery]:
    """The newest first; raises NotFound without such a webhook."""
    with store.read() as tx:
        webhooks.get(tx, webhook_id)
        return deliveries.page(tx, webhook_id, limit, before, states)


def get_delivery(store: Store, webhook_id: str, delivery_id: str) -> Delivery:
    with store.read() as tx:
        return deliveries.get(tx, webhook_id, delivery_id)


def replay_delivery(store: Store, by: Writer, webhook_id: str, delivery_id: str) -> Delivery:
    """Send it once more, under the same `webhook-id`; raises Refused while it is on its way."""
    with store.write(by) as tx:
        delivery = deliveries.replay(tx, webhook_id, delivery_id, now(tx))
    if delivery is None:
        raise Refused("this delivery is not over yet", code="delivery-under-way", advice="Wait until it is.")
    return delivery


def send_test(store: Store, by: Writer, webhook_id: str) -> Delivery:
    """Queue an event for this webhook alone, which is tried once; raises Refused while the webhook is switched off."""
    with store.write(by) as tx:
        one_at_a_time(tx)
        webhook = webhooks.get(tx, webhook_id)
        if not webhook.active:
            raise Refused("this webhook is switched off", code="webhook-off", advice="Switch it on, then test it.")
        event = events.add(tx, TEST, None, webhook_id)
        audit.append(tx, by, TEST, webhook_id, _told(webhook))
        return deliveries.of_event(tx, webhook_id, event.sequence)


def _need_databases(tx: Session, known: Sequence[str] | None) -> None:
    for database_id in known or ():
        databases.get(tx, database_id)


def _told(webhook: Webhook) -> dict[str, Any]:
    """What the audit trail keeps: not the path of the address, which may hold a secret."""
    return {
        "receiver": origin_of(webhook.address),
        "kinds": list(webhook.kinds),
        "databases": None if webhook.databases is None else list(webhook.databases),
        "active": webhook.active,
        "format": webhook.format,
    }
