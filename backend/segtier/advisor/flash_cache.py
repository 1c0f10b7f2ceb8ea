"""Database Smart Flash Cache: the size to have, and what its directory takes of the buffer cache."""

from __future__ import annotations

from dataclasses import replace

from segtier.advisor import blocked
from segtier.advisor.case import Case
from segtier.advisor.draft import Draft
from segtier.forecast import Change, same_work, sizes_to_try
from segtier.model.advice import FlashCacheSizing
from segtier.model.forecast import Forecast
from segtier.oracle.flash_cache import metadata_bytes


def flash_cache(case: Case) -> Draft:
    """The size after which the response is least, the buffer cache its directory takes included; the smaller of equals."""
    stops = list(blocked.flash_cache(case))
    cache = case.profile.buffer_cache_bytes
    if cache is None:
        return Draft("flash-cache", Change(), None, tuple(stops), known=False)
    sizes = sizes_to_try(cache, case.capacity_bytes)
    if not sizes:
        stops.append("Below twice the buffer cache a flash cache is of no use, and twice does not fit.")
        return Draft("flash-cache", Change(), None, tuple(stops), known=False)
    ratio = same_work(case.basis)
    tries = (with_flash_cache(case, Change(), size) for size in sizes)
    change = min(tries, key=lambda tried: round(ratio(tried), 4))
    return Draft("flash-cache", change, change.flash_cache_bytes, tuple(stops))


def with_flash_cache(case: Case, change: Change, size_bytes: int) -> Change:
    """`change` and a flash cache of this size."""
    taken_bytes = metadata_bytes(size_bytes, case.profile.block_size_bytes, case.rac)
    return replace(change, flash_cache_bytes=size_bytes, flash_cache_metadata_bytes=taken_bytes)


def sizing(case: Case, draft: Draft, forecast: Forecast) -> FlashCacheSizing | None:
    """What the option's card tells of its flash cache; None where it has none."""
    size, cache = draft.change.flash_cache_bytes, case.profile.buffer_cache_bytes
    if not size or cache is None or forecast.flash_hit_share is None:
        return None
    return FlashCacheSizing(size, draft.change.flash_cache_metadata_bytes, forecast.flash_hit_share, cache)
