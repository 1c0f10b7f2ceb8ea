"""Sessions queue for locks."""

from __future__ import annotations

from segtier.advisor.diagnosis import AFTER_TUNING, Diagnosis, Found
from segtier.advisor.symptoms import SICK_DISK_US, Symptoms
from segtier.analysis.words import ms, pct
from segtier.model.component import STORAGE_WAITS
from segtier.oracle.wait_events import event_facts

AT_LEAST = 0.25


def _test(symptoms: Symptoms) -> Found | None:
    share, storage = symptoms.share("locks"), symptoms.share(*STORAGE_WAITS)
    if share < AT_LEAST or share < storage:
        return None
    worst = symptoms.case.profile.events_of("locks")[0]
    rows = "row lock" in worst.event
    holders = "the sessions that hold the rows" if rows else f"what holds the lock ({event_facts(worst.event).why})"
    text = f"{worst.event} takes {pct(symptoms.case.profile.share_of(worst))} of DB time: "
    if storage < AT_LEAST:
        text += (
            f"moving data files will not help, because all storage waits together are {pct(storage)}. "
            f"Find {holders} first."
        )
    else:
        text += f"solve the locks first and measure again. Storage waits are {pct(storage)} of DB time. {_held_by(symptoms)}"
    named = "Row locks" if rows else "Locks"
    return Found("locks", f"{named} take {pct(share)} of DB time: solve them before buying SSD.", text)


def _held_by(symptoms: Symptoms) -> str:
    """Whether storage that stands still may be what the locks are held by."""
    commit_us = symptoms.case.profile.demand("commit").latency_us or 0.0
    if commit_us > SICK_DISK_US:
        return f"A commit takes {ms(commit_us)}, and locks are held until it is done: the storage may be behind them."
    return "Sessions that queue for a lock gain nothing from faster reads."


LOCKS = Diagnosis(
    "locks",
    ("locks",),
    _test,
    "tune-first",
    "Find who holds the locks, and for how long, in ASH or v$lock.",
    (AFTER_TUNING,),
)
