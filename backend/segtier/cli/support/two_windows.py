"""What to type where one input holds both periods and nothing says from when on it is after."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import click

from segtier.analysis.hours_used import span
from segtier.analysis.inputs import Given, sort_inputs
from segtier.analysis.intervals import SLACK_S, sort_intervals
from segtier.analysis.timeline import choose_window
from segtier.analysis.two_periods import changed_at
from segtier.model.timeline import TimelinePoint
from segtier.plurals import plural
from segtier.units import minute

_MOST = 6
"""Windows that are named."""


def after_is_missing(given: Sequence[Given]) -> click.UsageError:
    """With the hours there are, and the moment after which reads come from other storage, else that in the middle."""
    inputs = sort_inputs(given)
    slots, _ = sort_intervals(inputs.intervals, inputs.instances)
    points = (
        [one for one in choose_window(slots, "average")[1].points if one.begin_time and one.end_time] if slots else []
    )
    if len(points) < 2:
        return click.UsageError("AFTER is missing: only a compare-period report holds both periods.")
    changed = changed_at(points)
    at = changed or points[len(points) // 2].begin_time
    windows = list(_windows(points))
    more = f" and {len(windows) - _MOST} more" if len(windows) > _MOST else ""
    why = ", when reads began to take another time" if changed else ""
    return click.UsageError(
        f"AFTER is missing. BEFORE holds {plural(len(points), 'interval')}: {', '.join(map(span, windows[:_MOST]))}{more}."
        f" Say from when on it is after: --after-from '{minute(at) if at else ''}'{why}."
    )


def _windows(points: Sequence[TimelinePoint]) -> list[Sequence[TimelinePoint]]:
    """Stretches without a gap."""
    cuts = [at + 1 for at, (one, then) in enumerate(pairwise(points)) if _apart(one, then)]
    return [points[start:end] for start, end in pairwise([0, *cuts, len(points)])]


def _apart(one: TimelinePoint, then: TimelinePoint) -> bool:
    assert one.end_time
    assert then.begin_time
    return (then.begin_time - one.end_time).total_seconds() > SLACK_S
