"""Full CPUs: every wait has time in it that was spent waiting for a CPU."""

from __future__ import annotations

from segtier.advisor.diagnosis import AFTER_TUNING, Diagnosis, Found
from segtier.advisor.symptoms import Symptoms
from segtier.analysis.words import pct
from segtier.model.component import STORAGE


def _test(symptoms: Symptoms) -> Found | None:
    profile, most = symptoms.case.profile, symptoms.ceiling.throughput_ratio
    if not profile.cpus_full:
        return None
    busy = profile.cpu_busy or 0.0
    times = f", throughput can grow to {most:.2f} times today's at most" if most is not None else ""
    return Found(
        "cpu",
        f"The CPUs are {pct(busy)} busy: tune what burns CPU first.",
        f"The CPUs are {pct(busy)} busy: waits include time spent waiting for a CPU, so Segtier cannot tell what faster "
        f"storage would save{times}. Tune the statements that burn CPU first.",
    )


def _weight(symptoms: Symptoms) -> float:
    """On full CPUs the waits for storage have CPU in them."""
    return max(symptoms.weight("cpu"), symptoms.share(*STORAGE))


CPU_FULL = Diagnosis(
    "cpu-full",
    ("cpu",),
    _test,
    "tune-first",
    "Tune the statements at the head of SQL ordered by CPU Time, or add CPUs.",
    (AFTER_TUNING,),
    weight=_weight,
)
