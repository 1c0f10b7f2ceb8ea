"""Signs of life: of a job while it is worked on, and of the worker itself."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sqlalchemy.exc import SQLAlchemyError

from segtier.passing import Passing
from segtier.services.context import Context
from segtier.services.ingest_upload import keep_lease
from segtier.store.records import Lease

_AGAIN_S = 1.0
"""A busy database has let seconds pass already before it says so; a lease must not lapse while one waits on top."""
_log = logging.getLogger(__name__)


class Ticker:
    """Calls something every `every_s` seconds in a thread of its own, also after the database was away."""

    def __init__(self, every_s: float, tick: Callable[[], object], *, at_once: bool = False) -> None:
        self._every_s, self._tick, self._at_once = every_s, tick, at_once
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        self._thread.join(timeout=5)

    def _run(self) -> None:
        if not self._at_once:
            self._stop.wait(self._every_s)
        while not self._stop.is_set():
            self._stop.wait(self._every_s if self._ticked() else min(self._every_s, _AGAIN_S))

    def _ticked(self) -> bool:
        try:
            self._tick()
        except (SQLAlchemyError, OSError, Passing) as fault:
            _log.warning("%s: will try again", type(fault).__name__)
            return False
        return True


@contextmanager
def kept_alive(context: Context, lease: Lease, every_s: float) -> Iterator[None]:
    """Keep a lease alive while the block runs."""
    ticker = Ticker(every_s, lambda: keep_lease(context, lease))
    ticker.start()
    try:
        yield
    finally:
        ticker.stop()
