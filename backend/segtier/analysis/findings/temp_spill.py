"""Sorts and hash joins spill to temp."""

from __future__ import annotations

from segtier.analysis.facts import Facts
from segtier.analysis.words import ms, pct
from segtier.model.advice import Finding

AT_LEAST = 0.05


def find(facts: Facts) -> Finding | None:
    share = facts.profile.share("temp-read", "temp-write")
    if share < AT_LEAST:
        return None
    text = (
        f"Temp I/O takes {pct(share)} of DB time (reads {ms(facts.profile.demand('temp-read').latency_us)}). "
        "A bigger PGA target may avoid it altogether; see the PGA advisory first."
    )
    return Finding("temp-spill", "info", text, facts.evidence("temp-read", "temp-write"))
