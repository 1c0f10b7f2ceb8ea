"""Which counters the ranking stands on: those of an interval where there are any, else cumulative ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from segtier.analysis.counters_between import NoInterval, counters_between, in_order
from segtier.analysis.merge import with_source
from segtier.analysis.sizes import in_several_containers
from segtier.dataclass import dataclass
from segtier.model.evidence import Warn
from segtier.model.workload import Interval, Workload
from segtier.plurals import plural

INTERVAL_SHARE_ERROR = 0.10
"""Counters of another or longer interval than the report's."""
CUMULATIVE_SHARE_ERROR = 0.25
"""A long-run counter's share need not be the share of the hour looked at."""
_SAME = 0.9
"""Of the longer of two intervals: what both have makes them one time."""


@dataclass(frozen=True, slots=True)
class ChosenCounters:
    """The export whose shares are used, or None where there is none."""

    workload: Workload | None = None
    share_error: float = CUMULATIVE_SHARE_ERROR
    warnings: tuple[Warn, ...] = ()
    other_time: bool = False
    """They are not known to be of the hour's own time: what they say of the hour is open (`OTHER_TIME_ODDS`)."""


def choose_counters(exports: Sequence[Workload], hour: Interval | None = None) -> ChosenCounters:
    """An interval that was exported as such, else the one between two cumulative exports, else the newest of these.

    Of several intervals the one that has most of the hour, then the one that names most segments.

    The warnings say which was used and, where an interval was not possible, why.
    """
    distinct = _distinct(exports)
    intervals = [one for one in distinct if one.segment_basis["kind"] == "interval"]
    if intervals:
        best = max(intervals, key=lambda one: (_shared_s(one.interval, hour), len(one.segments)))
        message = f"{_file(best)} holds the counters of an interval; their shares are used"
        return ChosenCounters(best, INTERVAL_SHARE_ERROR, (Warn("counters-interval", message),))
    ordered, known = in_order(distinct)
    if len(ordered) < 2:
        return ChosenCounters(ordered[-1] if ordered else None)
    return _between(ordered, known)


def beside_the_hour(chosen: ChosenCounters, report: Workload) -> ChosenCounters:
    """With a warning where they are not known to be of the report's time: what its own lists say of a segment stands, and where
    it has none, nothing does for certain.
    """
    export, hour = chosen.workload, report.interval
    if export is None:
        return chosen
    if export.segment_basis["kind"] == "interval" and (
        _same_snapshots(export, report) or _one_time(export.interval, hour)
    ):
        return chosen
    if report.segments:
        rest = "Segtier uses it only for reads that the report's own segment lists leave open, with a wider range"
        warn = Warn("counters-fill", f"{_file(export)} may be of another time: {rest}")
    else:
        rest = "no list shows which segments this hour reads, so the range is wider"
        warn = Warn("counters-other-time", f"{_file(export)} may be of another time: {rest}")
    return replace(chosen, warnings=(*chosen.warnings, warn), other_time=True)


def _one_time(one: Interval, other: Interval) -> bool:
    longest_s = max(_shared_s(one, one), _shared_s(other, other), 1.0)
    return _shared_s(one, other) >= _SAME * longest_s


def _same_snapshots(one: Workload, other: Workload) -> bool:
    told = [(w.database.dbid, w.interval.begin_snap, w.interval.end_snap) for w in (one, other)]
    return None not in told[0] and told[0] == told[1]


def _shared_s(one: Interval, other: Interval | None) -> float:
    """Seconds that both are of; 0 where nothing says."""
    ends = [one.begin_time, one.end_time, *((other.begin_time, other.end_time) if other else (None, None))]
    begin, end, first, last = (None if time is None else time.replace(tzinfo=None) for time in ends)
    if begin is None or end is None or first is None or last is None:
        return 0.0
    return max((min(end, last) - max(begin, first)).total_seconds(), 0.0)


def of_known_containers(chosen: ChosenCounters, report: Workload) -> ChosenCounters:
    """None where rows say no container and the report lists segments of several by the name: nobody knows whose they are."""
    if chosen.workload is None:
        return chosen
    shared = in_several_containers(row.key for row in report.segments)
    rows = [one for one in chosen.workload.segments if one.pdb is None and one.key[1:4] in shared]
    if not rows:
        return chosen
    first = min(f"{one.owner}.{one.name}" for one in rows)
    told = plural(len(rows), "segment names", "segments name")
    message = (
        f"{_file(chosen.workload)}: {told} no pluggable database, and several have segments with these names ({first}), "
        "so Segtier cannot assign these counters and skips the file. Export the counters with the PDB's name."
    )
    return ChosenCounters(warnings=(Warn("counters-of-whom", message),))


def _between(ordered: Sequence[Workload], order_known: bool) -> ChosenCounters:
    """The longest interval that ends with the last export."""
    last = ordered[-1]
    reasons: list[str] = []
    for first in ordered[:-1]:
        try:
            return _used(first, last, counters_between(with_source(first), with_source(last)), order_known)
        except NoInterval as fault:
            reasons.append(fault.message)
    message = (
        f"{_file(ordered[0])} and {_file(last)} give no interval: {reasons[0]}. The shares of {_file(last)} since start-up"
        " are used, which may differ from the hour looked at"
    )
    return ChosenCounters(last, CUMULATIVE_SHARE_ERROR, (Warn("counters-cumulative", message),))


def _used(first: Workload, last: Workload, interval: Workload, order_known: bool) -> ChosenCounters:
    order = "" if order_known else "; they hold no times, so the one with the larger figures is taken as the later"
    message = f"segment counters: the difference between {_file(first)} and {_file(last)} is used{order}"
    own = tuple(warn for warn in interval.warnings if warn.code.startswith("counter-refused"))
    return ChosenCounters(interval, INTERVAL_SHARE_ERROR, (Warn("counters-interval", message), *own))


def _distinct(exports: Sequence[Workload]) -> list[Workload]:
    """The same file twice counts once."""
    kept: dict[object, Workload] = {}
    for number, export in enumerate(exports):
        kept.setdefault(export.source.sha256 or number, export)
    return list(kept.values())


def _file(export: Workload) -> str:
    return export.source.file or "an export"
