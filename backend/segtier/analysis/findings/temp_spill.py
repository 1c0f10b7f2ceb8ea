"""Sorts and hash joins spill to temp."""

from __future__ import annotations

from segtier.analysis.facts import Facts
from segtier.analysis.words import ms, pct, room_told
from segtier.model.advice import Finding
from segtier.model.profile import Profile
from segtier.model.workload import PgaAdvice
from segtier.units import format_bytes

AT_LEAST = 0.05
ENOUGH = 0.3
"""Extra work area I/O left, relative to today's, at which a PGA target counts as the cure."""


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
        f"{waits} The PGA advisory expects {pct(1 - left)} less of it with a target of "
        f"{format_bytes(row.target_bytes or 0)}. {room_told(facts.profile)} that comes before SSD for temp."
    )
    return Finding("temp-spill", "warning", text, (*row.evidence[:1], *facts.evidence("temp-read", "temp-write")))


def bigger_target(rows: tuple[PgaAdvice, ...], profile: Profile) -> tuple[PgaAdvice, float] | None:
    """The smallest target that saves most of the extra I/O, and the part it leaves. Of one instance's advisory.

    Only one that the server has the memory for, beside today's buffer cache.
    """
    known = [r for r in rows if r.size_factor and r.target_bytes and r.est_extra_bytes is not None]
    today = next((r.est_extra_bytes for r in known if r.size_factor == 1.0), None)
    if not today:
        return None
    beside = profile.buffer_cache_bytes or 0
    larger = [r for r in known if (r.size_factor or 0) > 1.0 and profile.has_room((r.target_bytes or 0) + beside)]
    for row in sorted(larger, key=lambda r: r.size_factor or 0.0):
        left = (row.est_extra_bytes or 0.0) / today
        if left <= ENOUGH:
            return row, left
    return None
