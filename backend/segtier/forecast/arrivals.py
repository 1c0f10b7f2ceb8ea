"""What arrives at today's disks and at the flash after a change."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from segtier.forecast.calibration import Calibration
from segtier.forecast.change import Change
from segtier.forecast.draws import Column
from segtier.forecast.flash_cache import hit_share
from segtier.forecast.moved import Moved, left, together
from segtier.forecast.moved_to_each import moved_to_each
from segtier.forecast.open_times import least_left, no_more_than_all, times_open

LEAST_LEFT = 1e-3
"""Of today's load, for its error: nothing left stays nothing."""


class Arrivals:
    """Requests by where they go. Throughput x is relative: 1 is today's. `moved`: to each tier, instead of what the change moves;
    of many changes at once they have a row for each, and so has all that follows from it.
    """

    def __init__(self, base: Calibration, change: Change, moved: Sequence[Moved] = ()) -> None:
        self._base = base
        self._change = change
        draws = base.draws
        each = moved or moved_to_each(change, draws, base.todays)
        if not base.today.apart:
            each = (no_more_than_all(each[0], base.flash_read_ratio), *each[1:])
        self._open = not base.today.apart and times_open(each[0])
        self.moved, self.further = each[0], each[1:]
        """To the flash, and to each further tier."""
        self.gone = together(each)
        """From today's storage."""
        self.flash_hits: Column = np.zeros(draws.count)
        self.read_growth: Column = np.ones(draws.count)
        if change.flash_cache_bytes:
            self.flash_hits, self.read_growth = hit_share(base.profile, change, draws)
        if change.read_factor is not None:
            self.read_growth = draws.triangle("read_factor", change.read_factor)
        missing = np.maximum(1 - self.gone.reads - change.flash_already, 0.0)
        self.on_flash: Column = self.moved.reads + missing * self.flash_hits
        """Part of the buffered reads that come to flash, moved segments and flash cache together."""
        self.time_on_flash = self._time_on_flash()
        """Of the buffered reads on flash, as many as take the time of them all where each takes the average."""
        self.least_left = self._least_left()
        """Of the time in buffered reads, in those that stay, however fast today's disks get."""
        buffered = base.buffered_rate * self.read_growth
        beside = self.gone.reads - self.moved.reads
        self._from_disks = buffered * (1 - self.on_flash - beside)
        self.reads_left = self._reads_left()
        """Of each station, in parts of the time in buffered reads."""
        queues, stations = base.today.queues, self.gone.stations
        self.scans_left = left([one.direct for one in queues], [one.direct for one in stations])
        self.writes_left = left([one.writes for one in queues], [one.writes for one in stations])
        scans = base.direct_rate * base.direct_weight
        temp = 0.0 if change.temp else base.temp_rate
        self._waited = [
            buffered * reads + scans * direct + temp * queue.temp
            for queue, reads, direct in zip(queues, self.reads_left, self.scans_left, strict=True)
        ]
        # A device is full by requests or by bytes, whichever comes first.
        size = base.read_bytes
        weight = np.maximum(size * base.tier.read_iops / base.flash_bytes_per_s, 1.0)
        to_flash = self.on_flash + self.moved.cached / base.flash_read_ratio
        self._from_flash = buffered * to_flash * weight + base.direct_rate * self.moved.direct
        self._redo = base.redo_rate if base.redo_shares_disks else 0.0
        self._today = [
            base.seen * (base.buffered_rate * queue.time + scans * queue.direct + base.temp_rate * queue.temp)
            + (base.write_rate * queue.writes + self._redo * queue.redo) * base.copies
            for queue in queues
        ]
        # Load in fact over forecast: a power of what is left at today's throughput, 1 where all is left.
        self._error = [
            np.clip(one, LEAST_LEFT, 1.0) ** base.load_error for one in self._left(np.ones(draws.count), base.seen)
        ]

    def _time_on_flash(self) -> Column:
        """In times of a read there: what is fast today takes no more than a few times its own."""
        if not self._open:
            return self.on_flash
        base, moved = self._base, self.moved
        time, slowest = moved.stations[0].time, base.slowest_read_ratio / base.flash_read_ratio
        own = np.multiply(time, slowest, out=np.zeros(time.shape), where=time > 0)
        less: Column = self.on_flash - np.maximum(moved.reads - own, 0.0)
        return less

    def _least_left(self) -> Column:
        if not self._open:
            return np.zeros(self._base.draws.count)
        least: Column = least_left(self.gone, self._base.flash_read_ratio) * (1 - self.flash_hits)
        return least

    def _reads_left(self) -> list[Column]:
        """What neither moves nor is in a flash cache."""
        base, change = self._base, self._change
        if not base.today.apart and self.gone.stations[0].time is self.gone.reads:
            return [1 - self.on_flash]
        times = [one.time for one in base.today.queues]
        stay = left(times, [one.time for one in self.gone.stations])
        return [
            one - np.maximum(one - change.flash_already * time, 0.0) * self.flash_hits
            for one, time in zip(stay, times, strict=True)
        ]

    def at_disks(self, x: Column, seen: float | Column) -> list[Column]:
        """What an arriving request sees of each station's disks, relative to what it sees today; 1 where that is nothing."""
        lighter = self._change.disk_arrivals
        return [one * error * lighter for one, error in zip(self._left(x, seen), self._error, strict=True)]

    def _left(self, x: Column, seen: float | Column) -> list[Column]:
        """The same as the shares of the change have it."""
        base = self._base
        written = x**base.write_growth * base.write_rate
        logged = x**base.redo_growth * self._redo if self._redo and not self._change.redo else 0.0
        loads = []
        for at, (queue, today) in enumerate(zip(base.today.queues, self._today, strict=True)):
            if today <= 0:
                loads.append(np.ones(base.draws.count))
                continue
            writes = written * self.writes_left[at] + logged * queue.redo
            loads.append((seen * x * self._waited[at] + writes * base.copies) / today)
        return loads

    def at_further(self, x: Column) -> list[tuple[Column, Column]]:
        """Utilisation of each further tier, as of the flash."""
        base = self._base
        buffered = base.buffered_rate * self.read_growth
        written = x**base.write_growth * base.write_rate
        return [
            (
                x
                * (
                    buffered
                    * (moved.reads + moved.cached / target.read_ratio)
                    * np.maximum(base.read_bytes * target.tier.read_iops / target.bytes_per_s, 1.0)
                    + base.direct_rate * moved.direct
                )
                / target.tier.read_iops,
                written * moved.writes / target.tier.write_iops,
            )
            for target, moved in zip(base.further, self.further, strict=False)
        ]

    def at_flash(self, x: Column) -> tuple[Column, Column]:
        """Utilisation of the flash device by what sessions wait for, and by what they do not.

        Reads and log writes; writes moved to it, and what a flash cache puts in.
        """
        base, tier = self._base, self._base.tier
        logged = x**base.redo_growth * base.redo_rate if self._change.redo else 0.0
        missed = self._from_disks if self._change.flash_cache_bytes else 0.0
        written = x**base.write_growth * base.write_rate * self.moved.writes + x * missed
        return x * self._from_flash / tier.read_iops + logged / tier.write_iops, written / tier.write_iops
