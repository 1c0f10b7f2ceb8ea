"""Streams of events that stay open: what is new is looked up once for all of a process, and sent to whoever may know of it."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress

from sqlalchemy.exc import SQLAlchemyError
from starlette.concurrency import run_in_threadpool

from segtier.errors import Refused
from segtier.model.account import Actor
from segtier.model.event import Event
from segtier.services.events import events_after, newest_event
from segtier.store.engine import Store

_LOOK_S = 1.0
_ASK_AGAIN_S = 5.0
"""A stream ends so soon after whoever opened it may no more."""
_AT_ONCE = 500
_KEPT = 1_000
_log = logging.getLogger(__name__)


class EventStreams:
    """Those of one process. Several processes know nothing of each other: each looks into the database."""

    def __init__(self, store: Store, most: int) -> None:
        self._store, self._most = store, most
        self._open, self._closed = 0, False
        self._looks: asyncio.Task[None] | None = None
        self._kept: deque[Event] = deque(maxlen=_KEPT)
        self._news = asyncio.Event()

    @asynccontextmanager
    async def place(self) -> AsyncIterator[None]:
        """Room for one more, while the block runs; raises Refused where there is none."""
        if self._open >= self._most:
            raise Refused(
                "this server has reached its limit of open event streams",
                code="too-many-streams",
                advice="Poll /api/v1/events instead; it returns the same events.",
            )
        self._open += 1
        try:
            yield
        finally:
            self._open -= 1
            await self._end_looks()

    @property
    def open_now(self) -> int:
        return self._open

    def close(self) -> None:
        """End all of them; any that begins later ends at once."""
        self._closed = True
        self._wake()

    async def newest(self) -> int:
        return await run_in_threadpool(newest_event, self._store)

    async def follow(self, position: int, who: Callable[[], Awaitable[Actor | None]]) -> AsyncIterator[Event]:
        """What comes after a number, and goes on to come. Ends where `who`, asked again and again, is nobody any more, or the
        database is away: whoever follows comes again and goes on from the last number."""
        try:
            position = min(position, await self.newest())
            self._begin_looks(position)
            while not self._closed and (actor := await who()) is not None:
                news = self._news
                found = await self._after(position)
                for event in found:
                    position = event.sequence
                    if actor.knows(event.database_id):
                        yield event
                if not found:
                    await _set_or_late(news, _ASK_AGAIN_S)
        except (SQLAlchemyError, OSError) as fault:
            _log.warning("a stream of events ends: %s", type(fault).__name__)

    async def _after(self, position: int) -> Sequence[Event]:
        """The numbers are without gaps, so what is kept is all there is where it begins early enough."""
        kept = self._kept
        if kept and kept[0].sequence <= position + 1:
            return [event for event in kept if event.sequence > position]
        return await run_in_threadpool(events_after, self._store, position, _AT_ONCE)

    def _begin_looks(self, position: int) -> None:
        if self._looks is None and not self._closed:
            self._kept.clear()
            self._looks = asyncio.create_task(self._look_on(position))

    async def _end_looks(self) -> None:
        """The last stream waits for the look that is under way: it is in a thread, and has a connection to give back."""
        looks = self._looks
        if not self._open and looks is not None:
            self._looks = None
            self._wake()
            await looks

    async def _look_on(self, position: int) -> None:
        """Until the last stream has ended, or another looks on since."""
        while self._looks is asyncio.current_task() and not self._closed:
            try:
                found = await run_in_threadpool(events_after, self._store, position, _AT_ONCE)
            except Exception as fault:
                _log.warning("no events can be looked up: %s", type(fault).__name__)
                found = []
            if self._looks is not asyncio.current_task():
                return
            if found:
                position = found[-1].sequence
                self._kept.extend(found)
                self._wake()
            else:
                await _set_or_late(self._news, _LOOK_S)

    def _wake(self) -> None:
        news, self._news = self._news, asyncio.Event()
        news.set()


async def _set_or_late(news: asyncio.Event, most_s: float) -> None:
    with suppress(TimeoutError):
        await asyncio.wait_for(news.wait(), most_s)
