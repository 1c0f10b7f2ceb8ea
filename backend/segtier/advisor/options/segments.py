"""The segments that save most, as many as the flash holds."""

from __future__ import annotations

from dataclasses import replace

from segtier.advisor import blocked
from segtier.advisor.draft import Draft
from segtier.advisor.options.option import Option, Weighing
from segtier.advisor.rank import place_within
from segtier.advisor.shares import share_of
from segtier.forecast import Change


def _draft(weighing: Weighing) -> Draft:
    case, ranking = weighing.case, weighing.ranking
    stops = [*blocked.not_shared(case, "data files"), *blocked.engineered(case)]
    keys = frozenset(ranking.solution.chosen) if ranking.solution else frozenset(ranking.wanted)
    used: int | None = ranking.solution.used_bytes if ranking.solution else None
    if not case.segments.loads:
        stops.append("The inputs list no segments, so which of them to move is not known.")
        return Draft("segments", Change(), None, tuple(stops), known=False)
    if not ranking.wanted:
        stops.append("No movable segment that the inputs list saves enough to be worth a move.")
        used = 0
    elif ranking.solution is None:
        several = f"The sizes of the {len(ranking.wanted)} segments worth moving are not known"
        one = "The size of the one segment worth moving is not known"
        what = several if len(ranking.wanted) > 1 else one
        stops.append(f"{what}: add a dba_segments export or type it. The forecast holds if it fits.")
    elif not ranking.solution.chosen:
        stops.append("No segment worth moving fits into the capacity.")
    rows = [load for load in case.segments.loads if load.key in keys]
    return Draft("segments", share_of(case, rows), used, tuple(stops), keys)


def _join(weighing: Weighing, whole: Draft, _: Draft) -> Draft | None:
    """Placed again in what the parts before leave."""
    case = weighing.case
    solution = place_within(weighing.ranking, case.capacity_bytes - (whole.used_bytes or 0))
    if solution is None or not solution.chosen:
        return None
    keys = frozenset(solution.chosen)
    share = share_of(case, [load for load in case.segments.loads if load.key in keys])
    change = replace(share, redo=whole.change.redo, temp=whole.change.temp)
    return replace(whole, change=change, used_bytes=(whole.used_bytes or 0) + solution.used_bytes, moved=keys)


OPTION = Option("segments", _draft, _join)
