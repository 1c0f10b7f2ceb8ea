"""Memory is the rival of flash: the advisory says what a bigger buffer cache would do."""

from __future__ import annotations

from segtier.analysis.facts import Facts
from segtier.analysis.more_memory import larger_cache, pool_named
from segtier.analysis.words import pct, room_told
from segtier.model.advice import Finding
from segtier.units import format_bytes

AT_LEAST = 0.15


def find(facts: Facts) -> Finding | None:
    profile = facts.profile
    today, best = profile.advised_cache_bytes, larger_cache(profile)
    if not today or best is None or profile.share("single-block-read", "multi-block-read") < AT_LEAST:
        return None
    text = (
        f"The buffer pool advisory expects {pct(1 - best.read_factor)} fewer physical reads with a {pool_named(profile)} of "
        f"{format_bytes(best.size_bytes)} instead of {format_bytes(today)}. {room_told(profile)} weigh it against SSD."
    )
    rows = [r for r in facts.workload.buffer_pool_advisory if r.size_bytes == best.size_bytes]
    return Finding("bigger-cache-helps", "warning", text, tuple(e for r in rows for e in r.evidence[:1]))
