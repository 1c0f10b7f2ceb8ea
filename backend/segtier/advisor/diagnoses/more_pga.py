"""Temp I/O is most of the waits for storage, and the PGA advisory has a target that avoids it."""

from __future__ import annotations

from segtier.advisor.diagnosis import Diagnosis, Found
from segtier.advisor.symptoms import Symptoms
from segtier.advisor.symptoms.gains import or_else
from segtier.analysis.more_memory import bigger_target
from segtier.analysis.words import pct, room_told
from segtier.model.component import STORAGE, STORAGE_WAITS
from segtier.units import format_bytes

AT_LEAST, BESIDE_FROM = 0.15, 0.2
"""Of DB time."""
MOSTLY = 0.5
"""Of the waits for storage."""


def _test(symptoms: Symptoms) -> Found | None:
    share = symptoms.share("temp-reads", "temp-writes")
    cure = bigger_target(symptoms.case.workload.pga_advisory, symptoms.case.profile)
    if share < AT_LEAST or share < MOSTLY * symptoms.share(*STORAGE_WAITS) or cure is None:
        return None
    row, left = cure
    temp = symptoms.option("temp")
    return Found(
        "memory",
        f"A PGA target of {format_bytes(row.target_bytes or 0)} first: {pct(1 - left)} less temp I/O.",
        f"Temp I/O takes {pct(share)} of DB time, and the PGA advisory expects {pct(1 - left)} less temp I/O with a target of "
        f"{format_bytes(row.target_bytes or 0)}. {room_told(symptoms.case.profile)} that comes first."
        f"{or_else(temp if temp.worth_it else None)}",
    )


def _beside(symptoms: Symptoms) -> str | None:
    share = symptoms.share("temp-reads", "temp-writes")
    if share < BESIDE_FROM or share < MOSTLY * symptoms.share(*STORAGE):
        return None
    return f"Temp I/O takes {pct(share)}: look at sorts, hash joins and the PGA target before any SSD for it."


MORE_PGA = Diagnosis(
    "more-pga",
    ("temp-reads", "temp-writes"),
    _test,
    "more-memory",
    "Raise pga_aggregate_target as far as the server's memory allows, then take a new report.",
    ("A server without free memory: then temp on SSD is the choice.",),
    beside=_beside,
)
