"""Can this installation do its work: database, schema, worker; and is anything amiss that it can do without for a while."""

from __future__ import annotations

from sqlalchemy.exc import SQLAlchemyError

from segtier.dataclass import dataclass
from segtier.errors import Refused
from segtier.passing import MALFORMED, Passing
from segtier.services.context import Context
from segtier.services.silence import Silence
from segtier.services.trusted_clock import doubt
from segtier.store import clock, schema
from segtier.store.damage import is_malformed
from segtier.store.faults import passing_fault


@dataclass(frozen=True, slots=True)
class Part:
    """One thing the product is made of. Without a part that is not `needed` it is degraded, not down."""

    name: str
    ready: bool
    detail: str
    needed: bool = True


def check_ready(ctx: Context, newest_revision: str, live: Silence[str] | None) -> tuple[Part, ...]:
    """Each part with the reason why it is not ready; never raises. `live` knows which workers give signs of life."""
    stored = _stored(ctx, newest_revision)
    believed = (_clock(ctx),) if all(part.ready for part in stored) else ()
    return (*stored, _worker(live), _broker(ctx), _files(ctx), *believed)


def _stored(ctx: Context, newest_revision: str) -> tuple[Part, Part]:
    try:
        with ctx.store.read() as tx:
            revision = schema.current_revision(tx)
    except SQLAlchemyError as fault:
        passing = passing_fault(fault)
        detail = passing.detail if passing else "not reachable"
        return Part("database", False, detail), Part("migrations", False, "not known without the database")
    except Passing as fault:
        return Part("database", False, fault.fault.detail), Part("migrations", False, "not known without the database")
    except Refused as fault:
        return Part("database", False, fault.message), Part("migrations", False, "not known: the database is not whole")
    if not ctx.store.is_in_place():
        return Part("database", False, "its file is gone"), Part("migrations", False, "not known without the database")
    if is_malformed(ctx.store.engine):
        return Part("database", False, MALFORMED.detail), Part("migrations", False, "not known without the database")
    database = Part("database", True, "reachable")
    if revision != newest_revision:
        return database, Part(
            "migrations", False, f"the database is at {revision or 'nothing'}, this version needs {newest_revision}"
        )
    return database, Part("migrations", True, newest_revision)


def _clock(ctx: Context) -> Part:
    """As the workers noted it."""
    try:
        with ctx.store.read() as tx:
            why = doubt(clock.read(tx))
    except SQLAlchemyError:
        return Part("clock", False, "not known without the database", needed=False)
    if why is None:
        return Part("clock", True, "is believed", needed=False)
    return Part("clock", False, f"nothing is deleted by age: {why}", needed=False)


def _worker(live: Silence[str] | None) -> Part:
    if live is not None and live.is_alive():
        return Part("worker", True, "gives signs of life")
    silent = live is not None and live.is_known()
    return Part("worker", False, "has gone silent, or just started" if silent else "no worker has started")


def _broker(ctx: Context) -> Part:
    if ctx.broker_answers():
        return Part("broker", True, "answers", needed=False)
    return Part("broker", False, "does not respond; workers poll the queue every few seconds", needed=False)


def _files(ctx: Context) -> Part:
    found = ctx.blobs.health(ctx.upload_max_bytes)
    return Part(found.name, found.ready, found.detail, found.needed)
