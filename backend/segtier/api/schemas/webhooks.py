"""Webhooks as the API takes and shows them, and what is sent to them. A secret comes once, when it is made."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from segtier.api.schemas.base import NO_NUL, Answer, Question, UtcTime
from segtier.api.schemas.events import EventItem
from segtier.model.event import KINDS, EventKind
from segtier.model.webhook import DeliveryState, WebhookFormat

_Address = Annotated[str, Field(min_length=1, max_length=2_000, pattern=NO_NUL, description="http:// or https://")]
_Kinds = Annotated[
    list[EventKind],
    Field(max_length=len(KINDS), description="Which events; none named means all, including future ones."),
]
_Databases = Annotated[
    list[Annotated[str, Field(max_length=40, pattern=NO_NUL)]] | None,
    Field(min_length=1, max_length=1_000, description="Events of these databases only; null for all events."),
]

_Format = Annotated[
    WebhookFormat,
    Field(description="event: the event as listed; slack, teams, plain: one sentence for a chat."),
]


class NewWebhook(Question):
    address: _Address
    kinds: _Kinds = Field(default_factory=list)
    databases: _Databases = None
    active: bool = True
    format: _Format = "event"


class WebhookChange(Question):
    """Fields that are not there, or null, stay as they are; but `databases`: null means all."""

    address: _Address | None = None
    kinds: _Kinds | None = None
    databases: _Databases = None
    active: bool | None = None
    format: _Format | None = None


class WebhookItem(Answer):
    """`gone`: it was switched off because the receiver answered 410."""

    id: str
    address: str
    kinds: list[EventKind]
    databases: list[str] | None
    active: bool
    gone: bool
    created_at: UtcTime
    format: WebhookFormat


class WebhookList(Answer):
    items: list[WebhookItem]


class WebhookWithSecret(Answer):
    """`secret` is what messages are signed with; it comes this once."""

    webhook: WebhookItem
    secret: str


class DeliveryItem(Answer):
    """`id` is the `webhook-id` of every try. `attempt`: how many tries there were; `fault`: why the last one failed."""

    id: str
    webhook_id: str
    sequence: int
    kind: EventKind
    state: DeliveryState
    attempt: int
    created_at: UtcTime
    due_at: UtcTime
    ended_at: UtcTime | None
    status: int | None
    fault: str | None


class DeliveryPage(Answer):
    items: list[DeliveryItem]
    next_cursor: str | None


class WebhookMessage(Answer):
    """What is sent to a webhook; `data` is the event as it is listed."""

    type: EventKind
    timestamp: UtcTime
    """When it happened; when it was sent is in the header."""
    data: EventItem
