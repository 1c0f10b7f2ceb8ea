"""Memory is the rival of flash: the advisory says what a bigger buffer cache would do."""

from __future__ import annotations

from segtier.analysis.facts import Facts
from segtier.analysis.words import pct, room_told
from segtier.model.advice import Finding
from segtier.model.profile import CachePoint, Profile
from segtier.units import format_bytes

FACTOR_AT_MOST = 0.7
AT_LEAST = 0.15
LARGEST = 2.2
"""Times today's cache: the advisory's last row."""


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


def named(profile: Profile) -> str:
    """What the advisory is about, in words."""
    return "default buffer pool" if profile.other_pools_bytes else "buffer cache"


def find(facts: Facts) -> Finding | None:
    profile = facts.profile
    today, best = profile.advised_cache_bytes, larger_cache(profile)
    if not today or best is None or profile.share("single-block-read", "multi-block-read") < AT_LEAST:
        return None
    text = (
        f"The buffer pool advisory expects {pct(1 - best.read_factor)} fewer physical reads with a {named(profile)} of "
        f"{format_bytes(best.size_bytes)} instead of {format_bytes(today)}. {room_told(profile)} weigh it against SSD."
    )
    rows = [r for r in facts.workload.buffer_pool_advisory if r.size_bytes == best.size_bytes]
    return Finding("bigger-cache-helps", "warning", text, tuple(e for r in rows for e in r.evidence[:1]))
