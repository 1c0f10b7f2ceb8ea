"""Rules for a bottleneck that is not storage: idle, locks, CPU, parsing, logons, other waits, time nobody explains."""

from __future__ import annotations

from segtier.advisor.verdict.bench import Bench, computing, say
from segtier.analysis.connecting import connecting_share
from segtier.analysis.figures import cpu_is_known
from segtier.analysis.ruled_out import ruled_out
from segtier.analysis.words import LEAST_NAMED, ms, pct
from segtier.model.demand import DemandName
from segtier.model.profile import READ_DEMANDS, STORAGE_DEMANDS, STORAGE_WAITS, UNNAMED_IO
from segtier.model.verdict import Bottleneck, Cause, Verdict
from segtier.oracle.wait_events import event_facts

IDLE_SESSIONS = 0.05
"""Active on average."""
HARDLY_SESSIONS, HARDLY_REQUESTS_PER_S = 1.0, 50.0
"""Active on average, with so few I/O requests: less than a slow disk gives."""
SICK_DISK_US = 100_000.0
"""Whatever the load, a disk that answers later than that is a finding."""
SHORTEST_S = 60.0
MOST_COUNTED_TWICE = 0.5
"""Of DB time."""
LARGE_PCT = 25.0
"""Off DB time by infinitely fast storage: more is not nothing."""
FULL = 0.9
"""Of the machine's threads, by this database alone."""
UNSEEN = 0.1
"""Of DB time in waits for storage without a name, from which the answer hangs on them."""


def idle(bench: Bench) -> Verdict | None:
    active = bench.case.profile.db_time_per_s
    return _idle(bench, f"{active:.2g} sessions are active on average") if active < IDLE_SESSIONS else None


def hardly_busy(bench: Bench) -> Verdict | None:
    """Less than one session at work that asks for less than a slow disk gives is no load to buy flash for."""
    profile = bench.case.profile
    active, requests = profile.db_time_per_s, profile.requests_per_s
    slow = any((profile.demand(kind).latency_us or 0.0) > SICK_DISK_US for kind in READ_DEMANDS)
    if active >= HARDLY_SESSIONS or requests is None or requests >= HARDLY_REQUESTS_PER_S or slow:
        return None
    return _idle(bench, f"{active:.2g} sessions are active on average, with {requests:.0f} I/O requests a second")


def _idle(bench: Bench, load: str) -> Verdict:
    text = f"The database is idle: {load}, so nothing here says what SSD would do."
    headline = "The database is idle: these reports cannot say what SSD would do."
    return say(bench, "idle", "idle", headline, text)


def too_short(bench: Bench) -> Verdict | None:
    seconds = bench.case.profile.elapsed_s
    if seconds >= SHORTEST_S:
        return None
    text = f"The reports cover {seconds:.0f} seconds, a moment and not a load: give one of a busy hour."
    return say(
        bench, "too-short", "unknown", f"Only {seconds:.0f} seconds are covered: give a report of a busy hour.", text
    )


def contradiction(bench: Bench) -> Verdict | None:
    """CPU pressure counts some time twice, not half as much again."""
    profile = bench.case.profile
    share = profile.double_counted_share
    if share <= MOST_COUNTED_TWICE:
        return None
    text = (
        f"CPU and waits add up to {pct(1 + share)} of DB time: the figures contradict each other, "
        "so no gain can be promised from them."
    )
    return say(bench, "contradiction", "unknown", "The figures contradict each other: no gain can be promised.", text)


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
    return say(bench, "cpu-full", "cpu", f"The CPUs are {pct(busy)} busy: tune what burns CPU first.", text)


def unseen_waits(bench: Bench) -> Verdict | None:
    """Sessions wait for storage, and no input names the waits: neither a yes nor a no can be read from that."""
    share = bench.share(UNNAMED_IO)
    if share < UNSEEN or share < bench.share(*STORAGE_DEMANDS):
        return None
    text = (
        f"Sessions wait for storage in {pct(share)} of DB time, and the inputs do not name those waits: how long one takes, "
        f"and so what SSD would take off, is not known. Of what they name, {bench.at_most}."
    )
    headline = f"{pct(share)} of DB time waits for storage, unnamed: upload an AWR report."
    return say(bench, "unseen-waits", "storage-read", headline, text)


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
            f"solve the locks first and measure again. Storage waits are {pct(storage)} of DB time. {_held_by(bench)}"
        )
    named = "Row locks" if rows else "Locks"
    return say(bench, "locks", "locks", f"{named} take {pct(share)} of DB time: solve them before buying SSD.", text)


