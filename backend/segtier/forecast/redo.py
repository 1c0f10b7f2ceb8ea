"""Commits: how much of log file sync is the log write, and what both take with the redo logs on flash."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from segtier.forecast import constants as c
from segtier.forecast.draws import Column, Draws
from segtier.forecast.flash_ratios import OnFlash, unknown_ratio
from segtier.forecast.stations import transfer_us
from segtier.model.profile import ALREADY_FAST_US, Profile


class Commit(NamedTuple):
    """log file sync, relative to today's."""

    ratio: Column
    """With the redo logs on flash."""
    written: Column
    """The part that is the local log write: what a standby takes as well is not in it."""


class Redo(NamedTuple):
    commit: Commit
    commit_at_best: Commit | None
    """If all of it is the log write; None if the inputs tell which part is."""
    stall_ratio: Column
    """Waits for log switches with the redo logs on flash, relative to today's."""
    least_stall_ratio: Column | None
    """The same if the log is all that is slow; None where the inputs tell how long a log write takes."""


def redo_on_flash(profile: Profile, flash: OnFlash, idle: bool, draws: Draws) -> Redo:
    """log file sync = posting and CPU + k log writes; k log writes are at most all of it. `idle`: CPUs are to spare.

    k is that of `writes_waited_for`.

    A log write takes as long as the local disk or the standby, whichever is slower.
    """
    sync_us = profile.demand("commit").latency_us
    writes = _writes_per_sync(profile, sync_us, draws)
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
    unknown = unknown_ratio(profile, ("log-stall",), draws)
    written = np.where(before > 0, after / np.maximum(before, 1e-9), unknown) if profile.redo_write_us else unknown
    stall_ratio = 1 - stalls * np.clip(1 - written, -1.0, 1.0)
    least_stall = None if profile.redo_write_us or not profile.may_take_time("log-stall") else np.zeros(draws.count)
    if not sync_us:
        return Redo(*_of_unknown_length(profile, draws), stall_ratio, least_stall)
    # Large log writes nobody commits with raise the average: a commit's own take no longer than the commit.
    most = sync_us / writes
    standby = np.minimum(standby, most)
    today = np.minimum(today, most)
    before, after = _slower_of_both(today, standby, _not_by_data_sheet(today, device, limit_us, draws))
    commit = Commit(1 + writes * (after - before) / sync_us, writes * (before - standby) / sync_us)
    best = Commit(np.minimum(np.maximum(device, standby) / most, 1.0), 1 - standby / most)
    return Redo(commit, best if profile.log_writer_busy is None else None, stall_ratio, least_stall)


def _of_unknown_length(profile: Profile, draws: Draws) -> tuple[Commit, Commit | None]:
    """Nobody knows how long a commit takes, only that commits are waited for."""
    if not profile.may_take_time("commit"):
        return Commit(np.ones(draws.count), np.zeros(draws.count)), None
    written = draws.triangle("redo_share_of_sync", c.REDO_SHARE_BUSY)
    ratio = 1 - written * (1 - unknown_ratio(profile, ("commit",), draws))
    return Commit(ratio, written), Commit(np.zeros(draws.count), np.ones(draws.count))


def writes_waited_for(profile: Profile, sync_us: float, writes: Column, writing: Column, met: float | Column) -> Column:
    """Log writes one commit waits for: `writes` beside a log writer with time to spare, more where commits queue for it.

    The response of a queue with one server is its service over 1 - busy (M/M/1; M/G/1 grows alike, Pollaczek and
    Khinchine), here relative to a log writer busy for LOG_WRITER_QUEUE_FROM of the time. Group commit would end the queue
    after two average writes; a commit that waits longer met the long ones, or waited for something else: `met` is the part of
    that which was long writes, 0 to 1. `writing`: all of them take no more than this part of log file sync, for in the rest the
    log writer does not write. Full CPUs keep a log writer as busy as a slow disk
    does: the fewer are to spare, the less is put down to the queue.
    """
    busy = profile.log_writer_busy
    if busy is None or not profile.redo_write_us or busy <= c.LOG_WRITER_QUEUE_FROM:
        return writes
    queued = writes * (1 - c.LOG_WRITER_QUEUE_FROM) / max(1 - busy, 1e-6)
    most = writing * sync_us / profile.redo_write_us
    more = np.maximum(np.minimum(queued, most) + met * np.maximum(most - queued, 0.0) - writes, 0.0)
    spare = (1 - (profile.cpu_busy or 0.0)) / (1 - c.BUSY_CPU)
    return writes + more * min(max(spare, 0.0), 1.0)


def part_writing(profile: Profile) -> c.Spread:
    """The part of a queueing commit's wait in which the log writer writes: at a random moment, as much as it is busy."""
    busy, error = profile.log_writer_busy or 0.0, c.LOG_WRITER_BUSY_ERROR
    return c.Spread(max(busy - error, 0.0), busy, min(busy + error, 1.0), c.LOG_WRITER_BUSY_SOURCE)


def _writes_per_sync(profile: Profile, sync_us: float | None, draws: Draws) -> Column:
    writes = draws.triangle("redo_writes_per_sync", c.REDO_WRITES_PER_SYNC)
    if not sync_us or (profile.log_writer_busy or 0.0) <= c.LOG_WRITER_QUEUE_FROM:
        return writes
    writing = draws.triangle("log_writer_writes", part_writing(profile))
    met = draws.uniform("long_writes_met", c.LONG_WRITES_MET)
    return writes_waited_for(profile, sync_us, writes, writing, met)


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


def log_write_met(profile: Profile, draws: Draws) -> Column | None:
    """Part of a log write that a commit waits for when it finds one under way; None where nobody knows how often it does."""
    if profile.log_writer_busy is None or not profile.may_take_time("commit"):
        return None
    return draws.triangle("log_write_met", c.LOG_WRITE_MET)


def redo_growth(profile: Profile, draws: Draws) -> Column:
    """Log writes against throughput, by how busy the log writer is; sessions in log file sync keep it busy."""
    busy = profile.log_writer_busy
    expected = 1 - min(profile.demand("commit").time_per_s if busy is None else busy, 1.0)
    error = c.REDO_GROWTH_ERROR
    spread = c.Spread(max(expected - error, 0.0), expected, min(expected + error, 1.0), c.REDO_GROWTH_SOURCE)
    return draws.triangle("redo_growth", spread)
