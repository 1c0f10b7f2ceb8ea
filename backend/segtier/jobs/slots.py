"""The slots of a worker: each takes one job at a time, has a reader read its file, and stores what it says."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from segtier.jobs.heartbeat import kept_alive
from segtier.jobs.process import worker_name
from segtier.reading.reader import ReaderLost
from segtier.services.context import Context
from segtier.services.ingest_upload import claim_next, ingest_upload
from segtier.services.return_job import count_fault, count_loss, let_wait, put_back
from segtier.settings import Settings
from segtier.store.faults import passing_fault
from segtier.store.records import Lease

_SIGNS_PER_LEASE = 6
"""Signs of life: most of them may fail, or come late on a busy machine, before a lease lapses."""
_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 0.5, 10.0
"""After something that passes by itself: the disk is full, the database is away."""
_log = logging.getLogger(__name__)


class Slots:
    """As many as the worker has readers. Archives and the like never take all of them, where there are several."""

    def __init__(self, context: Context, settings: Settings, count: int) -> None:
        self._packed = threading.BoundedSemaphore(max(1, count - 1))
        self._slots = [_Slot(context, settings, self._packed) for _ in range(count)]

    def start(self) -> None:
        for slot in self._slots:
            slot.start()

    def wake(self) -> None:
        """A bell: somebody has queued a job."""
        for slot in self._slots:
            slot.wake()

    def stop(self, context: Context) -> None:
        """Take no more jobs; what is being read goes back to the queue."""
        for slot in self._slots:
            slot.tell_to_stop()
        context.readers.close()
        for slot in self._slots:
            slot.join()

    def is_stalled(self) -> bool:
        """Does any slot hang, other than by a reader, whose limits are its own?"""
        return any(slot.is_stalled() for slot in self._slots)


class _Slot:
    def __init__(self, context: Context, settings: Settings, packed: threading.BoundedSemaphore) -> None:
        self._context, self._settings, self._packed = context, settings, packed
        self._rung, self._stopping = threading.Event(), threading.Event()
        self._pause_s = _FIRST_PAUSE_S
        self._stage, self._since_s = "waiting", time.monotonic()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def wake(self) -> None:
        self._rung.set()

    def tell_to_stop(self) -> None:
        self._stopping.set()
        self._rung.set()

    def join(self) -> None:
        self._thread.join(timeout=10)

    def is_stalled(self) -> bool:
        return self._stage == "storing" and time.monotonic() - self._since_s > self._settings.stalled_s

    def _run(self) -> None:
        while not self._stopping.is_set():
            self._rung.clear()
            if not self._took_one():
                self._step("waiting")
                self._rung.wait(self._settings.ask_every_s)

    def _took_one(self) -> bool:
        """Do the job whose turn it is; False where there is none, or nothing can be done now."""
        packed_too = self._packed.acquire(blocking=False)
        try:
            self._step("storing")
            lease = claim_next(self._context, worker_name(), packed_too=packed_too)
            if lease is not None and packed_too and not lease.packed:
                self._packed.release()
                packed_too = False
            if lease is not None:
                self._do(lease)
            return lease is not None
        except Exception as fault:
            self._rest(fault)
            return False
        finally:
            if packed_too:
                self._packed.release()

    def _do(self, lease: Lease) -> None:
        with kept_alive(self._context, lease, self._settings.lease_s / _SIGNS_PER_LEASE):
            try:
                job = ingest_upload(self._context, lease, self._step)
            except Exception as fault:
                self._step("waiting")
                self._return(lease, fault)
                return
        self._pause_s = _FIRST_PAUSE_S
        state = job.state if job else "given up: another worker took it"
        _log.info("job %s, attempt %d: %s", lease.job_id, lease.attempt, state)

    def _return(self, lease: Lease, fault: Exception) -> None:
        """Give the job back, however long the database is away."""
        context, settings = self._context, self._settings
        passing = passing_fault(fault)
        if passing is not None:
            _log.warning("job %s waits: %s", lease.job_id, passing.detail)
            self._until_done(lambda: let_wait(context, lease, passing.code))
            self._rest(fault)
        elif isinstance(fault, ReaderLost) and self._stopping.is_set():
            put_back(context, lease)
        elif isinstance(fault, ReaderLost):
            _log.warning("job %s: %s", lease.job_id, fault)
            self._until_done(lambda: count_loss(context, lease, settings.losses_max))
        else:
            _log.error("job %s, attempt %d", lease.job_id, lease.attempt, exc_info=fault)
            self._until_done(lambda: count_fault(context, lease, settings.faults_max, fault))

    def _until_done(self, give_back: Callable[[], object]) -> None:
        while True:
            try:
                give_back()
            except Exception as fault:
                if passing_fault(fault) is None or self._stopping.is_set():
                    raise
                self._rest(fault)
            else:
                return

    def _rest(self, fault: Exception) -> None:
        """Wait a little longer each time, until something has worked again."""
        passing = passing_fault(fault)
        if passing is None:
            _log.error("the queue cannot be worked on", exc_info=fault)
        self._step("waiting")
        self._stopping.wait(self._pause_s)
        self._pause_s = min(self._pause_s * 2, _LONGEST_PAUSE_S)

    def _step(self, stage: str) -> None:
        self._stage, self._since_s = stage, time.monotonic()
