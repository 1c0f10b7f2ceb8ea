"""The reaper: looks every few seconds for work that nobody does, and for workers that live. Any number may run at once.

Workers have it look for bytes that no upload names any more, too.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from segtier.jobs.heartbeat import Ticker
from segtier.jobs.process import worker_name
from segtier.services.check_files import EVERY, check_files
from segtier.services.context import Context
from segtier.services.events import sweep_events
from segtier.services.manage_uploads import forget_uploads
from segtier.services.reap_jobs import Reaped, look_at_workers, reap_jobs, worker_died, worker_left
from segtier.services.silence import Silence
from segtier.services.sweep_files import sweep_files
from segtier.services.sweep_keys import sweep_keys
from segtier.services.thin_history import thin_history
from segtier.services.walk import Walk
from segtier.services.watch_drift import Watched
from segtier.settings import Settings
from segtier.store.records import Lease
from segtier.store.reserve import keep_reserve

_FORGET_AFTER = 20
"""Of the time for which a worker counts as alive."""
_LOOKS_PER_GRACE = 4
_LOOKS_PER_TURN = 4
_FORGET_EVERY_S = 3_600.0
_THIN_EVERY_S = 6 * 3_600.0
_LOOK_AT_CLOCK_EVERY_S = 15.0
_LOOK_AT_DRIFT_EVERY_S = 60.0
_log = logging.getLogger(__name__)


class Reaper:
    """Start and stop its `ticker`; `workers` knows who lives."""

    def __init__(self, context: Context, settings: Settings, workers: Silence[str] | None = None) -> None:
        """`workers`: looked at since before a worker was started, so that its first sign is told from an older one."""
        self._context, self._settings = context, settings
        self._jobs: Silence[Lease] = Silence(settings.lease_s)
        self._gone: Silence[str] = Silence(settings.worker_fresh_s * _FORGET_AFTER)
        self.workers: Silence[str] = workers or Silence(settings.worker_fresh_s)
        self.ticker = Ticker(settings.reap_every_s, self._look, at_once=True)

    def look_for_workers(self) -> None:
        """At once, for who waits for the first sign of one."""
        look_at_workers(self._context, self.workers)

    def _look(self) -> None:
        self.look_for_workers()
        gone = look_at_workers(self._context, self._gone)
        if gone:
            worker_left(self._context, *gone)
        _report(reap_jobs(self._context, self._jobs, self._settings.losses_max))


def sweeper(context: Context, settings: Settings) -> Ticker:
    """What a user deletes is gone from the disk after the grace time and a look or two; of very many files, a walk or two."""
    idle: Silence[str] = Silence(settings.deleted_grace_s)
    walk = Walk()
    return Ticker(settings.deleted_grace_s / _LOOKS_PER_GRACE, lambda: _sweep(context, idle, walk))


def forgetter(context: Context, settings: Settings) -> Ticker:
    """What lets nobody in any more goes, events of long ago, and uploads where they are kept for some days only."""
    return Ticker(_FORGET_EVERY_S, lambda: _forget(context, settings), at_once=True)


def checker(context: Context) -> Ticker:
    """Stored files are held against their digests in turns, which all workers share."""
    return Ticker(EVERY.total_seconds() / _LOOKS_PER_TURN, lambda: check_files(context))


def drift_watcher(context: Context) -> Ticker:
    """What applied plans brought to SSD is looked at again once reports have come and no more follow."""
    watched = Watched(context)
    return Ticker(_LOOK_AT_DRIFT_EVERY_S, watched.look)


def thinner(context: Context) -> Ticker:
    """Old intervals lose their lists: a database has one more to thin for each that comes, so there is no hurry."""
    return Ticker(_THIN_EVERY_S, lambda: _thin(context), at_once=True)


def clock_watcher(context: Context) -> Ticker:
    """A leap of the clock is noted while processes run that lived through it."""
    return Ticker(_LOOK_AT_CLOCK_EVERY_S, lambda: context.clock.look(context.store), at_once=True)


def _forget(context: Context, settings: Settings) -> None:
    sweep_keys(context)
    sweep_events(context, settings.events_days)
    if settings.uploads_days is not None:
        gone = forget_uploads(context, settings.uploads_days)
        if gone:
            _log.info("uploads deleted that are older than %d days: %d", settings.uploads_days, gone)


def _thin(context: Context) -> None:
    count = thin_history(context)
    if count:
        _log.info("old intervals thinned, which keep their counters: %d", count)


def _sweep(context: Context, idle: Silence[str], walk: Walk) -> None:
    files = sweep_files(context, idle, walk)
    keep_reserve(context.store)
    if files:
        _log.info("files removed that no upload names: %d", files)


def undertaker(context: Context, settings: Settings) -> Callable[[int], None]:
    """What to call with the process number of a worker of this machine that was seen to die."""
    return lambda pid: _report(worker_died(context, worker_name(pid), settings.losses_max))


def _report(found: Reaped) -> None:
    if found.requeued or found.quarantined:
        _log.warning("jobs queued again: %d, set aside: %d", len(found.requeued), len(found.quarantined))
