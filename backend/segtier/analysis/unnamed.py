"""DB time that no input gives a name: how much there is, and what it may have waited for.

A wait class that is printed closes itself: what its named events leave is of that class and of no other. What neither a class
nor an event holds is *unexplained*, known to be no wait; or, as far as the lists may have left it out, a wait of any kind.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, get_args

from segtier.analysis.all_waits import beyond_rows_s
from segtier.analysis.events import background_rows, event_time_s, foreground_rows, untold_rows
from segtier.analysis.figures import statistic
from segtier.analysis.histogram_bounds import Held, held_by_histograms
from segtier.model.component import COMPONENTS, STORAGE, components_with, demands_of
from segtier.model.demand import DemandName, WaitClassName
from segtier.model.document_kind import OF_SEVERAL
from segtier.model.profile import READ_DEMANDS, UNNAMED_IO, Unnamed, UnnamedWhy
from segtier.model.workload import WaitEvent, Workload
from segtier.oracle.wait_events import class_demands, event_facts, events_of, is_known
from segtier.units import US_PER_S

_OF_ITS_CLASS = 0.02
"""Less of a class without a name is rounding, and events too small to be printed."""
_OF_DB_TIME = 0.0005
"""Less is nothing."""
_ROUNDED = 0.02
"""Of DB time: where a list is cut, so much may stand behind it even if all is explained, for sums are rounded and count twice."""
_NO_WAITS = frozenset({"DB CPU", "Idle"})
"""Rows among the wait classes that are no part of them."""
_OF_READS = "User I/O"
_BACKGROUND = "System I/O"
"""Class of the writers and the log writer."""
MOST_CLASSES = 12
"""Wait classes that are no idle ones."""
MOST_EVENTS = 100
"""Events that a list leaves out and that were waited for at all: of two thousand there are, no database meets more."""
_ANY = tuple(
    demand for one in COMPONENTS if one.name not in ("idle", "unnamed-io") for demand in one.demands
)  # fmt: skip
_MIXES, _MIXED = ("awr-rac-html", "awr-rac-text"), ("Concurrency", "Configuration")
"""Reports of a cluster (11.2) print waits for free buffers and for the log buffer in the column Concurrency."""
_OF_MIXED = tuple(dict.fromkeys(demand for name in _MIXED for demand in class_demands(name)))
_READS: tuple[DemandName, ...] = ("single-block-read", "multi-block-read")
_REQUESTS, _DIRECT = "physical read IO requests", "physical reads direct"
_MANY_READS, _MOST_TO_A_WAIT = 1_000, 10
"""Of buffered reads. Six to a wait have been seen (decision 88)."""
_OF_STORAGE = frozenset(demands_of(*STORAGE))
_FOLLOW = frozenset(demands_of(*components_with("follows")))


def demand_of(row: WaitEvent) -> DemandName:
    """What an event waits for; storage without a name where only its class tells, and that may be storage."""
    return demand_among(may_be(row.wait_class)) if _by_class_alone(row) else event_facts(row.event).demand


def _by_class_alone(row: WaitEvent) -> bool:
    """Whether its name tells nothing of what it waits for."""
    return not is_known(row.event) or event_facts(row.event).demand == "idle"


def may_be(wait_class: str | None) -> tuple[DemandName, ...]:
    """The demands of a class; all there are where the class is not known either."""
    return class_demands(wait_class) or _ANY


def demand_among(demands: Sequence[DemandName]) -> DemandName:
    """The one that stands for all of these."""
    return UNNAMED_IO if len(demands) > 1 and _OF_STORAGE.intersection(demands) else demands[0]


def demand_of_pool(pool: Unnamed) -> DemandName:
    """What stands for it; storage without a name also where it is of one demand, or no wait at all."""
    if pool.or_rest and _OF_STORAGE.intersection(pool.demands):
        return UNNAMED_IO
    return demand_among(pool.demands)


def may_follow(pool: Unnamed) -> bool:
    """Whether it is no wait for storage, and may be time that follows the rest of the work: waits for locks, or no wait."""
    return demand_of_pool(pool) != UNNAMED_IO and (pool.or_rest or not _FOLLOW.isdisjoint(pool.demands[1:]))


def unnamed_time(workload: Workload, db_time_s: float, db_cpu_s: float | None) -> tuple[Unnamed, ...]:
    """Seconds of one report. All of each is some of its demands, shared out in any way."""
    found = (*_of_events(workload), *_of_classes(workload), *_of_nothing(workload, db_time_s, db_cpu_s))
    return added(found)


def added(parts: Iterable[Unnamed]) -> tuple[Unnamed, ...]:
    """Of several reports: those of one kind as one."""
    kinds: dict[Hashable, list[Unnamed]] = defaultdict(list)
    for one in parts:
        kinds[one.wait_class, one.demands, one.or_rest, one.why, one.event].append(one)
    return tuple(map(_sum, kinds.values()))


def _sum(parts: Sequence[Unnamed]) -> Unnamed:
    return replace(
        parts[0],
        time_s=sum(one.time_s for one in parts),
        waits=None if parts[0].event is None else sum(one.waits or 0.0 for one in parts),
        evidence=tuple(evidence for one in parts for evidence in one.evidence),
    )


def _of_events(workload: Workload) -> list[Unnamed]:
    """Events that no catalogue knows, where their class may be storage, or locks."""
    return [
        Unnamed(event_time_s(row) or 0.0, row.wait_class, may_be(row.wait_class), why="unknown-event")
        for row in foreground_rows(workload)
        if event_time_s(row)
        and (demand_of(row) == UNNAMED_IO or (_by_class_alone(row) and not _FOLLOW.isdisjoint(may_be(row.wait_class))))
    ]


def _of_classes(workload: Workload) -> list[Unnamed]:
    rests = _rests(workload)
    mixed, held = workload.source.kind in _MIXES, held_by_histograms(workload) if rests else ()
    # Where some reports count the background in, and this one does not say what that took, it may be no part of DB time.
    beside = {_BACKGROUND} if not any(background_rows(workload)) else set()
    pools = (
        Unnamed(time_s, name, _OF_MIXED if mixed and name in _MIXED else may_be(name), name in beside, "no-names")
        for name, time_s in rests.items()
    )
    return [part for pool in pools for part in _parted(pool, held)]


def _parted(pool: Unnamed, held: Sequence[Held]) -> Iterator[Unnamed]:
    """What histograms tell of a class: the least that an event of it took, and the most of a demand whose events they all count.

    Where the least of all is more than the class has, the background took what is too much, and may have taken it of each.
    """
    known = [one for one in held if event_facts(one.event).wait_class == pool.wait_class]
    if not known or demand_among(pool.demands) != UNNAMED_IO:
        yield pool
        return
    too_much_s = max(sum(one.least_s for one in known) - pool.time_s, 0.0)
    least_s = {one.event: max(one.least_s - too_much_s, 0.0) for one in known}
    for one in known:
        if least_s[one.event]:
            yield replace(
                pool,
                time_s=least_s[one.event],
                demands=(event_facts(one.event).demand,),
                event=one.event,
                waits=least_s[one.event] / one.mean_us * US_PER_S,
                evidence=one.evidence,
            )
    most_s = {one.event: one.most_s - least_s[one.event] for one in known if one.most_s is not None}
    yield from _bounded(replace(pool, time_s=pool.time_s - sum(least_s.values())), most_s)


def _bounded(pool: Unnamed, most_s: Mapping[str, float]) -> Iterator[Unnamed]:
    """In two: as much as demands can hold whose events are all among these, and what can be none of them."""
    events = {demand: events_of(demand, pool.wait_class or "") for demand in pool.demands}
    full = {demand: names for demand, names in events.items() if names and most_s.keys() >= set(names)}
    room_s = sum(most_s[name] for names in full.values() for name in names)
    others = tuple(demand for demand in pool.demands if demand not in full)
    beyond_s = pool.time_s - room_s if full and others else 0.0
    if beyond_s > 0:
        yield replace(pool, time_s=beyond_s, demands=others)
    yield replace(pool, time_s=pool.time_s - max(beyond_s, 0.0))


def _rests(workload: Workload) -> dict[str, float]:
    """Foreground seconds of each class that none of its named events took.

    All of them together are no more than all classes less all named events: some reports print an event in one class and
    its time in another.
    """
    classes = _classes(workload)
    named: dict[str, float] = defaultdict(float)
    for row in foreground_rows(workload):
        named[row.wait_class or event_facts(row.event).wait_class] += event_time_s(row) or 0.0
    background = sum(event_time_s(row) or 0.0 for row in background_rows(workload))
    rests = {name: max(time - named[name], 0.0) for name, time in classes.items()}
    if _BACKGROUND in rests:  # some reports count the background in
        rests[_BACKGROUND] = max(rests[_BACKGROUND] - background, 0.0)
    most = max(sum(classes.values()) - sum(named.values()), 0.0)
    all_rests = sum(rests.values())
    part = min(most / all_rests, 1.0) if all_rests else 0.0
    least = _OF_DB_TIME * sum(classes.values())
    return {
        name: rest * part for name, rest in rests.items() if rest * part > max(least, _OF_ITS_CLASS * classes[name])
    }


def _classes(workload: Workload) -> dict[str, float]:
    return {
        row.wait_class: row.time_s
        for row in workload.wait_classes
        if row.wait_class not in _NO_WAITS and row.time_s is not None
    }


def _of_nothing(workload: Workload, db_time_s: float, db_cpu_s: float | None) -> list[Unnamed]:
    """What the lists may have left out, of the time that neither CPU, a class nor an event holds.

    Lists are in order of time: what one leaves out took no longer than its last row. A class table leaves out classes, a list
    of events events. The table of a dump or a bundle has no end, and its classes are sums of its rows: they close nothing. What
    Oracle counts of all waits together does.
    """
    classes, untold = _classes(workload), untold_rows(workload)
    whole = workload.source.kind in OF_SEVERAL
    events = [time for row in foreground_rows(workload) if (time := event_time_s(row)) is not None]
    held = max(sum(classes.values()), sum(events)) if classes else sum(events)
    beyond_s = beyond_rows_s(workload) if whole else float("inf")
    rest, least = min(max(db_time_s - (db_cpu_s or 0.0) - held, 0.0), beyond_s), _OF_DB_TIME * db_time_s
    lost = list(_lost_rows(workload, untold, rest, least)) if (events or untold) and (whole or not classes) else []
    if whole and lost:  # a table that lacks rows of one wait may lack those of others
        return [replace(one, demands=_ANY) if one.or_rest else one for one in lost]
    open_s = max(rest - sum(one.time_s for one in lost), 0.0)
    by_classes = _classes_left_out(classes)
    rounded_s = min(0.0 if lost else _ROUNDED * db_time_s, beyond_s)
    most = min(max(open_s, rounded_s), by_classes, _left_out(events, MOST_EVENTS))
    if most <= least:
        return lost
    why: UnnamedWhy = "no-list" if whole or not (events or classes) else "list-cut"
    return [*lost, Unnamed(most, None, _ANY, or_rest=True, why=why)]


def _lost_rows(workload: Workload, untold: Sequence[WaitEvent], rest: float, least: float) -> Iterator[Unnamed]:
    """Where no class closes: time of events that a list names without a time, or that only a histogram or the files count.

    A histogram gives the least and the most of each; else all of the rest may be theirs.
    """
    counted = {one.event: one for one in held_by_histograms(workload) if event_facts(one.event).demand in _OF_STORAGE}
    names = dict.fromkeys(
        [*(row.event for row in untold), *(name for name, one in counted.items() if one.least_s > least)]
    )
    open_s, most_s, of_files_s = rest, 0.0, _read_beyond_waits_s(workload)
    if not names and of_files_s <= least and _reads_without_waits(workload) and rest > least:
        yield Unnamed(rest, None, _READS, or_rest=True, why="no-figure")
    if not names and of_files_s > least:
        yield Unnamed(min(of_files_s, rest), None, _READS, or_rest=True, why="no-figure")
    for name in names:
        one = counted.get(name)
        taken_s = min(one.least_s, open_s) if one else 0.0
        most_s += float("inf") if one is None or one.most_s is None else one.most_s - taken_s
        open_s -= taken_s
        if one and taken_s > least:
            facts = event_facts(name)
            waits = taken_s / one.mean_us * US_PER_S
            yield Unnamed(taken_s, facts.wait_class, (facts.demand,), event=name, waits=waits, evidence=one.evidence)
    demands = tuple(dict.fromkeys(demand for name in names for demand in _may_be_event(name)))
    if min(open_s, most_s) > least:
        yield Unnamed(min(open_s, most_s), None, demands, or_rest=True, why="no-figure")


def _read_beyond_waits_s(workload: Workload) -> float:
    """Seconds that reads of data files took by the files' own statistics, beyond the waits for reads that lists name.

    0 where less than half of them is beyond: background processes read too, and files print rounded averages.
    """
    took = [
        row.read_requests * row.avg_read_us / US_PER_S
        for row in workload.tablespace_io
        if row.read_requests and row.avg_read_us
    ]
    named = [event_time_s(row) or 0.0 for row in workload.wait_events if event_facts(row.event).demand in _OF_STORAGE]
    beyond = sum(took) - sum(named)
    return beyond if beyond > sum(took) / 2 else 0.0


def _reads_without_waits(workload: Workload) -> bool:
    """Whether the instance counts buffered reads and so few waits for them that the rows of some must be missing."""
    requests, direct = (statistic(workload, name) for name in (_REQUESTS, _DIRECT))
    if workload.source.kind not in OF_SEVERAL or requests is None or direct is None:
        return False
    waits = sum(row.waits or 0 for row in workload.wait_events if event_facts(row.event).demand in READ_DEMANDS)
    buffered = requests - direct  # the blocks read directly are more than their requests
    return buffered >= _MANY_READS and buffered > _MOST_TO_A_WAIT * waits


def _may_be_event(name: str) -> tuple[DemandName, ...]:
    return (event_facts(name).demand,) if is_known(name) else _ANY


def _left_out(times: Sequence[float], rows: int) -> float:
    """The most that this many rows behind the last of a list hold; endless where there is no list."""
    return min(times) * max(rows, 0) if times else float("inf")


def _classes_left_out(classes: Mapping[str, float]) -> float:
    """A table that is not in order of time and prints a class of 0 s lists all classes: one without User I/O has lost it."""
    times = list(classes.values())
    in_order = times == sorted(times, reverse=True)
    lost = bool(times) and not in_order and min(times) == 0 and _OF_READS not in classes
    return float("inf") if lost else _left_out(times, MOST_CLASSES - len(times))


class LeftOut(NamedTuple):
    """What a report prints no row of, and how long that can have taken at most."""

    events: frozenset[str]
    """The foreground waits it prints with their time."""
    least_s: float
    """Its shortest row: lists are in order of time, so what stands behind their end took no longer. Endless without a list, or
    if the time of a row is not told."""
    rests_s: dict[str, float]
    """Of each class that the report closes: what its named events leave."""
    least_class_s: float
    """The shortest class: one that is not listed took no longer. Endless without a table of classes."""

    def most_s(self, event: str, wait_class: str) -> float:
        """Seconds; 0 for an event that is printed."""
        if event in self.events:
            return 0.0
        open_ = wait_class not in get_args(WaitClassName)
        of_class = float("inf") if open_ else self.rests_s.get(wait_class, self.least_class_s)
        return min(self.least_s, of_class)


def left_out(report: Workload) -> LeftOut:
    """Of one report."""
    classes, untold = _classes(report), untold_rows(report)
    rows = [(row, time) for row in foreground_rows(report) if (time := event_time_s(row)) is not None]
    named: dict[str, float] = defaultdict(float)
    for row, time in rows:
        named[row.wait_class or event_facts(row.event).wait_class] += time
    endless = float("inf")
    rests = {name: max(time - named[name], 0.0) for name, time in classes.items()}
    if report.source.kind in _MIXES:
        rests |= dict.fromkeys(_MIXED, endless)
    return LeftOut(
        frozenset(row.event for row, _ in rows),
        endless if untold else min((time for _, time in rows), default=endless),
        rests,
        min(classes.values(), default=endless),
    )
