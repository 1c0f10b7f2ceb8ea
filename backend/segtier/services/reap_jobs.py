"""Find work that nobody does: jobs whose worker died or hangs. Any number of processes may look at once."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy.orm import Session

from segtier.dataclass import dataclass
from segtier.model.account import ITSELF
from segtier.services.context import Context
from segtier.services.end_job import settle
from segtier.services.return_job import lost
from segtier.services.silence import Silence
from segtier.store import jobs, uploads, workers
from segtier.store.engine import one_at_a_time
from segtier.store.records import Lease


@dataclass(frozen=True, slots=True)
class Reaped:
    requeued: tuple[str, ...]
    quarantined: tuple[str, ...]


def reap_jobs(ctx: Context, silence: Silence[Lease], losses_max: int) -> Reaped:
    """Put jobs back whose holder has been silent for a lease, as `silence` has seen it; set aside what lost too many.

    Where the database does not answer nobody could give a sign of life: then looking begins anew. On PostgreSQL each process
    skips the rows another looks at, on SQLite they queue up.
    """
    try:
        with ctx.store.read() as tx:
            signs = jobs.signs(tx)
        silent = [(lease, signs[lease]) for lease in silence.look(signs)]
        if not silent:
            return Reaped((), ())
        with ctx.store.write(ITSELF) as tx:
            one_at_a_time(tx)
            reaped = _take_back(tx, [lease for lease, beat in silent if jobs.still(tx, lease, beat)], losses_max)
    except Exception:
        silence.forget()
        raise
    if reaped.requeued:
        ctx.ring()
    return reaped


def worker_died(ctx: Context, worker: str, losses_max: int) -> Reaped:
    """Take back at once what a worker had in hand, where somebody saw it die and need not wait for its lease."""
    with ctx.store.write(ITSELF) as tx:
        one_at_a_time(tx)
        reaped = _take_back(tx, jobs.of_worker(tx, worker), losses_max)
        workers.leave(tx, worker)
    if reaped.requeued:
        ctx.ring()
    return reaped


def _take_back(tx: Session, dead: Sequence[Lease], losses_max: int) -> Reaped:
    """Queue jobs again behind all others, or set them aside."""
    again: list[str] = []
    hopeless: list[str] = []
    for lease in dead:
        losses = jobs.count_loss(tx, lease)
        if losses < losses_max:
            jobs.requeue_last(tx, lease)
            again.append(lease.job_id)
        else:
            jobs.finish(tx, lease, "quarantined", lost(losses))
            settle(tx, uploads.of_job(tx, lease.job_id))
            hopeless.append(lease.job_id)
    return Reaped(tuple(again), tuple(hopeless))


def worker_beat(ctx: Context, worker: str) -> None:
    with ctx.store.write(ITSELF) as tx:
        workers.beat(tx, worker)


def worker_left(ctx: Context, *gone: str) -> None:
    with ctx.store.write(ITSELF) as tx:
        workers.leave(tx, *gone)


def look_at_workers(ctx: Context, silence: Silence[str], host: str = "") -> list[str]:
    """Note the signs of life of the workers; gives those that are silent."""
    with ctx.store.read() as tx:
        return silence.look(workers.signs(tx, host))
