"""When an instance was started, as its snapshots tell it."""

from __future__ import annotations

from datetime import datetime

_SAME_START_S = 10.0
"""Oracle works the moment out anew, so it may be another by a second; no instance is started twice in so short a time."""


def same_start(one: datetime, other: datetime) -> bool:
    return abs((one - other).total_seconds()) <= _SAME_START_S
