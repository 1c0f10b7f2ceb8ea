"""One or two segments make most of the reads: often one statement, often cheaper to tune than to move.

No more are named than it takes.
"""

from __future__ import annotations

from collections.abc import Sequence

from segtier.analysis.facts import Facts
from segtier.analysis.few_statements import reads_matter
from segtier.analysis.words import pct
from segtier.model.advice import Finding
from segtier.model.profile import SegmentLoad

AT_LEAST = 0.60
FEW = 2


def find(facts: Facts) -> Finding | None:
    profile = facts.profile
    total = (profile.buffered_read_requests_per_s or 0.0) + (profile.direct_read_requests_per_s or 0.0)
    first = [load for load in facts.segments.loads if load.read_requests_per_s][:FEW]
    top = next((first[:count] for count in range(1, FEW + 1) if _share(first[:count], total) >= AT_LEAST), None)
    if top is None or not reads_matter(facts):
        return None
    names, one = " and ".join(f"{load.key[1]}.{load.key[2]}" for load in top), len(top) == 1
    text = (
        f"{names} {'makes' if one else 'make'} {pct(min(_share(top, total), 1.0))} of the read requests. Look at the statements "
        f"that read {'it' if one else 'them'} first: an index or a rewrite may save more than SSD."
    )
    return Finding("few-segments-dominate", "warning", text, tuple(e for load in top for e in load.evidence[:1]))


def _share(loads: Sequence[SegmentLoad], total: float) -> float:
    return sum(load.read_requests_per_s or 0.0 for load in loads) / total if total else 0.0
