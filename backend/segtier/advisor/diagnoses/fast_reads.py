"""Reads are as fast as flash makes them."""

from __future__ import annotations

from segtier.advisor.diagnosis import Diagnosis, Found
from segtier.advisor.symptoms import Symptoms
from segtier.advisor.symptoms.reads import fast_reads
from segtier.analysis.words import ms, pct


def _test(symptoms: Symptoms) -> Found | None:
    reads = fast_reads(symptoms)
    if not reads or symptoms.computing > reads:
        return None
    latency = ms(symptoms.case.profile.demand("single-block-read").latency_us)
    return Found(
        "storage-read",
        f"Reads take {latency} already: another SSD will not help them.",
        f"Reads take {latency} already, so they come from SSD or an array cache: they are {pct(reads)} of DB time, "
        "but another SSD will not help them.",
    )


FAST_READS = Diagnosis(
    "fast-reads",
    ("reads", "scans"),
    _test,
    "do-nothing",
    "Find out what the data is on; what remains is to tune the statements that read most, or a larger buffer cache.",
    (
        "A busier hour in which reads take well over a millisecond.",
        "A measurement of your SSD that is well below today's read times.",
    ),
)
