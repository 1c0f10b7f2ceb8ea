"""What happened between two exports of cumulative segment counters: later minus earlier, segment by segment.

A counter begins again when the instance starts and when the segment gets a new data object (TRUNCATE, MOVE, REBUILD).
Such a segment has no difference: its figures are None and a warning says why. Nothing is smoothed or set to zero.
What bounds a cumulative figure (`below`) bounds its growth too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import floor, log10

from segtier.dataclass import dataclass
from segtier.errors import NotUsable
from segtier.model.evidence import Warn
from segtier.model.workload import SEGMENT_COUNTERS, Interval, Segment, SegmentKey, Workload
from segtier.oracle.startup import same_start
from segtier.plurals import plural
from segtier.units import minute

_ORDERED_BY = ("logical_reads_blocks", "physical_reads_blocks", "physical_read_requests", "physical_writes_blocks")
_RESTARTED_SHARE = 0.5
_RESTARTED_SEGMENTS, _RESTARTED_SOME = 3, 0.2
"""Counters never shrink but for a restart: a fifth of the segments, and not by chance, tell it as well."""
_SAME_DATABASE_SHARE = 0.5
_NAMES_SHOWN = 5
_ROUNDED_FROM = 1e9
"""SQL*Plus rounds what is wider than its column of ten; shorter figures are whole."""
_ROUNDED_DIGITS = 5
_ROUNDING_ERROR = 0.05
"""A difference must be at least so exact."""

_NEW_OBJECT = "a new data object (truncated, moved or rebuilt): its counters began again"
_SMALLER = "a smaller figure in the later export"
_GONE = "not in the later export (dropped, or without figures)"
_NOT_BEFORE = "not in the earlier export, which may leave out figures below its lowest"
_ROUNDED = "figures rounded in the export: their difference would be guesswork"


class NoInterval(NotUsable):
    """Two exports give no interval at all; the message is the reason."""

    code = "no-counter-interval"


@dataclass(frozen=True, slots=True)
class _Change:
    segment: Segment
    reason: str | None = None


def in_order(exports: Sequence[Workload]) -> tuple[list[Workload], bool]:
    """(exports, earlier first; whether their times say so). Without times the one with larger figures is later."""
    if all(one.interval.end_time is not None for one in exports):
        return sorted(exports, key=lambda one: one.interval.end_time), True  # type: ignore[arg-type, return-value]
    return sorted(exports, key=_size), False


def _size(export: Workload) -> float:
    """The sum of the first statistic the export has."""
    for name in _ORDERED_BY:
        known = [value for one in export.segments if (value := getattr(one, name)) is not None]
        if known:
            return float(sum(known))
    return 0.0


def counters_between(first: Workload, second: Workload) -> Workload:
    """The counters of the interval from `first` (earlier) to `second`, with `segment_basis` of kind interval.

    Segments are matched by PDB, owner, name, subobject and kind; every segment of either export is in the result.
    Raises NoInterval where the exports as a whole cannot be compared: other database, other instances, a restart.
    """
    _check_comparable(first, second)
    before = {one.key: one for one in first.segments}
    floors = _floors(first)
    rounded = any(warn.code == "rounded-figures" for one in (first, second) for warn in one.warnings)
    changes = [_change(before.get(one.key), one, floors, rounded) for one in second.segments]
    _check_restart(before, changes)
    later = {one.key for one in second.segments}
    if not any(getattr(change.segment, name) for change in changes for name in SEGMENT_COUNTERS):
        raise NoInterval("no figure grew from the one to the other")
    changes += [_Change(_unknown(one, _GONE), _GONE) for key, one in before.items() if key not in later]
    interval = _interval(first, second)
    return replace(
        second,
        interval=interval,
        segments=tuple(change.segment for change in changes),
        segment_basis={"kind": "interval", "from": first.segment_basis["to"], "to": second.segment_basis["to"]},
        warnings=(*second.warnings, *_warnings(changes)),
    )


def _check_comparable(first: Workload, second: Workload) -> None:
    if {first.segment_basis["kind"], second.segment_basis["kind"]} != {"cumulative"}:
        raise NoInterval("one of them is of an interval already")
    if None not in (first.database.dbid, second.database.dbid) and first.database.dbid != second.database.dbid:
        raise NoInterval("they are of different databases")
    if first.source.sha256 is not None and first.source.sha256 == second.source.sha256:
        raise NoInterval("they are the same file")
    begin, end = first.interval.end_time, second.interval.end_time
    if begin is not None and end is not None and begin >= end:
        raise NoInterval("the second was not exported after the first")
    _check_instances(first, second)
    names = {one.key for one in first.segments}
    shared = sum(one.key in names for one in second.segments)
    if shared < _SAME_DATABASE_SHARE * min(len(first.segments), len(second.segments)):
        raise NoInterval("fewer than half of their segments are the same: other database, or other query")


def _check_instances(first: Workload, second: Workload) -> None:
    before = {one.number: one.startup_time for one in first.instances}
    after = {one.number: one.startup_time for one in second.instances}
    if before.keys() != after.keys():
        raise NoInterval(f"they are of different instances ({_numbers(before)}; {_numbers(after)})")
    for number, start in after.items():
        if start is not None and (earlier := before[number]) is not None and not same_start(start, earlier):
            raise NoInterval(f"instance {number} was started in between ({minute(start)})")


def _numbers(instances: Iterable[int | None]) -> str:
    return ", ".join(str(number) for number in sorted(one or 0 for one in instances)) or "not named"


def _check_restart(before: Mapping[SegmentKey, Segment], changes: Sequence[_Change]) -> None:
    """A restart shows in most segments at once; those that grew since would look like a difference."""
    matched = [change for change in changes if change.segment.key in before and change.reason != _NEW_OBJECT]
    smaller = sum(change.reason == _SMALLER for change in matched)
    some = smaller >= _RESTARTED_SEGMENTS and smaller >= _RESTARTED_SOME * len(matched)
    if some or (smaller and smaller >= _RESTARTED_SHARE * len(matched)):
        raise NoInterval(
            f"{smaller} of {plural(len(matched), 'segment')} {'has' if smaller == 1 else 'have'} "
            "smaller figures: the instance was started in between, or the exports"
            " are of two instances"
        )


def _floors(export: Workload) -> dict[str, float]:
    """For each statistic of the export the most that a segment it leaves out can have."""
    lowest = min((value for one in export.segments for name in SEGMENT_COUNTERS
                  if (value := getattr(one, name)) is not None), default=0.0)  # fmt: skip
    there = {name for name in SEGMENT_COUNTERS if any(getattr(one, name) is not None for one in export.segments)}
    return dict.fromkeys(there, lowest)


def _change(old: Segment | None, new: Segment, floors: dict[str, float], rounded: bool) -> _Change:
    if old is not None and _renewed(old, new):
        return _Change(_unknown(new, _NEW_OBJECT), _NEW_OBJECT)
    deltas: dict[str, float | None] = {}
    below = {name: bound for name, bound in new.below.items() if name in floors}
    reason: str | None = None
    for name in SEGMENT_COUNTERS:
        value = getattr(new, name)
        if value is None or name not in floors:
            deltas[name] = None
            continue
        start = getattr(old, name) if old is not None else None
        delta, fault = _difference(start, value, floors[name], rounded)
        if fault == _SMALLER:
            return _Change(_unknown(new, _SMALLER), _SMALLER)
        deltas[name] = delta
        if fault is not None:
            below[name] = value
            reason = reason or fault
    evidence = (*new.evidence, *(old.evidence if old is not None else ()))
    known = replace(new, **deltas, below=below, no_difference=reason, evidence=evidence)  # type: ignore[arg-type]
    return _Change(known, reason)


def _renewed(old: Segment, new: Segment) -> bool:
    return None not in (old.data_object_id, new.data_object_id) and old.data_object_id != new.data_object_id


def _difference(start: float | None, end: float, floor_: float, rounded: bool) -> tuple[float | None, str | None]:
    """(later minus earlier, or why there is none). An absent start is nothing where exports leave out zeros only."""
    if start is None:
        return (end, None) if floor_ <= 1 else (None, _NOT_BEFORE)
    if end < start:
        return None, _SMALLER
    delta = end - start
    if rounded and _grain(start) + _grain(end) > _ROUNDING_ERROR * delta:
        return None, _ROUNDED
    return delta, None


def _grain(value: float) -> float:
    """The most a rounded figure is off."""
    return 0.5 * 10.0 ** (floor(log10(value)) - _ROUNDED_DIGITS + 1) if value >= _ROUNDED_FROM else 0.0


def _unknown(segment: Segment, reason: str) -> Segment:
    return replace(segment, **dict.fromkeys(SEGMENT_COUNTERS), below={}, no_difference=reason)  # type: ignore[arg-type]


def _interval(first: Workload, second: Workload) -> Interval:
    begin, end = first.interval.end_time, second.interval.end_time
    return Interval(
        begin_snap=first.interval.end_snap,
        end_snap=second.interval.end_snap,
        begin_time=begin,
        end_time=end,
        elapsed_s=(end - begin).total_seconds() if begin is not None and end is not None else None,
        instances_reported=second.interval.instances_reported,
    )


def _warnings(changes: Sequence[_Change]) -> Iterable[Warn]:
    """One warning for each reason, naming its first segments."""
    by_reason: dict[str, list[Segment]] = {}
    for change in changes:
        if change.reason is not None:
            by_reason.setdefault(change.reason, []).append(change.segment)
    for reason, segments in by_reason.items():
        names = [".".join(part for part in (one.owner, one.name, one.subobject) if part) for one in segments]
        more = f" and {len(names) - _NAMES_SHOWN} more" if len(names) > _NAMES_SHOWN else ""
        message = f"no difference for {', '.join(names[:_NAMES_SHOWN])}{more}: {reason}"
        yield Warn(f"counter-refused-{_CODES[reason]}", message)


_CODES = {_NEW_OBJECT: "new-object", _SMALLER: "smaller", _GONE: "gone", _NOT_BEFORE: "not-before", _ROUNDED: "rounded"}
