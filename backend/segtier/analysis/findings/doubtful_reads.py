"""An average read time that no forecast can be made from."""

from __future__ import annotations

from segtier.analysis.doubt import doubt_of_reads
from segtier.analysis.facts import Facts
from segtier.model.advice import Finding

AT_LEAST = 0.02


def find(facts: Facts) -> Finding | None:
    doubt = doubt_of_reads(facts.profile)
    if doubt is None or facts.profile.share("single-block-read", "multi-block-read") < AT_LEAST:
        return None
    evidence = facts.evidence("single-block-read", "multi-block-read")
    return Finding("doubtful-reads", "warning", f"{doubt} No gain is promised for them.", evidence)
