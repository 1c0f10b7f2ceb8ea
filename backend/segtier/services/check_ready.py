"""Can this installation do its work: database, schema, worker."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy.exc import SQLAlchemyError

from segtier.services.context import Context
from segtier.store import schema, workers


@dataclass(frozen=True, slots=True)
class Part:
    name: str
    ready: bool
    detail: str


def check_ready(ctx: Context, newest_revision: str, worker_fresh_s: float) -> tuple[Part, ...]:
    """Each part with the reason why it is not ready; never raises."""
    try:
        with ctx.store.read() as tx:
            revision = schema.current_revision(tx)
            database = Part("database", True, "reachable")
            if revision != newest_revision:
                return database, _wrong_schema(revision, newest_revision), _unknown("worker")
            return database, Part("migrations", True, newest_revision), _worker(workers.silence_s(tx), worker_fresh_s)
    except SQLAlchemyError:
        return Part("database", False, "not reachable"), _unknown("migrations"), _unknown("worker")


def worker_is_alive(ctx: Context, host: str, fresh_s: float) -> bool:
    """Did a worker of that host give a sign of life lately?"""
    with ctx.store.read() as tx:
        silence_s = workers.silence_s(tx, host)
    return silence_s is not None and silence_s < fresh_s


def _wrong_schema(revision: str | None, newest: str) -> Part:
    return Part("migrations", False, f"the database is at {revision or 'nothing'}, this version needs {newest}")


def _worker(silence_s: float | None, fresh_s: float) -> Part:
    if silence_s is None:
        return Part("worker", False, "no worker has started")
    alive = silence_s < fresh_s
    return Part("worker", alive, f"last sign of life {max(silence_s, 0):.0f} s ago")


def _unknown(name: str) -> Part:
    return Part(name, False, "not known without the database")
