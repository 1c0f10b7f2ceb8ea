"""Statements are parsed again and again; or the report lacks its time model, and nobody knows how much that takes."""

from __future__ import annotations

from segtier.advisor.diagnosis import AFTER_TUNING, Diagnosis, Found
from segtier.advisor.symptoms import Symptoms
from segtier.analysis.words import LEAST_NAMED, pct
from segtier.model.component import STORAGE
from segtier.model.workload import Workload

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

_TOLD_IN = "Time Model Statistics"


def _not_told(symptoms: Symptoms) -> Found | None:
    """At most, parsing takes all that storage waits leave of DB time."""
    reads, most = symptoms.share("reads", "scans"), 1 - symptoms.share(*STORAGE)
    if (
        symptoms.case.profile.parse_pct is not None
        or most < max(AT_LEAST, reads)
        or not _is_lost(symptoms.case.workload)
    ):
        return None
    return Found(
        "unknown",
        f"Not known: parsing may take up to {pct(most)} of DB time.",
        f"The inputs do not show how much of DB time is parsing ({_TOLD_IN}): it may be {pct(most)}, and all reads together are "
        f"{pct(reads)}. Each option says what SSD would gain, and {symptoms.at_most}.",
    )


def _is_lost(workload: Workload) -> bool:
    """Whether a report of this kind prints how much is parsing."""
    return any(section.name == _TOLD_IN for section in workload.sections)


PARSING_NOT_TOLD = Diagnosis(
    "parsing-not-told",
    ("parsing",),
    _not_told,
    "not-enough-data",
    f"Upload the whole report: its section {_TOLD_IN} tells how much of DB time is parsing.",
    (f"A report with the section {_TOLD_IN}.",),
)
