"""The queue as its workers see it, without worker processes: take, read, fall silent."""

from __future__ import annotations

from collections.abc import Hashable

from segtier.model.account import ITSELF
from segtier.services.context import Context
from segtier.services.ingest_upload import claim_next, ingest_upload
from segtier.services.reap_jobs import Reaped, reap_jobs
from segtier.services.silence import Silence
from segtier.store.records import JobRecord, Lease

LEASE_S = 30.0
LOOKS = 4
"""A reaper calls nobody silent before it has looked so often."""


class HandClock:
    """Goes on when it is told to."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


def reap_silent(context: Context, losses_max: int = 3) -> Reaped:
    """Look for as long as a lease lasts, while nobody gives a sign of life; gives what the last look found."""
    clock = HandClock()
    silence: Silence[Lease] = Silence(LEASE_S, clock=clock)
    for _ in range(LOOKS):
        reaped = reap_jobs(context, silence, losses_max)
        clock.now_s += LEASE_S
    return reaped


def claimed(context: Context, job_id: str, worker: str = "one") -> Lease:
    """Take the next job, which must be this one."""
    lease = claim_next(context, worker)
    assert lease is not None
    assert lease.job_id == job_id
    return lease


def work_through(context: Context, most: int | None = None) -> list[JobRecord | None]:
    """Be the worker until nothing waits, or so many jobs are done."""
    done: list[JobRecord | None] = []
    while len(done) != most and (lease := claim_next(context, "one")) is not None:
        done.append(ingest_upload(context, lease))
    return done


def taken_over(context: Context, job_id: str) -> tuple[Lease, Lease]:
    """A job whose first worker fell silent and that a second one took; gives both leases."""
    slow = claimed(context, job_id, "slow")
    assert reap_silent(context).requeued == (job_id,)
    return slow, claimed(context, job_id, "quick")


def order_of(context: Context) -> list[Hashable]:
    """The names of the files that wait, in the order they would be read; none is read."""
    names: list[Hashable] = []
    with context.store.write(ITSELF) as tx:
        from segtier.store import jobs, uploads

        while (lease := jobs.claim_next(tx, "looks")) is not None:
            names.append(uploads.of_job(tx, lease.job_id).file)
        tx.rollback()
    return names
