"""One of the two periods: its reports as one workload, and each of its hours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from segtier.analysis.hours_used import OF_OTHER_HOURS
from segtier.analysis.inputs import Given, sort_inputs
from segtier.analysis.intervals import Slot, sort_intervals
from segtier.analysis.merge import figures_of, merge_slots, unnamed_of
from segtier.analysis.profile import build_profile
from segtier.analysis.timeline import choose_window
from segtier.errors import NotUsable
from segtier.model.profile import Profile
from segtier.model.workload import Workload


class Period(NamedTuple):
    workload: Workload
    profile: Profile
    reports: tuple[Workload, ...]
    """What it was merged from."""


def counted(reports: Sequence[Given]) -> tuple[tuple[Slot, ...], tuple[str, ...]]:
    """The intervals that count, as in an average of all hours, and what is said of the others.

    Raises NotUsable where each of them lacks an instance.
    """
    inputs = sort_inputs(reports)
    slots, _ = sort_intervals([one for one in inputs.intervals if one.tells_time], inputs.instances)
    used, timeline = choose_window(slots, "average")
    return used, tuple(note.message for note in timeline.notes if note.code in OF_OTHER_HOURS)


def period_of(reports: Sequence[Given]) -> Period:
    """Raises NotUsable as `build_profile` does."""
    slots, _ = counted(reports)
    return _period(slots, merge_slots(slots))


def hours_of(reports: Sequence[Given]) -> tuple[Period, ...]:
    """Each interval of a period by itself."""
    found = []
    for slot in counted(reports)[0]:
        try:
            found.append(_period([slot], figures_of(slot)))
        except NotUsable:
            continue
    return tuple(found)


def _period(slots: Sequence[Slot], merged: Workload) -> Period:
    reports = tuple(report.figures() for slot in slots for report in slot.reports)
    return Period(merged, build_profile(merged, unnamed_of(slots)), reports if len(reports) > 1 else (merged,))