def _held_by(bench: Bench) -> str:
    """Whether storage that stands still may be what the locks are held by."""
    commit_us = bench.case.profile.demand("commit").latency_us or 0.0
    if commit_us > SICK_DISK_US:
        return f"A commit takes {ms(commit_us)}, and locks are held until it is done: the storage may be behind them."
    return "Sessions that queue for a lock gain nothing from faster reads."


def unexplained(bench: Bench) -> Verdict | None:
    reads = bench.share(*READ_DEMANDS, "temp-read", "flash-read", "cell-read")
    if bench.unexplained < 0.4 or not cpu_is_known(bench.case.workload):
        return None
    profile, ruled = bench.case.profile, ruled_out(bench.case.workload)
    parse = profile.hard_parse_pct or profile.parse_pct or 0.0
    text = f"{pct(bench.unexplained)} of DB time is in neither CPU nor a wait"
    first: Bottleneck = "unknown"
    if parse >= 5:
        kind = "hard parsing" if profile.hard_parse_pct else "parsing"
        first = "sql"
        text += f" and {kind} takes {pct(parse / 100)}: look at parsing first."
    elif ruled.cpu:
        text += f", and the servers' CPUs are {pct(ruled.host_busy or 0.0)} busy: it may be {ruled.left}."
    else:
        text += ": look for CPU queueing, paging or a hypervisor first."
    text += f" All reads together are {pct(reads)} of DB time, and {bench.at_most}."
    headline = f"{pct(bench.unexplained)} of DB time is unexplained: look there before SSD."
    return say(bench, "unexplained", first, headline, text, next_step=ruled.next_step)


def cpu(bench: Bench) -> Verdict | None:
    share = computing(bench)
    if not share or share < bench.share(*STORAGE_WAITS):
        return None
    small = bench.ceiling.db_time_pct < LARGE_PCT
    so = "so moving data files will not help much" if small else "more than storage"
    text = f"CPU is {pct(share)} of DB time, {so}: {bench.at_most}. Tune the SQL first."
    return say(bench, "cpu", "cpu", f"CPU is {pct(share)} of DB time: tune the SQL before buying SSD.", text)


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
    headline = f"Resource Manager takes {pct(share)} of DB time: SSD will not help."
    return say(bench, "held-back", "cpu", headline, text)


def logons(bench: Bench) -> Verdict | None:
    profile = bench.case.profile
    share = connecting_share(bench.case.workload, profile.db_time_per_s * profile.elapsed_s)
    if share < 0.3 or share < bench.share(*READ_DEMANDS):
        return None
    text = (
        f"Connecting takes {pct(share)} of DB time: keep sessions open (a connection pool) first. "
        f"All reads together are {pct(bench.share(*READ_DEMANDS))}, part of them made by connecting, and {bench.at_most}."
    )
    return say(bench, "logons", "sql", f"Connecting takes {pct(share)} of DB time: keep sessions open first.", text)


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
    return say(bench, "parsing", "sql", f"Parsing takes {pct(parse)} of DB time: look at that before SSD.", text)


def other_waits(bench: Bench) -> Verdict | None:
    rows: tuple[tuple[tuple[DemandName, ...], Cause, Bottleneck, str, str], ...] = (
        (("cluster",), "cluster", "cluster", "blocks sent between instances", "other instances"),
        (
            ("concurrency", "parsing"),
            "concurrency",
            "sql",
            "latches, hot blocks and shared cursors",
            "latches and cursors",
        ),
        (("network",), "network", "mixed", "the network", "the network"),
        (
            ("flash-read",),
            "flash-cache-reads",
            "storage-read",
            "reads that Smart Flash Cache serves already",
            "Smart Flash Cache",
        ),
        (("other", "other-io"), "other-waits", "mixed", "", "other things"),
    )
    for kinds, cause, bottleneck, what, short in rows:
        share = bench.share(*kinds)
        if share >= 0.3 and share > bench.share(*STORAGE_WAITS):
            waited_for = what or _heaviest(bench, *kinds)
            text = f"{pct(share)} of DB time waits for {waited_for}: moving data files will not help, {bench.at_most}."
            headline = f"{pct(share)} of DB time waits for {short}: SSD will not help."
            return say(bench, cause, bottleneck, headline, text)
    return None


def _heaviest(bench: Bench, *kinds: DemandName) -> str:
    worst = bench.case.profile.events_of(*kinds)[0]
    return f"what no option moves, most of it {worst.event} ({event_facts(worst.event).why})"
