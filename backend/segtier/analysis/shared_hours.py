"""Before and after are of different hours: one that lies in both would be held against itself."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from datetime import datetime

from segtier.analysis.inputs import is_interval
from segtier.analysis.intervals import same_interval
from segtier.analysis.report import Report
from segtier.errors import Refused
from segtier.units import minute


def refuse_shared(before: Iterable[Hashable], after: Iterable[Hashable], when: str = "") -> None:
    """Raises Refused where an interval is in both, by what names it; `when` says which."""
    if not set(before).isdisjoint(after):
        raise Refused(
            f"the two windows share hours{when}",
            code="windows-overlap",
            advice="Choose hours to compare with that the answer is not made from: what is before ends where after begins.",
        )


def refuse_shared_hours(before: Sequence[Report], after: Sequence[Report]) -> None:
    """The same by what the reports say of their intervals."""
    first, second = _by_interval(before), _by_interval(after)
    times = [second[one].interval for one in second if one in first]
    begins = [one.begin_time for one in times if one.begin_time]
    ends = [one.end_time for one in times if one.end_time]
    refuse_shared(first, second, said_times(begins, ends))


def _by_interval(reports: Sequence[Report]) -> dict[Hashable, Report]:
    found = {same_interval(one): one for one in reports if is_interval(one)}
    return {key: one for key, one in found.items() if key is not None}


def said_times(begins: Sequence[datetime], ends: Sequence[datetime]) -> str:
    """`, from … to …`; empty where no time is known."""
    return f", from {minute(min(begins))} to {minute(max(ends))}" if begins and ends else ""
