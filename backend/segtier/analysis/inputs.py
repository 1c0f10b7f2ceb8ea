"""Which inputs are intervals and which only say how I/O is shared among segments.

A bundle counts since start-up. Beside reports of hours it gives the segments; two bundles of one database give the
interval between them; one alone gives an average since start-up, and the answer says so.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace

from segtier.analysis.bundle_interval import bundles_between
from segtier.analysis.counters_between import NoInterval, in_order
from segtier.analysis.elapsed import with_elapsed
from segtier.analysis.merge import with_source
from segtier.analysis.since_startup import since_startup
from segtier.dataclass import dataclass
from segtier.model.evidence import Warn
from segtier.model.workload import Workload

WELL_EXPLAINED = 0.8
"""Of the physical reads: snapshots that name so much of them need no counters of another time."""


@dataclass(frozen=True, slots=True)
class SortedInputs:
    intervals: tuple[Workload, ...]
    exports: tuple[Workload, ...]
    """Segment counters of another time."""
    warnings: tuple[Warn, ...] = ()


def only_counters(workload: Workload) -> bool:
    """Segment counters and nothing else."""
    return workload.source.kind == "segment-counters"


def since_start(workload: Workload) -> bool:
    """All figures of a bundle, counted since start-up."""
    return workload.source.kind == "bundle" and workload.segment_basis["kind"] == "cumulative"


def is_interval(workload: Workload) -> bool:
    """Figures of a known time."""
    return not only_counters(workload) and not since_start(workload)


def sort_inputs(workloads: Sequence[Workload]) -> SortedInputs:
    """Reports of hours before bundles; of several bundles the interval between the first and the last that have one."""
    exports = tuple(one for one in workloads if only_counters(one))
    bundles = [one for one in workloads if since_start(one)]
    timed = [with_elapsed(part) for one in workloads if is_interval(one) for part in _intervals(one)]
    reports, told = [report for report, _ in timed], tuple(warn for _, warns in timed for warn in warns)
    if reports:
        explained = any(one.source.kind == "bundle" and _explained(one) >= WELL_EXPLAINED for one in reports)
        more = () if explained else tuple(one for one in bundles if one.segments)
        return SortedInputs(_with_snapshot_segments(reports), (*exports, *more), told)
    if not bundles:
        return SortedInputs((), exports)
    return _of_bundles(bundles, exports)


def _intervals(report: Workload) -> tuple[Workload, ...]:
    """What all parts share names its file once."""
    return with_source(report).intervals if report.parts else (report,)


def _of_bundles(bundles: Sequence[Workload], exports: tuple[Workload, ...]) -> SortedInputs:
    ordered, _ = in_order(list({one.source.sha256 or number: one for number, one in enumerate(bundles)}.values()))
    last = ordered[-1]
    reasons: list[str] = []
    for first in ordered[:-1]:
        try:
            between = bundles_between(with_source(first), with_source(last))
        except NoInterval as fault:
            reasons.append(f"{first.source.file or 'a bundle'} and {last.source.file or 'the last'}: {fault.message}")
            continue
        message = (
            f"the difference between {first.source.file or 'a bundle'} and {last.source.file or 'a later one'} is used"
        )
        return SortedInputs((between,), exports, (Warn("bundle-interval", message),))
    alone = since_startup(last)
    refused = (Warn("no-bundle-interval", f"two bundles give no interval ({reasons[0]})"),) if reasons else ()
    return SortedInputs((alone,), exports, (*refused, *_new_warnings(last, alone)))


def _new_warnings(before: Workload, after: Workload) -> tuple[Warn, ...]:
    return after.warnings[len(before.warnings) :]


def _with_snapshot_segments(reports: Sequence[Workload]) -> tuple[Workload, ...]:
    """A report lists a few segments, a bundle's snapshots nearly all: of the same interval the report takes over these."""
    snapshots = {_interval(one): one for one in reports if one.source.kind == "bundle" and one.segments}
    others = [one for one in reports if one.source.kind != "bundle"]
    taken = {_interval(one) for one in others} & snapshots.keys()
    joined = [_joined(one, snapshots.get(_interval(one))) for one in others]
    return (*joined, *(one for one in reports if one.source.kind == "bundle" and _interval(one) not in taken))


def _joined(report: Workload, snapshot: Workload | None) -> Workload:
    if snapshot is None:
        return report
    named = with_source(snapshot)
    return replace(report, segments=named.segments, segment_coverage=named.segment_coverage)


def _explained(report: Workload) -> float:
    """Part of the physical reads that the segments of the report make."""
    row = report.segment_coverage.get("physical_reads_blocks")
    return row.listed / row.total if row is not None and row.listed is not None and row.total else 0.0


def _interval(report: Workload) -> Hashable:
    """DBID, instances and snapshots; an own value where the snapshots are not known."""
    interval = report.interval
    if interval.begin_snap is None or interval.end_snap is None:
        return id(report)
    numbers = tuple(sorted(one.number or 0 for one in report.instances))
    return (report.database.dbid, numbers, interval.begin_snap, interval.end_snap)
