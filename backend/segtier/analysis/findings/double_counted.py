"""CPU and waits together exceed DB time: under CPU pressure time is counted twice, and now and then without."""

from __future__ import annotations

from segtier.analysis.facts import Facts
from segtier.analysis.ruled_out import ruled_out
from segtier.analysis.words import pct
from segtier.model.advice import Finding

AT_LEAST = 0.03


def find(facts: Facts) -> Finding | None:
    share = facts.profile.double_counted_share
    if share < AT_LEAST:
        return None
    text = f"{_what(facts, share)} Which of them nobody knows: the ranges hold both ends."
    return Finding("double-counted", "warning", text)


def _what(facts: Facts, share: float) -> str:
    """With its cause as far as the report leaves one: CPUs that are idle keep nobody waiting."""
    profile, ruled = facts.profile, ruled_out(facts.workload, facts.profile)
    sums = f"CPU and waits add up to {pct(1 + share)} of DB time"
    if profile.cpu_per_s > profile.db_time_per_s:
        cpu_s, db_s = (per_s * profile.elapsed_s for per_s in (profile.cpu_per_s, profile.db_time_per_s))
        return f"{sums}: DB CPU alone is more than DB time ({cpu_s:,.0f} s of {db_s:,.0f} s), so one of the two is counted wrong."
    if ruled.cpu:
        busy = pct(ruled.host_busy or 0.0)
        return f"{sums}: some time is counted twice, and not for want of CPUs, which are {busy} busy."
    return f"{sums}: some time is counted twice, which happens when sessions wait for a CPU inside a wait."
