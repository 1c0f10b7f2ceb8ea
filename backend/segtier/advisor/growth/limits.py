"""Until when the SSD lasts: its bytes, and the requests it takes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta

import numpy as np

from segtier.advisor.growth import told
from segtier.advisor.growth.loads import WeeklyLoad
from segtier.analysis.dated_sizes import DatedSize
from segtier.analysis.trend import Line
from segtier.columns import Floats
from segtier.dataclass import dataclass
from segtier.model.device import NO_LIMIT, Tier
from segtier.model.forecast import Range
from segtier.model.growth import GrowthLimit, KeepFree, LimitOf, LimitState

_YEAR_WEEKS = 52
_STEPS_A_WEEK = 7


@dataclass(frozen=True, slots=True)
class _Reached:
    """Weeks from the last figure; None: not as far as the line is followed."""

    earliest: float | None
    latest: float | None


def bytes_limit(usable_bytes: int, sizes: Sequence[DatedSize], line: Line | None) -> GrowthLimit:
    """When the segments on SSD fill it, by themselves."""
    if not sizes:
        return told.limit(GrowthLimit("bytes", "unknown", ""))
    if sizes[-1].size_bytes >= usable_bytes:
        return told.limit(GrowthLimit("bytes", "reached", ""))
    if line is None:
        return told.limit(GrowthLimit("bytes", "unknown", ""), short=True)
    return _limit("bytes", line, float(usable_bytes), 1.0, sizes[-1].at.date())


def requests_limit(tier: Tier, busy: WeeklyLoad) -> GrowthLimit:
    """When it takes no more, in the busiest like hour. `busy`: what all reads and writes of the database would take of the limit.

    No more than these come to the SSD, and perhaps far fewer: so there is an earliest date and no latest one.
    """
    if max(tier.read_iops, tier.write_iops) >= NO_LIMIT:
        return told.limit(GrowthLimit("requests", "unknown", ""), unstated=True)
    if busy.line is None:
        return told.limit(GrowthLimit("requests", "unknown", ""), short=busy.told > 0)
    last = busy.weeks[-1] + timedelta(days=max(day for day, _, _ in busy.like))
    return _limit("requests", busy.line, 1.0, busy.busiest, last, at_most=True)


def keep_free(usable_bytes: int, line: Line | None, last: datetime | None) -> KeepFree | None:
    """None where the segments on SSD do not surely grow."""
    if line is None or last is None or line.low <= 0:
        return None
    weeks = int(min(_YEAR_WEEKS, line.ahead_weeks))
    ends = line.at(np.array([float(weeks)]))
    low, middle, high = ((max(float(one[0]) - line.now, 0.0)) / usable_bytes * 100 for one in ends)
    return told.kept(KeepFree(weeks, Range(low, middle, high), ""))


def _limit(of: LimitOf, line: Line, limit: float, times: float, last: date, *, at_most: bool = False) -> GrowthLimit:
    followed = last + timedelta(weeks=line.ahead_weeks)
    weeks = np.arange(0, int(line.ahead_weeks * _STEPS_A_WEEK) + 1) / _STEPS_A_WEEK
    low, _, high = line.at(weeks)
    found = _Reached(_first(weeks, high * times, limit), None if at_most else _first(weeks, low * times, limit))
    state: LimitState
    if found.earliest is None:
        state = "not-within"
    elif line.low <= 0 <= line.high:
        return told.limit(GrowthLimit(of, "no-trend", "", followed_to=followed))
    else:
        state = "from" if found.latest is None else "between"
    return told.limit(GrowthLimit(of, state, "", _day(last, found.earliest), _day(last, found.latest), followed))


def _first(weeks: Floats, figures: Floats, limit: float) -> float | None:
    reached = np.flatnonzero(figures >= limit)
    return float(weeks[reached[0]]) if len(reached) else None


def _day(last: date, weeks: float | None) -> date | None:
    return None if weeks is None else last + timedelta(weeks=weeks)
