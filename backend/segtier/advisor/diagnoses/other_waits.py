"""Sessions wait for what no option moves and no other diagnosis is about."""

from __future__ import annotations

from segtier.advisor.diagnosis import AFTER_TUNING, Diagnosis, waits_for
from segtier.advisor.symptoms import Symptoms
from segtier.model.component import demands_of
from segtier.oracle.wait_events import event_facts


def _heaviest(symptoms: Symptoms) -> str:
    worst = symptoms.case.profile.events_of(*demands_of("other", "other-io"))[0]
    return f"what no option shortens, mostly {worst.event} ({event_facts(worst.event).why})"


OTHER_WAITS = Diagnosis(
    "other-waits",
    ("other", "other-io"),
    waits_for("other", "other-io", what=_heaviest, short="other things"),
    "tune-first",
    "Find what the sessions wait for in the list of events, and who causes it.",
    (AFTER_TUNING,),
)
