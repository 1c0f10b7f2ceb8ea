"""How a job that could not be done goes back to the queue: what counts against its file, and what does not.

| what happened | what counts | then |
|---|---|---|
| the worker was told to stop | nothing | back at its place |
| disk full, database or files away | nothing | back behind all others, with the reason; it resumes by itself |
| stored bytes not seen, or damaged | a fault | the same after a pause; failed after `_LOOKS`: a store may be wrong for a while |
| whoever read it was killed | a loss | back behind all others; set aside after `losses_max` |
| Segtier failed on it | a fault | back behind all others; set aside after `faults_max` |

A fault of the program comes back at each try, so few tries are enough; a reader that is lost may be bad luck several times,
and more so where the same file is read first again.
"""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy.orm import Session

from segtier.model.account import ITSELF
from segtier.passing import PassingCode
from segtier.services.context import Context
from segtier.services.end_job import fail_job, settle
from segtier.store import jobs, uploads
from segtier.store.engine import one_at_a_time
from segtier.store.records import Fault, JobRecord, Lease, UploadRecord

_LOOKS = 30
"""For bytes that were stored; with the pause between (`jobs.LOOK_AGAIN`) five minutes."""


def put_back(ctx: Context, lease: Lease) -> None:
    """The worker stops."""
    with ctx.store.write(ITSELF) as tx:
        jobs.requeue(tx, lease)
    ctx.ring()


def let_wait(ctx: Context, lease: Lease, code: PassingCode) -> None:
    """Something passing stood in the way."""
    with ctx.store.write(ITSELF) as tx:
        jobs.requeue_last(tx, lease, code)


def look_again(ctx: Context, lease: Lease, upload: UploadRecord, fault: Fault) -> JobRecord | None:
    """The stored bytes are not seen, or not as they were. The job as it is then; None where the lease was lost."""
    with ctx.store.write(ITSELF) as tx:
        if jobs.count_fault(tx, lease) < _LOOKS:
            return jobs.get(tx, lease.job_id) if jobs.requeue_last(tx, lease, "files-away") else None
    return fail_job(ctx, lease, upload, fault)


def count_loss(ctx: Context, lease: Lease, losses_max: int) -> bool:
    """Whoever read it was lost; True where the job goes on."""
    return _counted(ctx, lease, jobs.count_loss, losses_max, lost)


def count_fault(ctx: Context, lease: Lease, faults_max: int, cause: Exception) -> bool:
    """Segtier failed on it; True where the job goes on."""
    return _counted(ctx, lease, jobs.count_fault, faults_max, lambda _: _own_fault(cause))


def _counted(
    ctx: Context, lease: Lease, count: Callable[[Session, Lease], int], most: int, last: Callable[[int], Fault]
) -> bool:
    """Back behind all others, or set aside with the last fault where that happened too often."""
    with ctx.store.write(ITSELF) as tx:
        one_at_a_time(tx)
        times = count(tx, lease)
        again = times < most
        if again:
            jobs.requeue_last(tx, lease)
        elif jobs.finish(tx, lease, "quarantined", last(times)):
            settle(tx, uploads.of_job(tx, lease.job_id))
    if again:
        ctx.ring()
    return again


def lost(times: int) -> Fault:
    return Fault(
        code="worker-lost",
        message=f"The worker that read this file died {times} times; Segtier sets the file aside.",
        advice="The machine may be low on memory. Retry it, or report it with the worker's log.",
    )


def _own_fault(cause: Exception) -> Fault:
    return Fault(
        code="internal",
        message=f"Segtier failed on this file ({type(cause).__name__}).",
        advice="This is a bug in Segtier, not a fault of your file. Please report it with the worker's log.",
    )
