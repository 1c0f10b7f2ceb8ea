"""Storage is part of the trouble, and no option gains enough to count on."""

from __future__ import annotations

from segtier.advisor.diagnosis import BUSY_HOUR, Diagnosis, Found
from segtier.advisor.symptoms import Symptoms
from segtier.analysis.words import ms, pct
from segtier.forecast.read_latency import chance_of_fast_reads
from segtier.model.component import STORAGE


def _test(symptoms: Symptoms) -> Found:
    share, maybe = symptoms.share(*STORAGE), _may_be_fast(symptoms)
    return Found(
        symptoms.storage_bottleneck if maybe else "mixed",
        f"Storage waits are {pct(share)} of DB time; no option surely gains enough.",
        f"Storage waits are {pct(share)} of DB time, but no option gains enough to count on over its whole range; "
        f"{symptoms.at_most}.{maybe} Leave the data where it is.",
    )


def _may_be_fast(symptoms: Symptoms) -> str:
    """Reads a little above a millisecond: what would settle it."""
    profile = symptoms.case.profile
    if not 0 < chance_of_fast_reads(profile) < 1:
        return ""
    latency = ms(profile.demand("single-block-read").latency_us)
    return f" Reads of {latency} may come from SSD or an array cache already: find out what the data is on."


NO_CLEAR_GAIN = Diagnosis(
    "no-clear-gain",
    STORAGE,
    _test,
    "do-nothing",
    "Find out what the data is on today, and measure how long its reads take there.",
    ("Counters of all segments, which narrow the range.", BUSY_HOUR),
)
