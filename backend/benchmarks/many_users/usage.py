"""What the processes of an installation have used and hold, as /proc says."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from robustness import processes

MIB = 1024**2
_TICKS_PER_S, _PAGE_BYTES = os.sysconf("SC_CLK_TCK"), os.sysconf("SC_PAGE_SIZE")


def cpu_s(pid: int, *, ended_too: bool = False) -> float:
    """Of one process, with children that have ended and were waited for; 0 where it is gone."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11 : 15 if ended_too else 13])) / _TICKS_PER_S


def tree_cpu_s(pid: int) -> float:
    """Of a process and all below it."""
    return sum(cpu_s(one, ended_too=True) for one in (pid, *processes.descendants(pid)))


def additions_s() -> float:
    """Processor time for ten million additions: machines differ, and one and the same from hour to hour."""
    begin_s, total = time.process_time(), 0
    for number in range(10_000_000):
        total += number
    return time.process_time() - begin_s


def rss_bytes(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]) * _PAGE_BYTES


class Watched:
    """The memory of a process, looked at every few seconds while the block runs: `rss` in bytes, in order of time."""

    def __init__(self, pid: int, every_s: float) -> None:
        self.rss = [rss_bytes(pid)]
        self._pid, self._every_s, self._over = pid, every_s, threading.Event()
        self._thread = threading.Thread(target=self._look)

    def __enter__(self) -> Watched:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()
        self.rss.append(rss_bytes(self._pid))

    def _look(self) -> None:
        while not self._over.wait(self._every_s):
            self.rss.append(rss_bytes(self._pid))


def growth(seen: Sequence[int]) -> float:
    """Bytes in the second half of the looks, by a straight line through them: what a start takes is no growth."""
    half = np.asarray(seen[len(seen) // 2 :], dtype=float)
    if len(half) < 2:
        return 0.0
    slope, _ = np.polyfit(np.arange(len(half)), half, 1)
    return float(slope) * (len(half) - 1)
