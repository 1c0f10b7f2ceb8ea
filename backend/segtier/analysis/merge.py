"""Several intervals of one database as one: totals added, latencies weighted by waits, rates by elapsed time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from segtier.analysis.figures import total_of_all
from segtier.analysis.instances import whole_database
from segtier.analysis.intervals import Slot
from segtier.analysis.latencies import Latencies
from segtier.analysis.places import placed
from segtier.analysis.report import MOST_OPENED, opened
from segtier.analysis.sums import Rows, added_row
from segtier.analysis.told import Told
from segtier.errors import NotUsable
from segtier.model.evidence import Evidence, Warn
from segtier.model.merging import Rule, lists_of, rule_of
from segtier.model.profile import Unnamed
from segtier.model.workload import READ_WAIT, Coverage, Database, Instance, Interval, Section, SectionState, Workload
from segtier.oracle.wait_events import event_facts

_ALONE = frozenset({"instances", "parts", "sections", "warnings"})
"""Lists that are no rows of figures: `merge_slots` knows them by name."""
_STATES: tuple[SectionState, ...] = ("missing", "found", "unreadable")
"""Of a section, as several reports have it: the last of these that one of them says."""


def rules_of(document: type) -> tuple[dict[str, Rule], tuple[str, ...]]:
    """(the rule of every list that merges, the lists that are the latest interval's)."""
    lists = {name: one for name, one in lists_of(document).items() if name not in _ALONE}
    rules = {name: rule_of(one.row) for name, one in lists.items() if not one.latest}
    for name, rule in rules.items():
        where, row = f"{document.__name__}.{name}", lists[name].row
        if not rule.key:
            raise TypeError(f"{where}: mark a Key of {row.__name__} or the list as Latest ({_file_of(document)})")
        if rule.unsaid:
            how = f"how does {row.__name__}.{rule.unsaid[0]} merge? Mark it Added, OfOne … (model/merging.py)"
            raise TypeError(f"{where}: {how} in {_file_of(row)}")
    return rules, tuple(name for name, one in lists.items() if one.latest)


def _file_of(what: type) -> str:
    return f"{what.__module__.partition('.')[2].replace('.', '/')}.py"


RULES, LATEST = rules_of(Workload)
_SOME = frozenset(name for name, one in lists_of(Workload).items() if one.some)


def with_source(workload: Workload) -> Workload:
    """The same workload with every row's evidence naming its file by digest."""
    digest = workload.source.sha256

    def named(row: Any) -> Any:
        if all(e.source for e in row.evidence):
            return row
        return placed(row, tuple(one.of(digest) for one in row.evidence))

    changed: dict[str, Any] = {name: tuple(map(named, getattr(workload, name))) for name in (*RULES, *LATEST)}
    changed["segment_coverage"] = {key: named(row) for key, row in workload.segment_coverage.items()}
    covered = workload.statement_coverage
    return replace(workload, statement_coverage=None if covered is None else named(covered), **changed)


def whole(workload: Workload) -> Workload:
    """A report of several instances with one row per figure: totals as printed, else the instances added up."""
    numbers = {one.number for one in workload.instances if one.number is not None}
    changed: dict[str, Any] = {
        name: whole_database(getattr(workload, name), rule.key, numbers, partial(_over_instances, rule, name in _SOME))
        for name, rule in RULES.items()
    }
    return replace(workload, database=_engineered(workload), **changed)


def _engineered(workload: Workload) -> Database:
    """Waits for storage cells say that there are some, whatever the kind of the document knows of its machine."""
    database = workload.database
    cells = database.engineered in (None, "none") and any(
        event_facts(row.event).demand == "cell-read" and row.waits != 0 for row in workload.wait_events
    )
    return replace(database, engineered="exadata") if cells else database


def _over_instances(rule: Rule, some: bool, rows: list[Any], instances: int) -> Any:
    """Instances of one interval: rates add up like totals, averages stay weighted."""
    together = added_row(rows, rule, instances, some=some)
    return _scaled(together, rule.per_elapsed, len(rows)) if rule.per_elapsed else together


def merge_slots(slots: Sequence[Slot], latencies: Latencies | None = None) -> Workload:
    """One workload for these intervals; the instances of an interval add up and its elapsed time counts once.

    Of many intervals the places are those of the reports that are opened. `latencies` take what these reports say of them.
    """
    latencies = latencies or Latencies()
    reports = [report for slot in slots for report in slot.reports]
    documents = (whole(with_source(report.document())) for report in opened(reports))
    if len(reports) <= MOST_OPENED:
        return _merged(slots, map(latencies.with_places, documents))
    merged = _merged(slots, (latencies.added(report.figures()) for report in reports))
    latest = whole(with_source(reports[-1].document()))
    return _with_places(merged, map(latencies.placed, documents), latest)


def unnamed_of(slots: Sequence[Slot]) -> tuple[Unnamed, ...] | None:
    """Of each report by itself, together; None where there is one report, which says all."""
    reports = [report for slot in slots for report in slot.reports]
    return tuple(one for report in reports for one in report.unnamed) if len(reports) > 1 else None


def figures_of(slot: Slot) -> Workload:
    """One interval for its figures alone: its evidence names no file."""
    return _merged([slot], (report.figures() for report in slot.reports))


def _merged(slots: Sequence[Slot], reports: Iterable[Workload]) -> Workload:
    """Each report is looked at once."""
    rows = {name: Rows(rule, some=name in _SOME) for name, rule in RULES.items()}
    intervals: list[Interval] = []
    instances: dict[int | None, Instance] = {}
    sections: dict[str, Section] = {}
    segments: dict[str, list[Coverage]] = {}
    statements: list[Coverage] = []
    warnings: dict[Warn, None] = {}
    told = Told()
    alone = sum(len(slot.reports) for slot in slots) == 1
    latest = None
    for latest in reports:
        if alone:
            return latest
        for name, some in rows.items():
            some.add(getattr(latest, name), latest.interval.elapsed_s or 0.0)
        told.add(latest)
        intervals.append(latest.interval)
        instances |= {one.number: one for one in latest.instances}
        _take_worst(sections, latest.sections)
        for name, row in latest.segment_coverage.items():
            segments.setdefault(name, []).append(row)
        statements += [] if latest.statement_coverage is None else [latest.statement_coverage]
        warnings |= dict.fromkeys(latest.warnings)
    if latest is None:
        raise NotUsable(
            "none of the inputs holds DB time or wait events",
            code="no-interval",
            advice="Upload at least one AWR report of a busy hour.",
        )
    interval = replace(
        latest.interval,
        begin_snap=min((one.begin_snap for one in intervals if one.begin_snap is not None), default=None),
        begin_time=min((one.begin_time for one in intervals if one.begin_time is not None), default=None),
        end_time=max((one.end_time for one in intervals if one.end_time is not None), default=None),
        elapsed_s=_sum(slot.elapsed_s for slot in slots),
        db_time_s=total_of_all(one.db_time_s for one in intervals),
        db_cpu_s=total_of_all(one.db_cpu_s for one in intervals),
    )
    lists = {name: some.added() for name, some in rows.items()}
    if not (told.by_all("segments") and told.by_all(READ_WAIT)):
        # Seconds of some instances over reads of others would be the time of no read.
        lists["segment_waits"] = ()
        segments.pop(READ_WAIT, None)
    return replace(
        latest,
        interval=interval,
        instances=tuple(instances.values()),
        segment_coverage={name: _added_coverage(segments[name], len(intervals)) for name in sorted(segments)},
        sections=tuple(sections.values()),
        statement_coverage=_added_coverage(statements, len(intervals)) if statements else None,
        warnings=(*warnings, *told.warnings()),
        **_rates_over_intervals(lists, slots),
    )


def _with_places(merged: Workload, documents: Iterable[Workload], latest: Workload) -> Workload:
    """The figures with the places of these documents, and with the lists of the latest interval."""
    places: dict[Hashable, dict[Evidence, None]] = defaultdict(dict)
    for document in documents:
        for name, rule in RULES.items():
            for row in getattr(document, name):
                places[name, _key(row, rule)] |= dict.fromkeys(row.evidence)
        for name, covered in document.segment_coverage.items():
            places[name] |= dict.fromkeys(covered.evidence)
        if document.statement_coverage is not None:
            places[None] |= dict.fromkeys(document.statement_coverage.evidence)

    def told(row: Any, key: Hashable) -> Any:
        return placed(row, tuple(places.get(key, ())))

    changed: dict[str, Any] = {
        name: tuple(told(row, (name, _key(row, rule))) for row in getattr(merged, name)) for name, rule in RULES.items()
    }
    statements = merged.statement_coverage
    return replace(
        merged,
        segment_coverage={name: told(row, name) for name, row in merged.segment_coverage.items()},
        statement_coverage=None if statements is None else told(statements, None),
        **{name: getattr(latest, name) for name in LATEST},
        **changed,
    )


def _key(row: Any, rule: Rule) -> Hashable:
    return tuple(getattr(row, part) for part in rule.key)


def _rates_over_intervals(merged: dict[str, Any], slots: Sequence[Slot]) -> dict[str, Any]:
    """Per-second figures of several instances of one interval add up: the mean over reports times reports per interval."""
    per_interval = sum(len(slot.reports) for slot in slots) / len(slots)
    if per_interval == 1:
        return merged
    for name, rule in RULES.items():
        if rule.per_elapsed:
            merged[name] = tuple(_scaled(row, rule.per_elapsed, per_interval) for row in merged[name])
    return merged


def _scaled(row: Any, names: tuple[str, ...], factor: float) -> Any:
    known = {name: getattr(row, name) for name in names}
    return replace(row, **{name: value * factor for name, value in known.items() if value is not None})


def _take_worst(worst: dict[str, Section], sections: Iterable[Section]) -> None:
    """As the worst of them: what one could not read is not known of the whole, and what one lacks is there in another."""
    for section in sections:
        before = worst.get(section.name)
        if before is None or _STATES.index(section.state) >= _STATES.index(before.state):
            worst[section.name] = section


def _added_coverage(rows: Sequence[Coverage], reports: int) -> Coverage:
    """What is listed is the least; what is counted is known where each of so many reports states it."""
    counted = len(rows) == reports
    return Coverage(
        listed=_sum(r.listed for r in rows),
        captured=total_of_all(r.captured for r in rows) if counted else None,
        total=total_of_all(r.total for r in rows) if counted else None,
        evidence=tuple(dict.fromkeys(one for row in rows for one in row.evidence)),
    )


def _sum(values: Iterable[float | None]) -> Any:
    known = [value for value in values if value is not None]
    return sum(known) if known else None
