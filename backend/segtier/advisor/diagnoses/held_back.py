"""The resource manager keeps sessions from the CPU."""

from __future__ import annotations

from segtier.advisor.diagnosis import AFTER_TUNING, Diagnosis, Found
from segtier.advisor.symptoms import Symptoms
from segtier.analysis.words import pct
from segtier.model.component import STORAGE_WAITS

AT_LEAST = 0.25


def _test(symptoms: Symptoms) -> Found | None:
    share = symptoms.share("held-back")
    if share < AT_LEAST or share < symptoms.share(*STORAGE_WAITS):
        return None
    worst = symptoms.case.profile.events_of("cpu")[0]
    return Found(
        "cpu",
        f"Resource Manager takes {pct(share)} of DB time: SSD will not help.",
        f"{worst.event} takes {pct(symptoms.case.profile.share_of(worst))} of DB time: the resource manager holds sessions "
        f"back from the CPU, so moving data files will not help much: {symptoms.at_most}. "
        "Look at the resource plan and at the statements that burn CPU first.",
    )


HELD_BACK = Diagnosis(
    "held-back",
    ("held-back",),
    _test,
    "tune-first",
    "Look at the active resource plan and at its limits for these consumer groups.",
    (AFTER_TUNING,),
)
