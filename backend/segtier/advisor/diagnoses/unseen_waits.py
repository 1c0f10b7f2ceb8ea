"""Sessions wait for storage, and no input names the waits: neither a yes nor a no can be read from that."""

from __future__ import annotations

from segtier.advisor.diagnosis import Diagnosis, Found
from segtier.advisor.symptoms import Symptoms
from segtier.analysis.words import pct
from segtier.model.component import STORAGE

AT_LEAST = 0.1
"""Of DB time, from which the answer hangs on them."""


def _test(symptoms: Symptoms) -> Found | None:
    share = symptoms.share("unnamed-io")
    if share < AT_LEAST or share < symptoms.share(*STORAGE):
        return None
    return Found(
        "storage-read",
        f"{pct(share)} of DB time waits for storage, unnamed: upload an AWR report.",
        f"Sessions wait for storage in {pct(share)} of DB time, and the inputs do not name those waits: how long one takes, "
        f"and so what SSD would take off, is not known. Of what they name, {symptoms.at_most}.",
    )


UNSEEN_WAITS = Diagnosis(
    "unseen-waits",
    ("unnamed-io",),
    _test,
    "not-enough-data",
    "Upload the AWR report of the busiest hour: its section Foreground Wait Events names the waits.",
    ("A report that names the waits for storage and how long each takes.",),
)
