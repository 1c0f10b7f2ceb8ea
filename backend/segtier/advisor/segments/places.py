"""Which options move a segment: said with the segment, so that a placement is a difference and not a copy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from segtier.advisor.draft import Draft
from segtier.advisor.segments.reasons import reason_beside
from segtier.columns import columns_of, rows_of
from segtier.dataclass import dataclass
from segtier.model.advice import Moves, RankedSegment
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


def on_tiers(segments: Sequence[RankedSegment], places: Mapping[SegmentKey, OnTiers]) -> tuple[RankedSegment, ...]:
    """The segments with the tier each is on then, and why."""
    found = [places[_key(row)] for row in segments]
    columns = columns_of(RankedSegment, segments)
    columns["lies"] = [one.lies for one in found]
    columns["tier"] = [one.tier for one in found]
    columns["tier_reason"] = [one.why for one in found]
    return tuple(rows_of(RankedSegment, len(segments), **columns))


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
