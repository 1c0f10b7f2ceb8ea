"""What Oracle's advisories say of more memory, as far as the server has it: memory is the rival of flash."""

from __future__ import annotations

from segtier.model.profile import CachePoint, Profile
from segtier.model.workload import PgaAdvice

FACTOR_AT_MOST = 0.7
"""Physical reads left with a larger buffer cache, relative to today's, at which it comes before flash."""
LARGEST = 2.2
"""Times today's cache: the advisory's last row."""
ENOUGH = 0.3
"""Extra work area I/O left, relative to today's, at which a PGA target counts as the cure."""


def larger_caches(profile: Profile) -> list[CachePoint]:
    """The advisory's caches above today's, up to about twice it and as far as the server has the memory."""
    today, beside = profile.advised_cache_bytes, profile.other_pools_bytes
    return [
        p
        for p in profile.cache_advice
        if today and today < p.size_bytes <= today * LARGEST and profile.has_room(p.size_bytes + beside)
    ]


def larger_cache(profile: Profile) -> CachePoint | None:
    """The largest of them, where it takes enough reads away to come before flash."""
    points = larger_caches(profile)
    return points[-1] if points and points[-1].read_factor <= FACTOR_AT_MOST else None


def pool_named(profile: Profile) -> str:
    """What the advisory is about, in words."""
    return "default buffer pool" if profile.other_pools_bytes else "buffer cache"


def bigger_target(rows: tuple[PgaAdvice, ...], profile: Profile) -> tuple[PgaAdvice, float] | None:
    """The smallest target that saves most of the extra I/O, and the part it leaves. Of one instance's advisory.

    Only one that the server has the memory for, beside today's buffer cache.
    """
    known = [r for r in rows if r.size_factor and r.target_bytes and r.est_extra_bytes is not None]
    today = next((r.est_extra_bytes for r in known if r.size_factor == 1.0), None)
    if not today:
        return None
    beside = profile.buffer_cache_bytes or 0
    larger = [r for r in known if (r.size_factor or 0) > 1.0 and profile.has_room((r.target_bytes or 0) + beside)]
    for row in sorted(larger, key=lambda r: r.size_factor or 0.0):
        left = (row.est_extra_bytes or 0.0) / today
        if left <= ENOUGH:
            return row, left
    return None
