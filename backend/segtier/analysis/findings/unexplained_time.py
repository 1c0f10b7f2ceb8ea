"""DB time that is neither CPU nor a recorded wait."""

from __future__ import annotations

from segtier.analysis.facts import Facts
from segtier.analysis.figures import cpu_is_known
from segtier.analysis.quality import MUCH_UNTOLD
from segtier.analysis.ruled_out import RuledOut, ruled_out
from segtier.analysis.words import pct
from segtier.model.advice import Finding, Severity

AT_LEAST = MUCH_UNTOLD
MUCH = 0.4
_MAY_FOLLOW = (
    "Nobody knows how much of this time faster storage saves: the ranges allow from none to as much as for the rest."
)


def find(facts: Facts) -> Finding | None:
    profile = facts.profile
    share = profile.unexplained_share
    if share < AT_LEAST:
        return None
    if not cpu_is_known(facts.workload):
        text = f"{pct(share)} of DB time is not in the waits given, and DB CPU is missing. {_MAY_FOLLOW}"
        return Finding("cpu-not-given", "warning", text)
    severity: Severity = "critical" if share > MUCH else "warning"
    return Finding("unexplained-time", severity, f"{pct(share)} of DB time is {_told(facts)}")


def _told(facts: Facts) -> str:
    profile = facts.profile
    if profile.cpus_full:
        return (
            f"in neither CPU nor a recorded wait. This database keeps the CPUs {pct(profile.cpu_busy or 0.0)} busy, so "
            "most of this time is probably a wait for a CPU, which no storage shortens."
        )
    return f"in neither CPU nor a recorded wait. {_causes(ruled_out(facts.workload, profile))}. {_MAY_FOLLOW}"


def _causes(ruled: RuledOut) -> str:
    if ruled.others:
        return (
            f"The servers' CPUs are {pct(ruled.host_busy or 0.0)} busy, {pct(ruled.own_busy or 0.0)} with this database: "
            "something else takes them, and sessions queue for what is left"
        )
    if not ruled.cpu:
        return f"It may be {ruled.left}"
    idle = f"The servers' CPUs are {pct(ruled.host_busy or 0.0)} busy"
    if not ruled.parallel:
        return f"{idle}, so it is no queue for a CPU. It may be {ruled.left}"
    return (
        f"{idle} and no statement ran in parallel, so it is neither a queue for a CPU nor a parallel server. "
        f"What is left is {ruled.left}"
    )
