"""The forecast of one change: both readings, the ranges, what limits next, and what the range hangs on."""

from __future__ import annotations

import numpy as np

from segtier.forecast import constants as c
from segtier.forecast.calibration import Calibration, calibrate
from segtier.forecast.change import Change
from segtier.forecast.draws import Column, Draws, quantiles
from segtier.forecast.network import Network
from segtier.model.device import StorageToday, Tier
from segtier.model.forecast import Ceiling, Forecast, Range
from segtier.model.profile import Profile
from segtier.model.request import Users
from segtier.units import S_PER_HOUR

_LIMITS = {
    "cpu": "CPU",
    "disks": "the disks that keep the rest of the I/O",
    "flash": "the flash device's own limit",
    "commit": "commits (log file sync)",
    "locks": "locks",
    "cluster": "cluster waits",
    "concurrency": "latches and buffer busy waits",
    "parsing": "parsing",
    "log-stall": "redo log stalls",
    "write-stall": "writes (free buffer waits)",
    "unexplained": "time the report does not explain",
    "direct-read": "large scans",
    "single-block-read": "single-block reads",
    "multi-block-read": "multi-block reads",
    "cell-read": "reads from the storage cells",
    "temp-read": "temp reads",
    "temp-write": "temp writes",
    "network": "the network",
}


_SETTLED = 1e-5
"""Relative error of the operating point found."""


def forecast_change(
    profile: Profile,
    tier: Tier,
    storage: StorageToday | None,
    change: Change,
    draws: int,
    seed: int,
    users: Users | None = None,
) -> Forecast:
    """What `change` does to this workload. An empty change gives ratios of exactly 1."""
    sample = Draws(draws, seed)
    draw_shares(sample, change)
    base = calibrate(profile, tier, storage, sample, users)
    network = Network(base, change)
    one = np.ones(draws)
    before = Network(base, Change()).times(one)
    x = one if change.empty else network.throughput()
    # Where the change cannot carry today's work, the most it carries stands for it.
    same_work = np.where(x > 1 - _SETTLED, 1.0, x)
    after = network.times(same_work)
    response = one if change.empty else network.response(same_work) / profile.db_time_per_s
    limited_by, text = _limit(network, x)
    saved = quantiles((1 - response) * profile.db_time_per_s * S_PER_HOUR)
    used = _used(sample, change)
    return Forecast(
        response_ratio=quantiles(response),
        db_time_saved_s_per_hour=saved,
        throughput_ratio=quantiles(x),
        demand_ratio={
            kind: quantiles(after[kind] / np.mean(before[kind])) for kind in before if np.mean(before[kind]) > 0
        },
        flash_read_s_per_hour=_flash_reads(network, base),
        flash_hit_share=quantiles(network.flash_hits) if change.flash_cache_bytes else None,
        limited_by=limited_by,
        limited_by_text=text,
        assumptions=tuple(sample.assumptions[name] for name in sample.assumptions if name in used),
        dominant_input=None if change.empty else _dominant(sample, response, used),
    )


def same_work_ratio(
    profile: Profile,
    tier: Tier,
    storage: StorageToday | None,
    change: Change,
    draws: int,
    seed: int,
    users: Users | None = None,
) -> float:
    """Median response at today's throughput, relative: what `forecast_change` says of it, without looking further.

    Infinite where the change cannot carry today's work. For choosing among many sizes of one option.
    """
    sample = Draws(draws, seed)
    draw_shares(sample, change)
    network = Network(calibrate(profile, tier, storage, sample, users), change)
    return float(np.median(network.response(np.ones(draws)))) / profile.db_time_per_s


def draw_shares(draws: Draws, change: Change) -> None:
    if change.share_error:
        error = change.share_error
        draws.triangle("segment_share", c.Spread(1 - error, 1.0, 1 + error, "a segment's share of the I/O, relative"))
    if change.reads_extra or change.writes_extra:
        draws.triangle("unseen_share", c.UNSEEN_SHARE)


