"""Reports sorted into intervals: what counts, what counts twice, what contradicts.

A copy is the same interval: the same snapshots of one instance, or the same times where no snapshots are known. It may have
been edited to carry another database's name; then its figures are the same too. Equal figures alone say nothing: quiet hours,
and the instances of a cluster, may have them.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from segtier.analysis.report import Report
from segtier.analysis.same_database import standby_name
from segtier.dataclass import dataclass
from segtier.errors import Refused
from segtier.model.evidence import Warn
from segtier.model.workload import Database
from segtier.units import minute

SLACK_S = 120.0
"""Snapshots are seldom taken to the second."""


@dataclass(frozen=True, slots=True)
class Slot:
    """One interval with the reports of its instances."""

    reports: tuple[Report, ...]
    instances: frozenset[int] = frozenset()
    """All that the inputs are of, or name as the database's."""

    @property
    def told(self) -> frozenset[int]:
        """Instances whose DB time it tells."""
        return _numbers(report for report in self.reports if report.profile is not None)

    @property
    def lacking(self) -> frozenset[int]:
        """Instances whose DB time it does not tell; none where a report does not say which it is of."""
        if not all(_instances_known(report) for report in self.reports):
            return frozenset()
        return self.instances - self.told

    @property
    def elapsed_s(self) -> float | None:
        return max((w.interval.elapsed_s for w in self.reports if w.interval.elapsed_s), default=None)

    @property
    def begin_time(self) -> datetime | None:
        return min((w.interval.begin_time for w in self.reports if w.interval.begin_time), default=None)

    @property
    def end_time(self) -> datetime | None:
        return max((w.interval.end_time for w in self.reports if w.interval.end_time), default=None)


def sort_intervals(
    reports: Sequence[Report], named: frozenset[int] = frozenset()
) -> tuple[tuple[Slot, ...], tuple[Warn, ...]]:
    """Intervals in order of time, each with its instances, and what was left out. `named`: instances by other inputs.

    Raises Refused (`several-databases`) where the reports are of more than one database.
    """
    _one_site(reports)
    kept, warnings = _without_copies(reports)
    _one_database(kept)
    kept, seen_twice = _without_other_clocks(kept)
    kept, overlaps = _without_overlaps(kept)
    warnings += seen_twice
    slots: dict[Hashable, list[Report]] = {}
    for number, report in enumerate(kept):
        snaps = _snaps(report)
        slots.setdefault(number if snaps is None else (_statspack(report), snaps), []).append(report)
    instances = named.union(_numbers(kept), *(report.interval.instances for report in kept))
    ordered = sorted((Slot(tuple(group), instances) for group in slots.values()), key=_order)
    return tuple(ordered), (*warnings, *overlaps)


def _numbers(reports: Iterable[Report]) -> frozenset[int]:
    return frozenset(one.number for report in reports for one in report.instances if one.number is not None)


def _instances_known(report: Report) -> bool:
    return bool(report.instances) and all(one.number is not None for one in report.instances)


def _order(slot: Slot) -> tuple[float, int]:
    begin = slot.begin_time
    return (begin.timestamp() if begin else 0.0, slot.reports[0].interval.begin_snap or 0)


def _snaps(report: Report) -> tuple[int, int] | None:
    begin, end = report.interval.begin_snap, report.interval.end_snap
    return None if begin is None or end is None else (begin, end)


def _statspack(report: Report) -> bool:
    """Statspack numbers its snapshots by itself: its 100 is not AWR's."""
    return report.source.kind == "statspack"


def _instances(report: Report) -> tuple[int, ...]:
    return tuple(sorted(i.number or 0 for i in report.instances))


def _without_copies(reports: Sequence[Report]) -> tuple[list[Report], list[Warn]]:
    kept: list[Report] = []
    warnings: list[Warn] = []
    by_interval: dict[Hashable, Report] = {}
    by_figures: dict[Hashable, Report] = {}
    twice: dict[tuple[str, str], list[tuple[Report, Report]]] = {}
    """By the names of both files."""
    # Of copies the first that tells DB time counts: what one of them lacks another has.
    for report in sorted(reports, key=lambda one: one.profile is None):
        interval, figures = same_interval(report), _same_figures(report)
        first = by_interval.get(interval) if interval is not None else None
        copied = by_figures.get(figures) if figures is not None else None
        if first is not None:
            twice.setdefault((_name(report), _name(first)), []).append((report, first))
            continue
        if copied is not None:
            warnings.append(_edited_copy(report, copied))
            continue
        by_interval[interval], by_figures[figures] = report, report
        kept.append(report)
    counted = Counter(map(_name, kept))
    place = {id(report): at for at, report in enumerate(reports)}
    kept.sort(key=lambda one: place[id(one)])
    return kept, [*(_duplicates(pairs, counted[name]) for (name, _), pairs in twice.items()), *warnings]


