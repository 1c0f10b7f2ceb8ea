"""The closed network: how long one second's worth of today's work takes after a change, at any throughput."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import reduce

import numpy as np

from segtier.forecast.arrivals import Arrivals
from segtier.forecast.calibration import Calibration, Disks
from segtier.forecast.change import Change
from segtier.forecast.constants import EMPTY_QUEUES, FULL_DISKS, MODEL_ERROR, WRITES_UNDER_WAY
from segtier.forecast.draws import Column
from segtier.forecast.moved import Moved
from segtier.forecast.root import falling_root
from segtier.forecast.stations import disk_stretch, flash_stretch, wait_factor, waiting_part
from segtier.forecast.today import Queue
from segtier.model.profile import STORAGE_DEMANDS

Stretches = Sequence[Column]
"""Response time of each station's disks relative to today's."""
Ratio = Callable[["Network", Column, Stretches], Column]
"""(network, throughput, stretch of today's disks) -> time of a demand relative to today's.

Of the class, not bound: a network that held itself would stay, with all its columns, until somebody looks for garbage.
"""


class Network:
    """A profile, calibrated, with one change applied. Throughput x is relative: 1 is today's. `moved`: as Arrivals has it."""

    def __init__(self, base: Calibration, change: Change, moved: Sequence[Moved] = ()) -> None:
        self.base = base
        self.change = change
        self.arrivals = Arrivals(base, change, moved)
        self._targets = tuple(zip(base.further, self.arrivals.further, strict=False))
        """Further tiers, with what goes there."""
        self._channels = max(base.tier.read_us * base.tier.read_iops / 1e6, 1.0)
        self.meet(base.seen)
        self._following = self._ratios_that_follow()
        self._at_rest = self._times_at_rest()
        empty_s = self._total(self.times(np.zeros(base.draws.count))) - base.staying_s
        self._least_rest_s = np.maximum(base.least_s - base.staying_s, EMPTY_QUEUES * empty_s)

    def meet(self, seen: float | Column) -> None:
        """The part of the others' work an arriving request meets (stations.py); at first that of today's users."""
        self._seen = seen
        self._flash_part = waiting_part(seen, self._channels)
        self._cpu_part = self.base.cpu_part(seen)

    def _ratios_that_follow(self) -> list[tuple[Ratio, list[str]]]:
        """How demands follow throughput, for those there are; the others do not follow it."""
        base, change = self.base, self.change
        ratios: list[tuple[Ratio, tuple[str, ...]]] = [
            (Network._reads, ("single-block-read", "multi-block-read")),
            (Network._scans, ("direct-read",)),
            (Network._cpu, ("cpu",)),
        ]
        if change.redo or base.redo_shares_disks:
            ratios.append((Network._commit, ("commit",)))
        elif base.log_write_met is not None:
            ratios.append((Network._commit_behind_own_disks, ("commit",)))
        if not change.temp:
            ratios.append((Network._temp, ("temp-read", "temp-write")))
        there = [(ratio, [kind for kind in kinds if np.any(base.seconds[kind])]) for ratio, kinds in ratios]
        return [(ratio, kinds) for ratio, kinds in there if kinds]

    def _times_at_rest(self) -> dict[str, Column]:
        """Seconds of each demand after the change where it does not follow throughput; today's of those that do."""
        base = self.base
        gained = self.arrivals.moved.writes * base.direct_write_gain
        for target, moved in self._targets:
            gained = gained + moved.writes * target.direct_write_gain
        ratios = {"direct-write": 1 - gained}
        if self.change.temp:
            ratios |= base.temp_ratio
        if self.change.redo:
            ratios["log-stall"] = base.log_stall_ratio
        same = np.ones(base.draws.count)
        return {kind: seconds * ratios.get(kind, same) for kind, seconds in base.seconds.items()}

    def times(self, x: Column) -> dict[str, Column]:
        """Seconds of each demand per unit of work at throughput x (per second of today's work)."""
        base = self.base
        loads = self.disk_loads(x)
        stretch = self._stretches(loads)
        result = dict(self._at_rest)
        for ratio_at, kinds in self._following:
            ratio = ratio_at(self, x, stretch)
            result |= {kind: base.seconds[kind] * ratio for kind in kinds}
        result["write-stall"] = self._write_stalls(loads, stretch)
        worked: Column = reduce(np.add, [s for kind, s in result.items() if kind not in base.follows])
        return result | base.followed(worked, x)

    def disk_loads(self, x: Column) -> list[Column]:
        """What an arriving request sees of each station's disks, relative to what it sees today."""
        return self.arrivals.at_disks(x, self._seen)

    def disks_busy(self, x: Column) -> list[Column]:
        """How busy each station's disks are."""
        return [disks.utilisation * load for disks, load in zip(self.base.disks, self.disk_loads(x), strict=True)]

    def stretch(self, x: Column) -> Column:
        """Response time of today's disks relative to today's, of all reads on average."""
        return self._mean(self._stretches(self.disk_loads(x)), (one.time for one in self.base.today.queues))

    def _stretches(self, loads: Sequence[Column]) -> list[Column]:
        disks = self.base.disks
        return [disk_stretch(one.utilisation, load, one.reordering) for one, load in zip(disks, loads, strict=True)]

    def _mean(self, stretches: Stretches, parts: Iterable[float | Column]) -> Column:
        """Weighted by what is at each station."""
        mean: Column = reduce(np.add, [_of(np.asarray(p), one) for p, one in zip(parts, stretches, strict=True)])
        return mean

    def flash_ratio(self, x: Column) -> Column:
        """Read latency of flash relative to today's mean read latency."""
        return self.base.flash_read_ratio * self.flash_stretch(x)

    def flash_stretch(self, x: Column) -> Column:
        """Response time of the flash device relative to its response at low load."""
        waited, unwaited = self.arrivals.at_flash(x)
        return flash_stretch(waited + unwaited, self._channels, self._flash_part * waited + unwaited)

    def _reads(self, x: Column, stretch: Stretches) -> Column:
        on_flash = self.arrivals.time_on_flash
        from_disks = np.maximum(self._mean(stretch, self.arrivals.reads_left), self.arrivals.least_left)
        from_flash = _of(on_flash, self.flash_ratio(x)) if on_flash.any() else np.zeros(on_flash.shape)
        cached = np.asarray(self.arrivals.moved.cached)
        if cached.any():
            from_flash = from_flash + _of(cached, self.flash_stretch(x))
        elsewhere = (
            _of(moved.reads * target.read_ratio + moved.cached, stretched)
            for (target, moved), stretched in zip(self._targets, self._further_stretches(x), strict=True)
        )
        return self.arrivals.read_growth * (from_disks + from_flash + sum(elsewhere))

    def _further_stretches(self, x: Column) -> list[Column]:
        """Response time of each further tier relative to its response at low load."""
        loads = self.arrivals.at_further(x)
        return [target.stretch(*load, self._seen) for (target, _), load in zip(self._targets, loads, strict=True)]

    def _temp(self, _x: Column, stretch: Stretches) -> Column:
        return self._mean(stretch, (one.temp for one in self.base.today.queues))

    def _commit(self, x: Column, stretch: Stretches) -> Column:
        """Redo logs wait in the queues of the device they are on: the flash, or the data's disks."""
        commit = self.base.commit
        unwritten = 1 - commit.written
        if self.change.redo:
            return unwritten + _of(commit.ratio - unwritten, self.flash_stretch(x))
        return unwritten + _of(commit.written, self._mean(stretch, (one.redo for one in self.base.today.queues)))

    def _commit_behind_own_disks(self, x: Column, _stretch: Stretches) -> Column:
        """Redo logs stay where nothing changes: the more commits, the more of them find the log writer writing.

        A commit waits for its own write and, as often as it finds the log writer busy, for the rest of the write under way.
        Group commit ends the queue there: what comes meanwhile shares the next write.
        """
        base = self.base
        busy, met = base.profile.log_writer_busy or 0.0, np.asarray(base.log_write_met)
        then = np.minimum(busy * x**base.redo_growth, 1.0)
        grown: Column = 1 + base.commit.written * ((1 + met * then) / (1 + met * busy) - 1)
        return grown

    def _scans(self, x: Column, stretch: Stretches) -> Column:
        base, moved = self.base, self.arrivals.moved
        flow = x * base.direct_bytes * moved.direct / base.flash_bytes_per_s
        on_flash = np.maximum(1 - base.scan_gain * (1 - base.flash_scan_ratio), flow)
        elsewhere = (
            moved.direct
            * np.maximum(
                1 - base.scan_gain * (1 - target.scan_ratio), x * base.direct_bytes * moved.direct / target.bytes_per_s
            )
            for target, moved in self._targets
        )
        return self._mean(stretch, self.arrivals.scans_left) + moved.direct * on_flash + sum(elsewhere)

    def _write_stalls(self, loads: Sequence[Column], stretches: Stretches) -> Column:
        """Free buffer waits: those of today, and those that come with the load.

        The disks as one queue with many writes under way (M/M/c): nothing until they are nearly full, then a wall.
        Today's follow the writes moved, and the disks: in full where load makes them slower, in part where they get faster.
        Where the disks are known to be full that queue is the reason, and they go as it goes.
        """
        lefts = self.arrivals.writes_left
        gone = [one.writes for one in self.arrivals.gone.stations]
        each = zip(self.base.disks, self.base.today.queues, gone, lefts, loads, stretches, strict=True)
        stalls: Column = reduce(np.add, (self._stalls_at(*one) for one in each))
        return stalls

    def _stalls_at(
        self, disks: Disks, today: Queue, gone: Column, left: Column, load: Column, stretch: Column
    ) -> Column:
        """Of one station; of today's stalls its part of the writes."""
        base = self.base
        then = disks.utilisation * load
        queue = wait_factor(then / (1 + disks.reordering * (then - disks.utilisation)), WRITES_UNDER_WAY)
        grown = _of(base.write_rate * left * disks.disk_s, np.maximum(queue - disks.queue_today, 0.0))
        if not today.writes or not np.any(base.seconds["write-stall"]):
            return grown
        eased = 1 - base.stall_relief * (1 - np.minimum(stretch, 1.0))
        stay = 1 - base.stall_gain * np.minimum(gone / today.writes, 1.0)
        moved = _of(stay, eased * np.maximum(stretch, 1.0))
        queued = _of(left / today.writes, queue / disks.queue_today)
        stays: Column = np.where(disks.utilisation > FULL_DISKS, np.minimum(moved, queued), moved)
        return grown + base.seconds["write-stall"] * today.writes * stays

    def _cpu(self, x: Column, _stretch: Stretches) -> Column:
        return 1 + np.maximum(self.base.cpu_wait(x, self._cpu_part) - self.base.cpu_wait_today, 0.0)

    def response(self, x: Column) -> Column:
        """Seconds of DB time per unit of work at throughput x; today's at x = 1 without a change."""
        return self.db_time(self.times(x))

    def db_time(self, times: dict[str, Column]) -> Column:
        """The sum of the demands, wrong by the model's error but for named waits that stay whatever storage does.

        Were these in it, each second of them would make a range wider, though nothing about them is open. The rest is never
        much less than with empty queues, nor than what no storage can shorten: no error makes what stays on disks faster
        than disks that nobody else uses, and no draw beats the ceiling.
        """
        stays = self.base.staying_s
        rest, today = np.maximum(self._total(times) - stays, 0.0), self.base.profile.db_time_per_s - stays
        ratio = np.divide(rest, today, out=np.ones(rest.shape), where=np.asarray(today) > 0)
        time: Column = stays + np.maximum(rest * self._wrong_by(ratio), np.minimum(rest, self._least_rest_s))
        return time

    def _total(self, times: dict[str, Column]) -> Column:
        total: Column = reduce(np.add, times.values())
        return total

    def erring(self, ratio: Column) -> Column:
        """A time relative to today's, wrong by as much of the model's error as it is shortened.

        In full from e^-MODEL_ERROR.high on: no error makes a gain of a loss, and less time stays less. Nothing where the time
        stays or grows: the growth has its own causes and ranges.
        """
        wrong: Column = ratio * self._wrong_by(ratio)
        return wrong

    def _wrong_by(self, ratio: Column) -> Column:
        with np.errstate(divide="ignore"):
            shortened = np.minimum(np.maximum(-np.log(ratio) / MODEL_ERROR.high, 0.0), 1.0)
        factor: Column = np.exp(self.base.model_error * shortened)
        return factor

    def queueing(self, times: dict[str, Column], x: Column) -> dict[str, Column]:
        """The times where less than the load is carried: a full station keeps what Little's law leaves.

        A hair below its limit a station answers as if it were not full; the users are there all the same.
        """
        base = self.base
        whole = (base.think_s + base.profile.db_time_per_s) / x - base.think_s
        storage = sum((times[kind] for kind in STORAGE_DEMANDS if kind in times), np.zeros_like(x))
        beyond = np.where(x < base.load, np.maximum(whole - self.db_time(times), 0.0), 0.0)
        longer = 1 + np.divide(beyond, storage, out=np.zeros_like(x), where=storage > 0)
        return {kind: seconds * longer if kind in STORAGE_DEMANDS else seconds for kind, seconds in times.items()}

    def throughput(self) -> Column:
        """x at which as many users as today are all at work or thinking: x (think + response(x)) = N (Little's law)."""
        base = self.base
        present = base.think_s + base.profile.db_time_per_s
        with np.errstate(divide="ignore"):
            return falling_root(lambda x: present / (base.think_s + self.response(x)) - x, base.draws.count)

    def throughput_at(self, response_s: float) -> Column:
        """x at which a unit of work takes `response_s` seconds of DB time."""
        return falling_root(lambda x: response_s / self.response(x) - 1, self.base.draws.count)


def _of(part: Column, ratio: Column) -> Column:
    """part * ratio, where no part is none however slow the station is."""
    shape = part.shape if part.shape == ratio.shape else np.broadcast_shapes(part.shape, ratio.shape)
    return np.multiply(part, ratio, out=np.zeros(shape), where=part > 0)
