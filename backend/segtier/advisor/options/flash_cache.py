"""Database Smart Flash Cache: the size to have, and what its directory takes of the buffer cache."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from segtier.advisor.case import Case
from segtier.advisor.draft import Draft
from segtier.advisor.options import blocked
from segtier.advisor.options.option import Option, Weighing
from segtier.advisor.segments.flash_cache_use import use_of
from segtier.advisor.segments.shares import share_of
from segtier.advisor.today.flash_cache_today import in_use
from segtier.forecast import Change, same_work, sizes_to_try
from segtier.forecast.flash_cache_curve import cache_look, sizes_of_curve
from segtier.model.advice import FlashCachePoint, FlashCacheSizing
from segtier.model.forecast import Forecast
from segtier.model.verdict import Blocker
from segtier.oracle.flash_cache import metadata_bytes


def _draft(weighing: Weighing) -> Draft:
    """The size after which the response is least, the buffer cache its directory takes included; the smaller of equals."""
    case = weighing.case
    stops = list(blocked.flash_cache(case))
    cache = case.profile.buffer_cache_bytes
    if cache is None:
        return Draft("flash-cache", Change(), None, tuple(stops), known=False)
    sizes = sizes_to_try(cache, case.capacity_bytes)
    if not sizes:
        text = "Below twice the buffer cache a flash cache is of no use, and twice does not fit."
        stops.append(Blocker("does-not-fit", text, "more-flash"))
        return Draft("flash-cache", Change(), None, tuple(stops), known=False)
    ratio = same_work(case.basis)
    already = share_of(case, case.on_flash_today).buffered_reads
    tries = (_with_cache(case, Change(flash_already=already), size) for size in sizes)
    change = min(tries, key=lambda tried: round(ratio(tried), 4))
    return Draft("flash-cache", change, change.flash_cache_bytes, tuple(stops))


def _with_cache(case: Case, change: Change, size_bytes: int) -> Change:
    taken_bytes = metadata_bytes(size_bytes, case.profile.block_size_bytes, case.rac)
    return replace(change, flash_cache_bytes=size_bytes, flash_cache_metadata_bytes=taken_bytes)


def _join(weighing: Weighing, whole: Draft, alone: Draft) -> Draft | None:
    """No larger than the cache that is best alone."""
    case = weighing.case
    most = min(case.capacity_bytes - (whole.used_bytes or 0), alone.change.flash_cache_bytes)
    sizes = sizes_to_try(case.profile.buffer_cache_bytes or 0, most) if most > 0 else ()
    if not sizes:
        return None
    change = _with_cache(case, replace(whole.change, flash_already=alone.change.flash_already), sizes[-1])
    return replace(whole, change=change, used_bytes=(whole.used_bytes or 0) + sizes[-1])


def _advised(case: Case) -> bool:
    """The advisory says what it would hit."""
    return bool(case.profile.cache_advice)


def sizing(case: Case, draft: Draft, forecast: Forecast) -> FlashCacheSizing | None:
    """What the option's card tells of its flash cache; None where it has none."""
    size, cache = draft.change.flash_cache_bytes, case.profile.buffer_cache_bytes
    if not size or cache is None or forecast.flash_hit_share is None:
        return None
    return FlashCacheSizing(
        size_bytes=size,
        metadata_bytes=draft.change.flash_cache_metadata_bytes,
        hit_ratio=forecast.flash_hit_share,
        buffer_cache_bytes=cache,
        use=use_of(case, draft),
        in_use=in_use(case),
    )


def hits_by_size(case: Case, change: Change) -> Iterator[FlashCachePoint]:
    """The same change with other sizes of the cache, its own among them."""
    look, block = cache_look(case.basis), case.profile.block_size_bytes
    sizes = sizes_of_curve(case.profile.buffer_cache_bytes or 0, case.capacity_bytes)
    for size in sorted({*sizes, change.flash_cache_bytes}):
        hits, response = look(_with_cache(case, change, size))
        yield FlashCachePoint(size, metadata_bytes(size, block, case.rac), hits, response)


def _in_a_cluster(case: Case) -> str:
    if not case.rac:
        return ""
    return (
        " In a cluster it may bring hangs (Oracle's support note 2120400.1): test one instance under load first, with a way "
        "back."
    )


OPTION = Option("flash-cache", _draft, _join, proved=_advised, caution=_in_a_cluster)
