"""Two windows of the hours that are here, as before and after: what a dump of weeks allows without a second upload."""

from __future__ import annotations

from dataclasses import replace

from segtier.analysis.shared_hours import refuse_shared, said_times
from segtier.errors import NotUsable
from segtier.model.timeline import StatedHours
from segtier.services.read_documents import Inputs


def in_windows(inputs: Inputs, before: StatedHours | None, after: StatedHours) -> Inputs:
    """The same documents, those of `after` counted as after and those of `before` as before; others do not count.

    What is before ends where `after` begins, unless it is said to end elsewhere.
    A document of hours belongs where its middle lies. Sizes and
    counters, which are of no hour, count as they did. Raises NotUsable for a window without a report, and Refused for two that
    share one.
    """
    first = (before or StatedHours()).ahead_of(after)
    hours = [one for one in inputs.used if one.role == "report"]
    later = {one.id for one in hours if after.holds(one.begin_time, one.end_time)}
    earlier = {one.id for one in hours if one.period == "before" and first.holds(one.begin_time, one.end_time)}
    both = [one for one in hours if one.id in earlier & later]
    times = [[one.begin_time for one in both if one.begin_time], [one.end_time for one in both if one.end_time]]
    refuse_shared(earlier, later, said_times(*times))
    for found, name in ((later, "the hours to compare with"), (earlier, "the hours of the answer")):
        if not found:
            raise NotUsable(
                f"no report falls in {name}",
                code="empty-window",
                advice="Choose hours of the time line, by the database's own clock.",
            )
    kept = [one for one in inputs.used if one.role != "report" or one.id in later | earlier]
    counted = (replace(one, period="after") if one.id in later else one for one in kept)
    return replace(inputs, used=tuple(counted))
