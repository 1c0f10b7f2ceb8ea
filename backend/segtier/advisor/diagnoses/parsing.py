"""Statements are parsed again and again."""

from __future__ import annotations

from segtier.advisor.diagnosis import AFTER_TUNING, Diagnosis, Found
from segtier.advisor.symptoms import Symptoms
from segtier.analysis.words import LEAST_NAMED, pct

AT_LEAST = 0.3


def _test(symptoms: Symptoms) -> Found | None:
    parse, reads = symptoms.parsing, symptoms.share("reads", "scans")
    if parse < AT_LEAST or parse < reads:
        return None
    made = ", part of them made by parsing" if reads >= LEAST_NAMED else ""
    return Found(
        "sql",
        f"Parsing takes {pct(parse)} of DB time: look at that before SSD.",
        f"Parsing takes {pct(parse)} of DB time: look at parsing first. All reads together are {pct(reads)}{made}, "
        f"and {symptoms.at_most}.",
    )


PARSING = Diagnosis(
    "parsing",
    ("cpu", "parsing"),
    _test,
    "tune-first",
    "Find the statements parsed most: literals, small cursor caches, invalidations.",
    (AFTER_TUNING,),
    weight=lambda symptoms: symptoms.parsing_or_cpu,
)
