"""Sessions queue for latches, hot blocks and cursors."""

from __future__ import annotations

from segtier.advisor.diagnosis import AFTER_TUNING, Diagnosis, waits_for
from segtier.advisor.symptoms import Symptoms
from segtier.model.component import demands_of

_SHARED_POOL = (
    "Find the statements that are parsed and loaded most (SQL ordered by Parse Calls, by Version Count), and look at the "
    "size of the shared pool."
)
_BLOCKS = "Find the blocks that many sessions want (Segments by Buffer Busy Waits)."
_PROCESSES = (
    "Find what opens connections or starts parallel servers all the time, and keep them open (a connection pool)."
)
_LOOK = (
    ("latch: shared pool", _SHARED_POOL),
    ("latch: row cache", _SHARED_POOL),
    ("latch: library cache", _SHARED_POOL),
    ("latch: cache buffers", _BLOCKS),
    ("latch", "Find the latch that sleeps most (Latch Sleep Breakdown), and the statements that want it."),
    ("buffer busy", _BLOCKS),
    ("enq: TX - index", "Find the index with the block splits (Segments by Buffer Busy Waits, by ITL Waits)."),
    ("os thread", _PROCESSES),
)
"""By how the event begins; the first that fits."""


def _look(symptoms: Symptoms) -> str | None:
    """By the heaviest of them."""
    worst = symptoms.case.profile.events_of(*demands_of("concurrency", "parsing"))[0]
    if worst.demand in demands_of("parsing"):
        return _SHARED_POOL
    return next((step for begins, step in _LOOK if worst.event.startswith(begins)), None)


CONCURRENCY = Diagnosis(
    "concurrency",
    ("concurrency", "parsing"),
    waits_for(
        "concurrency", "parsing", what="latches, hot blocks and shared cursors", short="latches and cursors", look=_look
    ),
    "tune-first",
    "Find in the list of events which of them sessions wait for, and who wants it.",
    (AFTER_TUNING,),
)
