"""The intervals of hours that somebody stated."""

from __future__ import annotations

from collections.abc import Sequence

from segtier.analysis.hours_used import between, said
from segtier.analysis.intervals import Slot
from segtier.errors import Refused
from segtier.model.timeline import StatedHours

_HALF = 0.5
"""Of an interval: who brushes a chart by hand hits no end exactly."""


def those_in(hours: StatedHours, slots: Sequence[Slot], loaded: Sequence[tuple[float, int]]) -> list[tuple[float, int]]:
    """Of the loaded intervals (load, place among the slots) those of which the hours hold half at least.

    Raises Refused where there are loaded ones and none is held.
    """
    found = [(load, place) for load, place in loaded if _held(slots[place], hours) >= _HALF]
    if loaded and not found:
        raise Refused(
            f"no interval with DB time lies in the hours asked for, {said(hours)}",
            code="no-interval-in-hours",
            advice=f"{_there([slots[place] for _, place in loaded])} State hours that hold at least half of one, or none.",
        )
    return found


def _there(slots: Sequence[Slot]) -> str:
    begins = [slot.begin_time for slot in slots if slot.begin_time]
    ends = [slot.end_time for slot in slots if slot.end_time]
    if not begins or not ends:
        return "The inputs print no time of their intervals."
    return f"The inputs have {len(slots)} with DB time, {between(min(begins), max(ends))}."


def _held(slot: Slot, hours: StatedHours) -> float:
    """The part of the interval that lies in the hours, 0 to 1; 0 where its time is not printed."""
    if slot.begin_time is None or slot.end_time is None or slot.begin_time >= slot.end_time:
        return 0.0
    begin, end = max(slot.begin_time, hours.begin or slot.begin_time), min(slot.end_time, hours.end or slot.end_time)
    return max((end - begin) / (slot.end_time - slot.begin_time), 0.0)
