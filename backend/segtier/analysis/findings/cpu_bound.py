"""The database mostly computes; faster storage shortens little of that."""

from __future__ import annotations

from segtier.analysis.facts import Facts
from segtier.analysis.words import pct
from segtier.model.advice import Finding

AT_LEAST = 0.45
NEARLY_FULL = 0.75
IDLE = 0.03
"""Of the machine: whatever DB time is made of there, it is too little to matter."""


def find(facts: Facts) -> Finding | None:
    profile = facts.profile
    share = profile.cpu_per_s / profile.db_time_per_s
    busy = (profile.cpu_per_s + (profile.background_cpu_per_s or 0.0)) / profile.threads if profile.threads else None
    if busy is not None and busy < IDLE:
        return None
    if share < AT_LEAST and (busy is None or busy < NEARLY_FULL):
        return None
    of_machine = f" and {pct(busy)} of the machine's {profile.threads:.0f} CPUs" if busy is not None else ""
    text = f"CPU is {pct(share)} of DB time{of_machine}. Flash cannot shorten it; tune the statements that burn it."
    rows = [r for r in facts.workload.time_model if r.name == "DB CPU"]
    return Finding("cpu-bound", "warning", text, tuple(e for r in rows for e in r.evidence[:3]))
