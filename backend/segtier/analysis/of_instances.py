"""A cluster's database is all of its instances. Where the load of one is not known, that of the database is not, and somebody
says which instances an answer shall be of.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from copy import copy
from dataclasses import replace

from segtier.analysis.inputs import Given, as_intervals, as_reports, is_interval, only_counters
from segtier.analysis.intervals import Slot
from segtier.analysis.open_report import OpenReport
from segtier.analysis.report import Report
from segtier.analysis.words import all_named
from segtier.errors import NotUsable, Refused, named
from segtier.model.evidence import Warn
from segtier.model.timeline import TimelineNote
from segtier.plurals import plural

_OF_ALL = frozenset({"awr-rac-html", "awr-rac-text", "awr-miner"})
"""Kinds that tell all instances there are."""


def of_instances(given: Sequence[Given], chosen: Sequence[int]) -> tuple[Report, ...]:
    """The intervals of chosen instances alone, and what is of no interval; all where none is chosen. Where there is no interval
    what is counted since start-up is chosen from.

    A report of several instances counts where all of them are chosen. Raises Refused where no interval is left.
    """
    if not chosen:
        return as_reports(given)
    reports = as_intervals(given)
    loads = [one for one in reports if is_interval(one)] or [
        one for one in reports if not only_counters(one.document())
    ]
    kept = [one for one in loads if (own := _numbers(one)) and own <= set(chosen)]
    lost = set(chosen) - set().union(*map(_numbers, kept))
    if loads and lost:
        there = sorted(set().union(*map(_numbers, loads)))
        raise Refused(
            f"no report is of {_instances(lost)} alone: {_reports_of(there)}",
            code="no-such-instance",
            advice="Choose among these; a report of several instances counts where all of them are chosen.",
        )
    others = set(map(id, loads)) - set(map(id, kept))
    return tuple(_naming_none(one) for one in reports if id(one) not in others)


def _naming_none(report: Report) -> Report:
    """Whoever chose instances misses none of the others that the report names."""
    if not report.interval.instances:
        return report
    alone = replace(report.interval, instances=())
    if isinstance(report, OpenReport):
        return OpenReport(replace(report.document(), interval=alone))
    same = copy(report)
    vars(same)["interval"] = alone
    return same


def said_of_chosen(given: Sequence[Report], kept: Sequence[Report]) -> Iterator[TimelineNote]:
    """What an answer of chosen instances is not of."""
    there, own = (set().union(*(_all_of(one) for one in some if is_interval(one))) for some in (given, kept))
    if there - own:
        text = f"Of {_instances(own)} alone, as asked: the load of {_instances(there - own)} is left out."
        yield TimelineNote("instances-chosen", text)


def refuse_in_part(slots: Sequence[Slot]) -> None:
    """Raises NotUsable where some tell DB time, and each of some of the instances alone."""
    most = max((slot.told for slot in slots), key=len, default=frozenset[int]())
    if most and all(slot.lacking for slot in slots):
        these = " ".join(named(f"instance={one}") for one in sorted(most))
        raise NotUsable(
            f"no interval tells DB time of {_instances(slots[0].instances)} together, at most of {all_named(sorted(most))}: that "
            "of the database is not known",
            code="no-db-time",
            advice=f"Give what tells it of the others too, or ask for the load of these alone: {these}.",
        )


def said_of_lacking(slot: Slot) -> str:
    return (
        f"DB time of {_instances(slot.lacking)} is not known in it: no answer is made from it unless it is to be of the other "
        "instances alone"
    )


def missing_instances(slots: Sequence[Slot]) -> Iterator[TimelineNote]:
    """Intervals that tell DB time, but not of every instance."""
    short = [slot for slot in slots if slot.lacking and slot.told]
    if short:
        lacking = set().union(*(slot.lacking for slot in short))
        text = (
            f"{len(short)} of {plural(len(slots), 'interval')} {'tells' if len(short) == 1 else 'tell'} no DB time of "
            f"{_instances(lacking)}: that of the database is not known there, and no answer is made from it."
        )
        yield TimelineNote("instance-missing", text)


def perhaps_others(slots: Sequence[Slot], listed: Set[int]) -> Iterator[Warn]:
    """That inputs of a cluster name no other instance than those they are of, and what that leaves open.

    `listed`: instances that other inputs list as the database's. Reports of a whole cluster, and lists of several, name all.
    """
    reports = [report for slot in slots for report in slot.reports]
    lists = [set(report.interval.instances) for report in reports]
    own = set().union(*map(_numbers, reports))
    alone = all(report.source.kind not in _OF_ALL for report in reports)
    if own and alone and any(report.database.rac for report in reports) and max(map(len, [listed, *lists])) < 2:
        text = f"The inputs name {_instances(own)} of a cluster alone: the load of others is left out."
        yield Warn("one-of-cluster", text)


def _numbers(report: Report) -> set[int]:
    return {one.number for one in report.instances if one.number is not None}


def _all_of(report: Report) -> set[int]:
    """Its own, and those that it names."""
    return _numbers(report).union(report.interval.instances)


def _instances(numbers: Iterable[int]) -> str:
    some = sorted(numbers)
    return f"instance{'s' if len(some) > 1 else ''} {all_named(some)}"


def _reports_of(numbers: Sequence[int]) -> str:
    return f"they are of {_instances(numbers)}" if numbers else "none says of which it is"
