"""Sessions queue for locks, and the report shows that the holders do more than wait for storage."""

from __future__ import annotations

from segtier.advisor.diagnosis import AFTER_TUNING, Diagnosis, Found
from segtier.advisor.symptoms import SICK_DISK_US, Symptoms
from segtier.analysis.words import ms, pct
from segtier.model.component import STORAGE_WAITS
from segtier.model.profile import HOLDERS_ELSEWHERE
from segtier.oracle.wait_events import event_facts

AT_LEAST = 0.25
ON_STORAGE = 0.8
"""Part of the holders' time in waits for storage from which on nothing shows that they do anything else."""


def _test(symptoms: Symptoms) -> Found | None:
    """Locks come first where something shows that their holders do not just wait for storage."""
    profile = symptoms.case.profile
    share, storage = symptoms.share("locks"), symptoms.share(*STORAGE_WAITS)
    if share < max(AT_LEAST, storage) or profile.holders_on_storage >= ON_STORAGE:
        return None
    worst = profile.events_of("locks")[0]
    rows = "row lock" in worst.event
    holders = "the sessions that hold the rows" if rows else f"what holds the lock ({event_facts(worst.event).why})"
    text = f"{worst.event} takes {pct(profile.share_of(worst))} of DB time: find {holders} first. "
    if profile.holders_on_storage < HOLDERS_ELSEWHERE:
        text += f"Moving data files will not help, because all storage waits together are {pct(storage)}."
    else:
        text += f"Then measure again: storage waits are {pct(storage)} of DB time. {_held_by(symptoms)}"
    named = "Row locks" if rows else "Locks"
    return Found("locks", f"{named} take {pct(share)} of DB time: solve them before buying SSD.", text)


def _held_by(symptoms: Symptoms) -> str:
    """What storage may have to do with the locks."""
    commit_us = symptoms.case.profile.demand("commit").latency_us or 0.0
    if commit_us > SICK_DISK_US:
        return f"A commit takes {ms(commit_us)}, and sessions hold locks until it is done: storage may be the cause."
    return f"{_of_the_rest(symptoms)}, so locks may be held while a session waits for it: {symptoms.at_most}."


def _of_the_rest(symptoms: Symptoms) -> str:
    return f"Without lock waits {pct(symptoms.case.profile.holders_on_storage)} of DB time is waits for storage"


def _beside(symptoms: Symptoms) -> str | None:
    """Where the answer is about something else, and locks are many."""
    share = symptoms.share("locks")
    if share < AT_LEAST or symptoms.case.profile.holders_on_storage < ON_STORAGE:
        return None
    rest = _of_the_rest(symptoms)
    return f"Locks take {pct(share)}. {rest}: those who hold locks wait for it too, so both may shrink together."


LOCKS = Diagnosis(
    "locks",
    ("locks",),
    _test,
    "tune-first",
    "Find who holds the locks, and for how long, in ASH or v$lock.",
    (AFTER_TUNING,),
    beside=_beside,
)
