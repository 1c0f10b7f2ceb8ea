"""The database writer: dirty blocks go to the disks later, unwaited for, until too many are under way."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from simpy import Environment, Event

from simulation.stations import Disks, Servers
from simulation.streams import exponentials, uniforms
from simulation.system import System

LAG_IN_SERVICES = 40.0
"""A dirty block is written this many disk service times later on average: long enough to come at a moment of its own."""


class Writer:
    """Takes dirty blocks, keeps at most `system.writes_under_way` writes going, and tells sessions when it is behind."""

    def __init__(self, env: Environment, system: System, disks: Disks, flash: Servers, seed: int) -> None:
        self.env, self.system, self.disks, self.flash = env, system, disks, flash
        self.lag_s = LAG_IN_SERVICES * system.disk_s
        self.lags = exponentials(seed, "write lag")
        self.services = exponentials(seed, "write service")
        self.places = uniforms(seed, "write place")
        self.under_way = 0
        self.backlog = 0
        self.stalled: deque[Event] = deque()
        self.write = self._raid5 if system.raid == "raid5" else self._copies
        self.written = 0

    @property
    def behind(self) -> bool:
        """Blocks wait to be written: no buffer is free."""
        return self.backlog > 0

    def dirty(self) -> None:
        """A session has changed a block."""
        self._after(next(self.lags) * self.lag_s, self._start)

    def caught_up(self) -> Event:
        """Fires when a buffer is free again."""
        event = self.env.event()
        self.stalled.append(event)
        return event

    def _after(self, delay_s: float, then: Callable[[Event], None]) -> None:
        callbacks = self.env.timeout(delay_s).callbacks
        assert callbacks is not None
        callbacks.append(then)

    def _start(self, _: Event) -> None:
        if self.under_way >= self.system.writes_under_way:
            self.backlog += 1
            return
        self.under_way += 1
        self._issue()

    def _issue(self) -> None:
        now = self.env.now
        if next(self.places) < self.system.writes_moved:
            self._after(self.flash.leaves_at(now, next(self.services) * self.system.flash.write_s) - now, self._done)
        else:
            self.write(now)

    def _done(self, _: Event) -> None:
        self.written += 1
        if self.backlog:
            self.backlog -= 1
            self._issue()
        else:
            self.under_way -= 1
        while self.stalled and not self.backlog:
            self.stalled.popleft().succeed()

    def _pair(self) -> tuple[int, ...]:
        """The disks one block is on: one, or two different ones."""
        count = self.system.disks
        first = int(next(self.places) * count)
        if self.system.raid == "raid0" or count == 1:
            return (first,)
        return first, (first + 1 + int(next(self.places) * (count - 1))) % count

    def _at_disks(self, pair: tuple[int, ...], now: float) -> float:
        disk_s = self.system.disk_s
        return max(self.disks.leaves_at(disk, now, next(self.services) * disk_s) for disk in pair)

    def _copies(self, now: float) -> None:
        self._after(self._at_disks(self._pair(), now) - now, self._done)

    def _raid5(self, now: float) -> None:
        """Old data and parity are read, then both are written: four requests at two disks."""
        pair = self._pair()
        read_at = self._at_disks(pair, now)
        self._after(read_at - now, lambda _: self._after(self._at_disks(pair, self.env.now) - self.env.now, self._done))
