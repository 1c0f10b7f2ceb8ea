"""The reaper: looks every few seconds for work that nobody does. Any number may run at once."""

from __future__ import annotations

import logging
from collections.abc import Callable

from segtier.jobs.heartbeat import Ticker
from segtier.jobs.process import worker_name
from segtier.services.context import Context
from segtier.services.reap_jobs import Reaped, reap_jobs, worker_died
from segtier.settings import Settings

_log = logging.getLogger(__name__)


def reaper(context: Context, settings: Settings) -> Ticker:
    """A ticker that reaps; the caller starts and stops it."""

    def reap() -> None:
        _report(reap_jobs(context, settings.lease_s, settings.attempts_max))

    return Ticker(settings.reap_every_s, reap, at_once=True)


def undertaker(context: Context, settings: Settings) -> Callable[[int], None]:
    """What to call with the process number of a worker of this machine that was seen to die."""
    return lambda pid: _report(worker_died(context, worker_name(pid), settings.attempts_max))


def _report(found: Reaped) -> None:
    if found.requeued or found.quarantined or found.rung_again:
        _log.warning(
            "jobs queued again: %d, set aside: %d, bells rung again: %d",
            len(found.requeued),
            len(found.quarantined),
            len(found.rung_again),
        )
