"""Hours as people type them, by the database's own clock: `2024-03-12T11:00`, `2024-03-12 11:00`, or a day."""

from __future__ import annotations

from datetime import datetime, timedelta

from segtier.errors import Refused, UnreadableInput
from segtier.model.timeline import StatedHours
from segtier.units import minute

_A_DAY = len("2024-03-12")
PATTERN = r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?)?"
NO_TIME = "{given} is not a time"
ADVICE = "Write it as the time line prints it, by the database's own clock: 2024-03-12T11:00, or a day alone."


def read_hours(begin: str | None, end: str | None) -> StatedHours | None:
    """None where neither is stated. Raises UnreadableInput for what is no time, Refused where they end before they begin."""
    if begin is None and end is None:
        return None
    hours = StatedHours(first_moment(begin), last_moment(end))
    if hours.begin is not None and hours.end is not None and hours.begin >= hours.end:
        raise Refused(
            f"the hours end at {minute(hours.end)}, not after they begin at {minute(hours.begin)}",
            code="hours-turned-round",
            advice="State the earlier time as the first one.",
        )
    return hours


def first_moment(text: str | None) -> datetime | None:
    return None if text is None else _moment(text)


def last_moment(text: str | None) -> datetime | None:
    """A day counts whole."""
    return None if text is None else _moment(text, days=1 if len(text.strip()) == _A_DAY else 0)


def _moment(text: str, days: int = 0) -> datetime:
    try:
        moment = datetime.fromisoformat(text.strip()) + timedelta(days=days)
    except (ValueError, OverflowError) as fault:
        raise UnreadableInput(NO_TIME.format(given=repr(text[:40])), code="bad-time", advice=ADVICE) from fault
    if moment.tzinfo is not None:
        raise UnreadableInput(f"{text[:40]!r} names a time zone", code="bad-time", advice=ADVICE)
    return moment
