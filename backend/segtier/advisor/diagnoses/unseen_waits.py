"""What storage could gain hangs on time that has no name: neither a yes nor a no can be read from that."""

from __future__ import annotations

from segtier.advisor.diagnosis import Diagnosis, Found
from segtier.advisor.symptoms import Symptoms
from segtier.analysis.words import pct
from segtier.model.component import STORAGE
from segtier.model.profile import UNNAMED_IO
from segtier.model.verdict import NotKnown


def _test(symptoms: Symptoms) -> Found | None:
    hangs = [one.not_known for one in symptoms.options if one.not_known is not None]
    if not hangs:
        return None
    worst = max(hangs, key=lambda one: one.most_pct)
    return Found(
        "storage-read" if worst.why == "no-names" else "unknown",
        f"Not known: SSD may {_take(worst, 'off')}; {pct(symptoms.share('unnamed-io'))} is unnamed.",
        f"What SSD would do is not known, it may {_take(worst, 'off DB time')}: {worst.text} {_of_the_named(symptoms)}",
        next_step=worst.bring,
    )


def _take(one: NotKnown, off: str) -> str:
    least, most = round(one.least_pct), round(one.most_pct)
    return f"take {least} to {most} % {off}" if least >= 0 else f"take up to {most} % {off} or add {-least} %"


def _of_the_named(symptoms: Symptoms) -> str:
    if not any(one.time_per_s for one in symptoms.case.profile.demands if one.kind != UNNAMED_IO):
        return "The inputs give no times for waits."
    return f"Of what the inputs name, waits for storage are {pct(symptoms.share(*STORAGE))}."


UNSEEN_WAITS = Diagnosis(
    "unseen-waits",
    ("unnamed-io",),
    _test,
    "not-enough-data",
    "Upload the AWR report of the busiest hour: its section Foreground Wait Events names the waits.",
    ("A report that names the waits for storage and how long each takes.",),
)
