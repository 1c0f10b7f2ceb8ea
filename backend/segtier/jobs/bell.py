"""Tell the workers that a job waits. Failing to is no fault: they ask the queue themselves every few seconds."""

from __future__ import annotations

import logging
import threading
import time

from segtier.jobs.app import BELL, app

_REST_S = 5.0
"""After a bell that nobody took no other is rung for so long: requests must not queue up before a broker that is away."""
_PROBE_S = 1.0
_log = logging.getLogger(__name__)


class Bell:
    """Rings through the broker, once, without waiting for one that is away."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._rests_until_s = 0.0

    def ring(self) -> None:
        """Never raises: the job is in the queue already."""
        if self.is_resting():
            return
        try:
            app.send_task(BELL, retry=False, ignore_result=True)
        except Exception as fault:
            self._rest(fault)

    def answers(self) -> bool:
        """Is the broker there? Asks it at most once every few seconds where it is not."""
        if self.is_resting():
            return False
        try:
            with app.connection_for_write(connect_timeout=_PROBE_S) as connection:
                connection.ensure_connection(max_retries=1, interval_start=0, timeout=_PROBE_S)
                connection.default_channel.close()
        except Exception as fault:
            self._rest(fault)
            return False
        return True

    def is_resting(self) -> bool:
        with self._guard:
            return time.monotonic() < self._rests_until_s

    def _rest(self, fault: Exception) -> None:
        with self._guard:
            self._rests_until_s = time.monotonic() + _REST_S
        _log.warning("the bell is not heard (%s); the workers ask the queue themselves", type(fault).__name__)
