"""Which hours an answer is made from, in words."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from segtier.model.timeline import HoursUsed, StatedHours, Timeline, TimelinePoint, Window
from segtier.units import minute

_ONE: dict[Window, str] = {
    "busy": "the busiest",
    "busiest": "the busiest",
    "p95": "the 95th percentile",
    "average": "the only usable one",
}


OF_OTHER_HOURS = (
    "instances-chosen",
    "instance-missing",
    "storage-changed",
    "interval-left-out",
    "two-regimes",
    "spoken-for",
    "fuller-interval",
)
"""Codes of notes that say what the hours not used are to the answer."""


def hours_used(timeline: Timeline) -> HoursUsed:
    """How many of the intervals, and from when to when."""
    used = [point for point in timeline.points if point.used]
    others = " ".join(note.message for note in timeline.notes if note.code in OF_OTHER_HOURS)
    text = _text(timeline, used)
    return HoursUsed(timeline.window, len(timeline.points), len(used), text, timeline.stated, others or None)


def _text(timeline: Timeline, used: Sequence[TimelinePoint]) -> str:
    count = len(timeline.points)
    if count == 1:
        return f"Made from one interval, {span(used)}."
    if len(used) == count:
        return f"Made from all {count} intervals, {span(used)}."
    if timeline.stated is not None:
        return f"Made from {len(used)} of {count} intervals, those in the hours asked for: {span(used)}."
    if len(used) > 1:
        return f"Made from {len(used)} of {count} intervals, {span(used)}; the others hold no DB time."
    loaded = sum(point.average_active_sessions is not None for point in timeline.points)
    which = _ONE["average" if loaded == 1 else timeline.window]
    sessions = used[0].average_active_sessions
    load = "" if sessions is None else f", {sessions:.1f} active sessions"
    return f"Made from {which} of {count} intervals: {span(used)}{load}."


def said(hours: StatedHours) -> str:
    """Stated hours: from when to when, as far as they are stated."""
    if hours.begin is not None and hours.end is not None:
        return between(hours.begin, hours.end)
    return f"from {minute(hours.begin)} on" if hours.begin else f"before {minute(hours.end)}" if hours.end else "all"


def span(points: Sequence[TimelinePoint]) -> str:
    """From the first to the last moment; the snapshots where no time is printed."""
    begins = [point.begin_time for point in points if point.begin_time]
    ends = [point.end_time for point in points if point.end_time]
    if begins and ends:
        return between(min(begins), max(ends))
    snaps = [snap for point in points for snap in (point.begin_snap, point.end_snap) if snap is not None]
    return f"snapshots {min(snaps)} to {max(snaps)}" if snaps else "time not known"


def between(begin: datetime, end: datetime) -> str:
    """Of the same day the second without its date."""
    return f"{minute(begin)} to {end:%H:%M}" if begin.date() == end.date() else f"{minute(begin)} to {minute(end)}"
