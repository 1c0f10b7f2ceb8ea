"""Sets of segments somebody thinks of first, forecast beside the best: the usual ones, and those that were typed."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

from segtier.advisor.case import Case
from segtier.advisor.segments.held import called, full_name
from segtier.advisor.segments.movers import shares_of, worth_is_known
from segtier.advisor.segments.placing import Placement, Placer
from segtier.advisor.segments.shares import share_of
from segtier.forecast import forecast_change
from segtier.forecast.placed import Placed
from segtier.model.placement import NamedSet
from segtier.model.profile import SegmentLoad
from segtier.question.sets import read_set

HOTTEST = (1, 4)
"""Tables beside all indexes, as the papers measured them."""
_MOST_NAMED = 5


def named_sets(case: Case, placer: Placer, best: Placement | None) -> tuple[NamedSet, ...]:
    """The usual sets that hold anything, then the typed ones. Raises Refused for a name no segment has."""
    placed = placer.placed
    sets = [*_usual(case), *(_typed(text, case.segments.loads) for text in case.request.sets)]
    typed = len(case.request.sets)
    return tuple(
        _forecast(case, placed, label, loads, best, number >= len(sets) - typed)
        for number, (label, loads) in enumerate(sets)
        if loads
    )


def _usual(case: Case) -> Iterator[tuple[str, list[SegmentLoad]]]:
    """By what the segments list names: an index that no list names is in none of them."""
    able = [
        load for load in case.segments.loads if load.unmovable_reason is None and worth_is_known(case.profile, load)
    ]
    indexes = [load for load in able if load.is_index]
    if not indexes:
        return
    yield "indexes named", indexes
    tables = [load for load in able if not load.is_index]
    hottest = sorted(tables, key=lambda load: -((load.read_requests_per_s or 0.0) + (load.write_requests_per_s or 0.0)))
    for count in HOTTEST:
        if len(hottest) >= count:
            which = "the hottest table" if count == 1 else f"the {count} hottest tables"
            yield f"indexes named and {which}", [*indexes, *hottest[:count]]


def _typed(text: str, loads: Sequence[SegmentLoad]) -> tuple[str, list[SegmentLoad]]:
    label, patterns = read_set(text)
    found = {load.key: load for name in patterns for load in called(name, loads)}
    return label, list(found.values())


def _forecast(
    case: Case, placed: Placed, label: str, named: list[SegmentLoad], best: Placement | None, typed: bool
) -> NamedSet:
    loads = [load for load in named if load.unmovable_reason is None]
    point = np.clip(shares_of(case, loads).sum(axis=0), 0.0, 1.0)
    per_hour = case.profile.db_time_s_per_hour
    response, saved = forecast_change(case.basis, share_of(case, loads)).response_ratio, placed.saved(point)
    carried = math.isfinite(saved) and math.isfinite(placed.range(point).high)
    sizes = [load.size_bytes for load in loads]
    known = [size for size in sizes if size is not None]
    size = sum(known) if len(known) == len(sizes) else None
    mine = frozenset(load.key for load in loads)
    off = [load for load in loads if best is not None and load.key not in best.keys]
    others = best.keys - mine if best is not None else frozenset()
    more = [load for load in case.segments.loads if load.key in others]
    return NamedSet(
        label=label,
        segments=len(loads),
        unmovable=len(named) - len(loads),
        bytes=size,
        fits=None if size is None else size <= case.capacity_bytes,
        response_ratio=response if carried else None,
        saved_s_per_hour=saved * per_hour if carried else None,
        best_saves_more_s_per_hour=(best.saved - saved) * per_hour if carried and best is not None else None,
        take_off=_few(off) if typed else (),
        take_off_count=len(off),
        add=_few(more) if typed else (),
        add_count=len(more),
    )


def _few(loads: Sequence[SegmentLoad]) -> tuple[str, ...]:
    return tuple(full_name(load.key) for load in loads[:_MOST_NAMED])
