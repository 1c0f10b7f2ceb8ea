"""The segments that save most, as many as the flash holds."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from segtier.advisor.case import Case
from segtier.advisor.draft import Draft
from segtier.advisor.options import blocked
from segtier.advisor.options.option import Option, Weighing
from segtier.advisor.segments.held import full_name
from segtier.advisor.segments.least_useful import least_useful
from segtier.advisor.segments.shares import share_of
from segtier.analysis.coverage import FEW_LISTED
from segtier.analysis.words import pct
from segtier.forecast import Change
from segtier.model.verdict import Blocker
from segtier.model.workload import SegmentKey
from segtier.plurals import plural

FEW = "few-listed"
"""Code of what stands in the way where a report lists next to no segments."""


def _draft(weighing: Weighing) -> Draft:
    case, ranking = weighing.case, weighing.ranking
    stops = [*blocked.not_shared(case, "data files"), *blocked.engineered(case)]
    keys = ranking.placement.keys if ranking.placement else frozenset(ranking.wanted)
    used: int | None = ranking.placement.used_bytes if ranking.placement else None
    if unlisted := not_listed(case):
        return Draft("segments", Change(), None, (*stops, *unlisted), known=False)
    if not ranking.wanted:
        stops.append(Blocker(blocked.NONE_SAVES, "No movable segment that the inputs list would save anything."))
        used = 0
    elif ranking.placement is None:
        stop = not_sized(len(ranking.wanted))
        stops.append(replace(stop, text=f"{stop.text} The forecast applies if everything fits."))
    elif not ranking.placement.keys:
        least = least_useful(case, ranking.placer)
        if least is not None:
            keys, used = least.keys, least.used_bytes
        stops += _none_placed(case, keys, used)
    stops += few_listed(case)
    rows = [load for load in case.segments.loads if load.key in keys]
    return Draft("segments", share_of(case, rows), used, tuple(stops), keys)


def not_listed(case: Case) -> tuple[Blocker, ...]:
    """Empty where the inputs tell of any segment what it reads."""
    if any(load.read_requests_per_s is not None for load in case.segments.loads):
        return ()
    what = "segments without their reads" if case.segments.loads else "no segments"
    text = f"The inputs list {what}, so which of them to move is not known."
    return (Blocker("no-segments", text, "segments"),)


def not_sized(wanted: int) -> Blocker:
    """Of so many segments that would save something none has a size."""
    several = f"The sizes of the {wanted} segments that would save something are not known"
    one = "The size of the one segment that would save something is not known"
    what, them = (several, "type them") if wanted > 1 else (one, "type it")
    return Blocker("size-unknown", f"{what}: add a dba_segments export or {them}.", "sizes")


def _none_placed(case: Case, keys: Collection[SegmentKey], used: int | None) -> tuple[Blocker, ...]:
    """Why none of those that would save something goes, by the smallest of use among them."""
    least = _smallest(keys) if keys else "what would save something"
    carried = "No segment saves enough within what the SSD holds and carries."
    return (
        blocked.past_limits(case, len(keys), used)
        or blocked.does_not_fit(case, used, least)
        or (Blocker(blocked.NONE_PLACED, carried, "more-flash"),)
    )


def _smallest(keys: Collection[SegmentKey]) -> str:
    first, *others = sorted(map(full_name, keys))
    along = f" with the {plural(len(others), 'segment')} that go along" if others else ""
    return f"the smallest segment of use, {first}{along},"


def few_listed(case: Case) -> list[Blocker]:
    """Which of the others would be worth more nobody can tell."""
    seen = case.segments.named_reads
    if case.segments.basis == "export" or (seen is not None and seen >= FEW_LISTED):
        return []
    part = f"{pct(seen)} of the reads" if seen is not None else "an unknown part of the reads"
    text = f"The segments listed make {part}; others may be worth more: add an export of v$segment_statistics."
    return [Blocker(FEW, text, "segments")]


def _join(weighing: Weighing, whole: Draft, _: Draft) -> Draft | None:
    """Placed again in what the parts before leave."""
    case = weighing.case
    alone = weighing.ranking.placement
    if alone is None:
        return None
    placement = weighing.ranking.placer.within(case.capacity_bytes - (whole.used_bytes or 0), alone)
    if placement is None or not placement.keys:
        return None
    share = share_of(case, [load for load in case.segments.loads if load.key in placement.keys])
    change = replace(share, redo=whole.change.redo, temp=whole.change.temp)
    return replace(
        whole, change=change, used_bytes=(whole.used_bytes or 0) + placement.used_bytes, moved=placement.keys
    )


OPTION = Option("segments", _draft, _join)
