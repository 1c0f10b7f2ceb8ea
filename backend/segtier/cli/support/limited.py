"""The limits of one file that is read in this process: those the server gives its readers.

Beyond its processor time or memory the file is refused, and the next one is read. A library that does not come back even then
takes the process along, by the kernel's timer.
"""

from __future__ import annotations

import os
import resource
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from segtier.reading.limits import ReadLimits, file_needs_memory, file_took_too_long

_SETTINGS = ("SEGTIER_READ_CPU_S", "SEGTIER_READ_CPU_S_PER_MB", "SEGTIER_READ_MEMORY_BYTES")
_LONGER = 2
"""Times the processor time of the file: after so much the process ends."""


class _TookTooLong(BaseException):
    """No reader catches it as a fault of the file."""


@contextmanager
def limited(length_bytes: int, *, packed: bool) -> Iterator[None]:
    """Raises UnreadableInput. In threads other than the first there is only the limit of memory: no signal reaches them."""
    limits = _limits()
    cpu_limit_s = limits.cpu_limit_s(length_bytes, packed=packed)
    try:
        with _memory(limits.memory_bytes), _processor_time(cpu_limit_s):
            yield
    except _TookTooLong:
        raise file_took_too_long(cpu_limit_s) from None
    except MemoryError:
        raise file_needs_memory(limits.memory_bytes) from None


def _limits() -> ReadLimits:
    """The settings take a while to import: only where one of them is set."""
    if not any(name in os.environ for name in _SETTINGS):
        return ReadLimits()
    from segtier.cli.support.own_settings import own_settings

    settings = own_settings()
    return ReadLimits(settings.read_cpu_s, settings.read_cpu_s_per_mb, memory_bytes=settings.read_memory_bytes)


@contextmanager
def _processor_time(limit_s: int) -> Iterator[None]:
    """By timers, as the server's readers have one (`reading/child.py`)."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGPROF, _stop)
    try:
        signal.setitimer(signal.ITIMER_PROF, limit_s)
        signal.setitimer(signal.ITIMER_VIRTUAL, _LONGER * limit_s)
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGPROF, before)


def _stop(*_: object) -> None:
    raise _TookTooLong


@contextmanager
def _memory(limit_bytes: int) -> Iterator[None]:
    """Beside what this process holds already: other documents. Where the system does not say how much that is, none."""
    held, (soft, hard) = _held_bytes(), resource.getrlimit(resource.RLIMIT_DATA)
    if held is None:
        yield
        return
    lowest = min(one for one in (held + limit_bytes, soft, hard) if one != resource.RLIM_INFINITY)
    resource.setrlimit(resource.RLIMIT_DATA, (lowest, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


def _held_bytes() -> int | None:
    try:
        status = Path("/proc/self/status").read_text()
    except OSError:
        return None
    line = next((one for one in status.splitlines() if one.startswith("VmData:")), None)
    return None if line is None else int(line.split()[1]) * 1024
