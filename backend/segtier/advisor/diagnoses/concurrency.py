"""Sessions queue for latches, hot blocks and cursors."""

from __future__ import annotations

from segtier.advisor.diagnosis import AFTER_TUNING, Diagnosis, waits_for

CONCURRENCY = Diagnosis(
    "concurrency",
    ("concurrency", "parsing"),
    waits_for("concurrency", "parsing", what="latches, hot blocks and shared cursors", short="latches and cursors"),
    "tune-first",
    "Find the blocks and latches wanted by many (Segments by Buffer Busy Waits).",
    (AFTER_TUNING,),
)
