"""The reports cover a moment."""

from __future__ import annotations

from segtier.advisor.diagnosis import Diagnosis, Found
from segtier.advisor.symptoms import Symptoms
from segtier.advisor.symptoms.busier import ONE_BUSY_HOUR, busier

SHORTEST_S = 60.0


def _test(symptoms: Symptoms) -> Found | None:
    seconds = symptoms.case.profile.elapsed_s
    if seconds >= SHORTEST_S:
        return None
    return Found(
        "unknown",
        f"Only {seconds:.0f} seconds are covered: give a report of a busy hour.",
        f"The reports cover {seconds:.0f} seconds, too short to show a load: give one of a busy hour.",
        next_step=busier(symptoms),
    )


TOO_SHORT = Diagnosis(
    "too-short",
    (),
    _test,
    "not-enough-data",
    ONE_BUSY_HOUR,
    ("A report of a whole busy hour.",),
)
