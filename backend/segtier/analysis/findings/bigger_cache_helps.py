"""Memory is the rival of flash: the advisory says what a bigger buffer cache would do."""

from __future__ import annotations

from segtier.analysis.facts import Facts
from segtier.analysis.words import pct
from segtier.model.advice import Finding
from segtier.units import format_bytes

FACTOR_AT_MOST = 0.7
AT_LEAST = 0.15


def find(facts: Facts) -> Finding | None:
    profile = facts.profile
    today = profile.buffer_cache_bytes
    points = [p for p in profile.cache_advice if today and today < p.size_bytes <= today * 2.2]
    reads = profile.share("single-block-read", "multi-block-read")
    if not today or not points or points[-1].read_factor > FACTOR_AT_MOST or reads < AT_LEAST:
        return None
    best = points[-1]
    text = (
        f"The buffer pool advisory expects {pct(1 - best.read_factor)} fewer physical reads with a cache of "
        f"{format_bytes(best.size_bytes)} instead of {format_bytes(today)}. If the server has the memory, that comes first."
    )
    rows = [r for r in facts.workload.buffer_pool_advisory if r.size_bytes == best.size_bytes]
    return Finding("bigger-cache-helps", "warning", text, tuple(e for r in rows for e in r.evidence[:1]))