def _used(draws: Draws, change: Change) -> set[str]:
    """Names of the inputs this change depends on; the others only pad the list."""
    names = {
        "disk_utilisation",
        "seek_reordering",
        "smt_yield",
        "cpu_servers",
        "write_growth",
        "redo_growth",
    }
    moved = bool(change.buffered_reads or change.direct_reads or change.reads_extra)
    if moved or change.flash_cache_bytes:
        names |= {"flash_read_us", "already_fast"}
    if moved or change.writes:
        names |= {"segment_share", "unseen_share", "scan_gain", "stall_gain"}
    if change.flash_cache_bytes:
        names |= {"miss_exponent", "miss_exponent_fitted", "miss_curve_trust", "flash_hit_share"}
    if change.read_factor is not None:
        names.add("read_factor")
    if change.redo:
        names |= {
            "flash_write_us",
            "log_write_us",
            "redo_share_of_sync",
            "commit_post_us",
            "log_writes_most_us",
            "redo_writes_per_sync",
        }
        names |= {"stall_gain"}
    if change.temp:
        names |= {"flash_read_us", "flash_write_us"}
    return names & set(draws.assumptions) if not change.empty else set()


def _dominant(draws: Draws, response: Column, used: set[str]) -> str | None:
    inputs = {name: column for name, column in draws.columns.items() if name in used}
    return Draws(draws.count, draws.seed, columns=inputs).dominant(response)


def _flash_reads(network: Network, base: Calibration) -> Range | None:
    if not network.change.flash_cache_bytes:
        return None
    seconds = base.profile.time_per_s("single-block-read", "multi-block-read") * network.read_growth
    return quantiles(seconds * network.flash_hits * base.flash_read_ratio * S_PER_HOUR * base.scale)


def _limit(network: Network, x: Column) -> tuple[str, str]:
    """The resource that binds at throughput x: a full station, else the largest part of the response."""
    base = network.base
    if base.servers is not None and np.median(x * base.cpu_busy / base.servers) > 0.85:
        return "cpu", _LIMITS["cpu"]
    if np.median(base.utilisation * network.disk_load(x)) > 0.85:
        return "disks", _LIMITS["disks"]
    times = network.times(x)
    largest = max(times, key=lambda kind: float(np.median(times[kind])))
    name = largest.removeprefix("wait:")
    return name, _LIMITS.get(name, name)


def ceiling(profile: Profile, tier: Tier, storage: StorageToday | None, draws: int, seed: int) -> Ceiling:
    """What infinitely fast storage would give: the storage part of DB time gone, CPU still finite.

    Of log file sync only the part that is log writing goes (at most 1.5 log writes a commit, all of it where
    log file parallel write is not reported).
    """
    sample = Draws(draws, seed)
    base = calibrate(profile, tier, storage, sample)
    gone = ("single-block-read", "multi-block-read", "direct-read", "direct-write", "temp-read", "temp-write")
    left = {kind: s for kind, s in base.seconds.items() if kind not in (*gone, "log-stall", "write-stall", "cell-read")}
    sync_us = profile.demand("commit").latency_us
    if sync_us:
        log_us = profile.redo_write_us * c.REDO_WRITES_PER_SYNC.high if profile.redo_write_us else sync_us
        left["commit"] = base.seconds["commit"] * (1 - min(log_us / sync_us, 1.0))
    rest = sum(left.values()) * base.scale
    pct = (1 - rest / profile.db_time_per_s) * 100
    return Ceiling(max(pct, 0.0), _ceiling_throughput(base, rest))


def _ceiling_throughput(base: Calibration, rest_s: float) -> float | None:
    if rest_s <= 0:
        return None
    bound = base.profile.db_time_per_s / rest_s
    if base.servers is not None and base.cpu_busy > 0:
        bound = min(bound, float(np.max(base.servers)) / base.cpu_busy)
    return max(bound, 1.0)
