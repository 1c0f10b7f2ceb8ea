"""Which inputs are intervals and which only say how I/O is shared among segments.

A bundle counts since start-up. Beside reports of hours it gives the segments; two bundles of one database give the
interval between them; one alone gives an average since start-up, and the answer says so.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from segtier.analysis.bundle_interval import bundles_between
from segtier.analysis.counters_between import NoInterval, in_order
from segtier.analysis.elapsed import with_elapsed
from segtier.analysis.merge import with_source
from segtier.analysis.open_report import Joined, OpenReport
from segtier.analysis.report import Report
from segtier.analysis.since_startup import since_start, since_startup
from segtier.dataclass import dataclass
from segtier.model.evidence import Warn
from segtier.model.workload import Workload

WELL_EXPLAINED = 0.8
"""Of the physical reads: snapshots that name so much of them need no counters of another time."""


Given = Workload | Report
"""What an answer is made from: documents, or reports by the hours that are kept of them."""


@dataclass(frozen=True, slots=True)
class SortedInputs:
    intervals: tuple[Report, ...]
    exports: tuple[Workload, ...]
    """Segment counters of another time."""
    warnings: tuple[Warn, ...] = ()
    instances: frozenset[int] = frozenset()
    """Instances of the database that other inputs name, beside the intervals."""


def as_reports(given: Sequence[Given]) -> tuple[Report, ...]:
    return tuple(OpenReport(one) if isinstance(one, Workload) else one for one in given)


def only_counters(workload: Workload) -> bool:
    """Segment counters and nothing else."""
    return workload.source.kind == "segment-counters"


def is_interval(given: Given) -> bool:
    """Figures of a known time: all that is kept by the hour."""
    document = given.document() if isinstance(given, OpenReport) else given
    return not isinstance(document, Workload) or not (only_counters(document) or since_start(document))


def is_kept_by_hour(workload: Workload) -> bool:
    """Whether an answer need not open it to know its hour: one interval, whose length it tells."""
    return (
        is_interval(workload)
        and workload.source.kind != "bundle"
        and not workload.parts
        and bool(workload.interval.elapsed_s)
    )


def sort_inputs(given: Sequence[Given]) -> SortedInputs:
    """Reports of hours before bundles; of several bundles the interval between the first and the last that have one."""
    exports, bundles = [], []
    reports: list[Report] = []
    told: list[Warn] = []
    for one in as_reports(given):
        if not isinstance(one, OpenReport):
            reports.append(one)
        elif only_counters(one.document()):
            exports.append(one.document())
        elif since_start(one.document()):
            bundles.append(one.document())
        else:
            for part in _parts(one):
                timed, warns = with_elapsed(part.document())
                reports.append(OpenReport(timed) if warns else part)
                told += warns
    reports, untimed = _without_length(reports)
    told += untimed
    if reports:
        explained = any(one.source.kind == "bundle" and _explained(one.document()) >= WELL_EXPLAINED for one in reports)
        more = () if explained else tuple(one for one in bundles if one.segments)
        named = frozenset[int]().union(*(one.interval.instances for one in bundles))
        return SortedInputs(_with_snapshot_segments(reports), (*exports, *more), tuple(told), named)
    if not bundles:
        return SortedInputs((), tuple(exports))
    return _of_bundles(bundles, tuple(exports))


def _without_length(reports: Sequence[Report]) -> tuple[list[Report], list[Warn]]:
    """Beside reports of known hours, those that do not say how long they took are no intervals: nothing says what they weigh."""
    kept = [one for one in reports if one.interval.elapsed_s]
    if not kept or len(kept) == len(reports):
        return list(reports), []
    files = [one.source.file or "an input" for one in reports if not one.interval.elapsed_s]
    message = f"{', '.join(files)}: no duration given; skipped, because other reports have known hours"
    return kept, [Warn("no-length", message)]


def as_intervals(given: Sequence[Given]) -> tuple[Report, ...]:
    """The same with a report for each interval of a document of several."""
    return tuple(part for one in as_reports(given) for part in (_parts(one) if isinstance(one, OpenReport) else (one,)))


def _parts(report: OpenReport) -> tuple[OpenReport, ...]:
    """What all of them share names its file once."""
    document = report.document()
    return tuple(map(OpenReport, with_source(document).intervals)) if document.parts else (report,)


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
        return SortedInputs((OpenReport(between),), exports, (Warn("bundle-interval", message),))
    alone = since_startup(last)
    refused = (Warn("no-bundle-interval", f"two bundles give no interval ({reasons[0]})"),) if reasons else ()
    return SortedInputs((OpenReport(alone),), exports, (*refused, *_new_warnings(last, alone)))


def _new_warnings(before: Workload, after: Workload) -> tuple[Warn, ...]:
    return after.warnings[len(before.warnings) :]


def _with_snapshot_segments(reports: Sequence[Report]) -> tuple[Report, ...]:
    """A report lists a few segments, a bundle's snapshots nearly all: of the same interval the report takes over these."""
    snapshots = {
        _interval(one): one.document() for one in reports if one.source.kind == "bundle" and one.document().segments
    }
    others = [one for one in reports if one.source.kind != "bundle"]
    taken = {_interval(one) for one in others} & snapshots.keys()
    joined = [Joined(one, snapshots[_interval(one)]) if _interval(one) in taken else one for one in others]
    return (*joined, *(one for one in reports if one.source.kind == "bundle" and _interval(one) not in taken))


def _explained(report: Workload) -> float:
    """Part of the physical reads that the segments of the report make."""
    row = report.segment_coverage.get("physical_reads_blocks")
    return row.listed / row.total if row is not None and row.listed is not None and row.total else 0.0


def _interval(report: Report) -> Hashable:
    """DBID, instances and snapshots; an own value where the snapshots are not known."""
    interval = report.interval
    if interval.begin_snap is None or interval.end_snap is None:
        return id(report)
    numbers = tuple(sorted(one.number or 0 for one in report.instances))
    return (report.database.dbid, numbers, interval.begin_snap, interval.end_snap)
