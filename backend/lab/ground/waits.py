"""PostgreSQL's waits under the names that Oracle has for the like, for the document that the forecast reads."""

from __future__ import annotations

from collections.abc import Mapping

from lab.ground.measured import COMMIT

COMMITS = "log file sync"
_NAMED = {
    **dict.fromkeys(COMMIT, COMMITS),
    "IPC:BufferIO": "read by other session",
    "IPC:BufferIo": "read by other session",
    "IO:DataFileWrite": "free buffer waits",
    "IO:DataFileFlush": "free buffer waits",
    "IO:DataFileExtend": "free buffer waits",
    "Lock:transactionid": "enq: TX - row lock contention",
    "Lock:tuple": "enq: TX - row lock contention",
    "Lock:extend": "enq: HW - contention",
    "LWLock:BufferContent": "buffer busy waits",
    "BufferPin:BufferPin": "buffer busy waits",
}
_ELSEWHERE = ("CPU", "IO:DataFileRead", "IO:BufFileRead", "IO:BufFileWrite")
"""CPU is read from the kernel, reads of data and temporary files from the device: both exact, samples are not."""
_LATCH = "latch free"


def sessions_by_event(waits: Mapping[str, float]) -> dict[str, float]:
    """Sessions on average in each wait, by Oracle's name; what has none is in none, and DB time does not explain it."""
    found: dict[str, float] = {}
    for name, sessions in waits.items():
        event = _NAMED.get(name, _LATCH if name.startswith("LWLock:") else None)
        if event is not None and name not in _ELSEWHERE:
            found[event] = found.get(event, 0.0) + sessions
    return found
