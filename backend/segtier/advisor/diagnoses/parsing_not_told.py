"""A report without its time model: nobody knows whether parsing takes more of DB time than reads do."""

from __future__ import annotations

from segtier.advisor.diagnoses.parsing import AT_LEAST
from segtier.advisor.diagnosis import Diagnosis, Found
from segtier.advisor.symptoms import Symptoms
from segtier.analysis.words import pct
from segtier.model.component import STORAGE
from segtier.model.workload import Workload

_TOLD_IN = "Time Model Statistics"


def _test(symptoms: Symptoms) -> Found | None:
    """Parsing takes at most what no wait for storage takes."""
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
        f"How much of DB time is parsing the inputs do not tell ({_TOLD_IN}): it may be {pct(most)}, and all reads together are "
        f"{pct(reads)}. What SSD would gain stands with each option, and {symptoms.at_most}.",
    )


def _is_lost(workload: Workload) -> bool:
    """The report is of a kind that prints it."""
    return any(section.name == _TOLD_IN for section in workload.sections)


PARSING_NOT_TOLD = Diagnosis(
    "parsing-not-told",
    ("parsing",),
    _test,
    "not-enough-data",
    f"Upload the whole report: its section {_TOLD_IN} tells how much of DB time is parsing.",
    (f"A report with the section {_TOLD_IN}.",),
)
