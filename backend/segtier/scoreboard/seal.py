"""What is sealed of a forecast, and whether it is still that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from segtier.digest import digest_of
from segtier.model.forecast import EventAfter, Range
from segtier.model.scoreboard import SealedClass


def class_ratios(today: Sequence[EventAfter], after: Sequence[EventAfter]) -> tuple[SealedClass, ...]:
    """After / before of every class that takes time today; the events' ranges are added, so it is wider than its own would be."""
    times = {row.wait_class: 0.0 for row in today}
    for row in today:
        times[row.wait_class] += row.time_s
    return tuple(SealedClass(name, _ratio(name, seconds, after)) for name, seconds in times.items() if seconds > 0)


def _ratio(name: str, seconds: float, after: Sequence[EventAfter]) -> Range:
    rows = [row for row in after if row.wait_class == name]
    low = sum(row.time_s if row.time_s_low is None else row.time_s_low for row in rows)
    high = sum(row.time_s if row.time_s_high is None else row.time_s_high for row in rows)
    return Range(low / seconds, sum(row.time_s for row in rows) / seconds, high / seconds)


def seal_digest(forecast_id: str, body: dict[str, Any]) -> str:
    """SHA-256, hex, of JSON with sorted names: the same on every database."""
    return digest_of([forecast_id, body])


def seal_fault(forecast_id: str, body: dict[str, Any], digest: str, entered: str | None) -> str | None:
    """Why it is no longer what was sealed; `entered` is the digest in the audit trail. None: it is."""
    if entered is None:
        return "the audit trail has no entry for it"
    if seal_digest(forecast_id, body) != entered:
        return "it was changed after it was sealed"
    if digest != entered:
        return "its digest was changed after it was sealed"
    return None
