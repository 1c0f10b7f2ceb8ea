"""The reaper: looks every few seconds for work that nobody does. Any number may run at once."""

from __future__ import annotations

import logging

from segtier.jobs.heartbeat import Ticker
from segtier.services.context import Context
from segtier.services.reap_jobs import reap_jobs
from segtier.settings import Settings

_log = logging.getLogger(__name__)


def reaper(context: Context, settings: Settings) -> Ticker:
    """A ticker that reaps; the caller starts and stops it."""

    def reap() -> None:
        found = reap_jobs(context, settings.lease_s, settings.attempts_max)
        if found.requeued or found.quarantined or found.rung_again:
            _log.warning(
                "workers lost: %d jobs taken up again, %d set aside, %d bells rung again",
                len(found.requeued),
                len(found.quarantined),
                len(found.rung_again),
            )

    return Ticker(settings.reap_every_s, reap, at_once=True)
