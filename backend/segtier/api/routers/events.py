"""What happened: as a list to read on, and as a stream."""

from __future__ import annotations

from collections.abc import AsyncIterable, AsyncIterator
from typing import Annotated

from fastapi import Depends, Header, Query, Request
from fastapi.sse import EventSourceResponse, ServerSentEvent

from segtier.api.cursors import Limit
from segtier.api.dependencies import Ctx
from segtier.api.event_streams import EventStreams
from segtier.api.routing import router_of
from segtier.api.schemas.events import EventItem, EventPage
from segtier.api.who import Who
from segtier.model.account import Actor
from segtier.services.events import list_events

router = router_of("events")
_COME_AGAIN_MS = 2_000
_AFTER = "Only events after this sequence number."
_DATABASE = "Only events of this database."
After = Annotated[int | None, Query(ge=0, le=2**62, description=_AFTER)]
Database = Annotated[str | None, Query(max_length=40, description=_DATABASE)]


@router.get("/events", operation_id="listEvents", summary="What happened, oldest first")
def get_events(ctx: Ctx, who: Who, limit: Limit = 50, after: After = None, database: Database = None) -> EventPage:
    found = list_events(ctx.store, who, after or 0, limit, database)
    items = [EventItem.model_validate(one) for one in found]
    return EventPage(items=items, next_after=items[-1].sequence if items else after or 0)


async def _streams(request: Request) -> AsyncIterator[EventStreams]:
    """With a place among those that are open, until this one ends."""
    streams: EventStreams = request.app.state.event_streams
    async with streams.place():
        yield streams


async def _seen(
    streams: Annotated[EventStreams, Depends(_streams)],
    last_event_id: Annotated[
        int | None, Header(ge=0, le=2**62, description="The last number seen; browsers send it when they reconnect.")
    ] = None,
    after: Annotated[
        int | None, Query(ge=0, le=2**62, description=f"{_AFTER} Without it and the header: only new events.")
    ] = None,
) -> int:
    """The last number seen. Asked before the answer begins: whoever has the headers misses nothing from then on."""
    since = last_event_id if last_event_id is not None else after
    return await streams.newest() if since is None else since


@router.get(
    "/events/stream",
    operation_id="streamEvents",
    summary="What happens, as server-sent events, continuing after the last one seen",
    response_class=EventSourceResponse,
)
async def stream_events(
    request: Request,
    streams: Annotated[EventStreams, Depends(_streams)],
    seen: Annotated[int, Depends(_seen)],
    database: Database = None,
) -> AsyncIterable[ServerSentEvent]:
    async def who() -> Actor | None:
        """Whoever opened it, as they are now."""
        actor: Actor | None = await request.state.entrance.actor(request.headers)
        return actor

    yield ServerSentEvent(comment="the id of each event is its sequence number", retry=_COME_AGAIN_MS)
    async for event in streams.follow(seen, who):
        if database is None or event.database_id == database:
            item = EventItem.model_validate(event)
            yield ServerSentEvent(data=item, event=event.kind, id=str(event.sequence))
