"""Waits for storage are a small part of DB time."""

from __future__ import annotations

from segtier.advisor.diagnosis import BUSY_HOUR, Diagnosis, Found
from segtier.advisor.symptoms import Symptoms
from segtier.analysis.words import pct
from segtier.model.component import STORAGE_WAITS

SMALL = 0.10


def _test(symptoms: Symptoms) -> Found | None:
    share = symptoms.share(*STORAGE_WAITS)
    if share >= SMALL:
        return None
    return Found(
        symptoms.bottleneck,
        f"Storage waits are {pct(share)} of DB time: leave the data where it is.",
        f"Storage is not the bottleneck: all storage waits together are {pct(share)} of DB time, "
        f"and {symptoms.at_most}. Leave the data where it is.",
    )


SMALL_PART = Diagnosis(
    "small",
    STORAGE_WAITS,
    _test,
    "do-nothing",
    "Look at the largest part of DB time first.",
    (BUSY_HOUR,),
)
