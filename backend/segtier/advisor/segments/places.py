"""Which options move a segment: said with the segment, so that a placement is a difference and not a copy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from segtier.advisor.case import Case
from segtier.advisor.draft import Draft
from segtier.advisor.segments.ranges import ends_of
from segtier.advisor.segments.reasons import reason_beside
from segtier.columns import columns_of, rows_of
from segtier.dataclass import dataclass
from segtier.model.advice import Moves, RankedSegment
from segtier.model.forecast import Range
from segtier.model.option import TIERS
from segtier.model.workload import SegmentKey, segment_kind


def placed_in(segments: Sequence[RankedSegment], drafts: Sequence[Draft]) -> tuple[RankedSegment, ...]:
    """The segments with the options that move them."""
    combination = next((draft for draft in drafts if draft.is_combination and _chooses(draft)), None)
    moving = [(draft.option, draft.moved) for draft in drafts if draft.moved]
    keys = list(map(_key, segments))
    columns = columns_of(RankedSegment, segments)
    columns["options"] = [tuple([option for option, moved in moving if key in moved]) for key in keys]
    if combination is not None:
        beside = map(reason_beside, segments, [key in combination.moved for key in keys])
        columns["reason_beside"] = ["" if one == row.reason else one for one, row in zip(beside, segments, strict=True)]
    return tuple(rows_of(RankedSegment, len(segments), **columns))


@dataclass(frozen=True, slots=True)
class OnTiers:
    """Of one segment."""

    lies: str | None
    """The tier it lies on today, else its station; None: not known."""
    tier: str | None
    """Where it is then; None: on none of the tiers."""
    why: str
    """Empty: for it cannot move."""
    saves_s_per_hour: float | None
    """There; of one that stays on the tier where it would save most. None: not known."""


def on_tiers(
    case: Case, segments: Sequence[RankedSegment], places: Mapping[SegmentKey, OnTiers], saved: Range | None
) -> tuple[RankedSegment, ...]:
    """The segments with the tier each is on then, why, and what it saves. `saved`: by the whole placement."""
    found = [places[_key(row)] for row in segments]
    columns = columns_of(RankedSegment, segments)
    columns["lies"] = [one.lies for one in found]
    columns["tier"] = [one.tier for one in found]
    columns["tier_reason"] = [one.why for one in found]
    benefits = [one.saves_s_per_hour for one in found]
    columns["tier_benefit_s_per_hour"] = benefits
    columns["tier_rank"] = _ranks(benefits)
    if saved is not None and saved.expected > 0:
        moved = [TIERS in row.options for row in segments]
        low, high = ends_of(case, segments, benefits, moved, saved)
        columns["tier_benefit_low_s_per_hour"], columns["tier_benefit_high_s_per_hour"] = low, high
    return tuple(rows_of(RankedSegment, len(segments), **columns))


def _ranks(benefits: Sequence[float | None]) -> list[int]:
    """From 1, the most first, what is not known last; equals as they are."""
    order = sorted(range(len(benefits)), key=lambda at: (benefits[at] is None, -(benefits[at] or 0.0)))
    ranks = np.empty(len(order), np.int64)
    ranks[order] = np.arange(1, len(order) + 1)
    ranked: list[int] = ranks.tolist()
    return ranked


def moves_of(segments: Sequence[RankedSegment], draft: Draft) -> Moves | None:
    """None where the option moves none by name."""
    if not draft.moved and not _chooses(draft):
        return None
    sizes = [row.size_bytes for row in segments if draft.option in row.options]
    known = [size for size in sizes if size is not None]
    left = len(segments) - len(sizes) if _chooses(draft) else 0
    return Moves(len(sizes), left, sum(known) if len(known) == len(sizes) else None)


def _chooses(draft: Draft) -> bool:
    return any(spec.chooses for spec in draft.specs)


def _key(row: RankedSegment) -> SegmentKey:
    return (row.pdb, row.owner, row.name, row.subobject, segment_kind(row.type))