def same_interval(report: Report) -> Hashable:
    """Equal for reports of one interval of the same instances; None where nothing says which interval it is."""
    snaps, interval = _snaps(report), report.interval
    who = (_statspack(report), report.database.dbid, _instances(report))
    if snaps is not None:
        return (*who, snaps)
    return (*who, _begin(report), _end(report)) if _is_timed(report) and interval.elapsed_s else None


def _same_figures(report: Report) -> Hashable:
    """Equal for copies of which one was edited, and for the same bytes given twice."""
    figures, interval = report.same_figures, report.interval
    if figures is None:
        return None
    told = _snaps(report), interval.begin_time, interval.end_time
    return (figures, told if any(told) else report.source.sha256)


def _name(report: Report) -> str:
    return report.source.file or "a report"


def _duplicates(pairs: Sequence[tuple[Report, Report]], others: int) -> Warn:
    """`pairs`: intervals of one file, each with that of the other file which counts; `others`: of the first file, which count."""
    report, first = pairs[0]
    name, there = _name(report), _name(first)
    if len(pairs) == 1 and (not others or name == there):
        same = "the same bytes" if report.source.sha256 == first.source.sha256 else "other bytes"
        text = f"{name}: {_said(pairs)} are in {there} already ({same}); left out"
    elif not others or name == there:
        text = f"{name}: all {len(pairs)} intervals ({_said(pairs)}) are in {there} already; left out"
    else:
        rest = "the other one counts" if others == 1 else f"the other {others} count"
        of = f"{len(pairs)} of {len(pairs) + others} intervals"
        text = f"{name}: {of} ({_said(pairs)}) are in {there} already and left out; {rest}"
    return Warn("duplicate-interval", text)


def _said(pairs: Sequence[tuple[Report, Report]]) -> str:
    """Between which snapshots, or times, these intervals lie."""
    intervals = [report.interval for report, _ in pairs]
    begins, ends = [one.begin_snap for one in intervals], [one.end_snap for one in intervals]
    if all(begins) and all(ends):
        return f"snapshots {min(filter(None, begins))}-{max(filter(None, ends))}"
    times = sorted(time for one in intervals for time in (one.begin_time, one.end_time) if time is not None)
    return f"the figures of {minute(times[0])} to {minute(times[-1])}"


def _edited_copy(report: Report, first: Report) -> Warn:
    return Warn(
        "copied-interval",
        f"{_name(report)} holds the figures of {_name(first)} under the name {report.database.name!r}; left out",
    )


def _one_database(reports: Sequence[Report]) -> None:
    names: dict[int, str] = {}
    for report in reports:
        if report.database.dbid is not None:
            names.setdefault(report.database.dbid, report.database.name or "")
    if len(names) > 1:
        known = ", ".join(f"{name or 'unnamed'} (DBID {dbid})" for dbid, name in sorted(names.items()))
        raise Refused(
            f"the reports are of {len(names)} databases: {known}",
            code="several-databases",
            advice="Give the reports of one database at a time; of a dump with several, say which: --dbid.",
        )


def _one_site(reports: Sequence[Report]) -> None:
    """A primary and its standby have one DBID, and so may the PDBs of a container: each has its own load."""
    for what, told in _TOLD_APART:
        found: dict[int, set[str]] = {}
        for database in (report.database for report in reports):
            if database.dbid is not None and (name := told(database)):
                found.setdefault(database.dbid, set()).add(name)
        several = next((names for names in found.values() if len(names) > 1), None)
        if several is not None:
            raise Refused(
                f"the reports are of {what}, each with a load of its own: {', '.join(sorted(several))}",
                code="several-databases",
                advice="Give the reports of one of them at a time.",
            )


