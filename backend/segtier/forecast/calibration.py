"""Today's system in numbers the network can use: demands in seconds, rates, ratios of flash to today's latencies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from segtier.forecast import constants as c
from segtier.forecast.draws import Column, Draws
from segtier.forecast.stations import (
    group_holding,
    pressure_today,
    request_weight,
    transfer_us,
    writes_per_logical_write,
)
from segtier.model.device import StorageGroup, StorageToday, Tier
from segtier.model.profile import ALREADY_FAST_US, Profile
from segtier.model.request import Users

_STORED = (
    "single-block-read",
    "multi-block-read",
    "direct-read",
    "direct-write",
    "temp-read",
    "temp-write",
    "commit",
    "log-stall",
    "write-stall",
)


@dataclass(slots=True)
class Calibration:
    """Columns have one entry per draw. `seconds` are per second of today's work, by demand."""

    profile: Profile
    tier: Tier
    draws: Draws
    seconds: dict[str, float]
    scale: float
    """DB time over the sum of its parts where the parts exceed it (double counting), else 1."""
    buffered_rate: float
    direct_rate: float
    write_rate: float
    redo_rate: float
    temp_rate: float
    direct_weight: float
    """Disk time of one scan request relative to one block's."""
    direct_bytes: float
    copies: int
    redo_shares_disks: bool
    think_s: float
    """Think time per unit of work: with `response` it makes up the users (N = x (think + response))."""
    seen: float
    """Part of the others' work an arriving request meets (stations.py)."""
    utilisation: Column
    disk_s: Column
    """Service time of one block on today's disks."""
    reordering: Column
    write_growth: Column
    redo_growth: Column
    stall_gain: Column
    scan_gain: Column
    flash_read_ratio: Column
    flash_scan_ratio: Column
    direct_write_gain: Column
    temp_ratio: dict[str, Column]
    commit_ratio: Column
    commit_written: Column
    """Part of log file sync that is the log write."""
    log_stall_ratio: Column
    model_error: Column
    servers: Column | None
    cpu_busy: float


def calibrate(
    profile: Profile, tier: Tier, storage: StorageToday | None, draws: Draws, users: Users | None = None
) -> Calibration:
    """The calibration of one profile against one tier. Every uncertain input is drawn here, once.

    Without `users` the average active sessions are the users, and they do not think.
    """
    read_us = draws.triangle(
        "flash_read_us", c.Spread(tier.read_us_low, tier.read_us, tier.read_us_high, tier.source), "µs"
    )
    write_us = draws.triangle(
        "flash_write_us", c.Spread(tier.write_us_low, tier.write_us, tier.write_us_high, tier.source), "µs"
    )
    group = group_holding(storage, "data")
    copies = writes_per_logical_write(group)
    rates = _rates(profile)
    shares_disks = group is not None and "redo" in group.holds and not group.inferred
    present = users.count if users else profile.db_time_per_s
    seen = max(present - 1, 0.0) / present if present > 0 else 0.0
    cpu_busy = profile.cpu_per_s + (profile.background_cpu_per_s or 0.0)
    servers = _servers(profile, cpu_busy, draws)
    idle = servers is None or bool(np.mean(cpu_busy / servers) < c.BUSY_CPU)
    commit = _redo_ratios(profile, tier, write_us, idle, draws)
    direct_weight = _direct_weight(profile, rates["direct"])
    waited = rates["buffered"] + rates["direct"] * direct_weight + rates["temp"]
    unwaited = (rates["write"] + (rates["redo"] if shares_disks else 0.0)) * copies
    scan_gain = draws.triangle("scan_gain", c.SCAN_GAIN)
    known = {kind: profile.demand(kind).time_per_s for kind in _STORED}
    other = {d.kind: d.time_per_s for d in profile.demands if d.kind not in known}
    utilisation = _utilisation(profile, group, waited, unwaited, seen, draws)
    return Calibration(
        profile=profile,
        tier=tier,
        draws=draws,
        seconds={"cpu": profile.cpu_per_s, **known, **_waited(other), "unexplained": profile.unexplained_per_s},
        scale=profile.db_time_per_s / (profile.db_time_per_s + profile.double_counted_per_s),
        buffered_rate=rates["buffered"],
        direct_rate=rates["direct"],
        write_rate=rates["write"],
        redo_rate=rates["redo"],
        temp_rate=rates["temp"],
        direct_weight=direct_weight,
        direct_bytes=profile.direct_read_bytes_per_s or 0.0,
        copies=copies,
        redo_shares_disks=shares_disks,
        think_s=max(present - profile.db_time_per_s, 0.0),
        seen=seen,
        utilisation=utilisation,
        disk_s=(read_latency_us(profile) or 0.0) / 1e6 * (1 - utilisation),
        reordering=_reordering(profile, group, draws),
        write_growth=draws.triangle("write_growth", c.WRITE_GROWTH),
        redo_growth=draws.triangle("redo_growth", _redo_growth(profile)),
        stall_gain=draws.triangle("stall_gain", c.STALL_GAIN),
        scan_gain=scan_gain,
        flash_read_ratio=_flash_read_ratio(profile, tier, read_us, draws),
        flash_scan_ratio=_flash_scan_ratio(profile, tier, read_us, draws),
        direct_write_gain=scan_gain * (1 - _flash_ratio(profile.demand("direct-write").latency_us, write_us)),
        temp_ratio={
            "temp-read": _temp_ratio(profile.demand("temp-read").latency_us, read_us, tier.read_bytes_per_s),
            "temp-write": _temp_ratio(profile.demand("temp-write").latency_us, write_us, tier.write_bytes_per_s),
        },
        commit_ratio=commit.ratio,
        commit_written=commit.written,
        log_stall_ratio=commit.stall_ratio,
        model_error=draws.triangle("model_error", c.MODEL_ERROR),
        servers=servers,
        cpu_busy=cpu_busy,
    )


