"""Database Smart Flash Cache: what it costs in buffer cache, and how many reads it would serve.

Sizing rules: Oracle Administrator's Guide 11.2, "Configuring Database Smart Flash Cache".
"""

from __future__ import annotations

import math

import numpy as np

from segtier.forecast.change import Change
from segtier.forecast.constants import MISS_EXPONENT, MISS_TRUST, Spread
from segtier.forecast.draws import Column, Draws, median
from segtier.model.profile import Profile
from segtier.oracle.flash_cache import LARGEST_FACTOR, SMALLEST_FACTOR
from segtier.plurals import plural
from segtier.units import GIB, MIB

HIGHEST_HIT_SHARE = 0.95


def sizes_to_try(buffer_cache_bytes: int, usable_bytes: int) -> tuple[int, ...]:
    """Flash cache sizes from 2 to 10 times the buffer cache that fit; empty where twice the buffer cache does not.

    In whole GiB, beside a buffer cache of less than one in whole MiB; the least of them is twice the buffer cache.
    """
    grain = GIB if buffer_cache_bytes >= GIB else MIB
    least = math.ceil(buffer_cache_bytes * SMALLEST_FACTOR / MIB) * MIB
    if not 0 < least <= usable_bytes:
        return ()
    factors = range(SMALLEST_FACTOR, LARGEST_FACTOR + 1)
    sizes = {max(min(buffer_cache_bytes * factor, usable_bytes) // grain * grain, least) for factor in factors}
    return tuple(sorted(sizes))


def miss_exponent(profile: Profile, draws: Draws) -> Column:
    """theta of the miss curve f(size) = (size / today)^-theta, from the advisory's rows above today's size."""
    today = profile.advised_cache_bytes
    larger = [p for p in profile.cache_advice if today and p.size_bytes > today * 1.05 and p.read_factor > 0]
    if not today or not larger:
        return draws.triangle("miss_exponent", MISS_EXPONENT)
    last = larger[-1]
    fitted = max(-math.log(min(last.read_factor, 1.0)) / math.log(last.size_bytes / today), 0.0)
    draws.known(
        "miss_exponent_fitted",
        fitted,
        "",
        f"{profile.cache_advice_source}, {plural(len(larger), 'row')} above today's size",
    )
    return fitted * draws.triangle("miss_curve_trust", MISS_TRUST)


def hit_share(profile: Profile, change: Change, draws: Draws) -> tuple[Column, Column]:
    """(share of buffered reads served by flash, growth of buffered reads because the directory takes cache)."""
    if change.hit_share is not None:
        return draws.triangle("flash_hit_share", change.hit_share), np.ones(draws.count)
    if change.hit_curve is not None:
        return change.hit_curve.hit_share(change.flash_cache_bytes), np.ones(draws.count)
    if "flash_hit_share" in draws.pinned:
        hits, _ = _by_curve(profile, change, draws.fork())
        curve = Spread(float(hits.min()), median(hits), float(hits.max()), "by the curve of misses")
        return draws.triangle("flash_hit_share", curve), np.ones(draws.count)
    return _by_curve(profile, change, draws)


def _by_curve(profile: Profile, change: Change, draws: Draws) -> tuple[Column, Column]:
    flash_bytes, taken_bytes = change.flash_cache_bytes, change.flash_cache_metadata_bytes
    today = float(profile.buffer_cache_bytes or 1)
    theta = miss_exponent(profile, draws)
    left = max(today - taken_bytes, today * 0.05)
    growth = (left / today) ** -theta
    hits = 1 - ((left + flash_bytes) / left) ** -theta
    return np.minimum(hits, HIGHEST_HIT_SHARE), growth
