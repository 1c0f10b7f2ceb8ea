"""No promise from an average that says nothing about a device."""

from __future__ import annotations

from segtier.advisor.diagnosis import Diagnosis, Found
from segtier.advisor.symptoms import Symptoms
from segtier.advisor.symptoms.reads import deciding_reads
from segtier.analysis.doubt import doubt_of_reads
from segtier.analysis.words import pct


def _test(symptoms: Symptoms) -> Found | None:
    reads, doubt = deciding_reads(symptoms), doubt_of_reads(symptoms.case.profile)
    if not reads or doubt is None:
        return None
    return Found(
        "storage-read",
        f"Reads are {pct(reads)} of DB time, and their average says nothing.",
        f"{doubt} Such reads are {pct(reads)} of DB time; Segtier cannot promise a gain for them from this report.",
    )


DOUBTFUL_READS = Diagnosis(
    "doubtful-reads",
    ("reads", "scans"),
    _test,
    "not-enough-data",
    "Look at the wait event histogram of an hour with more reads, and at what stops the slow ones.",
    ("A report with enough reads for a meaningful average.",),
)
