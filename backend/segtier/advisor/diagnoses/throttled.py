"""Storage behind a limit of the volume or the machine: raise the limit first."""

from __future__ import annotations

from segtier.advisor.diagnosis import Diagnosis, Found
from segtier.advisor.symptoms import Symptoms
from segtier.analysis.words import pct
from segtier.model.component import STORAGE_WAITS

AT_LEAST = 0.2
"""Of DB time in waits for storage."""


def _test(symptoms: Symptoms) -> Found | None:
    throttle, share = symptoms.case.facts.throttle, symptoms.share(*STORAGE_WAITS)
    if throttle is None or share < AT_LEAST:
        return None
    commits = throttle.sign == "commits"
    return Found(
        "commit" if commits else "storage-read",
        f"Storage is throttled{':' if commits else ''} {throttle.short}.",
        f"{throttle.text} Storage waits are {pct(share)} of DB time; faster devices behind the same limit gain nothing, nor "
        "do faster redo logs.",
    )


THROTTLED = Diagnosis(
    "throttled",
    STORAGE_WAITS,
    _test,
    "tune-first",
    "Look up the limits in IOPS and MB/s of the volumes and of the machine, and who shares them.",
    ("A report from after the limit was raised.", "SSD not subject to the limit."),
)
