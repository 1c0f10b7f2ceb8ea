"""Large scans, and much time that is in no wait."""

from __future__ import annotations

from segtier.advisor.diagnosis import Diagnosis, Found
from segtier.advisor.symptoms import MUCH_UNEXPLAINED, Symptoms
from segtier.analysis.ruled_out import ruled_out
from segtier.analysis.words import ms, pct

AT_LEAST = 0.2
"""Of DB time in scans."""


def _test(symptoms: Symptoms) -> Found | None:
    scans = symptoms.share("scans")
    if symptoms.unexplained < MUCH_UNEXPLAINED or scans < AT_LEAST:
        return None
    profile = symptoms.case.profile
    flow = profile.direct_read_bytes_per_s
    rate = f" at {flow / 1e6:,.0f} MB/s" if flow else ""
    return Found(
        "storage-read",
        f"{pct(symptoms.unexplained)} of DB time is unexplained: no gain can be promised.",
        f"{pct(symptoms.unexplained)} of DB time is unexplained, neither CPU nor a recorded wait; the rest is direct path "
        f"reads ({pct(scans)}, {ms(profile.demand('direct-read').latency_us)} a wait{rate}), where bandwidth counts and not "
        "latency: no gain can be promised from this report.",
        next_step=ruled_out(symptoms.case.workload, profile).next_step,
    )


SCANS_UNEXPLAINED = Diagnosis(
    "scans-unexplained",
    ("unexplained",),
    _test,
    "not-enough-data",
    "Find what the sessions do in the time that no wait counts: CPU queues, parallel servers, asynchronous reads.",
    ("A report of an hour in which CPU and waits explain DB time.",),
)
