"""Tell a worker that a job waits. Failing to is no fault: the reaper finds the job and rings again."""

from __future__ import annotations

import logging

from kombu.exceptions import KombuError
from redis.exceptions import RedisError

from segtier.jobs.app import INGEST, app

_log = logging.getLogger(__name__)


def ring(job_id: str) -> None:
    """Send the job's id through the broker, once, without waiting for a broker that is away."""
    try:
        app.send_task(INGEST, args=(job_id,), retry=False, ignore_result=True)
    except (KombuError, RedisError, OSError) as fault:
        _log.warning("bell for %s not heard (%s); the reaper will ring again", job_id, type(fault).__name__)
