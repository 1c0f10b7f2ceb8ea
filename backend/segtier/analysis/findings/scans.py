"""Large scans past the buffer cache: a matter of bandwidth, never helped by Smart Flash Cache."""

from __future__ import annotations

from segtier.analysis.facts import Facts
from segtier.analysis.words import ms, pct
from segtier.model.advice import Finding

AT_LEAST = 0.08


def find(facts: Facts) -> Finding | None:
    profile = facts.profile
    share = profile.share("direct-read")
    if share < AT_LEAST:
        return None
    flow = profile.direct_read_bytes_per_s
    rate = f" at {flow / 1e6:,.0f} MB/s" if flow else ""
    text = (
        f"Direct path reads take {pct(share)} of DB time ({ms(profile.demand('direct-read').latency_us)} a wait{rate}). "
        "They bypass the buffer cache and any Smart Flash Cache; bandwidth decides, and the statements behind them."
    )
    return Finding("scans", "warning", text, facts.evidence("direct-read"))
