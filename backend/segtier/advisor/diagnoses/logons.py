"""Sessions come and go: connecting costs more than the work."""

from __future__ import annotations

from segtier.advisor.diagnosis import AFTER_TUNING, Diagnosis, Found
from segtier.advisor.symptoms import Symptoms
from segtier.analysis.connecting import connecting_share
from segtier.analysis.words import pct

AT_LEAST = 0.3


def _test(symptoms: Symptoms) -> Found | None:
    profile, reads = symptoms.case.profile, symptoms.share("reads", "scans")
    share = connecting_share(symptoms.case.workload, profile.db_time_per_s * profile.elapsed_s)
    if share < AT_LEAST or share < reads:
        return None
    return Found(
        "sql",
        f"Connecting takes {pct(share)} of DB time: keep sessions open first.",
        f"Connecting takes {pct(share)} of DB time: keep sessions open (a connection pool) first. "
        f"All reads together are {pct(reads)}, part of them made by connecting, and {symptoms.at_most}.",
    )


LOGONS = Diagnosis(
    "logons",
    ("cpu",),
    _test,
    "tune-first",
    "Have programs keep their sessions open in a connection pool.",
    (AFTER_TUNING,),
    weight=lambda symptoms: symptoms.parsing_or_cpu,
)
