"""What storage could gain hangs on time that has no name: neither a yes nor a no can be read from that."""

from __future__ import annotations

from segtier.advisor.diagnosis import Diagnosis, Found
from segtier.advisor.symptoms import Symptoms
from segtier.analysis.words import pct
from segtier.model.component import STORAGE


def _test(symptoms: Symptoms) -> Found | None:
    hangs = [one.not_known for one in symptoms.options if one.not_known is not None]
    if not hangs:
        return None
    worst = max(hangs, key=lambda one: one.most_pct)
    share, ends = symptoms.share("unnamed-io"), f"{round(worst.least_pct)} to {round(worst.most_pct)} %"
    return Found(
        "storage-read" if worst.why == "no-names" else "unknown",
        f"Not known: SSD may take {ends} off; {pct(share)} is unnamed.",
        f"What SSD would take off is not known, {ends} of DB time: {worst.text} "
        f"Of what the inputs name, waits for storage are {pct(symptoms.share(*STORAGE))}.",
        next_step=worst.bring,
    )


UNSEEN_WAITS = Diagnosis(
    "unseen-waits",
    ("unnamed-io",),
    _test,
    "not-enough-data",
    "Upload the AWR report of the busiest hour: its section Foreground Wait Events names the waits.",
    ("A report that names the waits for storage and how long each takes.",),
)
