"""Rules for storage that data files need not leave: engineered, scans, writes, fast already, or too small a part."""

from __future__ import annotations

from segtier.advisor.verdict.bench import Bench, largest, say
from segtier.analysis.words import less, ms, pct
from segtier.forecast.calibration import reads_already_fast
from segtier.model.advice import Verdict
from segtier.model.profile import READ_DEMANDS, STORAGE_DEMANDS


def engineered(bench: Bench) -> Verdict | None:
    kind = bench.case.workload.database.engineered
    if kind in (None, "none"):
        return None
    cells = bench.case.profile.demand("cell-read")
    reads = (
        f"cell reads take {ms(cells.latency_us)} and {pct(bench.share('cell-read'))} of DB time"
        if cells.waits_per_s
        else (f"all storage waits together are {pct(bench.share(*STORAGE_DEMANDS))} of DB time")
    )
    text = f"The database runs on {kind} storage, whose cells have flash of their own ({reads}): moving data files will not help."
    return say(bench, largest(bench), "do-nothing", text)


def scans_unexplained(bench: Bench) -> Verdict | None:
    scans = bench.share("direct-read")
    if bench.unexplained < 0.4 or scans < 0.2:
        return None
    profile = bench.case.profile
    flow = profile.direct_read_bytes_per_s
    rate = f" at {flow / 1e6:,.0f} MB/s" if flow else ""
    text = (
        f"{pct(bench.unexplained)} of DB time is unexplained, neither CPU nor a recorded wait; the rest is direct path reads "
        f"({pct(scans)}, {ms(profile.demand('direct-read').latency_us)} a wait{rate}), where bandwidth counts and not latency: "
        "no gain can be promised from this report."
    )
    return say(bench, "storage-read", "not-enough-data", text)


def write_side(bench: Bench) -> Verdict | None:
    stalls = bench.share("log-stall", "write-stall")
    if stalls < 0.2 or not (reads_already_fast(bench.case.profile) or stalls > bench.share(*READ_DEMANDS)):
        return None
    facts = bench.case.facts
    worst = facts.events("log-stall", "write-stall")[:2]
    named = " and ".join(f"{row.event} {pct(facts.event_share(row))}" for row in worst)
    redo = bench.option("redo").response_ratio
    may = f" (DB time {less(redo)})" if redo else ""
    reads = bench.case.profile.demand("single-block-read").latency_us
    already = (
        f"reads take {ms(reads)} already, so moving data files will not help"
        if reads_already_fast(bench.case.profile)
        else (f"reads are only {pct(bench.share(*READ_DEMANDS))}")
    )
    text = (
        f"The write side is the bottleneck ({named} of DB time); {already}. "
        f"Redo on its own flash is the option that may gain{may}, and it is not proved by this report."
    )
    return say(bench, "storage-write", "tune-first", text, option="redo")


def reads_fast(bench: Bench) -> Verdict | None:
    reads = bench.share("single-block-read", "multi-block-read")
    if not reads_already_fast(bench.case.profile) or reads < 0.15:
        return None
    latency = bench.case.profile.demand("single-block-read").latency_us
    text = (
        f"Reads take {ms(latency)} already, so they come from flash or an array cache: they are {pct(reads)} of DB time, "
        "but another flash device promises nothing for them."
    )
    return say(bench, "storage-read", "do-nothing", text)


def storage_is_small(bench: Bench) -> Verdict | None:
    share = bench.share(*STORAGE_DEMANDS)
    if share >= 0.10:
        return None
    text = (
        f"Storage is not the bottleneck: all storage waits together are {pct(share)} of DB time, "
        f"and {bench.at_most}. Leave the data where it is."
    )
    return say(bench, largest(bench), "do-nothing", text)
