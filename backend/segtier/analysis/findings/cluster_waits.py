"""Blocks travel between RAC instances; storage does not shorten that."""

from __future__ import annotations

from segtier.analysis.facts import Facts
from segtier.analysis.words import pct
from segtier.model.advice import Finding

AT_LEAST = 0.08


def find(facts: Facts) -> Finding | None:
    share = facts.profile.share("cluster")
    if share < AT_LEAST:
        return None
    worst = facts.profile.events_of("cluster")[0]
    text = f"Cluster waits take {pct(share)} of DB time, mostly {worst.event}. Faster storage does not shorten them."
    return Finding("cluster-waits", "warning", text, facts.evidence("cluster"))
