"""Whether two periods may be held against each other: what makes a comparison weak, and what makes it mean nothing."""

from __future__ import annotations

from typing import NamedTuple

from segtier.advisor.comparison.period import Period
from segtier.advisor.comparison.work import BY_SQL, CPU, LOGICAL_READS, Work
from segtier.analysis.words import all_named, amount
from segtier.plurals import plural
from segtier.units import minute

LOAD_DIFFERS = 1.5
"""Times: beyond it queues stand elsewhere, so figures per transaction are weak evidence."""
OTHER_WORK = 1.5
"""Times more or less CPU, logical reads, executions or calls in a transaction: it does other work, or does it another way."""
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
        found.append(Reason(f"{plural(counts[0], 'instance')} before, {counts[1]} after.{_alone(before, after)}", True))
    cores = before.profile.cores, after.profile.cores
    if cores[0] and cores[1] and cores[0] != cores[1]:
        found.append(Reason(f"the servers had {cores[0]:g} cores before and {cores[1]:g} after."))
    return found


def _alone(before: Period, after: Period) -> str:
    """What can be asked for instead: instances whose reports both periods have."""
    both = sorted(_reported(before) & _reported(after))
    if not both:
        return ""
    named = f"instance{'s' if len(both) > 1 else ''} {all_named(both)}"
    return f" Choose {named} alone: both periods have that."


def _reported(period: Period) -> set[int]:
    """Those that a report is of alone."""
    alone = (report.instances[0].number for report in period.reports if len(report.instances) == 1)
    return {number for number in alone if number is not None}


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
    """Logical reads, executions and calls say what a transaction does; CPU alone does not."""
    found, alike = [], []
    for work in BY_SQL:
        went = _went(work, before, after)
        if went is not None and went.is_other:
            text = f"{work.name} per transaction went from {went}: other SQL, another plan or other data."
            found.append(Reason(text, went.means_nothing))
        elif went is not None:
            alike.append(work.name)
    reads_alike = LOGICAL_READS.name in alike
    return [*found, *_cpu(before, after, [] if found else alike, may_end=not reads_alike)]


def _cpu(before: Period, after: Period, alike: list[str], *, may_end: bool) -> list[Reason]:
    """Contention takes CPU as well, so CPU ends no comparison where a transaction's logical reads are the same."""
    went = _went(CPU, before, after)
    if went is None or not went.is_other:
        return []
    text = f"CPU per transaction went from {went} ms: "
    less = "less " if went.other < went.one else ""
    if alike:
        text += (
            f"{', '.join(alike)} per transaction are about the same, so {less}contention or another plan may be why."
        )
    elif went.other < went.one:
        text += "shorter waits and less contention take less CPU, so this alone does not show other SQL."
    else:
        text += "other SQL may have been running, and contention takes CPU as well."
    return [Reason(text, may_end and went.means_nothing)]


class _Went(NamedTuple):
    one: float
    other: float

    @property
    def is_other(self) -> bool:
        return not 1 / OTHER_WORK < self.other / self.one < OTHER_WORK

    @property
    def means_nothing(self) -> bool:
        return not 1 / NO_WORK_ALIKE < self.other / self.one < NO_WORK_ALIKE

    def __str__(self) -> str:
        return f"{amount(self.one)} to {amount(self.other)}"


def _went(work: Work, before: Period, after: Period) -> _Went | None:
    one, other = work.per_txn(before), work.per_txn(after)
    return _Went(one, other) if one and other else None


_LOOKS = (_database, _machine, _same_time, _long_enough, _transactions, _work)
