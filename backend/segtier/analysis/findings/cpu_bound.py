"""The database mostly computes; faster storage shortens little of that."""

from __future__ import annotations

from segtier.analysis.facts import Facts
from segtier.analysis.words import pct
from segtier.model.advice import Finding

AT_LEAST = 0.45
NEARLY_FULL = 0.75
IDLE = 0.03
"""Of the machine: whatever DB time is made of there, it is too little to matter."""


def _machine(threads: float | None) -> str:
    return "the machine's one CPU" if threads == 1 else f"the machine's {threads:.0f} CPUs"


def find(facts: Facts) -> Finding | None:
    profile = facts.profile
    share = profile.cpu_share
    busy = profile.cpu_busy
    if busy is not None and busy < IDLE:
        return None
    if share < AT_LEAST and (busy is None or busy < NEARLY_FULL):
        return None
    of_machine = f" and {pct(busy)} of {_machine(profile.threads)}" if busy is not None else ""
    text = f"CPU is {pct(share)} of DB time{of_machine}. SSD cannot shorten it; tune the statements that burn it."
    rows = [r for r in facts.workload.time_model if r.name == "DB CPU"]
    return Finding("cpu-bound", "warning", text, tuple(e for r in rows for e in r.evidence[:3]))
