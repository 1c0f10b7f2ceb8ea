"""A larger buffer cache saves about what the best flash option saves."""

from __future__ import annotations

from dataclasses import replace

from segtier.advisor.diagnosis import Diagnosis, Found
from segtier.advisor.material import MATERIAL
from segtier.advisor.symptoms import Symptoms
from segtier.advisor.symptoms.gains import GOOD_ENOUGH, or_else, saved
from segtier.advisor.symptoms.reads import fast_reads
from segtier.analysis.more_memory import larger_cache, pool_named
from segtier.analysis.words import less, less_short, ms, pct, room_told
from segtier.units import format_bytes


def _test(symptoms: Symptoms) -> Found | None:
    memory, profile = symptoms.option("buffer-cache"), symptoms.case.profile
    today = profile.advised_cache_bytes
    if memory.response_ratio is None or not today or memory.response_ratio.high > 1 - MATERIAL:
        return None
    best = max(symptoms.useful, key=saved, default=None)
    point = larger_cache(profile)
    if point is None or (best and saved(memory) < GOOD_ENOUGH * saved(best)):
        return None
    cache = pool_named(profile)
    as_flash = ", about what the best option on SSD takes" if best else ""
    return Found(
        "memory",
        f"A {cache} of {format_bytes(point.size_bytes)} first: DB time {less_short(memory.response_ratio)}.",
        f"By the buffer pool advisory a {cache} of {format_bytes(point.size_bytes)} instead of {format_bytes(today)} "
        f"takes {pct(1 - point.read_factor)} of the physical reads away: DB time {less(memory.response_ratio)}{as_flash}. "
        f"{room_told(profile)} that comes first.{or_else(best)}",
        option="buffer-cache",
    )


def _instead_of_fast_reads(symptoms: Symptoms) -> Found | None:
    """Reads are as fast as another flash device would make them, and a larger cache avoids them."""
    found = _test(symptoms)
    if found is None or not fast_reads(symptoms):
        return None
    latency = ms(symptoms.case.profile.demand("single-block-read").latency_us)
    already = f"Reads take {latency} already, as from SSD or an array cache: another SSD will not help them."
    return replace(found, text=f"{already} {found.text}")


MORE_CACHE = Diagnosis(
    "more-cache",
    ("reads", "scans"),
    _test,
    "more-memory",
    "Raise db_cache_size (or sga_target) as far as the server's memory allows, then take a new report.",
    ("A server without free memory: then SSD is the choice.",),
)
INSTEAD_OF_FAST_READS = replace(MORE_CACHE, test=_instead_of_fast_reads)
