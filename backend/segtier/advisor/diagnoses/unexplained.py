"""Much of DB time is neither CPU nor a wait."""

from __future__ import annotations

from segtier.advisor.diagnosis import Diagnosis, Found
from segtier.advisor.symptoms import MUCH_UNEXPLAINED, Symptoms
from segtier.analysis.figures import cpu_is_known
from segtier.analysis.ruled_out import ruled_out
from segtier.analysis.words import pct
from segtier.model.component import Bottleneck

PARSING_PCT = 5
"""Of DB time: from here on parsing is the first guess."""


def _test(symptoms: Symptoms) -> Found | None:
    reads = symptoms.share("reads", "scans", "temp-reads", "flash-cache", "cells")
    if symptoms.unexplained < MUCH_UNEXPLAINED or not cpu_is_known(symptoms.case.workload):
        return None
    profile, ruled = symptoms.case.profile, ruled_out(symptoms.case.workload, symptoms.case.profile)
    parse = profile.hard_parse_pct or profile.parse_pct or 0.0
    text = f"{pct(symptoms.unexplained)} of DB time is in neither CPU nor a wait"
    first: Bottleneck = "unknown"
    if parse >= PARSING_PCT:
        kind = "hard parsing" if profile.hard_parse_pct else "parsing"
        first = "sql"
        text += f" and {kind} takes {pct(parse / 100)}: look at parsing first."
    elif profile.cpus_full:
        text += (
            f", and this database keeps the CPUs {pct(profile.cpu_busy or 0.0)} busy: sessions mostly queue for them."
        )
    elif ruled.others:
        text += (
            f", and the servers' CPUs are {pct(ruled.host_busy or 0.0)} busy, {pct(ruled.own_busy or 0.0)} with this "
            "database: something else takes them, and sessions queue for what is left."
        )
    elif ruled.cpu:
        text += f", and the servers' CPUs are {pct(ruled.host_busy or 0.0)} busy: it may be {ruled.left}."
    else:
        text += ": look for CPU queueing, paging or a hypervisor first."
    text += f" All reads together are {pct(reads)} of DB time, and {symptoms.at_most}."
    headline = f"{pct(symptoms.unexplained)} of DB time is unexplained: look there before SSD."
    return Found(first, headline, text, next_step=ruled.next_step)


def _weight(symptoms: Symptoms) -> float:
    """Much time that no wait counts is a queue for the CPUs: it says what the CPUs do, so it weighs no less."""
    return max(symptoms.unexplained, symptoms.case.profile.cpu_share)


UNEXPLAINED = Diagnosis(
    "unexplained",
    ("unexplained",),
    _test,
    "tune-first",
    "Look for a queue for the CPUs, paging or a hypervisor that takes CPU away (OS statistics, steal time).",
    ("A report of an hour in which CPU and waits explain DB time.",),
    weight=_weight,
)
