"""Large scans are most of the waits for storage: bandwidth counts, and the statements behind them."""

from __future__ import annotations

from segtier.advisor.diagnosis import Diagnosis, Found
from segtier.advisor.symptoms import Symptoms
from segtier.analysis.words import less, ms, pct
from segtier.model.component import STORAGE_WAITS

AT_LEAST = 0.25
MOSTLY = 0.5
"""Of the waits for storage."""


def _test(symptoms: Symptoms) -> Found | None:
    share = symptoms.share("scans")
    if share < AT_LEAST or share < MOSTLY * symptoms.share(*STORAGE_WAITS):
        return None
    profile = symptoms.case.profile
    flow = profile.direct_read_bytes_per_s
    rate = f" at {flow / 1e6:,.0f} MB/s" if flow else ""
    ratio = symptoms.option("all").response_ratio
    may = f" All data on SSD: DB time {less(ratio)}, depending on the bandwidth of the SSD." if ratio else ""
    return Found(
        "storage-read",
        f"Large scans take {pct(share)} of DB time: look at their statements first.",
        f"Direct path reads take {pct(share)} of DB time ({ms(profile.demand('direct-read').latency_us)} a wait{rate}): "
        f"large scans, where bandwidth counts, not latency. Look at the statements behind them first.{may}",
    )


SCANS = Diagnosis(
    "scans",
    ("scans",),
    _test,
    "tune-first",
    "Look at the statements at the head of SQL ordered by Reads: an index or a partition may avoid the scan.",
    ("An SSD with a known bandwidth above what the scans need.",),
)
