"""How much memory this process holds, as the kernel says it."""

from __future__ import annotations

import resource
from pathlib import Path


def held_bytes(name: str = "VmRSS") -> int:
    """`VmRSS`: now; `VmHWM`: at most so far; `VmData`: what a limit of data counts. Without /proc only the second is known."""
    try:
        status = Path("/proc/self/status").read_text()
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 if name == "VmHWM" else 0
    return next(int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith(f"{name}:"))
