"""Statistics that rise and fall, told from those that only count: a difference of two of their values says nothing."""

from __future__ import annotations

_LEVELS = (" current", " memory", "cumulative")
_OS_COUNTERS = ("_TIME", "_IN_BYTES", "_OUT_BYTES")


def is_level(statistic: str) -> bool:
    """By its name in v$statname."""
    return any(word in statistic for word in _LEVELS)


def is_os_level(statistic: str) -> bool:
    """By its name in v$osstat."""
    return not statistic.endswith(_OS_COUNTERS)
