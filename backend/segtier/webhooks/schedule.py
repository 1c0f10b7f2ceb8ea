"""When what could not be delivered is tried again."""

from __future__ import annotations

from datetime import timedelta

WAITS = tuple(
    timedelta(**wait)
    for wait in (
        {"seconds": 5},
        {"minutes": 1},
        {"minutes": 5},
        {"minutes": 30},
        {"hours": 2},
        {"hours": 6},
        {"hours": 12},
        {"hours": 24},
    )
)
"""Nine tries within 45 hours."""


def wait_after(failures: int) -> timedelta | None:
    """How long to wait after so many failures; None where it is given up."""
    return WAITS[failures - 1] if failures <= len(WAITS) else None
