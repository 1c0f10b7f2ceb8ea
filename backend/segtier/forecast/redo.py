"""Commits: how much of log file sync is the log write, and what both take with the redo logs on flash."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from segtier.forecast import constants as c
from segtier.forecast.draws import Column, Draws
from segtier.forecast.flash_ratios import OnFlash
from segtier.forecast.stations import transfer_us
from segtier.model.profile import ALREADY_FAST_US, Profile


class Redo(NamedTuple):
    """Relative to today's."""

    commit_ratio: Column
    """log file sync with the redo logs on flash."""
    commit_written: Column
    """Part of log file sync that is the local log write: what a standby takes as well is not in it."""
    stall_ratio: Column
    """Waits for log switches with the redo logs on flash."""


def redo_on_flash(profile: Profile, flash: OnFlash, idle: bool, draws: Draws) -> Redo:
    """log file sync = posting and CPU + k log writes; k log writes are at most all of it. `idle`: CPUs are to spare.

    A log write takes as long as the local disk or the standby, whichever is slower.
    """
    sync_us = profile.demand("commit").latency_us
    writes = draws.triangle("redo_writes_per_sync", c.REDO_WRITES_PER_SYNC)
    if profile.redo_write_us:
        today = draws.known("log_write_us", profile.redo_write_us, "µs", "log file parallel write")
    else:
        today = _unseen_log_write(sync_us or 0.0, idle, draws) / writes
    # A log write carries more than one block: the transfer stays with the bytes.
    size = (profile.redo_bytes_per_s or 0.0) / profile.redo_writes_per_s if profile.redo_writes_per_s else 0.0
    device = flash.write_us + transfer_us(size, flash.write_bytes_per_s)
    standby = _standby_us(profile, draws)
    stalls = draws.triangle("stall_gain", c.STALL_GAIN)
    limit_us = _fast_limit_us(profile.redo_write_us, draws)
    before, after = _slower_of_both(today, standby, _not_by_data_sheet(today, device, limit_us, draws))
    stall_ratio = 1 - stalls * np.clip(1 - np.where(before > 0, after / np.maximum(before, 1e-9), 1.0), -1.0, 1.0)
    if not sync_us:
        return Redo(np.ones(draws.count), np.zeros(draws.count), stall_ratio)
    # Large log writes nobody commits with raise the average: a commit's own take no longer than the commit.
    most = sync_us / writes
    standby = np.minimum(standby, most)
    today = np.minimum(today, most)
    before, after = _slower_of_both(today, standby, _not_by_data_sheet(today, device, limit_us, draws))
    return Redo(1 + writes * (after - before) / sync_us, writes * (before - standby) / sync_us, stall_ratio)


def _slower_of_both(today: Column, standby: float | Column, flash: Column) -> tuple[Column, Column]:
    """A log write today and on flash: a standby is written beside the local disk, and the log writer waits for both."""
    return np.maximum(today, standby), np.maximum(flash, standby)


def _fast_limit_us(measured_us: float | None, draws: Draws) -> float | Column:
    if not measured_us or not ALREADY_FAST_US <= measured_us < c.FAST_LIMIT_US.high:
        return ALREADY_FAST_US
    return draws.triangle("fast_limit_us", c.FAST_LIMIT_US, "µs")


def _not_by_data_sheet(today: Column, flash_us: Column, limit_us: float | Column, draws: Draws) -> Column:
    """Log writes below 1 ms come from flash or a write cache: today's time is the measure then, not the device's.

    So may those a little above it, where the report has them.
    """
    fast = (today > 0) & (today < limit_us)
    if not np.any(fast):
        return flash_us
    return np.where(fast, today * draws.triangle("already_fast_write", c.ALREADY_FAST_WRITE), flash_us)


def _standby_us(profile: Profile, draws: Draws) -> float | Column:
    if not profile.redo_remote_us:
        return 0.0
    return draws.known("standby_us", profile.redo_remote_us, "µs", "wait for the standby, for each log write")


def _unseen_log_write(sync_us: float, idle: bool, draws: Draws) -> Column:
    """The log writing part of log file sync where no report gives the log write itself: missing data promises less."""
    most = draws.triangle("log_writes_most_us", c.LOG_WRITES_MOST_US, "µs")
    if idle:
        rest = np.maximum(sync_us - draws.triangle("commit_post_us", c.COMMIT_POST_US, "µs"), 0.0)
        return np.minimum(rest, most)
    return np.minimum(sync_us * draws.triangle("redo_share_of_sync", c.REDO_SHARE_BUSY), most)


def redo_growth(profile: Profile, draws: Draws) -> Column:
    """Log writes against throughput, by how busy the log writer is; sessions in log file sync keep it busy."""
    if profile.redo_write_us and profile.redo_writes_per_s:
        busy = profile.redo_writes_per_s * profile.redo_write_us / 1e6
    else:
        busy = profile.demand("commit").time_per_s
    expected = 1 - min(busy, 1.0)
    error = c.REDO_GROWTH_ERROR
    spread = c.Spread(max(expected - error, 0.0), expected, min(expected + error, 1.0), c.REDO_GROWTH_SOURCE)
    return draws.triangle("redo_growth", spread)
