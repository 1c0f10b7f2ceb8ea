"""DB time that is neither CPU nor a recorded wait."""

from __future__ import annotations

from segtier.analysis.facts import Facts
from segtier.analysis.figures import cpu_is_known
from segtier.analysis.ruled_out import RuledOut, ruled_out
from segtier.analysis.words import pct
from segtier.model.advice import Finding

AT_LEAST = 0.15
FULL = 0.9
"""Of the machine's CPUs: beyond it sessions queue for one."""


def find(facts: Facts) -> Finding | None:
    profile = facts.profile
    share = profile.unexplained_share
    if share < AT_LEAST:
        return None
    if not cpu_is_known(facts.workload):
        text = f"{pct(share)} of DB time is in none of the waits given, and DB CPU is not given. No option is credited with it."
        return Finding("unexplained-time", "warning", text)
    busy = profile.cpu_busy
    if busy is not None and busy >= FULL:
        text = (
            f"{pct(share)} of DB time is in neither CPU nor a recorded wait. This database keeps the CPUs {pct(busy)} busy, so "
            "most of it is likely time waiting for a CPU. No option is credited with it."
        )
        return Finding("unexplained-time", "critical" if share > 0.4 else "warning", text)
    text = (
        f"{pct(share)} of DB time is in neither CPU nor a recorded wait. {_causes(ruled_out(facts.workload))}. "
        "No option is credited with it."
    )
    return Finding("unexplained-time", "critical" if share > 0.4 else "warning", text)


def _causes(ruled: RuledOut) -> str:
    if not ruled.cpu:
        return f"It may be {ruled.left}"
    idle = f"The servers' CPUs are {pct(ruled.host_busy or 0.0)} busy"
    if not ruled.parallel:
        return f"{idle}, so it is no queue for a CPU. It may be {ruled.left}"
    return (
        f"{idle} and no statement ran in parallel, so it is neither a queue for a CPU nor a parallel server. "
        f"What is left is {ruled.left}"
    )
