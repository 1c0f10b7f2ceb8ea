"""Rules for a bottleneck that is not storage: idle, locks, CPU, parsing, other waits, time nobody explains."""

from __future__ import annotations

from segtier.advisor.verdict.bench import Bench, say
from segtier.analysis.words import pct
from segtier.model.advice import Verdict
from segtier.model.profile import READ_DEMANDS, STORAGE_DEMANDS

IDLE_SESSIONS = 0.05


def idle(bench: Bench) -> Verdict | None:
    active = bench.case.profile.db_time_per_s
    if active >= IDLE_SESSIONS:
        return None
    text = (
        f"The database is idle: {active:.2g} sessions are active on average, so nothing here says what flash would do."
    )
    return say(bench, "idle", "not-enough-data", text)


def locks(bench: Bench) -> Verdict | None:
    share = bench.share("locks")
    if share < 0.25 or share < bench.share(*STORAGE_DEMANDS):
        return None
    worst = bench.case.facts.events("locks")[0]
    storage = bench.share(*STORAGE_DEMANDS)
    text = f"{worst.event} takes {pct(bench.case.facts.event_share(worst))} of DB time: "
    if storage < 0.25:
        text += (
            f"moving data files will not help, because all storage waits together are {pct(storage)}. "
            "Find the sessions that hold the rows first."
        )
    else:
        text += (
            f"solve the locks first and measure again. Storage waits are {pct(storage)} of DB time, "
            "but sessions that queue for a row gain nothing from faster reads."
        )
    return say(bench, "locks", "tune-first", text)


def unexplained(bench: Bench) -> Verdict | None:
    reads = bench.share(*READ_DEMANDS, "temp-read", "flash-read", "cell-read")
    if bench.unexplained < 0.4:
        return None
    profile = bench.case.profile
    parse = profile.hard_parse_pct or profile.parse_pct or 0.0
    text = f"{pct(bench.unexplained)} of DB time is in neither CPU nor a wait"
    if parse >= 5:
        kind = "hard parsing" if profile.hard_parse_pct else "parsing"
        first = "sql"
        text += f" and {kind} takes {pct(parse / 100)}: look at parsing first."
    else:
        first = "unknown"
        text += ": look for CPU queueing, paging or a hypervisor first."
    text += f" All reads together are {pct(reads)} of DB time, and {bench.at_most}."
    return say(bench, first, "tune-first", text)


def cpu(bench: Bench) -> Verdict | None:
    profile = bench.case.profile
    share = profile.cpu_per_s / profile.db_time_per_s
    if share < 0.5 or share < bench.share(*STORAGE_DEMANDS):
        return None
    text = (
        f"CPU is {pct(share)} of DB time, so moving data files will not help much: {bench.at_most}. Tune the SQL first."
    )
    return say(bench, "cpu", "tune-first", text)


def parsing(bench: Bench) -> Verdict | None:
    parse = (bench.case.profile.parse_pct or 0.0) / 100
    reads = bench.share(*READ_DEMANDS)
    if parse < 0.3 or parse < reads:
        return None
    text = (
        f"Parsing takes {pct(parse)} of DB time: look at parsing first. All reads together are {pct(reads)}, "
        f"part of them made by parsing, and {bench.at_most}."
    )
    return say(bench, "sql", "tune-first", text)


def other_waits(bench: Bench) -> Verdict | None:
    for kinds, bottleneck, what in (
        (("cluster",), "cluster", "blocks sent between instances"),
        (("concurrency", "parsing"), "sql", "latches, hot blocks and shared cursors"),
        (("network",), "mixed", "the network"),
    ):
        share = bench.share(*kinds)
        if share >= 0.3 and share > bench.share(*STORAGE_DEMANDS):
            text = f"{pct(share)} of DB time waits for {what}: moving data files will not help, {bench.at_most}."
            return say(bench, bottleneck, "tune-first", text)
    return None
