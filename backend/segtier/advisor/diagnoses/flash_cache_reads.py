"""Smart Flash Cache serves the reads already."""

from __future__ import annotations

from segtier.advisor.diagnosis import AFTER_TUNING, Diagnosis, waits_for

FLASH_CACHE_READS = Diagnosis(
    "flash-cache-reads",
    ("flash-cache",),
    waits_for("flash-cache", what="reads that Smart Flash Cache serves already", short="Smart Flash Cache"),
    "tune-first",
    "Look at the flash cache's hits, its device, and what a larger buffer cache would save.",
    (AFTER_TUNING,),
)