def _waited(other: dict[str, float]) -> dict[str, float]:
    """Demands no option shortens; waits for CPU time that resource management holds back stay as they are."""
    return {f"wait:{kind}" if kind == "cpu" else kind: seconds for kind, seconds in other.items()}


def _rates(profile: Profile) -> dict[str, float]:
    reads = profile.time_per_s("single-block-read", "multi-block-read")
    waits = profile.demand("single-block-read").waits_per_s + profile.demand("multi-block-read").waits_per_s
    buffered = profile.buffered_read_requests_per_s
    return {
        # Without instance statistics the waits are the requests: each buffered read is waited for.
        "buffered": buffered if buffered else (waits if reads else 0.0),
        "direct": profile.direct_read_requests_per_s or profile.demand("direct-read").waits_per_s,
        "write": profile.data_write_requests_per_s or 0.0,
        "redo": profile.redo_writes_per_s or 0.0,
        "temp": (profile.temp_read_requests_per_s or 0.0) + (profile.temp_write_requests_per_s or 0.0),
    }


def read_latency_us(profile: Profile) -> float | None:
    """Mean wait of buffered reads, single- and multi-block, weighted by waits."""
    waits = profile.demand("single-block-read").waits_per_s + profile.demand("multi-block-read").waits_per_s
    seconds = profile.time_per_s("single-block-read", "multi-block-read")
    return seconds / waits * 1e6 if waits > 0 else None


def reads_already_fast(profile: Profile) -> bool:
    latency = profile.demand("single-block-read").latency_us or read_latency_us(profile)
    return latency is not None and latency < ALREADY_FAST_US


def _direct_weight(profile: Profile, direct_rate: float) -> float:
    size = (profile.direct_read_bytes_per_s or 0.0) / direct_rate if direct_rate else 0.0
    return request_weight(max(size, profile.block_size_bytes), profile.block_size_bytes)


def _on_flash_today(profile: Profile, group: StorageGroup | None) -> bool:
    return bool(group and group.media in ("flash", "cached-array")) or reads_already_fast(profile)


def _reordering(profile: Profile, group: StorageGroup | None, draws: Draws) -> Column:
    if _on_flash_today(profile, group):
        return np.zeros(draws.count)
    return draws.triangle("seek_reordering", c.SEEK_REORDERING)


def _utilisation(
    profile: Profile, group: StorageGroup | None, waited: float, unwaited: float, seen: float, draws: Draws
) -> Column:
    """What an arriving request sees of the disks' work today: from spindles and latency, else drawn."""
    latency = read_latency_us(profile) or profile.demand("direct-read").latency_us
    if group and group.spindles and latency:
        value = pressure_today(waited, unwaited, latency, group.spindles, seen)
        source = f"{group.spindles} spindles at {waited + unwaited:.0f} requests/s, {latency / 1000:.1f} ms"
        return draws.known("disk_utilisation", min(value, 0.999), "", source)
    fast = _on_flash_today(profile, group)
    return draws.triangle("disk_utilisation", c.FLASH_UTILISATION if fast else c.DISK_UTILISATION)


def _flash_ratio(today_us: float | None, flash_us: Column) -> Column:
    if not today_us:
        return np.ones_like(flash_us)
    ratio = flash_us / today_us
    return np.minimum(ratio, 3.0)


