"""One draft of several parts: what they take of the flash one after the other, and the change they make at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from segtier.advisor.case import Case
from segtier.advisor.draft import Draft
from segtier.advisor.flash_cache import with_flash_cache
from segtier.advisor.rank import Ranking, place_within
from segtier.advisor.share_of import share_of
from segtier.forecast import Change, sizes_to_try

ORDER = ("redo", "temp", "segments", "flash-cache")
"""In which they are done: moving segments writes redo and sorts in temp; the flash cache takes what is left."""


def together(case: Case, ranking: Ranking, parts: Mapping[str, Draft]) -> Draft | None:
    """The parts as one option within the capacity, the segments placed again in what redo and temp leave.

    None where they do not fit together. Redo and temp of unknown size take nothing here; then the bytes used are unknown.
    """
    files = [parts[name] for name in ("redo", "temp") if name in parts]
    whole = Draft(
        "combination",
        Change(redo="redo" in parts, temp="temp" in parts),
        sum(each.used_bytes or 0 for each in files),
        parts=tuple(name for name in ORDER if name in parts),
    )
    if _left(case, whole) < 0:
        return None
    found = _with_segments(case, ranking, whole) if "segments" in parts else whole
    if found is not None and "flash-cache" in parts:
        found = _with_flash_cache(case, parts["flash-cache"], found)
    if found is not None and any(each.used_bytes is None for each in files):
        found = replace(found, used_bytes=None)
    return found


def _left(case: Case, draft: Draft) -> int:
    return case.capacity_bytes - (draft.used_bytes or 0)


def _with_segments(case: Case, ranking: Ranking, draft: Draft) -> Draft | None:
    solution = place_within(ranking, _left(case, draft))
    if solution is None or not solution.chosen:
        return None
    keys = frozenset(solution.chosen)
    share = share_of(case, [load for load in case.segments.loads if load.key in keys])
    change = replace(share, redo=draft.change.redo, temp=draft.change.temp)
    return replace(draft, change=change, used_bytes=(draft.used_bytes or 0) + solution.used_bytes, moved=keys)


def _with_flash_cache(case: Case, alone: Draft, draft: Draft) -> Draft | None:
    """No larger than the cache that is best alone."""
    most = min(_left(case, draft), alone.change.flash_cache_bytes)
    sizes = sizes_to_try(case.profile.buffer_cache_bytes or 0, most) if most > 0 else ()
    if not sizes:
        return None
    change = with_flash_cache(case, draft.change, sizes[-1])
    return replace(draft, change=change, used_bytes=(draft.used_bytes or 0) + sizes[-1])
