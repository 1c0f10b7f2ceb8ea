"""Which hours an answer stands on, in words: on stderr, so that it is seen beside any format."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import pairwise

from segtier.cli.support.terminal import say
from segtier.model.timeline import Timeline, TimelinePoint

_LONG_GAP_S = 24 * 3600.0
_TIME = "%Y-%m-%d %H:%M"
_NAMES = {"busiest": "the busiest", "p95": "the 95th percentile", "average": "all"}


def say_hours(timeline: Timeline | None) -> None:
    """The hours an advice is made from, what else may be asked for, and what looks like two stories in one."""
    if timeline is None or not timeline.points:
        return
    say(hours_text(timeline), err=True)
    for warning in long_gaps(timeline.points):
        say(f"Warning: {warning}", err=True)


def hours_text(timeline: Timeline) -> str:
    """One sentence: the hours used and how to ask for others."""
    used = [point for point in timeline.points if point.used]
    if len(timeline.points) == 1:
        return f"Made from one report, {span(used)}."
    count, which = len(timeline.points), _NAMES[timeline.window]
    chosen = f"all {count} intervals" if timeline.window == "average" else f"{which} of {count} intervals"
    load = used[0].average_active_sessions if len(used) == 1 else None
    sessions = "" if load is None else f", {load:.1f} active sessions"
    others = ", ".join(f"--window {name}: {words}" for name, words in _NAMES.items() if name != timeline.window)
    return f"Made from {chosen}: {span(used)}{sessions}. Others: {others}."


def span(points: Sequence[TimelinePoint]) -> str:
    """From the first to the last moment; the snapshots where no time is printed."""
    begins = [point.begin_time for point in points if point.begin_time]
    ends = [point.end_time for point in points if point.end_time]
    if begins and ends:
        return between(min(begins), max(ends))
    snaps = [snap for point in points for snap in (point.begin_snap, point.end_snap) if snap is not None]
    return f"snapshots {min(snaps)} to {max(snaps)}" if snaps else "time not known"


def between(begin: datetime, end: datetime) -> str:
    return f"{begin:{_TIME}} to {end:{_TIME}}"


def long_gaps(points: Sequence[TimelinePoint]) -> list[str]:
    """Days without a report: what comes after them may be another story, such as the time after a change."""
    return [
        f"no report between {before.end_time:{_TIME}} and {after.begin_time:{_TIME}}. If the later ones are from after a "
        f"change, leave them out: --to '{before.end_time:{_TIME}}'."
        for before, after in pairwise(points)
        if before.end_time and after.begin_time and (after.begin_time - before.end_time).total_seconds() > _LONG_GAP_S
    ]
