"""A worker process and who watches over it: started, replaced when it dies or hangs, stopped with its parent."""

from __future__ import annotations

import logging
import os
import select
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from contextlib import suppress

from segtier.cli.support import worker_process
from segtier.cli.support.be_worker import be_worker
from segtier.cli.support.worker_process import WorkerProcess
from segtier.reading import forks

_log = logging.getLogger(__name__)
_PATIENCE_S = 5.0
_SHORT_LIFE_S = 5.0
_TOLD = (0, -signal.SIGTERM, -signal.SIGINT)
_TOLD_S = 0.5
"""How long to wait before replacing a process that was told to end. The main thread gets a turn as well: this process may have
been told to end too, and not know it yet."""
_START_S = 120.0
"""A process that starts has so much time for its first pulse."""


class WorkerChild:
    """One child process at a time, in a session of its own so that Ctrl-C reaches only the parent.

    A child that gives no pulse for `silent_s` (stopped, or hanging) is killed like one that has died.
    """

    def __init__(self, readers: int, silent_s: float) -> None:
        self.on_death: Callable[[int], None] = lambda _pid: None
        """Called with the process number of a child that ended by itself."""
        self._readers, self._silent_s = readers, silent_s
        self._stopping, self._turned = threading.Event(), threading.Event()
        self._pulse = -1
        self._process = self._start(may_fork=True)
        self._watch = threading.Thread(target=self._watch_over, daemon=True)
        self._watch.start()

    def leave(self) -> None:
        """From now on a child that ends is not replaced: where a whole service is told to stop, the child was told too."""
        self._stopping.set()
        self._turned.set()

    def turn(self) -> None:
        """To be called by the main thread again and again: it has heard every signal that came before."""
        self._turned.set()

    def stop(self) -> None:
        """End the child: politely, and after a moment by force, its job being queued again for the next start."""
        self.leave()
        self._watch.join()
        self._process.terminate()
        try:
            self._process.wait(timeout=_PATIENCE_S)
        except subprocess.TimeoutExpired:
            self._kill()
            self._tell(self._process.pid)

    def _kill(self) -> None:
        """The worker and its readers."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def _tell(self, pid: int) -> None:
        try:
            self.on_death(pid)
        except Exception:
            _log.exception("the jobs of worker %d wait for their lease to lapse", pid)

    def _start(self, *, may_fork: bool = False) -> WorkerProcess:
        """Fork where allowed, since everything is imported by then; a process with threads must not fork."""
        ours, theirs = os.pipe()
        asks = forks.another()
        parent, readers, share = os.getpid(), self._readers, asks.fileno() if asks is not None else None
        arguments = ["worker", "--parent", str(parent), "--concurrency", str(readers), "--pulse", str(theirs)]
        arguments += ["--forks", str(share)] if share is not None else []
        files = [theirs, *([share] if share is not None else [])]
        try:
            if may_fork and worker_process.may_fork():
                process: WorkerProcess = worker_process.forked(
                    arguments, files, lambda: be_worker(readers, parent, theirs, share)
                )
            else:
                process = worker_process.spawned(arguments, files)
        finally:
            os.close(theirs)
            if asks is not None:
                asks.close()
        if self._pulse >= 0:
            os.close(self._pulse)
        self._pulse = ours
        return process

    def _watch_over(self) -> None:
        while not self._stopping.is_set():
            born_s = time.monotonic()
            self._until_it_ends(born_s)
            if self._process.poll() in _TOLD and not self._stopping.wait(_TOLD_S):
                self._turned.clear()
                if not self._stopping.is_set():
                    self._turned.wait()
            if self._stopping.is_set():
                return
            self._kill()  # its readers too, where it died alone
            _log.warning("the worker ended (%s); starting another", self._process.returncode)
            self._tell(self._process.pid)
            if time.monotonic() - born_s < _SHORT_LIFE_S:
                self._stopping.wait(1.0)  # a worker that cannot start must not be started in a loop
            if not self._stopping.is_set():
                self._process = self._start()

    def _until_it_ends(self, born_s: float) -> None:
        """Return when the child has died, is silent for too long, or is to be stopped."""
        silent_from_s = born_s + _START_S
        while not self._stopping.is_set():
            if self._process.poll() is not None:
                return
            if select.select([self._pulse], [], [], 0.2)[0]:
                if not os.read(self._pulse, 4096):
                    return  # its end of the pipe is closed: it is ending
                silent_from_s = time.monotonic() + self._silent_s
            elif time.monotonic() > silent_from_s:
                _log.error("the worker gives no sign of life; it is replaced")
                return
