"""The closed network: how long one second's worth of today's work takes after a change, at any throughput."""

from __future__ import annotations

import numpy as np

from segtier.forecast.calibration import Calibration
from segtier.forecast.change import Change
from segtier.forecast.constants import HIGHEST_UTILISATION
from segtier.forecast.draws import Column
from segtier.forecast.flash_cache import hit_share
from segtier.forecast.stations import cpu_wait_factor, disk_stretch, flash_stretch


class Network:
    """A profile, calibrated, with one change applied. Throughput x is relative: 1 is today's."""

    def __init__(self, base: Calibration, change: Change) -> None:
        self.base = base
        self.change = change
        draws = base.draws
        error = draws.columns.get("segment_share", np.ones(draws.count))
        unseen = draws.columns.get("unseen_share", np.zeros(draws.count))
        self.reads_moved: Column = np.clip(change.buffered_reads * error + change.reads_extra * unseen, 0, 1)
        self.direct_moved: Column = np.clip(change.direct_reads * error + change.reads_extra * unseen, 0, 1)
        self.writes_moved: Column = np.clip(change.writes * error + change.writes_extra * unseen, 0, 1)
        self.flash_hits: Column = np.zeros(draws.count)
        self.read_growth: Column = np.ones(draws.count)
        if change.flash_cache_bytes:
            self.flash_hits, self.read_growth = hit_share(
                base.profile, change.flash_cache_bytes, change.flash_cache_metadata_bytes, draws
            )

    def disk_load(self, x: Column) -> Column:
        """Requests on today's disks relative to today."""
        base, c = self.base, self.change
        reads = base.buffered_rate * self.read_growth * (1 - self.reads_moved) * (1 - self.flash_hits)
        reads = reads + base.direct_rate * (1 - self.direct_moved)
        writes = base.write_rate * (1 - self.writes_moved) * base.copies
        redo = 0.0 if c.redo or not base.redo_shares_disks else base.redo_rate * base.copies
        temp = 0.0 if c.temp else base.temp_rate
        grown = x**base.write_growth
        return (x * (reads + temp) + grown * (writes + redo)) / base.disk_rate

    def times(self, x: Column) -> dict[str, Column]:
        """Seconds of each demand per unit of work at throughput x (per second of today's work)."""
        base = self.base
        stretch = disk_stretch(base.utilisation, self.disk_load(x))
        to_flash = np.maximum(self.reads_moved, self.flash_hits) * self.read_growth
        iops = x * (base.buffered_rate * to_flash + base.direct_rate * self.direct_moved)
        flash = base.flash_read_ratio * flash_stretch(iops, base.tier.read_iops)
        on_flash = self.reads_moved + (1 - self.reads_moved) * self.flash_hits
        read_ratio = self.read_growth * ((1 - on_flash) * stretch + on_flash * flash)
        writes_left = 1 - base.stall_gain * self.writes_moved
        result = {kind: np.full(base.draws.count, seconds) for kind, seconds in base.seconds.items()}
        for kind in ("single-block-read", "multi-block-read"):
            result[kind] = base.seconds[kind] * read_ratio
        result["direct-read"] = base.seconds["direct-read"] * self._scans(x, stretch)
        result["direct-write"] = base.seconds["direct-write"] * (1 - self.writes_moved * base.direct_write_gain)
        # Stalls follow the disks only as far as load makes them slower: relief elsewhere is not promised here.
        result["write-stall"] = base.seconds["write-stall"] * writes_left * np.maximum(stretch, 1.0)
        for kind in ("temp-read", "temp-write"):
            result[kind] = base.seconds[kind] * (base.temp_ratio[kind] if self.change.temp else stretch)
        if self.change.redo:
            result["commit"] = base.seconds["commit"] * base.commit_ratio
            result["log-stall"] = base.seconds["log-stall"] * base.log_stall_ratio
        result = {kind: self._kept(base.seconds[kind], times) for kind, times in result.items()}
        result["cpu"] = base.seconds["cpu"] * self._cpu(x)
        return result

    def _kept(self, today: float, then: Column) -> Column:
        """A gain arrives only in part; a loss arrives whole."""
        return np.where(then < today, today + (then - today) * self.base.gain_kept, then)

    def _scans(self, x: Column, stretch: Column) -> Column:
        base = self.base
        flow = x * base.direct_bytes * self.direct_moved / base.tier.read_bytes_per_s
        on_flash = np.maximum(1 - base.scan_gain * (1 - base.flash_scan_ratio), flow)
        return (1 - self.direct_moved) * stretch + self.direct_moved * on_flash

    def _cpu(self, x: Column) -> Column:
        base = self.base
        if base.servers is None:
            return np.ones(base.draws.count)
        before = cpu_wait_factor(base.cpu_busy / base.servers, base.servers)
        return 1 + np.maximum(cpu_wait_factor(x * base.cpu_busy / base.servers, base.servers) - before, 0.0)

    def response(self, x: Column) -> Column:
        """Seconds of DB time per unit of work at throughput x; today's at x = 1 without a change."""
        total: Column = np.sum(list(self.times(x).values()), axis=0) * self.base.scale
        return total

    def highest_throughput(self) -> Column:
        """Throughput at which the first station is full."""
        base = self.base
        ones = np.ones(base.draws.count)
        most = 1e4 * ones
        if base.servers is not None and base.cpu_busy > 0:
            most = np.minimum(most, HIGHEST_UTILISATION * base.servers / base.cpu_busy)
        per_x = np.maximum(self.disk_load(ones) * base.utilisation, 1e-12)
        # Writes grow slower than x, so this bound is on the safe side for x > 1 and loose below 1.
        return np.minimum(most, np.maximum(HIGHEST_UTILISATION / per_x, 1e-3))

    def throughput(self) -> Column:
        """x at which today's average active sessions are all busy: x * response(x) = N, by bisection."""
        low = np.full(self.base.draws.count, 1e-3)
        high = self.highest_throughput()
        target = self.base.profile.db_time_per_s
        for _ in range(48):
            middle = (low + high) / 2
            too_much = middle * self.response(middle) > target
            high = np.where(too_much, middle, high)
            low = np.where(too_much, low, middle)
        return (low + high) / 2
