"""What changed: each wait and each class against what its hours do by themselves. A wait that is not printed is not zero."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from segtier.advisor.comparison.noise import Band, band
from segtier.advisor.comparison.period import Period
from segtier.analysis.db_time import DB_CPU, UNEXPLAINED
from segtier.analysis.figures import cpu_is_known, total_of
from segtier.analysis.foreground import is_unnamed
from segtier.analysis.unnamed import left_out
from segtier.model.comparison import Change

LEAST = 0.005
"""Of DB time per transaction, the larger of both: a wait that differs by less is as before."""


class Took(NamedTuple):
    """How long a wait took: as printed (None: it is not), and the least and the most that can be."""

    printed: float | None
    least: float
    most: float


class Times:
    """What each wait took in a period, per second.

    What one period prints by name may be among what the other has no name for: it is not compared with none.
    """

    def __init__(self, period: Period) -> None:
        self._period = period
        self._left_out = [left_out(report) for report in period.reports]
        self.printed = _printed(period)
        self._nameless = {row.event for row in period.profile.events if is_unnamed(row.event, row.wait_class)}
        self._named_there_s = 0.0
        """What the other period names, and reports of this one have no row of."""
        self._perhaps_s = 0.0
        """The most that a wait took here of which reports have no row: what is without a name here, and not there."""

    def name_by(self, other: Times, work: float) -> None:
        """`work`: transactions of this period, times those of the other."""
        names = other.printed.keys() - other._nameless - {DB_CPU, UNEXPLAINED}
        more = (other.printed[name] * work - self.printed.get(name, 0.0) for name in names if self._may_lack(name))
        self._named_there_s = sum(max(one, 0.0) for one in more)

    def look_for_lost(self, other: Times, work: float) -> None:
        """Once both are named by each other."""
        there_s = max(other._without_name_s - other._named_there_s, 0.0) * work
        self._perhaps_s = max(self._without_name_s - there_s, 0.0)

    def _may_lack(self, name: str) -> bool:
        return any(name not in one.events for one in self._left_out)

    @property
    def _without_name_s(self) -> float:
        return sum(self.printed.get(name, 0.0) for name in (*self._nameless, UNEXPLAINED))

    def took(self, name: str, wait_class: str) -> Took:
        """As printed, plus the most that reports without a row of it can have left out."""
        printed = self.printed.get(name)
        if name == DB_CPU:
            return _exactly(printed) if printed is not None else Took(None, 0.0, self._period.profile.db_time_per_s)
        if name == UNEXPLAINED:
            known = cpu_is_known(self._period.workload)
            return self._at_most(printed or 0.0) if known else Took(printed, 0.0, printed or 0.0)
        if is_unnamed(name, wait_class):
            closed = all(report.wait_classes for report in self._period.reports)
            return self._at_most(printed) if printed is not None else Took(None, 0.0, 0.0 if closed else float("inf"))
        more_s = sum(one.most_s(name, wait_class) for one in self._left_out) / self._period.profile.elapsed_s
        more_s = max(more_s, self._perhaps_s if self._may_lack(name) else 0.0)
        return Took(printed, printed or 0.0, (printed or 0.0) + more_s)

    def _at_most(self, printed: float) -> Took:
        """Without a name: some of it may be what the other period names."""
        return Took(printed, max(printed - self._named_there_s, 0.0), printed)


def _exactly(value: float) -> Took:
    return Took(value, value, value)


def _printed(period: Period) -> dict[str, float]:
    times: dict[str, float] = {}
    if cpu_is_known(period.workload):
        times[DB_CPU] = period.profile.cpu_per_s
    for row in period.profile.events:
        times[row.event] = times.get(row.event, 0.0) + row.time_per_s
    times[UNEXPLAINED] = period.profile.unexplained_per_s
    return times


class Changes:
    """Of the waits of two periods, per transaction. Nothing is known where a period does not count transactions."""

    def __init__(self, before: Period, after: Period, hours: Sequence[Sequence[Period]]) -> None:
        self.before, self.after = Times(before), Times(after)
        self._rates = old, new = before.profile.txn_per_s, after.profile.txn_per_s
        if old and new:
            pairs = (self.before, self.after, old / new), (self.after, self.before, new / old)
            for one, other, work in pairs:
                one.name_by(other, work)
            for one, other, work in pairs:
                one.look_for_lost(other, work)
        self._hours = [[_per_txn(hour) for hour in period] for period in hours]
        each = [_over(one.profile.db_time_per_s, one.profile.txn_per_s) for one in (before, after)]
        self.least_s = LEAST * max((value for value in each if value is not None), default=0.0)
        """Seconds per transaction."""

    def of_event(self, name: str, wait_class: str) -> Change | None:
        return self.of_class([(name, wait_class)])

    def of_class(self, rows: Sequence[tuple[str, str]]) -> Change | None:
        """Of these waits together; each with its class."""
        before, after = (_together(times.took(*row) for row in rows) for times in (self.before, self.after))
        old, new = self._rates
        if not old or not new:
            return None
        if None in (before.printed, after.printed) and all(is_unnamed(*row) for row in rows):
            return "not-printed"  # the other period may print the same by its names
        hours = [[total_of(hour.get(name) for name, _ in rows) for hour in period] for period in self._hours]
        return change_of(_per(before, old), _per(after, new), band(hours), self.least_s)


def change_of(before: Took, after: Took, noise: Band, least: float) -> Change:
    """What is certain whatever the reports left out; differences of less than `least` are none."""
    certain = _certain(before, after, noise, least)
    if certain == "more":
        return "new" if before.printed is None and before.most <= least else "more"
    if certain == "less":
        return "gone" if after.printed is None and after.most <= least else "less"
    if before.printed is None or after.printed is None:
        return "not-printed"
    seeming = _certain(_exactly(before.printed), _exactly(after.printed), noise, least)
    return "as-before" if seeming is None else "not-printed"


def _certain(before: Took, after: Took, noise: Band, least: float) -> Change | None:
    if after.least > before.most * noise.high and after.least - before.most > least:
        return "more"
    if after.most < before.least * noise.low and before.least - after.most > least:
        return "less"
    return None


def _per(took: Took, rate: float) -> Took:
    return Took(_over(took.printed, rate), took.least / rate, took.most / rate)


def _over(value: float | None, rate: float | None) -> float | None:
    return value / rate if value is not None and rate else None


def _per_txn(hour: Period) -> Mapping[str, float]:
    rate = hour.profile.txn_per_s
    return {name: value / rate for name, value in _printed(hour).items()} if rate else {}


def _together(rows: Iterable[Took]) -> Took:
    each = list(rows)
    return Took(total_of(row.printed for row in each), sum(row.least for row in each), sum(row.most for row in each))
