"""Where events are sent, and what became of each of them."""

from __future__ import annotations

from datetime import datetime
from typing import Final, Literal

from segtier.dataclass import dataclass
from segtier.model.event import Event, EventKind

TEST: Final = "webhook.tested"
WebhookFormat = Literal["event", "slack", "teams", "plain"]
"""event: the event as the API lists it. The others: one sentence, as a chat takes it."""
DeliveryState = Literal["waiting", "sending", "delivered", "dead"]


@dataclass(frozen=True, slots=True)
class Webhook:
    """`kinds`: none named means all, also those to come. `databases`: by identifier, None means all."""

    id: str
    address: str
    kinds: tuple[EventKind, ...]
    databases: tuple[str, ...] | None
    active: bool
    gone: bool
    """It was switched off because the receiver said 410 Gone."""
    created_at: datetime
    format: WebhookFormat = "event"

    def wants(self, event: Event) -> bool:
        """A test goes to the webhook that is tried out, whatever else it gets, and to no other."""
        if event.kind == TEST:
            return event.subject == self.id
        if self.kinds and event.kind not in self.kinds:
            return False
        return self.databases is None or event.database_id in self.databases


@dataclass(frozen=True, slots=True)
class Delivery:
    """One event on its way to one webhook. Its `id` is the `webhook-id`, the same however often it is tried or replayed."""

    id: str
    webhook_id: str
    sequence: int
    kind: EventKind
    state: DeliveryState
    attempt: int
    """How often it was tried."""
    created_at: datetime
    due_at: datetime
    """When it is tried next; without meaning once it is over."""
    ended_at: datetime | None
    status: int | None
    """What was answered last."""
    fault: str | None
    """Why the last try failed."""


@dataclass(frozen=True, slots=True)
class Sending:
    """A delivery in hand: valid while it is still at this attempt. `secrets`: those to sign with."""

    id: str
    attempt: int
    webhook_id: str
    address: str
    body: str
    secrets: tuple[str, ...]
    at: datetime


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one try: the status that was answered, or why there was none."""

    status: int | None
    fault: str | None = None

    @property
    def is_delivered(self) -> bool:
        return self.status is not None and 200 <= self.status < 300

    @property
    def is_gone(self) -> bool:
        return self.status == 410
