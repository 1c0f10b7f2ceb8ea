"""Averages over a long window hide the busy hour."""

from __future__ import annotations

from segtier.analysis.facts import Facts
from segtier.model.advice import Finding
from segtier.units import S_PER_HOUR

LONGEST_S = 3_900.0


def find(facts: Facts) -> Finding | None:
    longest = facts.longest_interval_s
    if longest is None or longest <= LONGEST_S:
        return None
    text = (
        f"A report covers {longest / S_PER_HOUR:.1f} hours. Averages over more than an hour hide the peak; "
        "give one report per hour of a busy day."
    )
    return Finding("long-window", "info", text)
