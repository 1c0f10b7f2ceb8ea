"""Exadata and its like: the storage cells have flash of their own."""

from __future__ import annotations

from segtier.analysis.facts import Facts
from segtier.analysis.words import ms, pct
from segtier.model.advice import Finding
from segtier.oracle.gates import machine


def find(facts: Facts) -> Finding | None:
    kind = facts.workload.database.engineered
    share = facts.profile.share("cell-read")
    if kind in (None, "none") and share == 0:
        return None
    latency = facts.profile.demand("cell-read").latency_us
    shown = machine(kind) if kind is not None and kind != "none" else "cell events"
    text = (
        f"The storage is engineered ({shown}): its cells hold SSD of their own "
        f"(cell reads {ms(latency)}, {pct(share)} of DB time). Server SSD and Smart Flash Cache are not for this machine."
    )
    return Finding("engineered-storage", "critical", text, facts.evidence("cell-read"))
