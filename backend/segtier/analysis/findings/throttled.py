"""A limit of the volume or the machine holds the storage back."""

from __future__ import annotations

from segtier.analysis.facts import Facts
from segtier.model.advice import Finding


def find(facts: Facts) -> Finding | None:
    if facts.throttle is None:
        return None
    evidence = facts.evidence("commit" if facts.throttle.sign == "commits" else "single-block-read")
    return Finding("throttled", "warning", f"{facts.throttle.text} Faster devices behind it gain nothing.", evidence)
