"""Sets that somebody typed, beside the best placement: what to take off and to add, and what that is worth."""

from __future__ import annotations

from collections.abc import Sequence

from segtier.advisor.case import Case
from segtier.advisor.options.option import Weighed
from segtier.advisor.options.set import sets_of
from segtier.advisor.segments.held import full_name
from segtier.advisor.segments.placing import Placement
from segtier.model.option import BEST
from segtier.model.placement import NamedSet
from segtier.model.profile import SegmentLoad
from segtier.model.segment_set import SegmentSet

_MOST_NAMED = 5


def named_sets(case: Case, best: Placement | None, weighed: Sequence[Weighed]) -> tuple[NamedSet, ...]:
    found = {one.option.name: one for one in weighed}
    if best is None:
        return ()
    typed = (one for one in sets_of(case) if one.typed)
    return tuple(_beside_best(case, best, one, found[one.option], found[BEST]) for one in typed)


def _beside_best(case: Case, best: Placement, one: SegmentSet, mine: Weighed, other: Weighed) -> NamedSet:
    moved, used = mine.draft.moved, mine.draft.used_bytes
    off = [load for load in case.segments.loads if load.key in moved - best.keys]
    more = [load for load in case.segments.loads if load.key in best.keys - moved]
    saved, most = _saved(mine), _saved(other)
    return NamedSet(
        option=one.option,
        label=one.label,
        segments=len(moved),
        fits=None if used is None else used <= case.capacity_bytes,
        saved_s_per_hour=saved,
        best_saves_more_s_per_hour=None if saved is None or most is None else most - saved,
        take_off=_few(off),
        take_off_count=len(off),
        add=_few(more),
        add_count=len(more),
    )


def _saved(one: Weighed) -> float | None:
    saved = one.advice.db_time_saved_s_per_hour
    return None if saved is None else saved.expected


def _few(loads: Sequence[SegmentLoad]) -> tuple[str, ...]:
    return tuple(full_name(load.key) for load in loads[:_MOST_NAMED])
