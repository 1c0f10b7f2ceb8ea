"""The process of a worker: a fork of this one, which has imported what it needs, or a new one."""

from __future__ import annotations

import ctypes
import gc
import os
import signal
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

from segtier.cli.support.errors_told import tell_error
from segtier.errors import SegtierError
from segtier.reading.forks import FORKS

_LOOK_S = 0.02
_STREAMS = 2


class Forked:
    """As `subprocess.Popen` has it."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._waiting = threading.Lock()

    def poll(self) -> int | None:
        with self._waiting:
            if self.returncode is None:
                pid, status = os.waitpid(self.pid, os.WNOHANG)
                if pid:
                    self.returncode = os.waitstatus_to_exitcode(status)
            return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        until_s = None if timeout is None else time.monotonic() + timeout
        while (code := self.poll()) is None:
            if timeout is not None and until_s is not None and time.monotonic() > until_s:
                raise subprocess.TimeoutExpired("segtier worker", timeout)
            time.sleep(_LOOK_S)
        return code

    def terminate(self) -> None:
        with self._waiting:
            if self.returncode is None:
                os.kill(self.pid, signal.SIGTERM)


WorkerProcess = Forked | subprocess.Popen[bytes]


def may_fork() -> bool:
    """Where nothing else runs in this process: a lock that another thread holds would stay locked in the fork."""
    return FORKS and len(os.listdir("/proc/self/task")) == 1


def forked(arguments: list[str], files: list[int], work: Callable[[], None]) -> Forked:
    """A fork in a session of its own that works, has these files and the three streams, and is told by `ps` as a worker."""
    sys.stdout.flush()
    sys.stderr.flush()
    gc.collect()
    gc.freeze()  # what is loaded by now is shared: who looks for garbage in it copies it
    pid = os.fork()
    if pid == 0:
        _be_a_worker(arguments, files, work)
    return Forked(pid)


def spawned(arguments: list[str], files: list[int]) -> subprocess.Popen[bytes]:
    """`-P`: what lies in the current folder is not imported."""
    command = [sys.executable, "-P", "-m", "segtier.cli.main", *arguments]
    return subprocess.Popen(command, start_new_session=True, pass_fds=files)


def _be_a_worker(arguments: list[str], files: list[int], work: Callable[[], None]) -> NoReturn:
    """Never returns: what this process was doing is its parent's."""
    code = 1
    try:
        os.setsid()
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        for name in os.listdir("/proc/self/fd"):
            if int(name) > _STREAMS and int(name) not in files:
                with suppress(OSError):
                    os.close(int(name))
        _be_called(["segtier", *arguments])
        work()
        code = 0
    except SegtierError as error:
        tell_error(error)
    except SystemExit as leave:
        code = leave.code if isinstance(leave.code, int) else 1
    except BaseException:
        traceback.print_exc()
    finally:
        with suppress(OSError, ValueError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)


def _be_called(words: list[str]) -> None:
    """In the list of processes, as far as there is room."""
    fields = Path("/proc/self/stat").read_text().rpartition(")")[2].split()
    begin, end = int(fields[45]), int(fields[46])
    name = b"".join(word.encode() + b"\0" for word in words)[: end - begin - 1]
    ctypes.memset(begin, 0, end - begin)
    ctypes.memmove(begin, name, len(name))
