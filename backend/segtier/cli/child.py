"""The worker beside the web server: started, watched, restarted when it dies, stopped with its parent."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable

_log = logging.getLogger(__name__)
_PATIENCE_S = 1.5
_SHORT_LIFE_S = 5.0


class WorkerChild:
    """One child process at a time, in a session of its own so that Ctrl-C reaches only the parent."""

    def __init__(self, pool: str, concurrency: int) -> None:
        self.on_death: Callable[[int], None] = lambda _pid: None
        """Called with the process number of a child that ended by itself."""
        arguments = ["worker", "--pool", pool, "--concurrency", str(concurrency), "--parent", str(os.getpid())]
        self._command = [sys.executable, "-m", "segtier.cli.main", *arguments]
        self._stopping = threading.Event()
        self._process = self._start()
        self._watch = threading.Thread(target=self._watch_over, daemon=True)
        self._watch.start()

    def stop(self) -> None:
        """End the child: politely, and after a moment by force, its job being queued again for the next start."""
        self._stopping.set()
        self._watch.join()
        self._process.terminate()
        try:
            self._process.wait(timeout=_PATIENCE_S)
        except subprocess.TimeoutExpired:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._tell(self._process.pid)

    def _tell(self, pid: int) -> None:
        try:
            self.on_death(pid)
        except Exception:
            _log.exception("the jobs of worker %d wait for their lease to lapse", pid)

    def _start(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(self._command, start_new_session=True)

    def _watch_over(self) -> None:
        born_s = time.monotonic()
        while not self._stopping.wait(0.2):
            code = self._process.poll()
            if code is None:
                continue
            _log.warning("the worker ended (%s); starting another", code)
            self._tell(self._process.pid)
            if time.monotonic() - born_s < _SHORT_LIFE_S:
                self._stopping.wait(1.0)  # a worker that cannot start must not be started in a loop
            if not self._stopping.is_set():
                born_s, self._process = time.monotonic(), self._start()
