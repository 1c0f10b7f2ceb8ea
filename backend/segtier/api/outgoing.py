"""What Segtier sends to webhooks, for the `webhooks` section of the OpenAPI document. Nothing here is called."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import FastAPI, Header

from segtier.api.schemas.webhooks import WebhookMessage
from segtier.model.event import KINDS, SAID

_ID = "The same for every attempt of one delivery: if you have seen it, you have the event."
_SENT = "When this attempt was sent, in Unix seconds; refuse it if that is more than five minutes from now."
_SIGNED = "`v1,` and the Base64 of HMAC-SHA256 over `id.timestamp.body`; several, with spaces between, while a secret changes."
_ANSWERS: dict[str, Any] = {
    "2XX": {"description": "Accepted; Segtier does not send it again"},
    "410": {"description": "Gone: Segtier switches the webhook off"},
    "default": {"description": "Anything else, or no answer within 10 s: Segtier retries nine times within 45 hours"},
}


def install(app: FastAPI) -> None:
    """For who asks for the document: they take a while."""
    for kind in KINDS:
        name = "".join(word.capitalize() for word in kind.split("."))
        app.webhooks.add_api_route(
            kind, _receive, methods=["POST"], operation_id=f"on{name}", summary=SAID[kind], tags=["webhooks"]
        )


def describe(document: dict[str, Any]) -> None:
    """What a receiver may answer."""
    for path in document["webhooks"].values():
        path["post"] |= {"responses": _ANSWERS, "security": []}


def _receive(
    message: WebhookMessage,
    webhook_id: Annotated[str, Header(description=_ID)],
    webhook_timestamp: Annotated[str, Header(description=_SENT)],
    webhook_signature: Annotated[str, Header(description=_SIGNED)],
) -> None:
    """Signed by the rules of Standard Webhooks."""
