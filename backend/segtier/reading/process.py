"""A reader process and its end, whichever way it is made: forked where Linux is, else started anew."""

from __future__ import annotations

import os
import resource
import signal
import socket
import subprocess
import sys
import threading
from contextlib import suppress
from typing import NamedTuple, Protocol


class End(NamedTuple):
    code: int | None
    """Negative for a signal; None: what made it ended with it."""
    peak_bytes: int
    """The most memory it had, beyond what it began with."""


class Process(Protocol):
    pid: int

    def is_orphan(self) -> bool:
        """Has what made it gone, and it with that?"""

    def kill(self) -> None:
        """At once, from any thread; without effect where it has ended."""

    def wait(self) -> End:
        """Once it was killed, or is seen to end."""


class Spawned:
    """A reader that is started as any other program."""

    def __init__(self, channel: socket.socket, memory_bytes: int, niceness: int, module: str) -> None:
        words = map(str, (channel.fileno(), memory_bytes, niceness, module))
        command = [sys.executable, "-P", "-m", "segtier.reading.child", *words]
        self._process = subprocess.Popen(command, pass_fds=[channel.fileno()], env=environment())
        self._held_bytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
        """The kernel counts what the parent had when it started the child, so less than that says nothing."""
        self._waiting = threading.Lock()
        self._end: End | None = None
        self.pid = self._process.pid

    def is_orphan(self) -> bool:
        return False

    def kill(self) -> None:
        """Not by `Popen.kill`, which first looks whether it has ended, and then takes away what `wait` waits for."""
        if self._end is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)

    def wait(self) -> End:
        with self._waiting:
            if self._end is None:
                _pid, status, used = os.wait4(self.pid, 0)
                code = self._process.returncode = os.waitstatus_to_exitcode(status)
                peak_bytes = used.ru_maxrss * 1024
                self._end = End(code, peak_bytes if peak_bytes > self._held_bytes else 0)
            return self._end


def environment() -> dict[str, str]:
    """No setting, address or password reaches a reader; libraries start no threads in it."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("SEGTIER_")}
    return {**kept, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
