"""What is sent, signed by the rules of Standard Webhooks (https://www.standardwebhooks.com)."""

from __future__ import annotations

import base64
import json
import secrets
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from standardwebhooks.webhooks import Webhook

from segtier.model.event import Event

OLD_SECRET_LASTS = timedelta(hours=24)
"""After a new secret was made, both sign for so long."""
_SECRET_BYTES = 32


def new_secret() -> str:
    return f"whsec_{base64.b64encode(secrets.token_bytes(_SECRET_BYTES)).decode()}"


def body_of(event: Event) -> str:
    """JSON. `data` is the event as the API lists it."""
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
        "webhook-id": message_id,
        "webhook-timestamp": str(int(sent.timestamp())),
        "webhook-signature": " ".join(Webhook(key).sign(message_id, sent, body) for key in keys),
    }
