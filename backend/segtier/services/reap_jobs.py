"""Find work that nobody does: jobs whose worker died, and jobs whose bell was lost."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy.orm import Session

from segtier.services.context import Context
from segtier.services.end_job import settle
from segtier.store import jobs, uploads, workers
from segtier.store.records import Fault, Lease

_MOST_BELLS = 50
_LONG_WAIT = 0.25
"""Of a lease."""


@dataclass(frozen=True, slots=True)
class Reaped:
    requeued: tuple[str, ...]
    quarantined: tuple[str, ...]
    rung_again: tuple[str, ...]


def reap_jobs(ctx: Context, lease_s: float, attempts_max: int) -> Reaped:
    """Put jobs of dead workers back, set aside those that killed `attempts_max` workers, ring lost bells again.

    Any number of processes may do this at once: on PostgreSQL each skips the rows another looks at, on SQLite
    they queue up. Where this round had to queue up long itself nothing is judged by its silence: the signs of life
    of those that work wait at the same door, and the next round will tell.
    """
    begin_s = time.monotonic()
    with ctx.store.write() as tx:
        tx.connection()  # the door
        if time.monotonic() - begin_s > lease_s * _LONG_WAIT:
            return Reaped((), (), ())
        again, hopeless = _take_back(tx, jobs.lapsed(tx, lease_s), attempts_max)
        unheard = tuple(jobs.unheard(tx, lease_s, _MOST_BELLS))
    for job_id in (*again, *unheard):
        ctx.ring(job_id)
    return Reaped(again, hopeless, unheard)


def worker_died(ctx: Context, worker: str, attempts_max: int) -> Reaped:
    """Take back at once what a worker had in hand, where somebody saw it die and need not wait for its lease."""
    with ctx.store.write() as tx:
        again, hopeless = _take_back(tx, jobs.of_worker(tx, worker), attempts_max)
        workers.leave(tx, worker)
    for job_id in again:
        ctx.ring(job_id)
    return Reaped(again, hopeless, ())


def _take_back(tx: Session, dead: Sequence[Lease], attempts_max: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Queue jobs again or set them aside; gives the ids of either kind."""
    hopeless = [lease for lease in dead if lease.attempt >= attempts_max]
    again = [lease for lease in dead if lease.attempt < attempts_max]
    for lease in hopeless:
        jobs.finish(tx, lease, "quarantined", _lost(lease.attempt))
        settle(tx, uploads.of_job(tx, lease.job_id))
    for lease in again:
        jobs.requeue(tx, lease)
    return tuple(lease.job_id for lease in again), tuple(lease.job_id for lease in hopeless)


def worker_beat(ctx: Context, worker: str) -> None:
    with ctx.store.write() as tx:
        workers.beat(tx, worker)


def worker_left(ctx: Context, worker: str) -> None:
    with ctx.store.write() as tx:
        workers.leave(tx, worker)


def _lost(attempts: int) -> Fault:
    return Fault(
        code="worker-lost",
        message=f"The worker died {attempts} times while it read this file; it is set aside.",
        advice="The file may need more memory than the worker has. Retry it, or report it with the worker's log.",
    )
