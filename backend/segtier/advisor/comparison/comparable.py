"""Whether two periods may be held against each other: what makes a comparison weak, and what makes it mean nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from segtier.analysis.figures import first_known, load_per_s, statistic_per_s
from segtier.model.profile import Profile
from segtier.model.workload import Workload
from segtier.units import minute

LOAD_DIFFERS = 1.5
"""Times: beyond it queues stand elsewhere, so figures per transaction are weak evidence."""
OTHER_WORK = 1.5
"""Times more or less CPU, block gets or calls in a transaction: other SQL was running."""
NO_WORK_ALIKE = 3.0
"""Times: the transactions of the two periods have nothing in common."""
FEW_TRANSACTIONS = 100
SHORTEST_S = 300.0


class Reason(NamedTuple):
    text: str
    means_nothing: bool = False

    @property
    def said(self) -> str:
        return f"Not comparable: {self.text}" if self.means_nothing else self.text[0].upper() + self.text[1:]


class Period(NamedTuple):
    workload: Workload
    profile: Profile


def reasons(before: Period, after: Period) -> list[Reason]:
    """Every reason that holds, the ones that end the comparison first."""
    found = [reason for look in _LOOKS for reason in look(before, after)]
    return sorted(found, key=lambda reason: not reason.means_nothing)


def _database(before: Period, after: Period) -> list[Reason]:
    one, other = before.workload.database, after.workload.database
    if one.dbid and other.dbid and one.dbid != other.dbid:
        return [Reason("the reports are of different databases (DBID).", True)]
    if one.release and other.release and one.release != other.release:
        return [Reason(f"the release changed from {one.release} to {other.release}.")]
    return []


def _machine(before: Period, after: Period) -> list[Reason]:
    found = []
    counts = len(before.workload.instances), len(after.workload.instances)
    if all(counts) and counts[0] != counts[1]:
        found.append(Reason(f"{counts[0]} instances before, {counts[1]} after.", True))
    cores = before.profile.cores, after.profile.cores
    if cores[0] and cores[1] and cores[0] != cores[1]:
        found.append(Reason(f"the servers had {cores[0]:g} cores before and {cores[1]:g} after."))
    return found


def _same_time(before: Period, after: Period) -> list[Reason]:
    end, begin = before.workload.interval.end_time, after.workload.interval.begin_time
    if end and begin and (end.tzinfo is None) == (begin.tzinfo is None) and begin < end:
        return [Reason(f"the period after begins ({minute(begin)}) before the one before ends ({end:%H:%M}).", True)]
    return []


def _long_enough(before: Period, after: Period) -> list[Reason]:
    found = []
    for name, period in (("before", before), ("after", after)):
        elapsed, rate = period.workload.interval.elapsed_s, period.profile.txn_per_s
        if elapsed and elapsed < SHORTEST_S:
            found.append(
                Reason(f"the period {name} is {elapsed:.0f} s long; take at least {SHORTEST_S / 60:.0f} minutes.")
            )
        if elapsed and rate is not None and rate * elapsed < FEW_TRANSACTIONS:
            found.append(Reason(f"only {rate * elapsed:.0f} transactions in the period {name}.", True))
    return found


def _transactions(before: Period, after: Period) -> list[Reason]:
    one, other = before.profile.txn_per_s, after.profile.txn_per_s
    if not one or not other:
        return [Reason("transactions per second are not in both reports, so work cannot be held equal.", True)]
    if not 1 / LOAD_DIFFERS <= other / one <= LOAD_DIFFERS:
        text = f"the load differs: {one:,.1f} transactions/s before, {other:,.1f} after; figures are per transaction, "
        return [Reason(text + "but queues do not scale.")]
    return []


def _work(before: Period, after: Period) -> list[Reason]:
    """CPU, block gets and calls of a transaction: none of them depends on the storage."""
    found = []
    for name, unit, scale, figure in _WORK:
        one, other = _per_txn(before, figure), _per_txn(after, figure)
        if not one or not other:
            continue
        ratio = other / one
        if not 1 / OTHER_WORK < ratio < OTHER_WORK:
            text = f"{name} per transaction went from {one * scale:,.3g} to {other * scale:,.3g}{unit}: other SQL was running."
            found.append(Reason(text, not 1 / NO_WORK_ALIKE < ratio < NO_WORK_ALIKE))
    return found


def _per_txn(period: Period, figure: Callable[[Period], float | None]) -> float | None:
    per_s, rate = figure(period), period.profile.txn_per_s
    return per_s / rate if per_s is not None and rate else None


def _gets(period: Period) -> float | None:
    return first_known(
        statistic_per_s(period.workload, "session logical reads"), load_per_s(period.workload, "Logical read")
    )


def _calls(period: Period) -> float | None:
    return first_known(statistic_per_s(period.workload, "user calls"), load_per_s(period.workload, "User calls"))


_WORK: tuple[tuple[str, str, float, Callable[[Period], float | None]], ...] = (
    ("CPU", " ms", 1e3, lambda period: period.profile.cpu_per_s),
    ("logical reads", "", 1.0, _gets),
    ("user calls", "", 1.0, _calls),
)
_LOOKS = (_database, _machine, _same_time, _long_enough, _transactions, _work)
