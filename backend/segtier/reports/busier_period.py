"""Of a report of two periods the first answers unless asked otherwise: a busier second one is said."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from segtier.model.evidence import Warn
from segtier.model.pair import Pair
from segtier.model.workload import Workload
from segtier.units import minute

_BUSIER = 4 / 3
"""Times the first: below it the two say the same of the load."""


def with_busier_said(pair: Pair) -> Pair:
    """The same, with a warning at the first period where the second is busier."""
    first, second = _sessions(pair.first), _sessions(pair.second)
    if not first or second is None or second < _BUSIER * first:
        return pair
    interval = pair.second.interval
    message = (
        f"the report's second period{_when(interval.begin_time, interval.end_time)} is busier: {second:.1f} active "
        f"sessions on average against {first:.1f} in the first, which counts unless you say otherwise"
    )
    return replace(pair, first=replace(pair.first, warnings=(*pair.first.warnings, Warn("busier-period", message))))


def _sessions(period: Workload) -> float | None:
    interval = period.interval
    return interval.db_time_s / interval.elapsed_s if interval.db_time_s is not None and interval.elapsed_s else None


def _when(begin: datetime | None, end: datetime | None) -> str:
    return f", {minute(begin)} to {minute(end)}," if begin and end else ""
