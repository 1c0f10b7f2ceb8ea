"""The task: take the job, keep its lease alive, read the file, let go; and for a while go on with what else waits."""

from __future__ import annotations

import logging
import time

from segtier.jobs.app import INGEST, app
from segtier.jobs.heartbeat import kept_alive
from segtier.jobs.process import process_context, worker_name
from segtier.services.context import Context
from segtier.services.ingest_upload import claim_job, give_back, ingest_upload
from segtier.services.take_turns import claim_next, pass_on
from segtier.settings import Settings
from segtier.store.records import Lease

_TURN_S = 2.0
_SIGNS_PER_LEASE = 6
"""Signs of life: most of them may fail, or come late on a busy machine, before a lease lapses."""
_log = logging.getLogger(__name__)


@app.task(name=INGEST)  # type: ignore[untyped-decorator] # Celery has no types
def ingest(job_id: str) -> None:
    """Do the job that rang, unless it is over or another worker's, and then those that wait longest.

    A turn is short, so that a worker told to stop does; where work is left, its last act is to ring again.
    """
    context, settings = process_context(), Settings()
    end_s = time.monotonic() + _TURN_S
    lease = claim_job(context, job_id, worker_name()) or claim_next(context, worker_name())
    while lease is not None:
        _do(context, settings, lease)
        if time.monotonic() > end_s:
            pass_on(context)
            return
        lease = claim_next(context, worker_name())


def _do(context: Context, settings: Settings, lease: Lease) -> None:
    with kept_alive(context, lease, settings.lease_s / _SIGNS_PER_LEASE):
        try:
            job = ingest_upload(context, lease)
        except Exception as fault:
            _log.exception("job %s, attempt %d", lease.job_id, lease.attempt)
            give_back(context, lease, fault)
            return
    state = job.state if job else "given up: another worker took it"
    _log.info("job %s, attempt %d: %s", lease.job_id, lease.attempt, state)
