"""Rules for storage that data files need not leave: engineered, scans, fast already, not to be trusted, or too small a part."""

from __future__ import annotations

from segtier.advisor.today.on_flash_today import data_on_flash
from segtier.advisor.verdict.bench import Bench, computing, largest, say
from segtier.advisor.verdict.move import gain, useful
from segtier.analysis.doubt import doubt_of_reads
from segtier.analysis.ruled_out import ruled_out
from segtier.analysis.words import less, ms, pct
from segtier.forecast.read_latency import read_latency_us, reads_already_fast
from segtier.model.option import SPECS
from segtier.model.profile import STORAGE_DEMANDS, STORAGE_WAITS
from segtier.model.verdict import Verdict
from segtier.oracle.gates import machine

A_TENTH = 0.1
_BESIDE_READS = (("commit", "log-stall"), ("temp-read", "temp-write"), ("direct-read",))
CELLS_SHOW = 0.02
"""Part of DB time in cell reads from which the storage is engineered, whatever the document says of itself."""


def _runs_on(bench: Bench) -> str | None:
    """Engineered storage in words; None on ordinary storage."""
    kind = bench.case.workload.database.engineered
    if kind not in (None, "none"):
        return f"{machine(kind)} storage, whose cells"
    return "storage cells (they are among its waits), which" if bench.share("cell-read") >= CELLS_SHOW else None


def cells_beside(bench: Bench, verdict: Verdict) -> str | None:
    """What an answer about something else says of them."""
    named = _runs_on(bench)
    if named is None or verdict.cause == "engineered":
        return None
    return f"The database runs on {named} have SSD of their own."


def engineered(bench: Bench) -> Verdict | None:
    named, kind = _runs_on(bench), bench.case.workload.database.engineered
    if named is None:
        return None
    storage = bench.case.profile.events_of(*STORAGE_DEMANDS)
    heaviest = (
        f", most of it {storage[0].event} ({pct(bench.case.profile.share_of(storage[0]))} at {ms(storage[0].avg_wait_us)})"
        if storage
        else ""
    )
    text = (
        f"Storage waits are {pct(bench.share(*STORAGE_DEMANDS))} of DB time{heaviest}. The database runs on {named} have SSD "
        "of their own: moving data files will not help."
    )
    owner = f"{machine(kind)}'s" if kind not in (None, "none") else "The storage"
    headline = f"{owner} cells have SSD of their own: moving data files will not help."
    return say(bench, "engineered", largest(bench), headline, text)


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
    headline = f"{pct(bench.unexplained)} of DB time is unexplained: no gain can be promised."
    step = ruled_out(bench.case.workload).next_step
    return say(bench, "scans-unexplained", "storage-read", headline, text, next_step=step)


def _reads_decide(bench: Bench) -> float:
    """Buffered reads as a part of DB time where the answer about storage is an answer about them, else 0.

    It is not where another part of storage weighs more, or where redo or temp on flash takes a tenth off DB time.
    """
    reads = bench.share("single-block-read", "multi-block-read")
    heavier = any(bench.share(*kinds) > reads for kinds in _BESIDE_READS)
    elsewhere = any(SPECS[o.option].beside_data and gain(o) >= A_TENTH for o in useful(bench))
    return 0.0 if reads < 0.15 or heavier or elsewhere else reads


def _measured_faster(bench: Bench) -> bool:
    """Somebody measured the flash, and even the high end of that is below what a read takes today."""
    tier, today_us = bench.case.request.tier, read_latency_us(bench.case.profile)
    return tier.is_measured("read_us") and today_us is not None and tier.read_us_high < today_us


def reads_fast(bench: Bench) -> Verdict | None:
    reads = _reads_decide(bench)
    if not reads or not reads_already_fast(bench.case.profile) or _measured_faster(bench):
        return None
    latency, cpu = bench.case.profile.demand("single-block-read").latency_us, computing(bench)
    if cpu > reads:
        text = (
            f"CPU is {pct(cpu)} of DB time: tune the SQL first. Reads are {pct(reads)} and take {ms(latency)} already, as from "
            "SSD or an array cache: another SSD promises nothing for them."
        )
        return say(bench, "cpu", "cpu", f"CPU is {pct(cpu)} of DB time: tune the SQL before buying SSD.", text)
    text = (
        f"Reads take {ms(latency)} already, so they come from SSD or an array cache: they are {pct(reads)} of DB time, "
        "but another SSD promises nothing for them."
    )
    headline = f"Reads take {ms(latency)} already: another SSD promises nothing for them."
    return say(bench, "fast-reads", "storage-read", headline, text)


def on_flash(bench: Bench) -> Verdict | None:
    """Somebody said the data is on flash: slow reads there are no reason for more of it."""
    reads = _reads_decide(bench)
    if not reads or not data_on_flash(bench.case):
        return None
    latency = bench.case.profile.demand("single-block-read").latency_us
    text = (
        f"The data is on SSD today, as stated, and a read takes {ms(latency)} all the same: look at the path to it, at CPU "
        "queues and at what else uses the device first."
    )
    headline = f"The data is on SSD, and reads take {ms(latency)}: look at the path."
    return say(bench, "on-flash", "storage-read", headline, text)


def doubtful_reads(bench: Bench) -> Verdict | None:
    """No promise from an average that says nothing about a device."""
    reads, doubt = _reads_decide(bench), doubt_of_reads(bench.case.profile)
    if not reads or doubt is None:
        return None
    text = f"{doubt} Such reads are {pct(reads)} of DB time; no gain can be promised for them from this report."
    headline = f"Reads are {pct(reads)} of DB time, and their average says nothing."
    return say(bench, "doubtful-reads", "storage-read", headline, text)


def scans(bench: Bench) -> Verdict | None:
    """Where large scans are most of the storage time: bandwidth, and the statements behind them."""
    share = bench.share("direct-read")
    if share < 0.25 or share < 0.5 * bench.share(*STORAGE_WAITS):
        return None
    profile = bench.case.profile
    flow = profile.direct_read_bytes_per_s
    rate = f" at {flow / 1e6:,.0f} MB/s" if flow else ""
    ratio = bench.option("all").response_ratio
    may = f" All data on SSD: DB time {less(ratio)}, and that hangs on the bandwidth of the SSD." if ratio else ""
    text = (
        f"Direct path reads take {pct(share)} of DB time ({ms(profile.demand('direct-read').latency_us)} a wait{rate}): "
        f"large scans, where bandwidth counts and not latency. Look at the statements behind them first.{may}"
    )
    headline = f"Large scans take {pct(share)} of DB time: look at their statements first."
    return say(bench, "scans", "storage-read", headline, text)


def storage_is_small(bench: Bench) -> Verdict | None:
    share = bench.share(*STORAGE_WAITS)
    if share >= 0.10:
        return None
    text = (
        f"Storage is not the bottleneck: all storage waits together are {pct(share)} of DB time, "
        f"and {bench.at_most}. Leave the data where it is."
    )
    headline = f"Storage waits are {pct(share)} of DB time: leave the data where it is."
    return say(bench, "small", largest(bench), headline, text)
