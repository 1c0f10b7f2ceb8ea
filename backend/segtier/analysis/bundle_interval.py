"""What happened between two bundles of one database: every cumulative figure, later minus earlier.

A figure that is smaller later has no difference and is left out with a warning; nothing is set to zero. What was not
there earlier began at nothing: the instances are the same and were not restarted, else there is no interval at all.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import fields, replace
from datetime import datetime
from typing import Any

from segtier.analysis.counters_between import NoInterval, counters_between
from segtier.analysis.since_startup import uptimes_s
from segtier.dataclass import dataclass
from segtier.model.evidence import Warn
from segtier.model.merging import Rule, lists_of, rule_of
from segtier.model.workload import (
    Coverage,
    HistogramBucket,
    Interval,
    Segment,
    SegmentKey,
    TimeModelRow,
    WaitHistogram,
    Workload,
)
from segtier.oracle.startup import same_start
from segtier.oracle.statistics import is_level, is_os_level
from segtier.plurals import plural
from segtier.units import minute

_SUBTRACTED = {
    name: rule
    for name, one in lists_of(Workload).items()
    if (rule := rule_of(one.row)).key and name not in ("segments", "statements", "load_profile")
}


@dataclass(frozen=True, slots=True)
class _Spans:
    """Seconds since start-up at both ends, by instance, and the seconds between."""

    first: dict[int | None, float]
    second: dict[int | None, float]
    elapsed_s: float


def bundles_between(first: Workload, second: Workload) -> Workload:
    """The workload of the interval between two bundles (`first` is earlier).

    Raises NoInterval for other databases, a restart, other instances, the same bundle twice or unknown times.
    """
    spans = _Spans(uptimes_s(first), uptimes_s(second), _check(first, second))
    changed: dict[str, Any] = {}
    warnings: list[Warn] = []
    for name, rule in _SUBTRACTED.items():
        changed[name], faults = _list_between(name, rule, getattr(first, name), getattr(second, name), spans)
        warnings += _said(name, faults)
    changed |= _segments(first, second, warnings)
    model_s = {row: _over_all(row, changed["time_model"], second) for row in ("DB time", "DB CPU")}
    histograms, faults = _histograms(first.wait_histograms, second.wait_histograms)
    warnings += _said("wait_histograms", faults)
    return replace(
        second,
        **_with_shares(changed),
        wait_histograms=histograms,
        load_profile=(),
        interval=Interval(
            begin_time=first.interval.end_time,
            end_time=second.interval.end_time,
            elapsed_s=spans.elapsed_s,
            db_time_s=model_s["DB time"],
            db_cpu_s=model_s["DB CPU"],
            begin_sessions=first.interval.end_sessions,
            end_sessions=second.interval.end_sessions,
            instances_reported=second.interval.instances_reported,
            instances=tuple(sorted({*first.interval.instances, *second.interval.instances})),
        ),
        segment_basis={"kind": "interval", "from": first.segment_basis["to"], "to": second.segment_basis["to"]},
        warnings=(*second.warnings, *warnings),
    )


def _over_all(name: str, model: Iterable[TimeModelRow], bundle: Workload) -> float | None:
    """None where one of the instances does not tell it."""
    found = {row.instance: row.time_s for row in model if row.name == name}
    told = found.keys() >= {one.number for one in bundle.instances} or None in found
    return _sum(found.values()) if told and None not in found.values() else None


def _check(first: Workload, second: Workload) -> float:
    if first.database.dbid != second.database.dbid:
        raise NoInterval("they are of different databases")
    if first.source.sha256 is not None and first.source.sha256 == second.source.sha256:
        raise NoInterval("they are the same file")
    begin, end = first.interval.end_time, second.interval.end_time
    if begin is None or end is None:
        raise NoInterval("one of them does not say when it was collected")
    if begin >= end:
        raise NoInterval("the second was not collected after the first")
    _check_starts(first, second)
    return (end - begin).total_seconds()


def _check_starts(first: Workload, second: Workload) -> None:
    before, after = _starts(first), _starts(second)
    if before.keys() != after.keys():
        raise NoInterval("they are of different instances")
    for number, start in after.items():
        earlier = before[number]
        if start is None or earlier is None:
            raise NoInterval(f"it is not known when instance {number} was started")
        if not same_start(start, earlier):
            raise NoInterval(f"instance {number} was started in between ({minute(start)})")


def _starts(workload: Workload) -> dict[int | None, datetime | None]:
    return {one.number: one.startup_time for one in workload.instances}


def _list_between(
    name: str, rule: Rule, before: Iterable[Any], after: Iterable[Any], spans: _Spans
) -> tuple[tuple[Any, ...], list[str]]:
    """(rows that have a difference, names of those that have none)."""
    earlier = {_key(row, rule): row for row in before}
    kept, faults = [], []
    for row in after:
        if _is_level(name, row):
            kept.append(row)
            continue
        found = _difference(rule, earlier.get(_key(row, rule)), row, spans)
        if found is None:
            faults.append(str(getattr(row, "file" if name == "file_io" else rule.key[0]) or ""))
        else:
            kept.append(found)
    return tuple(kept), faults


def _key(row: Any, rule: Rule) -> Hashable:
    return (row.instance, *(getattr(row, part) for part in rule.key))


def _is_level(name: str, row: Any) -> bool:
    """A figure that stands for a moment, not for a time: the later one holds."""
    if name == "os_statistics":
        return is_os_level(row.name)
    return name == "instance_statistics" and is_level(row.name)


def _difference(rule: Rule, old: Any | None, new: Any, spans: _Spans) -> Any | None:
    """The row of the interval; None where a figure went back."""
    changed: dict[str, Any] = {}
    for name in (*rule.add, *rule.per_elapsed):
        rate = name in rule.per_elapsed
        end, start = _total(new, name, rate, spans.second), _total(old, name, rate, spans.first)
        if end is None:
            changed[name] = None
            continue
        grown = end - (start or 0.0 if rate else start or 0)
        if grown < 0 and not (rate and grown > -1.0):
            return None
        changed[name] = max(grown, 0.0) / spans.elapsed_s if rate else grown
    for average, weight in rule.weighted:
        changed[average] = _average_between(average, weight, rule, old, new, spans)
    if "timeouts_pct" in {one.name for one in fields(new)}:
        changed["timeouts_pct"] = _average_between("timeouts_pct", "waits", rule, old, new, spans)
    evidence = (*new.evidence, *(old.evidence if old is not None else ()))
    return replace(new, **changed, evidence=evidence)


def _total(row: Any | None, name: str, rate: bool, up_s: dict[int | None, float]) -> Any:
    """A total since start-up: as counted, or a rate over the up-time (of files: of the first instance)."""
    if row is None or (value := getattr(row, name)) is None or not rate:
        return None if row is None else getattr(row, name)
    seconds = up_s.get(row.instance, max(up_s.values(), default=None) if row.instance is None else None)
    return None if seconds is None else value * seconds


def _average_between(average: str, weight: str, rule: Rule, old: Any, new: Any, spans: _Spans) -> float | None:
    rate = weight in rule.per_elapsed
    weights = (_total(old, weight, rate, spans.first) or 0.0, _total(new, weight, rate, spans.second))
    values = (getattr(old, average) if old is not None else None, getattr(new, average))
    if values[1] is None or weights[1] is None or weights[1] <= weights[0]:
        return None
    grown = float(values[1] * weights[1] - (values[0] or 0.0) * weights[0])
    return max(grown, 0.0) / float(weights[1] - weights[0])


def _with_shares(changed: dict[str, Any]) -> dict[str, Any]:
    """Shares of DB time anew: those of the bundles are of the time since start-up."""
    db_time_s = {row.instance: row.time_s for row in changed["time_model"] if row.name == "DB time"}

    def share(row: Any) -> Any:
        total = db_time_s.get(row.instance)
        known = row.db_time_pct is not None and row.time_s is not None and total
        return replace(row, db_time_pct=100.0 * row.time_s / total if known else None)

    for name in ("wait_events", "wait_classes", "time_model"):
        changed[name] = tuple(share(row) for row in changed[name])
    changed["wait_events"] = tuple(row for row in changed["wait_events"] if row.waits)
    changed["wait_classes"] = tuple(row for row in changed["wait_classes"] if row.waits)
    return changed


def _histograms(
    before: tuple[WaitHistogram, ...], after: tuple[WaitHistogram, ...]
) -> tuple[tuple[WaitHistogram, ...], list[str]]:
    earlier = {(one.instance, one.event): _counts(one) for one in before}
    kept, faults = [], []
    for one in after:
        old = earlier.get((one.instance, one.event), {})
        grown = {bucket: count - old.get(bucket, 0) for bucket, count in _counts(one).items()}
        waits = sum(grown.values())
        if any(count < 0 for count in grown.values()):
            faults.append(one.event)
        elif waits:
            buckets = tuple(HistogramBucket(*ends, 100.0 * count / waits) for ends, count in grown.items())
            kept.append(replace(one, waits=waits, buckets=buckets))
    return tuple(kept), faults


def _counts(one: WaitHistogram) -> dict[tuple[float, float | None], int]:
    return {(b.from_us, b.to_us): round((b.pct_of_waits or 0.0) * (one.waits or 0) / 100.0) for b in one.buckets}


def _segments(first: Workload, second: Workload, warnings: list[Warn]) -> dict[str, Any]:
    """Counters of the segments; without those that one of the bundles may only have folded into a sum."""
    before, after, left_out = _named_in_both(first, second)
    try:
        between = counters_between(before, after)
    except NoInterval as fault:
        warnings.append(Warn("segments-no-interval", f"the segment counters give no interval: {fault.message}"))
        return {"segments": (), "segment_coverage": {}}
    warnings += between.warnings[len(second.warnings) :]
    if left_out:
        message = (
            f"{plural(left_out, 'segment is', 'segments are')} in one of "
            "the bundles only as part of a sum; their growth is not known"
        )
        warnings.append(Warn("segments-folded", message))
    return {"segments": between.segments, "segment_coverage": _coverage(first, second, between.segments)}


def _named_in_both(first: Workload, second: Workload) -> tuple[Workload, Workload, int]:
    """(the earlier, the later, how many segments are left out): one that is not named is gone or new, unless folded."""
    before, after = _names(first), _names(second)
    kept_before = replace(first, segments=_among(first, after)) if _folds(second) else first
    kept_after = replace(second, segments=_among(second, before)) if _folds(first) else second
    left_out = len(before) - len(kept_before.segments) + len(after) - len(kept_after.segments)
    return kept_before, kept_after, left_out


def _folds(bundle: Workload) -> bool:
    return any(warn.code == "segments-folded" for warn in bundle.warnings)


def _names(bundle: Workload) -> frozenset[SegmentKey]:
    return frozenset(one.key for one in bundle.segments)


def _among(bundle: Workload, names: frozenset[SegmentKey]) -> tuple[Segment, ...]:
    return tuple(one for one in bundle.segments if one.key in names)


def _coverage(first: Workload, second: Workload, segments: tuple[Segment, ...]) -> dict[str, Coverage]:
    """The sum of all segments shrinks where one is dropped or moved: growth below that of the named ones is not known."""
    found: dict[str, Coverage] = {}
    for name, end in second.segment_coverage.items():
        start = first.segment_coverage.get(name, Coverage())
        captured, total = _grown(start.captured, end.captured), _grown(start.total, end.total)
        listed = _sum(getattr(one, name) for one in segments)
        if captured is not None and captured < (listed or 0.0):
            captured = None
        found[name] = Coverage(listed, captured, total, (*end.evidence, *start.evidence))
    return found


def _grown(start: float | None, end: float | None) -> float | None:
    return None if start is None or end is None or end < start else end - start


def _sum(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) if known else None


def _said(name: str, faults: list[str]) -> list[Warn]:
    if not faults:
        return []
    shown = ", ".join(faults[:3]) + (f" and {len(faults) - 3} more" if len(faults) > 3 else "")
    return [Warn("counter-smaller", f"no difference for {shown}: a smaller figure in the later bundle", name)]
