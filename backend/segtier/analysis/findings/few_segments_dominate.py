"""One or two segments make most of the reads: often one statement, often cheaper to tune than to move."""

from __future__ import annotations

from segtier.analysis.facts import Facts
from segtier.analysis.findings.few_statements_dominate import reads_matter
from segtier.analysis.words import pct
from segtier.model.advice import Finding

AT_LEAST = 0.60
FEW = 2


def find(facts: Facts) -> Finding | None:
    profile = facts.profile
    total = (profile.buffered_read_requests_per_s or 0.0) + (profile.direct_read_requests_per_s or 0.0)
    top = [load for load in facts.segments.loads if load.read_requests_per_s][:FEW]
    share = sum(load.read_requests_per_s or 0.0 for load in top) / total if total else 0.0
    if share < AT_LEAST or not reads_matter(facts):
        return None
    names = " and ".join(f"{load.key[1]}.{load.key[2]}" for load in top)
    text = (
        f"{names} make {pct(min(share, 1.0))} of the read requests. Look at the statements that read them first: "
        "an index or a rewrite may save more than flash."
    )
    return Finding("few-segments-dominate", "warning", text, tuple(e for load in top for e in load.evidence[:1]))
