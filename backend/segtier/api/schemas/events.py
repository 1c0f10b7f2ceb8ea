"""Events as the API shows them."""

from __future__ import annotations

from segtier.api.schemas.base import Answer, UtcTime
from segtier.model.event import EventKind


class EventItem(Answer):
    """`data` holds identifiers and counts; ask for the rest by them."""

    sequence: int
    at: UtcTime
    kind: EventKind
    database_id: str | None
    """Null for what is of no single database, or not known to be yet."""
    subject: str
    data: dict[str, str | int]


class EventPage(Answer):
    items: list[EventItem]
    next_after: int
    """What `after` takes to read on, now or later."""
