"""CPU and waits together exceed DB time: under CPU pressure time is counted twice."""

from __future__ import annotations

from segtier.analysis.facts import Facts
from segtier.analysis.words import pct
from segtier.model.advice import Finding

AT_LEAST = 0.03


def find(facts: Facts) -> Finding | None:
    share = facts.profile.double_counted_per_s / facts.profile.db_time_per_s
    if share < AT_LEAST:
        return None
    text = (
        f"CPU and waits add up to {pct(1 + share)} of DB time: some time is counted twice, which happens when "
        "sessions wait for a CPU inside a wait. The forecast scales all parts down."
    )
    return Finding("double-counted", "warning", text)
