"""Between which ends a segment saves: its part of the option's range, wider where nobody knows whose reads are the slow ones."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from segtier.advisor.case import Case
from segtier.advisor.segments.movers import Floats
from segtier.advisor.segments.other_time import least_and_most, parts_of
from segtier.columns import columns_of, known, rows_of
from segtier.forecast.draws import quantiles
from segtier.model.advice import RankedSegment
from segtier.model.forecast import Range
from segtier.model.workload import segment_kind


def with_ranges(case: Case, segments: Sequence[RankedSegment], saved: Range | None) -> tuple[RankedSegment, ...]:
    """With both ends, where the best segments are forecast (`saved`: what they save together)."""
    if saved is None or saved.expected <= 0:
        return tuple(segments)
    columns = columns_of(RankedSegment, segments)
    benefits = [row.benefit_s_per_hour for row in segments]
    low, high = ends_of(case, segments, benefits, [row.included for row in segments], saved)
    columns["benefit_low_s_per_hour"], columns["benefit_high_s_per_hour"] = low, high
    return tuple(rows_of(RankedSegment, len(segments), **columns))


def ends_of(
    case: Case,
    segments: Sequence[RankedSegment],
    benefits: Sequence[float | None],
    moved: Sequence[bool],
    saved: Range,
) -> tuple[list[float | None], list[float | None]]:
    """Low and high of what each saves, where those that are moved save so much together (expected above 0).

    What the range hangs on are inputs of the whole forecast, so the ends of all that move add up to the option's. Where
    nobody can tell how long reads of a segment take (`Today.reads_apart`), they may take longer than those of the others or not
    as long, and its ends are further apart; of one that is all that moves they are the option's.
    """
    benefit, beside = _of(benefits), _part_of_moved(segments, moved)
    times, reads = _read_times(case, beside), _other_time(case, segments, beside)
    ends = [benefit * part * time * own for part in (saved.low, saved.high) for time in times for own in reads]
    each = np.array(ends) / saved.expected
    return known(np.min(each, axis=0)), known(np.max(each, axis=0))


def _part_of_moved(segments: Sequence[RankedSegment], moved: Sequence[bool]) -> Floats:
    """Of the reads of all that moves, those of each; of one that stays, as if it moved too."""
    reads = np.nan_to_num(_of([row.physical_read_requests_per_hour for row in segments]))
    moves = np.array(moved, np.bool_)
    all_moved = float(reads[moves].sum()) + np.where(moves, 0.0, reads)
    return np.divide(reads, all_moved, out=np.zeros(len(segments)), where=(all_moved > 0) & moves.any())


def _read_times(case: Case, beside: Floats) -> list[Floats]:
    """The least and the most that a read of each may take, relative to the average of what moves."""
    spread = case.basis.today.reads_apart
    if spread is None:
        return [np.ones(len(beside))]
    apart = quantiles(np.exp(case.basis.sample().triangle("reads_apart", spread)))
    return [_among(factor, beside) for factor in (apart.low, apart.high)]


def _other_time(case: Case, segments: Sequence[RankedSegment], beside: Floats) -> list[Floats]:
    """The least and the most reads that each may make, where counters of another time tell them, relative to what all that moves
    may.
    """
    loads = {load.key: load for load in case.segments.loads}
    if not any(load.reads_of_other_time for load in loads.values()):
        return [np.ones(len(segments))]
    rows = [loads[row.pdb, row.owner, row.name, row.subobject, segment_kind(row.type)] for row in segments]
    ends = least_and_most(parts_of(rows), parts_of(case.segments.loads).sum(axis=0))
    return [_among(factor[:, 0], beside) for factor in ends]


def _among(factor: float | Floats, beside: Floats) -> Floats:
    """Of one that is all that moves there is nothing to differ from."""
    found: Floats = factor / (1 + (factor - 1) * beside)
    return found


def _of(figures: Sequence[float | None]) -> Floats:
    return np.array(figures, np.float64)
