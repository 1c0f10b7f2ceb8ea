"""What the flash cache should keep and what it should not take in, segment by segment: STORAGE (FLASH_CACHE KEEP | NONE)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from segtier.advisor.case import Case
from segtier.advisor.draft import Draft
from segtier.advisor.segments.held import full_name
from segtier.analysis.words import pct, some_of
from segtier.model.advice import FlashCacheSizing, FlashCacheUse
from segtier.model.profile import SegmentLoad
from segtier.oracle.flash_cache import LARGEST_FACTOR, SMALLEST_FACTOR, by_sga_target
from segtier.plurals import plural
from segtier.units import format_bytes

MOST_KEPT = 0.5
"""Of the flash cache: what is kept has no limit of its own and pushes the rest out (KEEP is a wish, not a share)."""
_LEAST_DENSITY = 4.0
"""Reads for each byte, in times of the mean of all that the inputs size: less is not worth holding against the rest."""
_NAMED, MOST_LISTED = 5, 50


def use_of(case: Case, draft: Draft) -> FlashCacheUse:
    """KEEP: the segments read most for their size. NONE: those on flash already, whose blocks gain nothing twice."""
    there = [load for load in case.segments.loads if load.key in draft.moved or load.on_flash]
    kept = _kept(case, draft)
    return FlashCacheUse(
        keep=_listed(kept),
        keep_count=len(kept),
        keep_bytes=sum(load.size_bytes or 0 for load in kept),
        none=_listed(there),
        none_count=len(there),
    )


def _kept(case: Case, draft: Draft) -> list[SegmentLoad]:
    free = [
        load
        for load in case.segments.loads
        if load.unmovable_reason is None
        and load.key not in draft.moved
        and load.size_bytes
        and load.read_requests_per_s
    ]
    size = sum(load.size_bytes or 0 for load in free)
    mean = sum(_buffered(load) for load in free) / size if size else 0.0
    dense = [load for load in free if mean > 0 and _density(load) >= _LEAST_DENSITY * mean]
    dense.sort(key=lambda load: -_density(load))
    left, kept = MOST_KEPT * draft.change.flash_cache_bytes, []
    for load in dense:
        if (load.size_bytes or 0) <= left:
            left -= load.size_bytes or 0
            kept.append(load)
    return kept


def _buffered(load: SegmentLoad) -> float:
    return (load.read_requests_per_s or 0.0) - load.direct_read_requests_per_s


def _density(load: SegmentLoad) -> float:
    return _buffered(load) / load.size_bytes if load.size_bytes else 0.0


def told(case: Case, sizing: FlashCacheSizing | None) -> Iterator[str]:
    if sizing is None:
        return
    yield _rule(sizing.buffer_cache_bytes, _sga_target(case))
    use = sizing.use
    if use.keep:
        names, size = some_of(use.keep, _NAMED, use.keep_count), format_bytes(use.keep_bytes)
        yield (
            f"FLASH_CACHE KEEP would hold {names}: {size}, {pct(use.keep_bytes / sizing.size_bytes)} of the cache. Keep no more "
            "than half: KEEP has no limit of its own and pushes the rest out. Nobody has published what it gains."
        )
    if use.none:
        yield f"FLASH_CACHE NONE for the {plural(use.none_count, 'segment')} on SSD: their blocks gain nothing there twice."


def _rule(cache_bytes: int, sga_target_bytes: int | None) -> str:
    """The documented one; where it multiplies SGA_TARGET also what the buffer cache of the report gives."""
    text = f"Oracle's rule for its size: {SMALLEST_FACTOR} to {LARGEST_FACTOR} times the buffer cache, {_range(cache_bytes)}"
    if not sga_target_bytes:
        return f"{text}."
    return f"{text}; with SGA_TARGET set, the same multiples of 80 % of its value: {_range(by_sga_target(sga_target_bytes))}."


def _range(base_bytes: int) -> str:
    return f"{format_bytes(SMALLEST_FACTOR * base_bytes)} to {format_bytes(LARGEST_FACTOR * base_bytes)}"


def _sga_target(case: Case) -> int | None:
    found = [cache.sga_target_bytes for cache in case.workload.cache if cache.sga_target_bytes]
    return max(found, default=None)


def _listed(loads: Sequence[SegmentLoad]) -> tuple[str, ...]:
    return tuple(full_name(load.key) for load in loads[:MOST_LISTED])
