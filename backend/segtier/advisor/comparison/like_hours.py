"""Which hours of two periods are held against each other: those that did about the same work, by one rule on both sides."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import floor, log
from typing import NamedTuple

from segtier.analysis.inputs import Given, as_reports, is_interval
from segtier.analysis.report import Report
from segtier.analysis.shared_hours import refuse_shared_hours

ALIKE = 4 / 3
"""Times the transactions of a second, either way."""
OTHER_ANSWER = 1.1
"""Times: choices of hours whose answers lie further apart are told with both ends."""


class LikeHours(NamedTuple):
    before: tuple[Report, ...]
    after: tuple[Report, ...]
    """Exports are kept."""
    ratios: tuple[float, float] | None
    """DB time per transaction, after over before, of the choices of hours that there are: the least and the most. None where the
    choice changes nothing.
    """


def like_hours(before: Sequence[Given], after: Sequence[Given]) -> LikeHours:
    """Of each period the hours that find one with about their load in the other; all of them where none does.

    A quiet night says nothing about a busy noon. Raises Refused where before and after share an interval.
    """
    one, other = as_reports(before), as_reports(after)
    refuse_shared_hours(one, other)
    first, second = _near(one, _rates(other)), _near(other, _rates(one))
    if not (any(map(is_interval, first)) and any(map(is_interval, second))):
        first, second = one, other
    return LikeHours(first, second, _ends([(first, second), (one, other)]))


def _near(reports: Sequence[Report], rates: Sequence[float]) -> tuple[Report, ...]:
    return tuple(one for one in reports if not is_interval(one) or _has_like(_rate(one), rates))


def _has_like(rate: float | None, rates: Sequence[float]) -> bool:
    """`rates`: in order."""
    if not rate:
        return False
    at = bisect_left(rates, rate / ALIKE)
    return at < len(rates) and rates[at] <= rate * ALIKE


def _rates(reports: Iterable[Report]) -> list[float]:
    return sorted(rate for one in reports if is_interval(one) and (rate := _rate(one)))


def _rate(report: Report) -> float | None:
    return report.profile.txn_per_s if report.profile else None


def _ends(choices: Sequence[tuple[Sequence[Report], Sequence[Report]]]) -> tuple[float, float] | None:
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


def _by_load(reports: Iterable[Report]) -> _Loads:
    found: dict[int, _Sum] = defaultdict(lambda: _Sum(0.0, 0.0))
    for profile in (one.profile for one in reports if is_interval(one)):
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
