"""The closed network: how long one second's worth of today's work takes after a change, at any throughput."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from segtier.forecast.calibration import Calibration
from segtier.forecast.change import Change
from segtier.forecast.constants import FULL_DISKS, MODEL_ERROR_FULL, WRITES_UNDER_WAY
from segtier.forecast.draws import Column
from segtier.forecast.flash_cache import hit_share
from segtier.forecast.root import falling_root
from segtier.forecast.stations import disk_stretch, flash_stretch, wait_factor, waiting_part
from segtier.model.profile import STORAGE_DEMANDS


class Network:
    """A profile, calibrated, with one change applied. Throughput x is relative: 1 is today's.

    `seen` is for the users after the change; today's where nobody says how many there will be.
    """

    def __init__(self, base: Calibration, change: Change, seen: float | Column | None = None) -> None:
        self.base = base
        self.change = change
        self.seen: float | Column = base.seen if seen is None else seen
        draws = base.draws
        error = draws.columns.get("segment_share", np.ones(draws.count))
        unseen = draws.columns.get("unseen_share", np.zeros(draws.count))
        self.reads_moved: Column = np.clip(change.buffered_reads * error + change.reads_extra * unseen, 0, 1)
        self.direct_moved: Column = np.clip(change.direct_reads * error + change.reads_extra * unseen, 0, 1)
        self.writes_moved: Column = np.clip(change.writes * error + change.writes_extra * unseen, 0, 1)
        self.flash_hits: Column = np.zeros(draws.count)
        self.read_growth: Column = np.ones(draws.count)
        if change.flash_cache_bytes:
            self.flash_hits, self.read_growth = hit_share(base.profile, change, draws)
        if change.read_factor is not None:
            self.read_growth = draws.triangle("read_factor", change.read_factor)
        self.on_flash: Column = self.reads_moved + (1 - self.reads_moved) * self.flash_hits
        self._queue_today = np.maximum(wait_factor(base.utilisation, WRITES_UNDER_WAY), 1e-12)
        self._cpu_wait_today = self._cpu_wait(np.ones(draws.count), base.seen)

    def disk_load(self, x: Column) -> Column:
        """What an arriving request sees of today's disks, relative to what it sees today."""
        base, c = self.base, self.change
        waited = base.buffered_rate * self.read_growth * (1 - self.on_flash)
        waited = waited + base.direct_rate * base.direct_weight * (1 - self.direct_moved)
        waited = waited + (0.0 if c.temp else base.temp_rate)
        redo = base.redo_rate if base.redo_shares_disks else 0.0
        writes = x**base.write_growth * base.write_rate * (1 - self.writes_moved)
        writes = writes + (0.0 if c.redo else x**base.redo_growth * redo)
        today = base.buffered_rate + base.direct_rate * base.direct_weight + base.temp_rate
        before = base.seen * today + (base.write_rate + redo) * base.copies
        load: Column = (self.seen * x * waited + writes * base.copies) / max(before, 1e-9)
        return load

    def flash_busy(self, x: Column) -> tuple[Column, Column]:
        """Utilisation of the flash device by what sessions wait for, and by what they do not.

        Reads and log writes; writes moved to it, and what a flash cache puts in.
        """
        base, tier = self.base, self.base.tier
        reads = base.buffered_rate * self.read_growth * self.on_flash + base.direct_rate * self.direct_moved
        logged = x**base.redo_growth * base.redo_rate if self.change.redo else 0.0
        missed = base.buffered_rate * self.read_growth * (1 - self.on_flash) if self.change.flash_cache_bytes else 0.0
        written = x**base.write_growth * base.write_rate * self.writes_moved + x * missed
        return x * reads / tier.read_iops + logged / tier.write_iops, written / tier.write_iops

    def times(self, x: Column) -> dict[str, Column]:
        """Seconds of each demand per unit of work at throughput x (per second of today's work)."""
        base, change = self.base, self.change
        load = self.disk_load(x)
        stretch = disk_stretch(base.utilisation, load, base.reordering)
        result = {kind: np.full(base.draws.count, seconds) for kind, seconds in base.seconds.items()}
        read_ratio = self.read_growth * (_of(1 - self.on_flash, stretch) + _of(self.on_flash, self.flash_ratio(x)))
        ratios: dict[str, Callable[[], Column]] = {
            "single-block-read": lambda: read_ratio,
            "multi-block-read": lambda: read_ratio,
            "direct-read": lambda: self._scans(x, stretch),
            "direct-write": lambda: 1 - self.writes_moved * base.direct_write_gain,
            "temp-read": lambda: base.temp_ratio["temp-read"] if change.temp else stretch,
            "temp-write": lambda: base.temp_ratio["temp-write"] if change.temp else stretch,
            "commit": lambda: self._commit(x, stretch),
            "log-stall": lambda: base.log_stall_ratio if change.redo else np.ones(base.draws.count),
            "cpu": lambda: self._cpu(x),
        }
        for kind, ratio in ratios.items():
            if base.seconds[kind] > 0:
                result[kind] = base.seconds[kind] * ratio()
        result["write-stall"] = self._write_stalls(load, stretch)
        return result

    def stretch(self, x: Column) -> Column:
        """Response time of today's disks relative to today's."""
        return disk_stretch(self.base.utilisation, self.disk_load(x), self.base.reordering)

    def flash_ratio(self, x: Column) -> Column:
        """Read latency of flash relative to today's mean read latency."""
        return self.base.flash_read_ratio * self.flash_stretch(x)

    def flash_stretch(self, x: Column) -> Column:
        """Response time of the flash device relative to its response at low load."""
        waited, unwaited = self.flash_busy(x)
        channels = self.base.tier.read_us * self.base.tier.read_iops / 1e6
        met = waiting_part(self.seen, max(channels, 1.0)) * waited + unwaited
        return flash_stretch(waited + unwaited, channels, met)

    def _commit(self, x: Column, stretch: Column) -> Column:
        """Redo logs wait in the queues of the device they are on: the flash, or the data's disks."""
        if self.change.redo:
            unwritten = 1 - self.base.commit_written
            return unwritten + _of(self.base.commit_ratio - unwritten, self.flash_stretch(x))
        if not self.base.redo_shares_disks:
            return np.ones_like(stretch)
        return 1 - self.base.commit_written + _of(self.base.commit_written, stretch)

    def _scans(self, x: Column, stretch: Column) -> Column:
        base = self.base
        flow = x * base.direct_bytes * self.direct_moved / base.tier.read_bytes_per_s
        on_flash = np.maximum(1 - base.scan_gain * (1 - base.flash_scan_ratio), flow)
        return _of(1 - self.direct_moved, stretch) + self.direct_moved * on_flash

    def _write_stalls(self, load: Column, stretch: Column) -> Column:
        """Free buffer waits: those of today, and those that come with the load.

        The disks as one queue with many writes under way (M/M/c): nothing until they are nearly full, then a wall.
        Today's follow the writes moved, and the disks as far as load makes them slower: relief elsewhere is not
        promised. Where the disks are known to be full that queue is the reason, and they go as it goes.
        """
        base = self.base
        then = base.utilisation * load
        queue = wait_factor(then / (1 + base.reordering * (then - base.utilisation)), WRITES_UNDER_WAY)
        dirty = base.write_rate * (1 - self.writes_moved) * base.disk_s
        grown = _of(dirty, np.maximum(queue - self._queue_today, 0.0))
        if not base.seconds["write-stall"]:
            return grown
        moved = (1 - base.stall_gain * self.writes_moved) * np.maximum(stretch, 1.0)
        queued = _of(1 - self.writes_moved, queue / self._queue_today)
        return grown + base.seconds["write-stall"] * np.where(
            base.utilisation > FULL_DISKS, np.minimum(moved, queued), moved
        )

    def _cpu(self, x: Column) -> Column:
        return 1 + np.maximum(self._cpu_wait(x, self.seen) - self._cpu_wait_today, 0.0)

    def _cpu_wait(self, x: Column, seen: float | Column) -> Column:
        """Mean wait for a CPU in units of the service time; none where the CPUs are not known."""
        base = self.base
        if base.servers is None:
            return np.zeros(base.draws.count)
        busy = x * base.cpu_busy / base.servers
        return wait_factor(busy, base.servers, waiting_part(seen, base.servers) * busy)

    def response(self, x: Column) -> Column:
        """Seconds of DB time per unit of work at throughput x; today's at x = 1 without a change."""
        return self._erring(self.times(x))

    def _erring(self, times: dict[str, Column]) -> Column:
        """The sum of the demands, wrong by as much of the model's error as DB time is changed.

        Never less than what no storage can shorten, so that no draw beats the ceiling.
        """
        base = self.base
        total = np.sum(list(times.values()), axis=0) * base.scale
        changed = np.clip((1 - total / base.profile.db_time_per_s) / MODEL_ERROR_FULL, 0.0, 1.0)
        untouched = sum(seconds for kind, seconds in base.seconds.items() if kind not in STORAGE_DEMANDS)
        commits = base.seconds["commit"] * (1 - base.commit_written)
        least = np.minimum(total, (untouched + commits) * base.scale)
        erring: Column = np.maximum(total * np.exp(base.model_error * changed), least)
        return erring

    def throughput(self, users: float | None = None) -> Column:
        """x at which the users are all at work or thinking: x (think + response(x)) = N (Little's law)."""
        base = self.base
        present = base.think_s + base.profile.db_time_per_s if users is None else users
        return falling_root(lambda x: present / (base.think_s + self.response(x)) - x, base.draws.count)

    def throughput_at(self, response_s: float) -> Column:
        """x at which a unit of work takes `response_s` seconds of DB time."""
        return falling_root(lambda x: response_s / self.response(x) - 1, self.base.draws.count)


def _of(seconds: float | Column, ratio: Column) -> Column:
    """seconds * ratio, where no seconds are none however slow the station is."""
    with np.errstate(invalid="ignore"):
        times: Column = np.where(np.asarray(seconds) > 0, seconds * ratio, 0.0)
    return times
