"""Which hours of two periods are held against each other: those that did about the same work, by one rule on both sides."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Hashable, Sequence
from math import floor, log
from typing import NamedTuple

from segtier.advisor.comparison.period import counted
from segtier.analysis.inputs import Given, as_reports, is_interval
from segtier.analysis.intervals import same_interval
from segtier.analysis.of_instances import of_instances, said_of_chosen
from segtier.analysis.profile import profile_of
from segtier.analysis.report import Report
from segtier.analysis.shared_hours import refuse_shared_hours
from segtier.model.profile import Profile

ALIKE = 4 / 3
"""Times the transactions of a second, either way."""
OTHER_ANSWER = 1.1
"""Times: choices of hours whose answers lie further apart are told with both ends."""


class LikeHours(NamedTuple):
    before: tuple[Report, ...]
    after: tuple[Report, ...]
    """Exports are kept."""
    ratios: tuple[float, float] | None = None
    """DB time per transaction, after over before, of the choices of hours that there are: the least and the most. None where the
    choice changes nothing.
    """
    left_out: tuple[str, ...] = ()
    """What is said of hours whose figures cannot be, or are not of all instances."""


def like_hours(before: Sequence[Given], after: Sequence[Given], instances: Sequence[int] = ()) -> LikeHours:
    """Of each period the hours that find one with about their load in the other; all of them where none does.

    A quiet night says nothing about a busy noon. Hours whose figures cannot be right count in neither. `instances`: of a cluster,
    these alone. Raises Refused where before and after share an interval.
    """
    one, other = of_instances(before, instances), of_instances(after, instances)
    refuse_shared_hours(one, other)
    both = (_Period(one, "Before"), _Period(other, "After"))
    near = (both[0].near(both[1]), both[1].near(both[0]))
    if not all(near):
        near = (both[0].hours, both[1].hours)
    ratios = _ends([near, (both[0].hours, both[1].hours)])
    chosen = [note.message for note in said_of_chosen(as_reports(before), one)]
    left_out = (*chosen, *(told for period in both for told in period.left_out))
    return LikeHours(both[0].reports_of(near[0]), both[1].reports_of(near[1]), ratios, left_out)


_Hours = dict[frozenset[Hashable], Profile | None]
"""Intervals by what names the reports of each."""


class _Period:
    def __init__(self, reports: Sequence[Report], name: str) -> None:
        slots, said = counted(reports)
        self._reports = reports
        self.hours: _Hours = {frozenset(map(_named, slot.reports)): profile_of(slot) for slot in slots}
        self.left_out = tuple(f"{name}: {text}" for text in said)

    def near(self, other: _Period) -> _Hours:
        """Hours that the other one has a like of."""
        rates = sorted(one.txn_per_s for one in other.hours.values() if one is not None and one.txn_per_s)
        return {name: one for name, one in self.hours.items() if one is not None and _has_like(one.txn_per_s, rates)}

    def reports_of(self, hours: _Hours) -> tuple[Report, ...]:
        """Those of these hours, and what is of no hour."""
        names = frozenset[Hashable]().union(*hours)
        return tuple(one for one in self._reports if not (is_interval(one) and one.tells_time) or _named(one) in names)


def _named(report: Report) -> Hashable:
    """Its interval; its file where nothing says which that is."""
    return same_interval(report) or (report.source.file, report.source.sha256)


def _has_like(rate: float | None, rates: Sequence[float]) -> bool:
    """`rates`: in order."""
    if not rate:
        return False
    at = bisect_left(rates, rate / ALIKE)
    return at < len(rates) and rates[at] <= rate * ALIKE


def _ends(choices: Sequence[tuple[_Hours, _Hours]]) -> tuple[float, float] | None:
    """Of these choices, and of the first with its loads weighed alike."""
    sums = [(_by_load(one), _by_load(other)) for one, other in choices]
    ratios = [ratio for one, other in sums if (ratio := _ratio(_whole(one), _whole(other))) is not None]
    alike = _loads_alike(*sums[0])
    ratios += [] if alike is None else [alike]
    least, most = min(ratios, default=1.0), max(ratios, default=1.0)
    return (least, most) if most > OTHER_ANSWER * least else None


class _Sum(NamedTuple):
    db_time_s: float
    transactions: float


_Loads = dict[int, _Sum]


def _by_load(hours: _Hours) -> _Loads:
    found: dict[int, _Sum] = defaultdict(lambda: _Sum(0.0, 0.0))
    for profile in hours.values():
        if profile is not None and profile.txn_per_s:
            load = floor(log(profile.txn_per_s) / log(ALIKE))
            done = profile.txn_per_s * profile.elapsed_s
            found[load] = _Sum(
                found[load].db_time_s + profile.db_time_per_s * profile.elapsed_s, found[load].transactions + done
            )
    return dict(found)


def _whole(loads: _Loads) -> _Sum:
    return _Sum(sum(one.db_time_s for one in loads.values()), sum(one.transactions for one in loads.values()))


def _ratio(before: _Sum, after: _Sum) -> float | None:
    if not (before.db_time_s and before.transactions and after.transactions):
        return None
    return (after.db_time_s / after.transactions) / (before.db_time_s / before.transactions)


def _loads_alike(before: _Loads, after: _Loads) -> float | None:
    """With as many transactions of each load after as before: more of the busy hours in one period is no change."""
    both = sorted(before.keys() & after.keys())
    count = {load: min(before[load].transactions, after[load].transactions) for load in both}
    sums = [
        _Sum(sum(count[load] * loads[load].db_time_s / loads[load].transactions for load in both), sum(count.values()))
        for loads in (before, after)
    ]
    return _ratio(*sums)
