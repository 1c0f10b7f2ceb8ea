"""The intervals of hours that somebody stated."""

from __future__ import annotations

from collections.abc import Sequence

from segtier.analysis.hours_used import between, said
from segtier.analysis.intervals import Slot
from segtier.errors import Refused
from segtier.model.timeline import StatedHours


def those_in(hours: StatedHours, slots: Sequence[Slot], loaded: Sequence[tuple[float, int]]) -> list[tuple[float, int]]:
    """Of the loaded intervals (load, place among the slots) those whose middle the hours hold: who brushes a chart hits no end.

    Raises Refused where there are loaded ones and none is held.
    """
    found = [(load, place) for load, place in loaded if hours.holds(slots[place].begin_time, slots[place].end_time)]
    if loaded and not found:
        raise Refused(
            f"no interval with DB time falls in the hours you asked for, {said(hours)}",
            code="no-interval-in-hours",
            advice=f"{_there([slots[place] for _, place in loaded])} State hours that hold the middle of one, or none.",
        )
    return found


def _there(slots: Sequence[Slot]) -> str:
    begins = [slot.begin_time for slot in slots if slot.begin_time]
    ends = [slot.end_time for slot in slots if slot.end_time]
    if not begins or not ends:
        return "The inputs print no time of their intervals."
    return f"The inputs have {len(slots)} with DB time, {between(min(begins), max(ends))}."
