"""The database mostly computes."""

from __future__ import annotations

from segtier.advisor.diagnosis import AFTER_TUNING, Diagnosis, Found
from segtier.advisor.symptoms import Symptoms
from segtier.advisor.symptoms.reads import fast_reads
from segtier.analysis.words import ms, pct
from segtier.model.component import STORAGE_WAITS

LARGE_PCT = 25.0
"""Off DB time by infinitely fast storage: more is not nothing."""


def _test(symptoms: Symptoms) -> Found | None:
    return _before_fast_reads(symptoms) or _before_storage(symptoms)


def _before_fast_reads(symptoms: Symptoms) -> Found | None:
    share, reads = symptoms.computing, fast_reads(symptoms)
    if not reads or share <= reads:
        return None
    latency = symptoms.case.profile.demand("single-block-read").latency_us
    return Found(
        "cpu",
        f"CPU is {pct(share)} of DB time: tune the SQL before buying SSD.",
        f"CPU is {pct(share)} of DB time: tune the SQL first. Reads are {pct(reads)} and take {ms(latency)} already, as from "
        "SSD or an array cache: another SSD will not help them.",
    )


def _before_storage(symptoms: Symptoms) -> Found | None:
    share = symptoms.computing
    if not share or share < symptoms.share(*STORAGE_WAITS):
        return None
    small = symptoms.ceiling.db_time_pct < LARGE_PCT
    so = "so moving data files will not help much" if small else "more than storage"
    return Found(
        "cpu",
        f"CPU is {pct(share)} of DB time: tune the SQL before buying SSD.",
        f"CPU is {pct(share)} of DB time, {so}: {symptoms.at_most}. Tune the SQL first.",
    )


CPU = Diagnosis(
    "cpu",
    ("cpu",),
    _test,
    "tune-first",
    "Tune the statements at the head of SQL ordered by CPU Time.",
    (AFTER_TUNING,),
)
