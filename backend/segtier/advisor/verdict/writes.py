"""Rules for the write side: stalls behind the log writer or the database writer, and commits that no redo device shortens."""

from __future__ import annotations

from segtier.advisor.verdict.bench import Bench, say
from segtier.analysis.redo import standby_event
from segtier.analysis.words import less, ms, pct
from segtier.forecast.read_latency import reads_already_fast
from segtier.model.option import OptionName
from segtier.model.profile import READ_DEMANDS, STORAGE_WAITS
from segtier.model.verdict import Verdict
from segtier.oracle.wait_events import event_facts

MOSTLY_NOT_THE_WRITE = 0.4
"""Of log file sync: below it the log write itself is the smaller part."""


def write_side(bench: Bench) -> Verdict | None:
    stalls = bench.share("log-stall", "write-stall")
    if stalls < 0.2 or not (reads_already_fast(bench.case.profile) or stalls > bench.share(*READ_DEMANDS)):
        return None
    facts = bench.case.facts
    worst = facts.profile.events_of("log-stall", "write-stall")[:2]
    named = " and ".join(f"{row.event} {pct(facts.profile.share_of(row))}" for row in worst)
    reads = bench.case.profile.demand("single-block-read").latency_us
    already = (
        f"reads take {ms(reads)} already, so moving data files will not help"
        if reads_already_fast(bench.case.profile)
        else f"reads are only {pct(bench.share(*READ_DEMANDS))}"
    )
    first, option = _cure(bench, worst[0].event)
    text = f"The write side is the bottleneck ({named} of DB time); {already}. {first}"
    headline = f"Writes hold sessions up for {pct(stalls)} of DB time: look at those first."
    return say(bench, "write-stalls", "storage-write", headline, text, option=option)


def _cure(bench: Bench, event: str) -> tuple[str, OptionName]:
    """What comes first against the heaviest stall, and the option it points at."""
    if event_facts(event).demand == "log-stall":
        return _log_cure(bench, event)
    ratio = bench.option("all").response_ratio
    may = f" All data on SSD may gain (DB time {less(ratio)}), and it is not proved by this report." if ratio else ""
    if "flash cache" in event:
        return (
            "DBWR does not fill the Smart Flash Cache fast enough: a smaller one, none, or a device that writes faster "
            "comes first.",
            "none",
        )
    if "checkpoint" in event:
        return (
            f"More and larger redo logs come first: they give the checkpoint time; faster redo does not.{may}",
            "none",
        )
    return f"Look at asynchronous I/O and the number of DBWR processes first.{may}", "none"


def _log_cure(bench: Bench, event: str) -> tuple[str, OptionName]:
    ratio, write_us = bench.option("redo").response_ratio, bench.case.profile.redo_write_us
    standby = standby_event(bench.case.workload)
    if standby is not None:
        return (
            f"The log writer waits for a standby ({standby.event}): look at the link and the standby's disks first.",
            "none",
        )
    if write_us is not None and ratio and ratio.high > 1:
        fast = f"A log write takes only {ms(write_us)}: look at the log buffer, the size of the redo logs and bursts first."
        return fast, "none"
    first = ""
    if event.startswith("log file switch"):
        first = "Larger redo logs come first: they are switched less often."
    elif not bench.option("redo").worth_it:
        first = "Look at the log buffer, the size of the redo logs and bursts first."
    if ratio is None or not bench.option("redo").worth_it:
        return first, "none"
    may = (
        f"Redo on its own SSD is the option that may gain (DB time {less(ratio)}), and it is not proved by this report."
    )
    return f"{first} {may}".strip(), "redo"


def commits_elsewhere(bench: Bench) -> Verdict | None:
    """Commits are the largest part of storage time, and the redo device is not what they wait for."""
    share, profile = bench.share("commit"), bench.case.profile
    if share < 0.25 or share < 0.5 * bench.share(*STORAGE_WAITS) or bench.option("redo").worth_it:
        return None
    sync_us, write_us = profile.demand("commit").latency_us, profile.redo_write_us
    standby = standby_event(bench.case.workload)
    ratio = bench.option("redo").response_ratio
    gain = f" Redo logs on SSD: DB time {less(ratio)}." if ratio else ""
    if standby is not None:
        why = (
            f"a standby confirms each log write ({standby.event}, {ms(profile.redo_remote_us)} a log write). "
            "Look at the link and the standby's redo disks first."
        )
    elif write_us is not None and sync_us and write_us < MOSTLY_NOT_THE_WRITE * sync_us:
        why = (
            f"the log write itself takes only {ms(write_us)}. The rest is the log writer's wait for a CPU and the posting "
            "of sessions: look at CPU load and at programs that commit every row first."
        )
    elif write_us is not None:
        # Large log writes of others may take longer than any commit waits.
        own = min(write_us, sync_us or write_us)
        why = f"the log write in it takes {ms(own)} at most. Look at programs that commit every row first."
    else:
        why = "the report does not show the log write itself (log file parallel write). Find it before you buy."
    text = f"log file sync takes {pct(share)} of DB time at {ms(sync_us)} a commit, but {why}{gain}"
    headline = f"Commits take {pct(share)} of DB time, and not for the redo disk."
    return say(bench, "commits-elsewhere", "commit", headline, text)
