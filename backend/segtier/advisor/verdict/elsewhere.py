"""Rules for a bottleneck that is not storage: idle, locks, CPU, parsing, logons, other waits, time nobody explains."""

from __future__ import annotations

from segtier.advisor.verdict.bench import Bench, computing, say
from segtier.analysis.figures import cpu_is_known
from segtier.analysis.findings.logons import connecting_share
from segtier.analysis.words import LEAST_NAMED, pct
from segtier.model.advice import Bottleneck, Verdict
from segtier.model.profile import READ_DEMANDS, STORAGE_WAITS
from segtier.oracle.wait_events import event_facts

IDLE_SESSIONS = 0.05
SHORTEST_S = 60.0
MOST_COUNTED_TWICE = 0.5
"""Of DB time."""
LARGE_PCT = 25.0
"""Off DB time by infinitely fast storage: more is not nothing."""
FULL = 0.9
"""Of the machine's threads, by this database alone."""


def idle(bench: Bench) -> Verdict | None:
    active = bench.case.profile.db_time_per_s
    if active >= IDLE_SESSIONS:
        return None
    text = (
        f"The database is idle: {active:.2g} sessions are active on average, so nothing here says what flash would do."
    )
    return say(bench, "idle", "not-enough-data", text)


def too_short(bench: Bench) -> Verdict | None:
    seconds = bench.case.profile.elapsed_s
    if seconds >= SHORTEST_S:
        return None
    text = f"The reports cover {seconds:.0f} seconds, a moment and not a load: give one of a busy hour."
    return say(bench, "unknown", "not-enough-data", text)


def contradiction(bench: Bench) -> Verdict | None:
    """CPU pressure counts some time twice, not half as much again."""
    profile = bench.case.profile
    share = profile.double_counted_per_s / profile.db_time_per_s
    if share <= MOST_COUNTED_TWICE:
        return None
    text = (
        f"CPU and waits add up to {pct(1 + share)} of DB time: the figures contradict each other, "
        "so no gain can be promised from them."
    )
    return say(bench, "unknown", "not-enough-data", text)


def cpu_full(bench: Bench) -> Verdict | None:
    """Full CPUs: every wait has time in it that was spent waiting for a CPU."""
    most, busy = bench.ceiling.throughput_ratio, bench.case.profile.cpu_busy
    if busy is None or busy < FULL:
        return None
    times = f", throughput can grow to {most:.2f} times today's at most" if most is not None else ""
    text = (
        f"The CPUs are {pct(busy)} busy: waits have time in them that was spent waiting for a CPU, so what faster storage "
        f"takes off is not known{times}. Tune the statements that burn CPU first."
    )
    return say(bench, "cpu", "tune-first", text)


def locks(bench: Bench) -> Verdict | None:
    share = bench.share("locks")
    if share < 0.25 or share < bench.share(*STORAGE_WAITS):
        return None
    worst, storage = bench.case.profile.events_of("locks")[0], bench.share(*STORAGE_WAITS)
    rows = "row lock" in worst.event
    holders = "the sessions that hold the rows" if rows else f"what holds the lock ({event_facts(worst.event).why})"
    text = f"{worst.event} takes {pct(bench.case.profile.share_of(worst))} of DB time: "
    if storage < 0.25:
        text += (
            f"moving data files will not help, because all storage waits together are {pct(storage)}. "
            f"Find {holders} first."
        )
    else:
        text += (
            f"solve the locks first and measure again. Storage waits are {pct(storage)} of DB time, "
            "but sessions that queue for a lock gain nothing from faster reads."
        )
    return say(bench, "locks", "tune-first", text)


