"""Storage cells place the data and have flash of their own."""

from __future__ import annotations

from segtier.advisor.diagnosis import Diagnosis, Found
from segtier.advisor.symptoms import Symptoms
from segtier.analysis.words import ms, pct
from segtier.model.component import STORAGE, demands_of
from segtier.oracle.gates import machine


def _runs_on(symptoms: Symptoms) -> str | None:
    """Engineered storage in words; None on ordinary storage."""
    kind = symptoms.case.workload.database.engineered
    return None if kind in (None, "none") else f"{machine(kind)} storage. Its cells"


def _beside(symptoms: Symptoms) -> str | None:
    named = _runs_on(symptoms)
    return None if named is None else f"The database runs on {named} have SSD of their own."


def _test(symptoms: Symptoms) -> Found | None:
    kind, named = symptoms.case.workload.database.engineered, _runs_on(symptoms)
    if kind is None or named is None:
        return None
    storage = symptoms.case.profile.events_of(*demands_of(*STORAGE))
    heaviest = (
        f", mostly {storage[0].event} ({pct(symptoms.case.profile.share_of(storage[0]))} at {ms(storage[0].avg_wait_us)})"
        if storage
        else ""
    )
    return Found(
        symptoms.bottleneck,
        f"{machine(kind)}'s cells have SSD of their own: moving data files will not help.",
        f"Storage waits are {pct(symptoms.share(*STORAGE))} of DB time{heaviest}. The database runs on {named} have SSD "
        "of their own: moving data files will not help.",
    )


ENGINEERED = Diagnosis(
    "engineered",
    STORAGE,
    _test,
    "do-nothing",
    "Look at the cells: flash cache hits, smart scan, and statements that read most.",
    ("Nothing about other SSD: the cells place the data.",),
    beside=_beside,
)
