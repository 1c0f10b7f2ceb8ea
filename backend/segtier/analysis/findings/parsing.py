"""Statements are parsed again and again instead of being reused."""

from __future__ import annotations

from segtier.analysis.facts import Facts
from segtier.analysis.words import pct
from segtier.model.advice import Finding

AT_LEAST_PCT = 10.0


def find(facts: Facts) -> Finding | None:
    profile = facts.profile
    parse = profile.parse_pct or 0.0
    if parse < AT_LEAST_PCT:
        return None
    hard = f", {pct(profile.hard_parse_pct / 100)} in hard parsing" if profile.hard_parse_pct else ""
    text = (
        f"Parsing takes {pct(parse / 100)} of DB time{hard}. Look for statements with literals instead of bind variables, "
        "a shared pool that is too small, and invalidations."
    )
    rows = [r for r in facts.workload.time_model if "parse" in r.name and r.time_s]
    return Finding("parsing", "warning", text, tuple(e for r in rows[:2] for e in r.evidence[:2]))
