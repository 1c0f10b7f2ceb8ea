"""Which hours an answer stands on, in words: on stderr, so that it is seen beside any format."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from segtier.cli.support.terminal import say
from segtier.model.advice import Advice
from segtier.model.timeline import WINDOWS, HoursUsed, TimelinePoint
from segtier.units import minute

_LONG_GAP_S = 24 * 3600.0


def say_hours(advice: Advice) -> None:
    for text in hours_told(advice):
        say(text, err=True)


def hours_told(advice: Advice) -> list[str]:
    """The hours an advice is made from, what else may be asked for, and what looks like two stories in one."""
    used, timeline = advice.hours, advice.timeline
    if used is None or timeline is None or not timeline.points:
        return []
    first = used.text if used.intervals == 1 else f"{used.text} {_others(used)}"
    other = [] if used.other_hours is None else [used.other_hours]
    return [first, *other, *(f"Warning: {warning}" for warning in long_gaps(timeline.points))]


def _others(used: HoursUsed) -> str:
    others = [name for name in WINDOWS if name != used.window or used.stated]
    return f"Others: {', '.join(f'--window {name}' for name in others)}."


def long_gaps(points: Sequence[TimelinePoint]) -> list[str]:
    """Days without a report: what comes after them may be another story, such as the time after a change."""
    return [
        f"no report between {minute(before.end_time)} and {minute(after.begin_time)}. If the later ones are from after a "
        f"change, leave them out: --to '{minute(before.end_time)}'."
        for before, after in pairwise(points)
        if before.end_time and after.begin_time and (after.begin_time - before.end_time).total_seconds() > _LONG_GAP_S
    ]
