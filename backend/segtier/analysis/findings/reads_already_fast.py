"""Reads below a millisecond already come from flash or from an array's cache."""

from __future__ import annotations

from segtier.analysis.facts import Facts
from segtier.analysis.words import ms, pct
from segtier.model.advice import Finding
from segtier.model.profile import ALREADY_FAST_US

AT_LEAST = 0.02


def find(facts: Facts) -> Finding | None:
    reads = facts.profile.demand("single-block-read")
    latency = reads.latency_us
    if latency is None or latency >= ALREADY_FAST_US or facts.profile.share("single-block-read") < AT_LEAST:
        return None
    below = facts.profile.below_1ms_pct
    share = f"; {pct(below / 100)} of them are below 1 ms" if below is not None else ""
    text = (
        f"Single-block reads take {ms(latency)} already{share}: they come from SSD or an array cache. "
        "By its data sheet no other SSD promises anything for them."
    )
    return Finding("reads-already-fast", "warning", text, facts.evidence("single-block-read"))
