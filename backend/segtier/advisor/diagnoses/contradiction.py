"""CPU and waits add up to far more than DB time."""

from __future__ import annotations

from segtier.advisor.diagnosis import Diagnosis, Found
from segtier.advisor.symptoms import Symptoms
from segtier.analysis.words import pct

MOST_COUNTED_TWICE = 0.5
"""Of DB time: CPU pressure counts some time twice, not half as much again."""


def _test(symptoms: Symptoms) -> Found | None:
    share = symptoms.case.profile.double_counted_share
    if share <= MOST_COUNTED_TWICE:
        return None
    return Found(
        "unknown",
        "The figures contradict each other: no gain can be promised.",
        f"CPU and waits add up to {pct(1 + share)} of DB time: the figures contradict each other, "
        "so Segtier cannot promise a gain from them.",
    )


CONTRADICTION = Diagnosis(
    "contradiction",
    (),
    _test,
    "not-enough-data",
    "Take a new report between two snapshots without a restart, and upload it.",
    ("A report where CPU and waits add up to DB time.",),
)