def unexplained(bench: Bench) -> Verdict | None:
    reads = bench.share(*READ_DEMANDS, "temp-read", "flash-read", "cell-read")
    if bench.unexplained < 0.4 or not cpu_is_known(bench.case.workload):
        return None
    profile = bench.case.profile
    parse = profile.hard_parse_pct or profile.parse_pct or 0.0
    text = f"{pct(bench.unexplained)} of DB time is in neither CPU nor a wait"
    first: Bottleneck = "unknown"
    if parse >= 5:
        kind = "hard parsing" if profile.hard_parse_pct else "parsing"
        first = "sql"
        text += f" and {kind} takes {pct(parse / 100)}: look at parsing first."
    else:
        text += ": look for CPU queueing, paging or a hypervisor first."
    text += f" All reads together are {pct(reads)} of DB time, and {bench.at_most}."
    return say(bench, first, "tune-first", text)


def cpu(bench: Bench) -> Verdict | None:
    share = computing(bench)
    if not share or share < bench.share(*STORAGE_WAITS):
        return None
    small = bench.ceiling.db_time_pct < LARGE_PCT
    so = "so moving data files will not help much" if small else "more than storage"
    text = f"CPU is {pct(share)} of DB time, {so}: {bench.at_most}. Tune the SQL first."
    return say(bench, "cpu", "tune-first", text)


def held_back(bench: Bench) -> Verdict | None:
    """The resource manager keeps sessions from the CPU."""
    share = bench.share("cpu")
    if share < 0.25 or share < bench.share(*STORAGE_WAITS):
        return None
    worst = bench.case.profile.events_of("cpu")[0]
    text = (
        f"{worst.event} takes {pct(bench.case.profile.share_of(worst))} of DB time: the resource manager holds sessions "
        f"back from the CPU, so moving data files will not help much: {bench.at_most}. "
        "Look at the resource plan and at the statements that burn CPU first."
    )
    return say(bench, "cpu", "tune-first", text)


def logons(bench: Bench) -> Verdict | None:
    profile = bench.case.profile
    share = connecting_share(bench.case.workload, profile.db_time_per_s * profile.elapsed_s)
    if share < 0.3 or share < bench.share(*READ_DEMANDS):
        return None
    text = (
        f"Connecting takes {pct(share)} of DB time: keep sessions open (a connection pool) first. "
        f"All reads together are {pct(bench.share(*READ_DEMANDS))}, part of them made by connecting, and {bench.at_most}."
    )
    return say(bench, "sql", "tune-first", text)


def parsing(bench: Bench) -> Verdict | None:
    parse = (bench.case.profile.parse_pct or 0.0) / 100
    reads = bench.share(*READ_DEMANDS)
    if parse < 0.3 or parse < reads:
        return None
    made = ", part of them made by parsing" if reads >= LEAST_NAMED else ""
    text = (
        f"Parsing takes {pct(parse)} of DB time: look at parsing first. All reads together are {pct(reads)}{made}, "
        f"and {bench.at_most}."
    )
    return say(bench, "sql", "tune-first", text)


def other_waits(bench: Bench) -> Verdict | None:
    rows: tuple[tuple[tuple[str, ...], Bottleneck, str], ...] = (
        (("cluster",), "cluster", "blocks sent between instances"),
        (("concurrency", "parsing"), "sql", "latches, hot blocks and shared cursors"),
        (("network",), "mixed", "the network"),
        (("flash-read",), "storage-read", "reads that Smart Flash Cache serves already"),
        (("other", "other-io"), "mixed", ""),
    )
    for kinds, bottleneck, what in rows:
        share = bench.share(*kinds)
        if share >= 0.3 and share > bench.share(*STORAGE_WAITS):
            waited_for = what or _heaviest(bench, *kinds)
            text = f"{pct(share)} of DB time waits for {waited_for}: moving data files will not help, {bench.at_most}."
            return say(bench, bottleneck, "tune-first", text)
    return None


def _heaviest(bench: Bench, *kinds: str) -> str:
    worst = bench.case.profile.events_of(*kinds)[0]
    return f"what no option moves, most of it {worst.event} ({event_facts(worst.event).why})"
