"""Exadata and its like: the storage cells have flash of their own."""

from __future__ import annotations

from segtier.analysis.facts import Facts
from segtier.analysis.words import ms, pct
from segtier.model.advice import Finding
from segtier.oracle.gates import machine


def find(facts: Facts) -> Finding | None:
    kind = facts.workload.database.engineered
    if kind in (None, "none"):
        return None
    share, latency = facts.profile.share("cell-read"), facts.profile.demand("cell-read").latency_us
    text = (
        f"The storage is engineered ({machine(kind)}): its cells hold SSD of their own "
        f"(cell reads {ms(latency)}, {pct(share)} of DB time). Server SSD and Smart Flash Cache are not for this machine."
    )
    return Finding("engineered-storage", "critical", text, facts.evidence("cell-read"))
