"""Segments in the order of their worth, and the best placement of them, each with its reason."""

from __future__ import annotations

from dataclasses import dataclass

from segtier.advisor.case import Case
from segtier.forecast import segment_benefit_s_per_hour
from segtier.model.advice import RankedSegment
from segtier.model.evidence import Evidence
from segtier.model.placement import Candidate, Solution
from segtier.model.profile import SegmentLoad
from segtier.model.workload import SegmentKey
from segtier.placement import choose
from segtier.units import GIB, S_PER_HOUR, format_bytes

LEAST_BENEFIT_SHARE = 0.0005
"""Of DB time: a segment that saves less is not worth the move."""
LEAST_BENEFIT_S_PER_HOUR = 1.0
WORTH_MOVING = 0.9
"""Segments that together make this part of the possible gain are moved; the rest is many moves for little."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """Every visible segment with its benefit; `solution` is None where no candidate has a known size."""

    segments: tuple[RankedSegment, ...]
    solution: Solution | None
    wanted: tuple[SegmentKey, ...]
    """Movable segments worth moving, known size or not."""
    candidates: tuple[Candidate, ...] = ()
    """Those worth moving whose size is known."""


def place_within(ranking: Ranking, capacity_bytes: int) -> Solution | None:
    """The best placement in less than the whole capacity; the one there is where it still fits, as none beats it."""
    whole = ranking.solution
    if whole is None or whole.used_bytes <= capacity_bytes:
        return whole
    return choose(ranking.candidates, capacity_bytes)


def rank_segments(case: Case) -> Ranking:
    """Benefit and density of every segment, the best placement for the capacity, and why each is in or out."""
    tier = case.request.tier
    least = max(LEAST_BENEFIT_S_PER_HOUR, LEAST_BENEFIT_SHARE * case.profile.db_time_per_s * S_PER_HOUR)
    benefit = segment_benefit_s_per_hour(case.profile, tier)
    benefits = {load.key: _known_benefit(load, benefit(load), least) for load in case.segments.loads}
    wanted = _worth_moving(
        [row for row in case.segments.loads if row.unmovable_reason is None and (benefits[row.key] or 0.0) >= least],
        benefits,
    )
    least = min((benefits[row.key] or 0.0 for row in wanted), default=least)
    sized = [Candidate(load.key, benefits[load.key] or 0.0, load.size_bytes) for load in wanted if load.size_bytes]
    solution = choose(sized, case.capacity_bytes) if sized else None
    chosen = set(solution.chosen) if solution else set()
    rows = [_row(case, load, benefits[load.key], least, load.key in chosen) for load in case.segments.loads]
    rows.sort(key=lambda row: -(row.benefit_s_per_hour or 0.0))  # equals stay as they came, whatever their names
    return Ranking(
        tuple(rows),
        solution,
        tuple(load.key for load in wanted),
        tuple(sized),
    )


def _worth_moving(rows: list[SegmentLoad], benefits: dict[SegmentKey, float | None]) -> list[SegmentLoad]:
    """The fewest segments that make WORTH_MOVING of what all of them would save, the most saving first."""
    ordered = sorted(rows, key=lambda row: -(benefits[row.key] or 0.0))
    goal = sum(benefits[row.key] or 0.0 for row in rows) * WORTH_MOVING
    kept: list[SegmentLoad] = []
    reached = 0.0
    for row in ordered:
        if reached >= goal:
            break
        kept.append(row)
        reached += benefits[row.key] or 0.0
    return kept


def _known_benefit(load: SegmentLoad, benefit: float | None, least: float) -> float | None:
    """Without its reads a segment's benefit is only a lower bound: it counts where that alone is worth the move."""
    if load.read_requests_per_s is None and benefit is not None and benefit < least:
        return None
    return benefit


