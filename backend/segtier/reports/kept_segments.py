"""How many segments each interval of a file names, where it has many intervals."""

from __future__ import annotations

MOST_SEGMENTS = 60_000
"""Of all intervals together; each names its busiest ones."""
_MOST_OF_ONE, _LEAST_OF_ONE = 3_000, 200


def most_segments(intervals: int) -> int:
    return max(_LEAST_OF_ONE, min(_MOST_OF_ONE, MOST_SEGMENTS // max(intervals, 1)))
