"""Workloads, sizes and flash in, the advice document out."""

from __future__ import annotations

from collections.abc import Sequence

from segtier import __version__
from segtier.advisor.case import Case, build_case
from segtier.advisor.draft import Draft
from segtier.advisor.events_after import events_after
from segtier.advisor.rank import Ranking, rank_segments, reason_beside
from segtier.advisor.verdict import judge
from segtier.advisor.weigh import weigh_options
from segtier.analysis.db_time import split_db_time, top_events
from segtier.analysis.findings import all_findings
from segtier.analysis.quality import grade
from segtier.analysis.statements import top_statements
from segtier.forecast import ceiling
from segtier.model.advice import Advice, Input, PlacedSegment, RankedSegment, SolverReport
from segtier.model.inventory import Inventory
from segtier.model.request import AdviceRequest
from segtier.model.workload import SegmentKey, Workload, segment_kind
from segtier.units import S_PER_HOUR


def advise(workloads: Sequence[Workload], inventories: Sequence[Inventory], request: AdviceRequest) -> Advice:
    """The advice for one database: same inputs, same document. Raises NotUsable where no interval is given."""
    case = build_case(workloads, inventories, request)
    ranking = rank_segments(case)
    weighed = weigh_options(case, ranking)
    options = tuple(one.advice for one in weighed)
    top = ceiling(case.basis)
    return Advice(
        inputs=describe_inputs(workloads, inventories),
        database=case.workload.database,
        storage_today=case.storage,
        devices=(request.tier,),
        verdict=judge(case, options, top),
        findings=all_findings(case.facts),
        quality=grade(case.facts),
        db_time=split_db_time(case.workload, case.profile),
        top_events=top_events(case.profile),
        segments=ranking.segments,
        options=options,
        placement=_placement(case, ranking, [one.draft for one in weighed]),
        solver=_solver(ranking),
        wait_events_today=events_after(case, None),
        warnings=case.warnings,
        interval_hours=case.profile.elapsed_s / S_PER_HOUR,
        timeline=case.timeline,
        statements=top_statements(case.facts),
        engine_version=__version__,
    )


def describe_inputs(workloads: Sequence[Workload], inventories: Sequence[Inventory] = ()) -> tuple[Input, ...]:
    """The inputs by file and digest, in the order given."""
    rows = [
        Input(
            w.source.file,
            w.source.sha256,
            w.source.kind,
            w.interval.begin_time,
            w.interval.end_time,
            w.interval.elapsed_s,
        )
        for w in workloads
    ]
    return (*rows, *(Input(i.source.file, i.source.sha256, i.source.kind) for i in inventories))


def _placement(case: Case, ranking: Ranking, drafts: Sequence[Draft]) -> tuple[PlacedSegment, ...]:
    """The segments each option moves; where they are weighed one by one, those that stay as well."""
    device = case.request.tier.id
    return tuple(
        _placed(draft, row, device)
        for draft in drafts
        if draft.moved or _chooses(draft)
        for row in ranking.segments
        if _chooses(draft) or _key(row) in draft.moved
    )


def _chooses(draft: Draft) -> bool:
    return any(spec.chooses for spec in draft.specs)


def _key(row: RankedSegment) -> SegmentKey:
    return (row.pdb, row.owner, row.name, row.subobject, segment_kind(row.type))


def _placed(draft: Draft, row: RankedSegment, device: str) -> PlacedSegment:
    included = _key(row) in draft.moved
    return PlacedSegment(
        option=draft.option,
        pdb=row.pdb,
        owner=row.owner,
        name=row.name,
        subobject=row.subobject,
        type=row.type,
        tablespace=row.tablespace,
        device=device if included else None,
        included=included,
        benefit_s_per_hour=row.benefit_s_per_hour,
        benefit_density_s_per_hour_per_gib=row.benefit_density_s_per_hour_per_gib,
        size_bytes=row.size_bytes,
        io_share=row.io_share,
        read_write_ratio=row.read_write_ratio,
        reason=reason_beside(row, included) if draft.is_combination else row.reason,
    )


def _solver(ranking: Ranking) -> SolverReport | None:
    solution = ranking.solution
    if solution is None:
        return None
    return SolverReport(solution.method, solution.gap, solution.greedy_gap, solution.bound_s_per_hour)
