"""Several intervals of one database as one: totals added, latencies weighted by waits, rates by elapsed time."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from segtier.analysis.input_warnings import joined
from segtier.analysis.instances import whole_database
from segtier.analysis.intervals import Slot, sort_intervals
from segtier.errors import NotUsable
from segtier.model.evidence import Evidence, Warn
from segtier.model.merging import Rule, lists_of, rule_of
from segtier.model.workload import Coverage, Database, Section, SectionState, Segment, Workload
from segtier.oracle.wait_events import event_facts

_ALONE = frozenset({"instances", "parts", "sections", "warnings"})
"""Lists that are no rows of figures: `merge_slots` knows them by name."""
_STATES: tuple[SectionState, ...] = ("missing", "found", "unreadable")
"""Of a section, as several reports have it: the last of these that one of them says."""


def rules_of(document: type) -> tuple[dict[str, Rule], tuple[str, ...]]:
    """(the rule of every list that merges, the lists that are the latest interval's)."""
    lists = {name: one for name, one in lists_of(document).items() if name not in _ALONE}
    rules = {name: rule_of(row) for name, (row, latest) in lists.items() if not latest}
    for name, rule in rules.items():
        where, row = f"{document.__name__}.{name}", lists[name][0]
        if not rule.key:
            raise TypeError(f"{where}: mark a Key of {row.__name__} or the list as Latest ({_file_of(document)})")
        if rule.unsaid:
            how = f"how does {row.__name__}.{rule.unsaid[0]} merge? Mark it Added, OfOne … (model/merging.py)"
            raise TypeError(f"{where}: {how} in {_file_of(row)}")
    return rules, tuple(name for name, (_, latest) in lists.items() if latest)


def _file_of(what: type) -> str:
    return f"{what.__module__.partition('.')[2].replace('.', '/')}.py"


RULES, LATEST = rules_of(Workload)


def with_source(workload: Workload) -> Workload:
    """The same workload with every row's evidence naming its file by digest."""
    digest = workload.source.sha256

    def named(row: Any) -> Any:
        if all(e.source for e in row.evidence):
            return row
        return replace(row, evidence=tuple(one.of(digest) for one in row.evidence))

    changed: dict[str, Any] = {name: tuple(map(named, getattr(workload, name))) for name in (*RULES, *LATEST)}
    changed["segment_coverage"] = {key: named(row) for key, row in workload.segment_coverage.items()}
    covered = workload.statement_coverage
    return replace(workload, statement_coverage=None if covered is None else named(covered), **changed)


def whole(workload: Workload) -> Workload:
    """A report of several instances with one row per figure: totals as printed, else the instances added up."""
    changed: dict[str, Any] = {
        name: whole_database(getattr(workload, name), rule.key, partial(_over_instances, rule))
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


def _over_instances(rule: Rule, rows: list[Any]) -> Any:
    """Instances of one interval: rates add up like totals, averages stay weighted."""
    together = _merge_group([(1.0, row) for row in rows], rule)
    return _scaled(together, rule.per_elapsed, len(rows)) if rule.per_elapsed else together


def merge_intervals(workloads: Sequence[Workload]) -> tuple[Workload, tuple[Warn, ...]]:
    """One workload for all distinct intervals, and what was left out. Raises NotUsable where none covers an interval."""
    slots, warnings = sort_intervals(usable(workloads))
    return merge_slots(slots), warnings


def usable(workloads: Sequence[Workload]) -> list[Workload]:
    """Those that say anything about the time sessions took."""
    return [w for w in workloads if w.interval.db_time_s or w.wait_events or w.time_model]


def merge_slots(slots: Sequence[Slot]) -> Workload:
    """One workload for these intervals; the instances of an interval add up and its elapsed time counts once."""
    return _merged(slots, [whole(with_source(report)) for slot in slots for report in slot.reports])


def reports_of(slots: Sequence[Slot]) -> tuple[Workload, ...]:
    """Each report of these intervals by itself, a cluster's as of one database; none where there is one, which says all."""
    reports = [report for slot in slots for report in slot.reports]
    return tuple(map(whole, reports)) if len(reports) > 1 else ()


def figures_of(slot: Slot) -> Workload:
    """One interval for its figures alone: its evidence names no file."""
    return _merged([slot], [whole(report) for report in slot.reports])


def _merged(slots: Sequence[Slot], kept: Sequence[Workload]) -> Workload:
    if not kept:
        raise NotUsable(
            "none of the inputs holds DB time or wait events",
            code="no-interval",
            advice="Upload at least one AWR report of a busy hour.",
        )
    if len(kept) == 1:
        return kept[0]
    latest = kept[-1]
    merged: dict[str, Any] = {name: _merge_rows(kept, name, rule) for name, rule in RULES.items()}
    interval = replace(
        latest.interval,
        begin_snap=min((w.interval.begin_snap for w in kept if w.interval.begin_snap is not None), default=None),
        begin_time=min((w.interval.begin_time for w in kept if w.interval.begin_time is not None), default=None),
        end_time=max((w.interval.end_time for w in kept if w.interval.end_time is not None), default=None),
        elapsed_s=_sum(slot.elapsed_s for slot in slots),
        db_time_s=_sum(w.interval.db_time_s for w in kept),
        db_cpu_s=_sum(w.interval.db_cpu_s for w in kept),
    )
    instances = {i.number: i for w in kept for i in w.instances}
    return replace(
        latest,
        interval=interval,
        instances=tuple(instances.values()),
        segment_coverage=_coverage(kept),
        sections=_sections(kept),
        statement_coverage=_added_coverage([w.statement_coverage for w in kept if w.statement_coverage is not None]),
        warnings=joined(report.warnings for report in kept),
        **_rates_over_intervals(merged, slots),
    )


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


def _merge_rows(workloads: Sequence[Workload], name: str, rule: Rule) -> tuple[Any, ...]:
    groups: dict[Hashable, list[tuple[float, Any]]] = {}
    for workload in workloads:
        elapsed_s = workload.interval.elapsed_s or 0.0
        for row in getattr(workload, name):
            key = tuple(getattr(row, part) for part in rule.key)
            groups.setdefault(key, []).append((elapsed_s, row))
    return tuple(_merge_group(rows, rule) for rows in groups.values())


def _merge_group(rows: list[tuple[float, Any]], rule: Rule) -> Any:
    if len(rows) == 1:
        return rows[0][1]
    last = rows[-1][1]
    changed: dict[str, Any] = {name: _sum(getattr(row, name) for _, row in rows) for name in rule.add}
    for name in rule.per_elapsed:
        changed[name] = _mean((getattr(row, name), elapsed) for elapsed, row in rows)
    for name, weight in rule.weighted:
        changed[name] = _mean((getattr(row, name), getattr(row, weight)) for _, row in rows)
    if "time_s" in changed and changed.get("waits") and changed["time_s"] is not None:
        changed["avg_wait_us"] = changed["time_s"] / changed["waits"] * 1e6
    changed |= dict.fromkeys(rule.of_one)
    if isinstance(last, Segment):
        changed["below"] = _added_bounds([row.below for _, row in rows])
    changed["evidence"] = _all_evidence([row.evidence for _, row in rows])
    return replace(last, instance=None, **changed)


def _added_bounds(bounds: list[dict[str, float]]) -> dict[str, float]:
    names = {name for bound in bounds for name in bound}
    return {name: sum(bound.get(name, 0.0) for bound in bounds) for name in sorted(names)}


def _all_evidence(parts: list[tuple[Evidence, ...]]) -> tuple[Evidence, ...]:
    return tuple(dict.fromkeys(e for part in parts for e in part))


def _sections(workloads: Sequence[Workload]) -> tuple[Section, ...]:
    """As the worst of them: what one could not read is not known of the whole, and what one lacks is there in another."""
    worst: dict[str, Section] = {}
    for section in (section for workload in workloads for section in workload.sections):
        before = worst.get(section.name)
        if before is None or _STATES.index(section.state) >= _STATES.index(before.state):
            worst[section.name] = section
    return tuple(worst.values())


def _coverage(workloads: Sequence[Workload]) -> dict[str, Coverage]:
    names = {name for workload in workloads for name in workload.segment_coverage}
    found = {name: [w.segment_coverage.get(name) for w in workloads] for name in sorted(names)}
    merged = {name: _added_coverage([row for row in rows if row is not None]) for name, rows in found.items()}
    return {name: row for name, row in merged.items() if row is not None}


def _added_coverage(rows: Sequence[Coverage]) -> Coverage | None:
    """Of the reports that state it, which the others' I/O is no part of; None where none does."""
    if not rows:
        return None
    return Coverage(
        listed=_sum(r.listed for r in rows),
        captured=_sum(r.captured for r in rows),
        total=_sum(r.total for r in rows),
        evidence=_all_evidence([r.evidence for r in rows]),
    )


def _sum(values: Any) -> Any:
    known = [value for value in values if value is not None]
    return sum(known) if known else None


def _mean(pairs: Any) -> float | None:
    known = [(value, weight) for value, weight in pairs if value is not None and weight]
    weight_sum = sum(weight for _, weight in known)
    return sum(value * weight for value, weight in known) / weight_sum if weight_sum else None
