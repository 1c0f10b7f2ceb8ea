"""Workloads, sizes and flash in, the advice document out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from heapq import nsmallest

from segtier import __version__
from segtier.advisor.case import Case, build_case
from segtier.advisor.segments.best_segments import best_segments, notes
from segtier.advisor.segments.cold import cold_segments
from segtier.advisor.segments.frontier import frontier_of
from segtier.advisor.segments.hours_told import with_worst_hour
from segtier.advisor.segments.no_size import said_of_unsized
from segtier.advisor.segments.places import moves_of, on_tiers, placed_in
from segtier.advisor.segments.placing import Placement
from segtier.advisor.segments.ranges import with_ranges
from segtier.advisor.segments.rank import Ranking, rank_segments
from segtier.advisor.segments.tier_placing import place_on_tiers
from segtier.advisor.unknown_length import without_rates
from segtier.advisor.verdict import judge
from segtier.advisor.weighing.events_after import events_after
from segtier.advisor.weighing.named_sets import named_sets
from segtier.advisor.weighing.option_states import helped, with_states
from segtier.advisor.weighing.weigh import weigh_options
from segtier.analysis.db_time import split_db_time, top_events
from segtier.analysis.findings import all_findings
from segtier.analysis.grade_alone import no_better_than
from segtier.analysis.hours_used import hours_used
from segtier.analysis.inputs import Given, as_reports
from segtier.analysis.latencies import latency_histograms
from segtier.analysis.load_profile import load_rows
from segtier.analysis.quality import grade
from segtier.analysis.report import Report
from segtier.analysis.statements import top_statements
from segtier.forecast import ceiling
from segtier.model.advice import Advice, Input, OptionAdvice, RankedSegment, SolverReport
from segtier.model.inventory import Inventory
from segtier.model.option import BEST, TIERS, is_set
from segtier.model.placement import BestSegments
from segtier.model.request import AdviceRequest
from segtier.model.verdict import SegmentName, Verdict
from segtier.units import S_PER_HOUR


def advise(given: Sequence[Given], inventories: Sequence[Inventory], request: AdviceRequest) -> Advice:
    """The advice for one database: same inputs, same document. Raises NotUsable where no interval is given."""
    reports = as_reports(given)
    return advise_case(build_case(reports, inventories, request), describe_inputs(reports, inventories))


def advise_case(case: Case, inputs: tuple[Input, ...]) -> Advice:
    """The same for a case that is built already; `inputs`: what it is made from."""
    request = case.request
    ranking = rank_segments(case)
    frontier = frontier_of(ranking.placer) if ranking.placement else None
    tiering = place_on_tiers(case)
    weighed = weigh_options(case, ranking, tiering)
    saved = {one.option.name: one.advice.db_time_saved_s_per_hour for one in weighed}
    ranked = with_ranges(case, ranking.segments, saved[BEST])
    segments = placed_in(ranked, [one.draft for one in weighed])
    if tiering:
        segments = on_tiers(case, segments, tiering.places, saved[TIERS])
    drafted = tuple(replace(one.advice, moves=moves_of(segments, one.draft)) for one in weighed)
    # A set that somebody names, or does not, is no reason for another answer.
    verdict = judge(case, tuple(one for one in drafted if not is_set(one.option)), ceiling(case.basis))
    verdict = replace(verdict, segments=_named(segments, verdict))
    best = best_segments(case, ranking, frontier, named_sets(case, ranking.placement, weighed))
    verdict = with_worst_hour(verdict, best)
    options = _with_notes(with_states(drafted, verdict), best)
    warnings = (*case.warnings, *said_of_unsized(case.segments.loads), *cold_segments(case.inventories, segments))
    statements, events = top_statements(case.facts), top_events(case.profile)
    advice = Advice(
        inputs=inputs,
        database=case.workload.database,
        storage_today=case.storage,
        devices=(replace(request.tier, figures=()),),
        flash=request.tier.figures,
        verdict=verdict,
        findings=all_findings(case.facts),
        quality=no_better_than(case.hours, case.facts, grade(case.facts)),
        db_time=split_db_time(case.workload, case.profile),
        top_events=helped(events, options, verdict),
        options=options,
        tiers=tiering.answer if tiering else None,
        best_segments=best,
        frontier=frontier,
        solver=_solver(case, ranking, next(row for row in options if row.option == BEST)),
        wait_events_today=events_after(case, None),
        warnings=warnings,
        warnings_total=len(warnings),
        interval_hours=case.profile.elapsed_s / S_PER_HOUR,
        hours=hours_used(case.timeline),
        timeline=case.timeline,
        latencies=latency_histograms(case.latencies, case.workload, events),
        load_profile=load_rows(case.workload, case.profile.txn_per_s),
        statements=statements,
        statements_total=len(statements),
        segments_ranked=len(segments),
        segments_sized=sum(row.size_bytes is not None for row in segments),
        engine_version=__version__,
        segments=segments,
    )
    return advice if case.workload.interval.elapsed_s else without_rates(advice)


MOST_NAMED = 5
"""Segments that a verdict names."""


def describe_inputs(reports: Sequence[Report], inventories: Sequence[Inventory] = ()) -> tuple[Input, ...]:
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
        for w in reports
    ]
    return (*rows, *(Input(i.source.file, i.source.sha256, i.source.kind) for i in inventories))


def _named(segments: Sequence[RankedSegment], verdict: Verdict) -> tuple[SegmentName, ...]:
    """Of the option to open first those that save most; not what only makes room."""
    moved = (row.placed(verdict.option) for row in segments if verdict.option in row.options)
    moved = (row for row in moved if row.benefit_s_per_hour is None or row.benefit_s_per_hour > 0)
    return tuple(
        SegmentName(row.pdb, row.owner, row.name, row.subobject, row.type, row.size_bytes)
        for row in nsmallest(MOST_NAMED, moved, key=lambda row: row.rank)
    )


def _with_notes(options: tuple[OptionAdvice, ...], best: BestSegments | None) -> tuple[OptionAdvice, ...]:
    if best is None:
        return options
    return tuple(
        replace(one, notes=(*one.notes, *notes(best, one.moves.segments))) if one.option == BEST and one.moves else one
        for one in options
    )


def _solver(case: Case, ranking: Ranking, option: OptionAdvice) -> SolverReport | None:
    placement = ranking.placement
    if placement is None or not placement.keys or option.db_time_saved_s_per_hour is None:
        return None
    per_hour = case.profile.db_time_s_per_hour
    parts = sum(row.benefit_s_per_hour or 0.0 for row in ranking.segments if row.included)
    return SolverReport(
        method="bounded" if placement.gap else "exact",
        gap=placement.gap,
        greedy_gap=placement.greedy_gap,
        bound_s_per_hour=_bound(placement) * per_hour if placement.linear else None,
        saved_s_per_hour=placement.saved * per_hour,
        rest_s_per_hour=option.db_time_saved_s_per_hour.expected - parts,
    )


def _bound(placement: Placement) -> float:
    """What it saves by the full model, and what another may gain beyond it by the slopes there: never below what it saves."""
    linear = placement.linear
    beyond = linear.bound - linear.gained if linear else 0.0
    if beyond < 0:
        raise ValueError(f"a bound of {beyond:g} below its answer is none")
    return placement.saved + beyond