def _row(case: Case, load: SegmentLoad, benefit: float | None, least: float, included: bool) -> RankedSegment:
    pdb, owner, name, subobject, _ = load.key
    size = load.size_bytes
    density = benefit / (size / GIB) if benefit is not None and size else None
    return RankedSegment(
        pdb=pdb,
        owner=owner,
        name=name,
        subobject=subobject,
        type=load.type,
        tablespace=load.tablespace,
        size_bytes=size,
        physical_read_requests_per_hour=_hourly(load.read_requests_per_s),
        physical_write_requests_per_hour=_hourly(load.write_requests_per_s),
        physical_reads_blocks_per_hour=_hourly(load.read_blocks_per_s),
        physical_writes_blocks_per_hour=_hourly(load.write_blocks_per_s),
        requests_estimated=load.requests_estimated,
        io_share=_io_share(case, load),
        read_write_ratio=_read_write_ratio(load),
        benefit_s_per_hour=benefit,
        benefit_density_s_per_hour_per_gib=density,
        movable=load.unmovable_reason is None,
        included=included,
        reason=_reason(case, load, benefit, least, included),
        evidence=_physical_io(load.evidence),
    )


def _physical_io(evidence: tuple[Evidence, ...]) -> tuple[Evidence, ...]:
    """Where the figures shown come from; an export also has a row for each of the other statistics."""
    shown = tuple(e for e in evidence if "physical" in e.section.lower())
    return shown or evidence


def _hourly(per_s: float | None) -> float | None:
    return None if per_s is None else per_s * S_PER_HOUR


def _io_share(case: Case, load: SegmentLoad) -> float | None:
    """The segment's read and write requests over the instance's; None where reads are unknown on either side."""
    profile = case.profile
    if load.read_requests_per_s is None or profile.buffered_read_requests_per_s is None:
        return None
    total = profile.buffered_read_requests_per_s + (profile.direct_read_requests_per_s or 0.0)
    total += profile.data_write_requests_per_s or 0.0
    part = load.read_requests_per_s + (load.write_requests_per_s or 0.0)
    return min(part / total, 1.0) if total else None


def _read_write_ratio(load: SegmentLoad) -> float | None:
    if load.read_requests_per_s is None or not load.write_requests_per_s:
        return None
    return load.read_requests_per_s / load.write_requests_per_s


def _reason(case: Case, load: SegmentLoad, benefit: float | None, least: float, included: bool) -> str:
    if load.unmovable_reason is not None:
        return load.unmovable_reason
    if benefit is None:
        return _reads_not_listed(load)
    if included and load.size_bytes:
        return _saves(benefit, load.size_bytes)
    if benefit < least:
        return f"Saves only {benefit:,.1f} s of DB time an hour; the segments that matter save {least:,.0f} s and more."
    if load.size_bytes is None:
        return "Its size is not known; add it and it will be weighed."
    if load.size_bytes > case.capacity_bytes:
        return f"{format_bytes(load.size_bytes)} is more than the usable {format_bytes(case.capacity_bytes)}."
    return "The capacity is better spent: the segments chosen save more with it."


def reason_beside(row: RankedSegment, included: bool) -> str:
    """Why a segment is in or out where other parts share the flash with the segments."""
    if included == row.included:
        return row.reason
    if included and row.benefit_s_per_hour is not None and row.size_bytes:
        return _saves(row.benefit_s_per_hour, row.size_bytes)
    return "The other parts take the room it would need; the segments chosen save more with the rest."


def _saves(benefit: float, size_bytes: int) -> str:
    return f"Saves {benefit:,.0f} s of DB time an hour for {format_bytes(size_bytes)}."


def _reads_not_listed(load: SegmentLoad) -> str:
    if load.no_difference is not None:
        return f"The two counter exports give no figures for it: {load.no_difference}. Two newer exports would have it weighed."
    bound = load.reads_below_per_s
    most = f" (at most {bound * S_PER_HOUR:,.0f} requests an hour)" if bound is not None else ""
    return f"Its reads are not listed{most}; add a segment counter export to have it weighed."
