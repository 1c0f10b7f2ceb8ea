"""Rules for memory: a bigger buffer cache or PGA does what flash would do."""

from __future__ import annotations

from dataclasses import replace

from segtier.advisor.material import MATERIAL
from segtier.advisor.verdict import leave
from segtier.advisor.verdict.bench import Bench, say
from segtier.advisor.verdict.move import GOOD_ENOUGH, saved, useful
from segtier.analysis.more_memory import bigger_target, larger_cache, pool_named
from segtier.analysis.words import less, less_short, ms, pct, room_told
from segtier.model.advice import OptionAdvice
from segtier.model.profile import STORAGE_DEMANDS, STORAGE_WAITS
from segtier.model.verdict import Verdict
from segtier.units import format_bytes

TEMP_MATTERS = 0.2
"""Of DB time."""


def bigger_cache(bench: Bench) -> Verdict | None:
    """The advisory's cache saves about what the best flash option saves."""
    memory = bench.option("buffer-cache")
    today = bench.case.profile.advised_cache_bytes
    if memory.response_ratio is None or not today or memory.response_ratio.high > 1 - MATERIAL:
        return None
    best = max(useful(bench), key=saved, default=None)
    point = larger_cache(bench.case.profile)
    if point is None or (best and saved(memory) < GOOD_ENOUGH * saved(best)):
        return None
    cache = pool_named(bench.case.profile)
    as_flash = ", about what the best option on SSD takes" if best else ""
    text = (
        f"By the buffer pool advisory a {cache} of {format_bytes(point.size_bytes)} instead of {format_bytes(today)} "
        f"takes {pct(1 - point.read_factor)} of the physical reads away: DB time {less(memory.response_ratio)}{as_flash}. "
        f"{room_told(bench.case.profile)} that comes first.{_else(best)}"
    )
    headline = f"A {cache} of {format_bytes(point.size_bytes)} first: DB time {less_short(memory.response_ratio)}."
    return say(bench, "more-cache", "memory", headline, text, option="buffer-cache")


def instead_of_fast_reads(bench: Bench) -> Verdict | None:
    """Reads are as fast as another flash device would make them, and a larger cache avoids them."""
    verdict = bigger_cache(bench)
    if verdict is None or leave.reads_fast(bench) is None:
        return None
    latency = ms(bench.case.profile.demand("single-block-read").latency_us)
    already = f"Reads take {latency} already, as from SSD or an array cache: another SSD promises nothing for them."
    return replace(verdict, text=f"{already} {verdict.text}")


def bigger_pga(bench: Bench) -> Verdict | None:
    """Temp I/O is most of the storage time, and the PGA advisory has a target that avoids it."""
    share = bench.share("temp-read", "temp-write")
    cure = bigger_target(bench.case.workload.pga_advisory, bench.case.profile)
    if share < 0.15 or share < 0.5 * bench.share(*STORAGE_WAITS) or cure is None:
        return None
    row, left = cure
    temp = bench.option("temp")
    text = (
        f"Temp I/O takes {pct(share)} of DB time, and the PGA advisory expects {pct(1 - left)} less of it with a target of "
        f"{format_bytes(row.target_bytes or 0)}. {room_told(bench.case.profile)} that comes first."
        f"{_else(temp if temp.worth_it else None)}"
    )
    headline = f"A PGA target of {format_bytes(row.target_bytes or 0)} first: {pct(1 - left)} less temp I/O."
    return say(bench, "more-pga", "memory", headline, text)


def temp_beside(bench: Bench, verdict: Verdict) -> str | None:
    """What an answer about something else says of much temp I/O."""
    share = bench.share("temp-read", "temp-write")
    if verdict.cause == "more-pga" or share < TEMP_MATTERS or share < 0.5 * bench.share(*STORAGE_DEMANDS):
        return None
    return f"Temp I/O takes {pct(share)}: look at sorts, hash joins and the PGA target before any SSD for it."


def _else(option: OptionAdvice | None) -> str:
    if option is None or option.response_ratio is None:
        return ""
    return f" If not, {option.title} is the choice: DB time {less(option.response_ratio)}."
