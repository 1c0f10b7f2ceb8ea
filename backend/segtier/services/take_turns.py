"""Which job a worker does next. The bell only wakes it; what waits is asked of the queue itself."""

from __future__ import annotations

from segtier.services.context import Context
from segtier.store import jobs
from segtier.store.records import Lease


def claim_next(ctx: Context, worker: str) -> Lease | None:
    """Take the job that waits longest; None where none waits."""
    with ctx.store.write() as tx:
        return jobs.claim_next(tx, worker)


def pass_on(ctx: Context) -> None:
    """Ring for the job that waits longest, where one does: the bell of a turn that ends with work left."""
    with ctx.store.read() as tx:
        waiting = jobs.first_waiting(tx)
    if waiting is not None:
        ctx.ring(waiting)
