"""Whether the answer about storage is an answer about buffered reads, and whether those are fast already."""

from __future__ import annotations

from segtier.advisor.symptoms import Symptoms
from segtier.advisor.symptoms.gains import taken_off
from segtier.forecast.read_latency import read_latency_us, reads_already_fast
from segtier.model.component import ComponentName
from segtier.model.option import SPECS

AT_LEAST = 0.15
A_TENTH = 0.1
_BESIDE_READS: tuple[tuple[ComponentName, ...], ...] = (
    ("commits", "log-stalls"),
    ("temp-reads", "temp-writes"),
    ("scans",),
)


def deciding_reads(symptoms: Symptoms) -> float:
    """Buffered reads as a part of DB time where they decide, else 0.

    They do not where another part of storage weighs more, or where redo or temp on flash takes a tenth off DB time.
    """
    reads = symptoms.share("reads")
    heavier = any(symptoms.share(*kinds) > reads for kinds in _BESIDE_READS)
    elsewhere = any(SPECS[o.option].beside_data and taken_off(o) >= A_TENTH for o in symptoms.useful)
    return 0.0 if reads < AT_LEAST or heavier or elsewhere else reads


def fast_reads(symptoms: Symptoms) -> float:
    """Reads that decide as a part of DB time where they are fast already, else 0."""
    reads = deciding_reads(symptoms)
    return reads if reads and reads_already_fast(symptoms.case.profile) and not _measured_faster(symptoms) else 0.0


def _measured_faster(symptoms: Symptoms) -> bool:
    """Somebody measured the flash, and even the high end of that is below what a read takes today."""
    tier, today_us = symptoms.case.request.tier, read_latency_us(symptoms.case.profile)
    return tier.is_measured("read_us") and today_us is not None and tier.read_us_high < today_us
