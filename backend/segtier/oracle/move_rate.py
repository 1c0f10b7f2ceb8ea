"""How fast a segment moves: an assumption, for nobody has measured this machine."""

from __future__ import annotations

SLOWEST_MB_PER_S = 50
FASTEST_MB_PER_S = 400
"""One stream that reads from today's storage, sorts or formats, writes to flash and logs: slow disks, fast disks."""


def range_min(size_bytes: int) -> tuple[int, int]:
    """(fewest, most) minutes for writing so much anew."""
    fast, slow = (-(-size_bytes // (rate * 60 * 10**6)) for rate in (FASTEST_MB_PER_S, SLOWEST_MB_PER_S))
    return fast, slow
