"""What happened: read on from a number, and forgotten after some days."""

from __future__ import annotations

from datetime import timedelta

from segtier.model.account import ITSELF, Actor
from segtier.model.event import Event
from segtier.services.context import Context
from segtier.store import deliveries, events
from segtier.store.engine import Store


def list_events(store: Store, actor: Actor, after: int, limit: int, database_id: str | None = None) -> list[Event]:
    """What whoever asks may know of, the oldest first; of one database, or of all."""
    known = actor.databases
    if database_id is not None:
        known = frozenset({database_id} if actor.knows(database_id) else ())
    with store.read() as tx:
        return events.after(tx, after, limit, known)


def events_after(store: Store, sequence: int, limit: int) -> list[Event]:
    """All of them, the oldest first."""
    with store.read() as tx:
        return events.after(tx, sequence, limit)


def newest_event(store: Store) -> int:
    with store.read() as tx:
        return events.newest(tx)


def sweep_events(ctx: Context, days: int) -> int:
    """Forget what happened longer ago, and what was sent of it; gives how many events."""
    clock, lasts = ctx.clock.believed(ctx.store), timedelta(days=days)
    if clock is None:
        return 0
    with ctx.store.write(ITSELF) as tx:
        deliveries.forget(tx, clock, lasts)
        return events.forget(tx, clock, lasts)
