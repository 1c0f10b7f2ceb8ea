"""One simulation run: sessions as SimPy processes over first-come-first-served stations."""

from __future__ import annotations

from collections.abc import Generator

from simpy import Environment, Event

from simulation.measured import BATCHES, Counters, Measured, measured
from simulation.stations import Disks, Servers
from simulation.streams import exponentials, uniforms
from simulation.system import System
from simulation.writer import Writer

EVENTS = 250_000
"""Of a run, about: half a second of processor time."""
LEAST_PER_BATCH = 200
"""Transactions, however many events each has."""
WARM_UP = 0.25
"""Of the measured transactions, simulated before them and thrown away."""

Steps = Generator[Event, object, None]


def simulate(system: System, seed: int, events: int = EVENTS, least_per_batch: int = LEAST_PER_BATCH) -> Measured:
    """The system at work until about `events` events have happened."""
    per_batch = max(int(events / events_per_transaction(system) / BATCHES), least_per_batch)
    return _Run(system, seed).measure(per_batch)


def events_per_transaction(system: System) -> float:
    per_write = 3.0 if system.raid == "raid5" else 2.0
    return 5.0 + system.reads + system.writes * per_write


class _Run:
    def __init__(self, system: System, seed: int) -> None:
        self.env = Environment()
        self.system = system
        self.cpus = Servers(system.cores)
        self.disks = Disks(system.disks)
        self.flash = Servers(system.flash.channels)
        self.writer = Writer(self.env, system, self.disks, self.flash, seed)
        self.count = Counters()
        self.thinks = exponentials(seed, "think")
        self.bursts = exponentials(seed, "cpu")
        self.services = exponentials(seed, "read service")
        self.places = uniforms(seed, "read place")
        self.changes = uniforms(seed, "change")
        self.delays = exponentials(seed, "delay")
        for _ in range(system.users):
            self.env.process(self._session())

    def measure(self, per_batch: int) -> Measured:
        self._until(max(int(per_batch * BATCHES * WARM_UP), 2 * self.system.users))
        times, rows = [self.env.now], [self._row()]
        for _ in range(BATCHES):
            self._until(self.count.transactions + per_batch)
            times.append(self.env.now)
            rows.append(self._row())
        return measured(times, rows, self.system.users, self.system.think_s)

    def _row(self) -> list[float]:
        self.count.writes = self.writer.written
        return self.count.row()

    def _until(self, transactions: int) -> None:
        step, count = self.env.step, self.count
        while count.transactions < transactions:
            step()

    def _session(self) -> Steps:
        env, system, count = self.env, self.system, self.count
        while True:
            if system.think_s:
                yield env.timeout(next(self.thinks) * system.think_s)
            begun = env.now
            yield from self._compute()
            for _ in range(system.reads):
                yield from self._read()
            if system.other_s:
                wait = next(self.delays) * system.other_s
                count.other_s += wait
                yield env.timeout(wait)
            yield from self._commit()
            count.transactions += 1
            count.response_s += env.now - begun

    def _compute(self) -> Steps:
        now, burst = self.env.now, next(self.bursts) * self.system.cpu_s
        leaves_at = self.cpus.leaves_at(now, burst)
        self.count.cpu_s += burst
        self.count.cpu_wait_s += leaves_at - now - burst
        yield self.env.timeout(leaves_at - now)

    def _read(self) -> Steps:
        env, system, count, now = self.env, self.system, self.count, self.env.now
        if next(self.places) < system.reads_on_flash:
            service = next(self.services) * system.flash.read_s
            wait = self.flash.leaves_at(now, service) - now + system.flash.transfer_s
            count.flash_reads += 1
            count.flash_read_s += wait
            yield env.timeout(wait)
        else:
            disk = int(next(self.places) * system.disks)
            wait = self.disks.leaves_at(disk, now, next(self.services) * system.disk_s) - now
            count.disk_reads += 1
            count.disk_read_s += wait
            yield env.timeout(wait)
            if system.hit_share:
                self.flash.leaves_at(env.now, next(self.services) * system.flash.write_s)
        if next(self.changes) < system.writes_per_read:
            yield from self._change()

    def _change(self) -> Steps:
        env, count = self.env, self.count
        if self.writer.behind:
            begun = env.now
            yield self.writer.caught_up()
            count.stalls += 1
            count.stall_s += env.now - begun
        self.writer.dirty()

    def _commit(self) -> Steps:
        env, system, count, now = self.env, self.system, self.count, self.env.now
        if system.redo_moved:
            logged = self.flash.leaves_at(now, next(self.delays) * system.flash.write_s) - now
        else:
            logged = next(self.delays) * system.log_write_s
        count.log_write_s += logged
        count.commit_s += logged + system.commit_post_s
        if logged + system.commit_post_s:
            yield env.timeout(logged + system.commit_post_s)
