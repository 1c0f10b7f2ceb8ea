"""What months of history keep: the one rule of it.

The latest weeks stay whole, and drift and the calendar look at no others. Of older intervals the counters stay, which
trends follow from; lists stay of the busiest interval of each day.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import NamedTuple

from segtier.analysis.like_weeks import week_of
from segtier.model.evidence import Warn
from segtier.model.workload import Workload

WHOLE_WEEKS = 10
"""Of those that have intervals: ten hold two ends of a month, whichever day they begin on."""
THINNED = Warn(
    "thinned",
    f"Older than the latest {WHOLE_WEEKS} weeks with reports: Segtier keeps the counters of this interval. Its lists of segments "
    "and statements, histograms and advisories are gone.",
)


class Held(NamedTuple):
    """An interval of one report."""

    id: str
    begin: datetime
    db_time_s: float | None


def whole_from(begins: Iterable[datetime]) -> date | None:
    """The Monday from which on intervals stay whole; None where all do. `begins`: of all intervals."""
    weeks = sorted({week_of(one) for one in begins})
    return weeks[-WHOLE_WEEKS] if len(weeks) > WHOLE_WEEKS else None


def to_thin(held: Sequence[Held]) -> list[str]:
    """Those that lose their lists. An interval whose DB time is not known may be the busiest of its day: it stays whole."""
    first = whole_from(one.begin for one in held)
    if first is None:
        return []
    old = [one for one in held if week_of(one.begin) < first]
    load: dict[datetime, float] = {}
    for one in old:
        load[one.begin] = load.get(one.begin, 0.0) + (one.db_time_s or 0.0)
    busiest: dict[date, datetime] = {}
    for begin in sorted(load):
        day = begin.date()
        if day not in busiest or load[begin] > load[busiest[day]]:
            busiest[day] = begin
    return [one.id for one in old if one.db_time_s is not None and busiest[one.begin.date()] != one.begin]


def thinned(workload: Workload) -> Workload:
    """Without its lists. What was listed is then unknown, not nothing: no section is said to be found."""
    if THINNED in workload.warnings:
        return workload
    return replace(
        workload,
        segments=(),
        segment_coverage={},
        segment_waits=(),
        statements=(),
        statement_coverage=None,
        wait_histograms=(),
        buffer_pool_advisory=(),
        pga_advisory=(),
        sga_advisory=(),
        sections=(),
        warnings=(*workload.warnings, THINNED),
    )
