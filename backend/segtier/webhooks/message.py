"""What is sent, signed by the rules of Standard Webhooks (https://www.standardwebhooks.com)."""

from __future__ import annotations

import base64
import json
import secrets
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from standardwebhooks.webhooks import Webhook

from segtier.model.event import Event
from segtier.model.webhook import WebhookFormat
from segtier.webhooks.chat import chat_body

OLD_SECRET_LASTS = timedelta(hours=24)
"""After a new secret was made, both sign for so long."""
_SECRET_BYTES = 32


def new_secret() -> str:
    return f"whsec_{base64.b64encode(secrets.token_bytes(_SECRET_BYTES)).decode()}"


def body_of(event: Event, format_: WebhookFormat = "event") -> str:
    """What is sent, signed as it is. As an event it is JSON, and `data` is the event as the API lists it."""
    if format_ != "event":
        return chat_body(event, format_)
    at = event.at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    data = {
        "sequence": event.sequence,
        "at": at,
        "kind": event.kind,
        "database_id": event.database_id,
        "subject": event.subject,
        "data": event.data,
    }
    return json.dumps({"type": event.kind, "timestamp": at, "data": data}, separators=(",", ":"))


def headers_of(message_id: str, body: str, at: datetime, keys: Sequence[str]) -> dict[str, str]:
    """`at` is when it is sent, which is signed too; a signature for each of the secrets."""
    sent = at.astimezone(UTC)
    return {
        "Content-Type": "application/json" if body.startswith("{") else "text/plain; charset=utf-8",
        "webhook-id": message_id,
        "webhook-timestamp": str(int(sent.timestamp())),
        "webhook-signature": " ".join(Webhook(key).sign(message_id, sent, body) for key in keys),
    }