def _flash_read_ratio(profile: Profile, tier: Tier, read_us: Column, draws: Draws) -> Column:
    today = read_latency_us(profile)
    if today is None:
        return np.ones(draws.count)
    if reads_already_fast(profile):
        return draws.triangle("already_fast", c.ALREADY_FAST)
    requests = profile.buffered_read_requests_per_s
    bytes_per_request = float(profile.block_size_bytes)
    if requests and profile.data_read_bytes_per_s:
        buffered = profile.data_read_bytes_per_s - (profile.direct_read_bytes_per_s or 0.0)
        bytes_per_request = max(buffered / requests, bytes_per_request)
    return _flash_ratio(today, read_us + transfer_us(bytes_per_request, tier.read_bytes_per_s))


def _flash_scan_ratio(profile: Profile, tier: Tier, read_us: Column, draws: Draws) -> Column:
    demand = profile.demand("direct-read")
    if demand.latency_us is None:
        return np.ones(draws.count)
    requests = profile.direct_read_requests_per_s or demand.waits_per_s
    size = (profile.direct_read_bytes_per_s or 0.0) / requests if requests else 0.0
    return np.minimum(_flash_ratio(demand.latency_us, read_us + transfer_us(size, tier.read_bytes_per_s)), 1.5)


def _temp_ratio(today_us: float | None, device_us: Column, bytes_per_s: float) -> Column:
    return _flash_ratio(today_us, device_us + transfer_us(c.TEMP_REQUEST_BYTES, bytes_per_s))


def _redo_growth(profile: Profile) -> c.Spread:
    """Log writes against throughput, by how busy the log writer is; sessions in log file sync keep it busy."""
    if profile.redo_write_us and profile.redo_writes_per_s:
        busy = profile.redo_writes_per_s * profile.redo_write_us / 1e6
    else:
        busy = profile.demand("commit").time_per_s
    expected = 1 - min(busy, 1.0)
    error = c.REDO_GROWTH_ERROR
    return c.Spread(max(expected - error, 0.0), expected, min(expected + error, 1.0), c.REDO_GROWTH_SOURCE)


class _Commit(NamedTuple):
    ratio: Column
    """log file sync with the redo logs on flash, relative to today's."""
    stall_ratio: Column
    written: Column


def _redo_ratios(profile: Profile, tier: Tier, write_us: Column, idle: bool, draws: Draws) -> _Commit:
    """log file sync = posting and CPU + k log writes; k log writes are at most all of it."""
    sync_us = profile.demand("commit").latency_us
    writes = draws.triangle("redo_writes_per_sync", c.REDO_WRITES_PER_SYNC)
    if profile.redo_write_us:
        today = draws.known("log_write_us", profile.redo_write_us, "µs", "log file parallel write")
        waited = np.minimum(writes * today, sync_us or np.inf)
    else:
        waited = _unseen_log_write(sync_us or 0.0, idle, draws)
        today = waited / writes
    # A log write carries more than one block: the transfer stays with the bytes.
    size = (profile.redo_bytes_per_s or 0.0) / profile.redo_writes_per_s if profile.redo_writes_per_s else 0.0
    flash = write_us + transfer_us(size, tier.write_bytes_per_s)
    slower = np.where(today > 0, flash / np.maximum(today, 1e-9), 1.0)
    stall_ratio = 1 - draws.triangle("stall_gain", c.STALL_GAIN) * np.clip(1 - slower, -1.0, 1.0)
    if not sync_us:
        return _Commit(np.ones(draws.count), stall_ratio, np.zeros(draws.count))
    written = waited / sync_us
    return _Commit(1 + written * (slower - 1), stall_ratio, written)


def _unseen_log_write(sync_us: float, idle: bool, draws: Draws) -> Column:
    """The log writing part of log file sync where no report gives the log write itself: missing data promises less."""
    most = draws.triangle("log_writes_most_us", c.LOG_WRITES_MOST_US, "µs")
    if idle:
        rest = np.maximum(sync_us - draws.triangle("commit_post_us", c.COMMIT_POST_US, "µs"), 0.0)
        return np.minimum(rest, most)
    return np.minimum(sync_us * draws.triangle("redo_share_of_sync", c.REDO_SHARE_BUSY), most)


def _servers(profile: Profile, cpu_busy: float, draws: Draws) -> Column | None:
    """CPUs' worth of work the machine does at once; never less than it was seen to do."""
    if not profile.cores:
        return None
    threads = max((profile.threads or profile.cores) - profile.cores, 0.0)
    least = cpu_busy / c.HIGHEST_UTILISATION
    if not threads:
        return np.maximum(draws.known("cpu_servers", profile.cores, "CPUs", "report header"), least)
    # AIX and SPARC report many threads a core; each further thread adds a share of what the second one does.
    gained: Column = min(threads, profile.cores) * draws.triangle("smt_yield", c.SMT_YIELD)
    return np.maximum(profile.cores + gained, least)
