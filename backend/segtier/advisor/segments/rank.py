"""Segments in the order of their worth, and the best placement of them, each with its reason."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from operator import attrgetter

import numpy as np

from segtier.advisor.case import Case
from segtier.advisor.segments.every_hour import least_short
from segtier.advisor.segments.held import held_by
from segtier.advisor.segments.hours import Hour, hours_of
from segtier.advisor.segments.movers import Floats, as_known, movers_of, shares_of, worth_is_known
from segtier.advisor.segments.placing import Placement, Placer
from segtier.advisor.segments.reasons import Reasons
from segtier.columns import known, rows_of
from segtier.dataclass import dataclass
from segtier.forecast.placed import Placed, Shares
from segtier.later import Later, made_later
from segtier.model.advice import RankedSegment
from segtier.model.evidence import Evidence
from segtier.model.profile import SegmentLoad
from segtier.model.workload import SegmentKey
from segtier.units import GIB, S_PER_HOUR

LOOKED_AT = 200
"""Segments left out whose saving is forecast one by one; of the others the slope at the placement tells it as well."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """Every visible segment with its benefit; `placement` is None where no candidate has a known size."""

    segments: tuple[RankedSegment, ...]
    placement: Placement | None
    wanted: tuple[SegmentKey, ...]
    """Movable segments that save something, known size or not."""
    placer: Placer
    hours: tuple[Hour, ...] = ()
    least_worst: float | None = None
    """No placement is less short in its worst hour; None where none was looked for."""


def rank_segments(case: Case) -> Ranking:
    """The best placement for the capacity, what every segment saves, and why each is in or out."""
    loads, profile = case.segments.loads, case.profile
    weighed = [load for load in loads if worth_is_known(profile, load)]
    movable = [load for load in weighed if load.unmovable_reason is None]
    held = held_by(case.request.constraints, loads, case.capacity_bytes)
    placer = Placer(case, movers_of(case, movable), held)
    placed = placer.placed
    wanted = _that_save(placed, movable, shares_of(case, movable))
    wanted = [load for load in wanted if load.key not in held.excluded]
    sized = [load for load in wanted if load.size_bytes]
    placement = placer.best(case.capacity_bytes) if sized or held.pinned else None
    hours = hours_of(case, placer) if placement else ()
    bound = None
    if placement and hours and case.request.constraints.hold == "every-hour":
        every = least_short(placer, placement, hours, case.capacity_bytes)
        placement, bound = every.placement, every.bound
    keys = placement.keys if placement else frozenset(load.key for load in wanted)
    benefits = dict(zip((load.key for load in weighed), _benefits(case, placed, weighed, keys), strict=True))
    wholes = placer.wholes(benefits)
    free = [whole for key, whole in wholes.items() if placement and key in placement.keys and key not in held.pinned]
    least_density = min((whole.density for whole in free), default=0.0)
    least_each = min((whole.each for whole in free), default=0.0)
    needed = placer.room_needed(placement) if placement else {}
    reasons = Reasons(case, placement, held, benefits, wholes, needed, least_density, least_each)
    # Equals stay as they came, whatever their names.
    ranked = sorted(loads, key=lambda load: -(benefits.get(load.key) or 0.0))
    rows = _rows(case, ranked, placement.keys if placement else frozenset(), reasons)
    return Ranking(rows, placement, tuple(load.key for load in wanted), placer, hours, bound)


def _that_save(placed: Placed, loads: Sequence[SegmentLoad], shares: Floats) -> list[SegmentLoad]:
    """Those that save something where nothing has moved, or where everything has."""
    if not loads:
        return []
    worth = [shares @ placed.slopes(at) for at in (placed.none_moved, np.clip(shares.sum(axis=0), 0.0, 1.0))]
    return [load for load, saves in zip(loads, np.maximum(*worth) > 0, strict=True) if saves]


def _benefits(
    case: Case, placed: Placed, loads: Sequence[SegmentLoad], moved: frozenset[SegmentKey]
) -> list[float | None]:
    """Seconds an hour: of what moves its part of what all of it saves, of the others what each would add.

    The parts add up. What stays is forecast one by one where it is large, and by the slopes where it is not.
    """
    if not loads:
        return []
    shares = shares_of(case, loads)
    moves = np.array([load.key in moved for load in loads])
    point = np.clip(shares[moves].sum(axis=0), 0.0, 1.0)
    saved = np.where(moves, shares @ placed.parts(point), _added(placed, point, shares, ~moves))
    per_hour: Floats = np.maximum(saved, 0.0) * case.profile.db_time_s_per_hour
    return as_known(case.profile, loads, per_hour)


def _added(placed: Placed, point: Shares, shares: Floats, stay: np.ndarray) -> Floats:
    added: Floats = shares @ placed.slopes(point)
    large = np.argsort(-np.where(stay, added, -np.inf), kind="stable")[: min(LOOKED_AT, int(stay.sum()))]
    for at in large:
        more = placed.saved(np.clip(point + shares[at], 0.0, 1.0)) - placed.saved(point)
        added[at] = more if np.isfinite(more) else 0.0
    return added


def _rows(
    case: Case, loads: Sequence[SegmentLoad], included: Collection[SegmentKey], reasons: Reasons
) -> tuple[RankedSegment, ...]:
    moves = [load.key in included for load in loads]
    benefits = [reasons.benefits.get(load.key) for load in loads]
    sizes = [load.size_bytes for load in loads]
    reads, writes = _figures(loads, "read_requests_per_s"), _figures(loads, "write_requests_per_s")
    rows = rows_of(
        RankedSegment,
        len(loads),
        pdb=[load.key[0] for load in loads],
        owner=[load.key[1] for load in loads],
        name=[load.key[2] for load in loads],
        subobject=[load.key[3] for load in loads],
        type=[load.type for load in loads],
        tablespace=[load.tablespace for load in loads],
        size_bytes=sizes,
        physical_read_requests_per_hour=known(reads * S_PER_HOUR),
        physical_write_requests_per_hour=known(writes * S_PER_HOUR),
        physical_reads_blocks_per_hour=known(_figures(loads, "read_blocks_per_s") * S_PER_HOUR),
        physical_writes_blocks_per_hour=known(_figures(loads, "write_blocks_per_s") * S_PER_HOUR),
        requests_estimated=[load.requests_estimated for load in loads],
        io_share=known(_io_shares(case, reads, writes)),
        read_write_ratio=known(np.divide(reads, writes, out=np.full(len(loads), np.nan), where=writes > 0)),
        benefit_s_per_hour=benefits,
        benefit_density_s_per_hour_per_gib=[
            benefit / (size / GIB) if benefit is not None and size else None
            for benefit, size in zip(benefits, sizes, strict=True)
        ],
        movable=[load.unmovable_reason is None for load in loads],
        included=moves,
        reason=map(reasons.of, loads, moves),
        rank=range(1, len(loads) + 1),
        evidence=map(_evidence, loads),
        fast_today=map(reasons.is_fast, loads),
    )
    return tuple(rows)


def _evidence(load: SegmentLoad) -> tuple[Evidence, ...]:
    """Of an export once it is looked at."""
    return made_later(_physical_io, load) if isinstance(load.found_in, Later) else _physical_io(load)


def _physical_io(load: SegmentLoad) -> tuple[Evidence, ...]:
    """Where the figures shown come from; an export also has a row for each of the other statistics."""
    shown, source = [one for one in load.found_in if _is_physical(one.section)] or load.found_in, load.source
    return tuple([one.of(source) for one in shown])


@lru_cache(maxsize=256)
def _is_physical(section: str) -> bool:
    return "physical" in section.lower()


def _figures(loads: Sequence[SegmentLoad], name: str) -> Floats:
    """NaN where it is not known."""
    return np.array(list(map(attrgetter(name), loads)), np.float64)


def _io_shares(case: Case, reads: Floats, writes: Floats) -> Floats:
    """Each segment's read and write requests over the instance's; NaN where reads are unknown on either side."""
    profile = case.profile
    total = (profile.buffered_read_requests_per_s or 0.0) + (profile.direct_read_requests_per_s or 0.0)
    total += profile.data_write_requests_per_s or 0.0
    if profile.buffered_read_requests_per_s is None or not total:
        return np.full(len(reads), np.nan)
    shares: Floats = np.minimum((reads + np.nan_to_num(writes)) / total, 1.0)
    return shares
