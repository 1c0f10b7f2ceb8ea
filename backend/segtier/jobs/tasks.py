"""The task: take the job, keep its lease alive, read the file, and let go."""

from __future__ import annotations

import logging

from segtier.jobs.app import INGEST, app
from segtier.jobs.heartbeat import kept_alive
from segtier.jobs.process import process_context, worker_name
from segtier.services.ingest_upload import claim_job, give_back, ingest_upload
from segtier.settings import Settings

_log = logging.getLogger(__name__)


@app.task(name=INGEST)  # type: ignore[untyped-decorator] # Celery has no types
def ingest(job_id: str) -> None:
    """Do one job; a job that is finished, deleted or another worker's is left alone."""
    context, settings = process_context(), Settings()
    lease = claim_job(context, job_id, worker_name())
    if lease is None:
        return
    with kept_alive(context, lease, settings.lease_s / 4):
        try:
            job = ingest_upload(context, lease)
        except Exception as fault:
            _log.exception("job %s, attempt %d", job_id, lease.attempt)
            give_back(context, lease, fault)
            return
    state = job.state if job else "given up: another worker took it"
    _log.info("job %s, attempt %d: %s", job_id, lease.attempt, state)
