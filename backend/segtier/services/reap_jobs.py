"""Find work that nobody does: jobs whose worker died, and jobs whose bell was lost."""

from __future__ import annotations

from dataclasses import dataclass

from segtier.services.context import Context
from segtier.store import jobs, workers
from segtier.store.records import Fault

_MOST_BELLS = 50


@dataclass(frozen=True, slots=True)
class Reaped:
    requeued: tuple[str, ...]
    quarantined: tuple[str, ...]
    rung_again: tuple[str, ...]


def reap_jobs(ctx: Context, lease_s: float, attempts_max: int) -> Reaped:
    """Put jobs of dead workers back, set aside those that killed `attempts_max` workers, ring lost bells again.

    Any number of processes may do this at once: on PostgreSQL each skips the rows another looks at, on SQLite
    they queue up.
    """
    with ctx.store.write() as tx:
        dead = jobs.lapsed(tx, lease_s)
        hopeless = [lease for lease in dead if lease.attempt >= attempts_max]
        again = [lease for lease in dead if lease.attempt < attempts_max]
        for lease in hopeless:
            jobs.finish(tx, lease, "quarantined", _lost(lease.attempt))
        for lease in again:
            jobs.requeue(tx, lease)
        unheard = jobs.unheard(tx, lease_s, _MOST_BELLS)
    for job_id in (*(lease.job_id for lease in again), *unheard):
        ctx.ring(job_id)
    return Reaped(
        tuple(lease.job_id for lease in again),
        tuple(lease.job_id for lease in hopeless),
        tuple(unheard),
    )


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