def _site(database: Database) -> str | None:
    return None if database.unique_name is None else database.unique_name.upper()


def _role(database: Database) -> str | None:
    """Where no unique name tells."""
    if database.role is None or database.unique_name is not None:
        return None
    return "the primary" if standby_name(database) is None else "a standby"


_TOLD_APART: tuple[tuple[str, Callable[[Database], str | None]], ...] = (
    ("a database and of its standby or copy", _site),
    ("a database and of its standby", _role),
    ("several pluggable databases", lambda database: database.pdb),
)


def _without_other_clocks(reports: Sequence[Report]) -> tuple[list[Report], list[Warn]]:
    """Statspack reports of hours that AWR reports of the same instances are of would count them twice."""
    if not any(map(_statspack, reports)):
        return list(reports), []
    awr = sorted((report for report in reports if not _statspack(report) and _is_timed(report)), key=_begin)
    longest = max((_end(one) - _begin(one) for one in awr), default=timedelta())
    order = {id(report): place for place, report in enumerate(reports)}
    kept: list[Report] = []
    warnings: list[Warn] = []
    for report in reports:
        other = None
        if awr and _statspack(report) and _is_timed(report):
            first, behind = (
                bisect_left(awr, _begin(report) - longest, key=_begin),
                bisect_left(awr, _end(report), key=_begin),
            )
            same = (one for one in awr[first:behind] if _same_time(one, report))
            other = min(same, key=lambda one: order[id(one)], default=None)
        if other is None:
            kept.append(report)
        else:
            text = (
                f"{_name(report)} is Statspack's of the time of {_name(other)}; left out so that no minute counts twice"
            )
            warnings.append(Warn("overlapping-interval", text))
    return kept, warnings


def _is_timed(report: Report) -> bool:
    return report.interval.begin_time is not None and report.interval.end_time is not None


def _begin(report: Report) -> datetime:
    """By the database's own clock, of one that is timed."""
    assert report.interval.begin_time
    return report.interval.begin_time.replace(tzinfo=None)


def _end(report: Report) -> datetime:
    assert report.interval.end_time
    return report.interval.end_time.replace(tzinfo=None)


def _same_time(one: Report, other: Report) -> bool:
    """More than neighbours that meet; of the same instances, as far as they are known. Both are timed."""
    instances = {i.number for i in one.instances}, {i.number for i in other.instances}
    if (
        instances[0]
        and instances[1]
        and None not in instances[0] | instances[1]
        and instances[0].isdisjoint(instances[1])
    ):
        return False
    return (min(_end(one), _end(other)) - max(_begin(one), _begin(other))).total_seconds() > SLACK_S


def _without_overlaps(reports: Sequence[Report]) -> tuple[list[Report], list[Warn]]:
    """Shorter intervals win: a report over 10:00-12:00 counts twice what 10:00-11:00 and 11:00-12:00 say."""
    kept: list[Report] = []
    warnings: list[Warn] = []
    lines: dict[Hashable, list[_Kept]] = {}
    for report in sorted(reports, key=lambda one: one.interval.elapsed_s or 0.0):
        snaps = _snaps(report)
        line = lines.setdefault((_statspack(report), _instances(report)), []) if snaps else []
        place = _overlapped(line, snaps) if snaps else None
        if place is not None:
            text = f"{_name(report)} overlaps the shorter {_name(kept[place])}; left out so that no minute counts twice"
            warnings.append(Warn("overlapping-interval", text))
            continue
        if snaps:
            insort(line, _Kept(*snaps, len(kept)))
        kept.append(report)
    order = {id(report): place for place, report in enumerate(reports)}
    return sorted(kept, key=lambda one: order[id(one)]), warnings


class _Kept(NamedTuple):
    begin_snap: int
    end_snap: int
    place: int


def _overlapped(line: Sequence[_Kept], snaps: tuple[int, int]) -> int | None:
    """The place of the first that was kept; `line`: in order, and none of them overlaps another."""
    begin, end = snaps
    behind = bisect_right(line, begin, key=lambda one: one.end_snap)
    before = bisect_left(line, end, key=lambda one: one.begin_snap)
    return min((one.place for one in line[behind:before] if one[:2] != snaps), default=None)
