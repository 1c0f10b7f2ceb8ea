"""Sorts and hash joins spill to temp."""

from __future__ import annotations

from segtier.analysis.facts import Facts
from segtier.analysis.more_memory import bigger_target
from segtier.analysis.words import ms, pct, room_told
from segtier.model.advice import Finding
from segtier.units import format_bytes

AT_LEAST = 0.05


def find(facts: Facts) -> Finding | None:
    share = facts.profile.share("temp-read", "temp-write")
    if share < AT_LEAST:
        return None
    latency = facts.profile.demand("temp-read").latency_us
    reads = f" (reads {ms(latency)})" if latency is not None else ""
    waits = f"Temp I/O takes {pct(share)} of DB time{reads}."
    cure = bigger_target(facts.workload.pga_advisory, facts.profile)
    if cure is None:
        text = f"{waits} A bigger PGA target may avoid it altogether; see the PGA advisory first."
        return Finding("temp-spill", "info", text, facts.evidence("temp-read", "temp-write"))
    row, left = cure
    text = (
        f"{waits} The PGA advisory expects {pct(1 - left)} less temp I/O with a target of "
        f"{format_bytes(row.target_bytes or 0)}. {room_told(facts.profile)} that comes before SSD for temp."
    )
    return Finding("temp-spill", "warning", text, (*row.evidence[:1], *facts.evidence("temp-read", "temp-write")))
