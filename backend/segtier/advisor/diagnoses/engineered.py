"""Storage cells place the data and have flash of their own."""

from __future__ import annotations

from segtier.advisor.diagnosis import Diagnosis, Found
from segtier.advisor.symptoms import Symptoms
from segtier.analysis.words import ms, pct
from segtier.model.component import STORAGE, demands_of
from segtier.oracle.gates import machine

CELLS_SHOW = 0.02
"""Part of DB time in cell reads from which the storage is engineered, whatever the document says of itself."""


def _runs_on(symptoms: Symptoms) -> str | None:
    """Engineered storage in words; None on ordinary storage."""
    kind = symptoms.case.workload.database.engineered
    if kind not in (None, "none"):
        return f"{machine(kind)} storage, whose cells"
    return "storage cells (they are among its waits), which" if symptoms.share("cells") >= CELLS_SHOW else None


def _beside(symptoms: Symptoms) -> str | None:
    named = _runs_on(symptoms)
    return None if named is None else f"The database runs on {named} have SSD of their own."


def _test(symptoms: Symptoms) -> Found | None:
    named, kind = _runs_on(symptoms), symptoms.case.workload.database.engineered
    if named is None:
        return None
    storage = symptoms.case.profile.events_of(*demands_of(*STORAGE))
    heaviest = (
        f", most of it {storage[0].event} ({pct(symptoms.case.profile.share_of(storage[0]))} at {ms(storage[0].avg_wait_us)})"
        if storage
        else ""
    )
    owner = f"{machine(kind)}'s" if kind not in (None, "none") else "The storage"
    return Found(
        symptoms.bottleneck,
        f"{owner} cells have SSD of their own: moving data files will not help.",
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
