"""Today's system in numbers the network can use: demands in seconds, rates, ratios of flash to today's latencies."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import field

import numpy as np

from segtier.dataclass import dataclass
from segtier.forecast import constants as c
from segtier.forecast.basis import Basis
from segtier.forecast.busy_today import Met, cpu_servers, disk_utilisation, seek_reordering, station_latency_us
from segtier.forecast.draws import Column, Draws
from segtier.forecast.flash_ratios import (
    LARGEST_READ_BYTES,
    bytes_per_read,
    cache_ratio,
    device_ratio,
    on_flash,
    read_ratio,
    scan_ratio,
    slowest_ratio,
    temp_ratios,
)
from segtier.forecast.redo import Commit, log_write_met, redo_growth, redo_on_flash
from segtier.forecast.shared_out import followers
from segtier.forecast.stations import group_holding, request_weight, wait_factor, waiting_part, writes_per_logical_write
from segtier.forecast.target import Target, target_of
from segtier.forecast.today import Queue, Today
from segtier.model.component import STAYING
from segtier.model.device import StorageGroup, Tier
from segtier.model.profile import STORAGE_DEMANDS, UNNAMED_IO, Profile


@dataclass(slots=True)
class Disks:
    """Of one station."""

    utilisation: Column
    reordering: Column
    disk_s: Column
    """Service time of one block."""
    queue_today: Column = field(init=False)
    """Wait for a place among the writes under way, in units of a write's own time."""

    def __post_init__(self) -> None:
        self.queue_today = np.maximum(wait_factor(self.utilisation, c.WRITES_UNDER_WAY), 1e-12)


@dataclass(slots=True)
class Calibration:
    """Columns have one entry per draw."""

    profile: Profile
    tier: Tier
    draws: Draws
    seconds: dict[str, float | Column]
    """Per second of today's work, by demand; they add up to DB time. What has no name is a demand of its own until somebody
    says in which demands it is (`sharing`).
    """
    buffered_rate: float
    direct_rate: float
    write_rate: float
    redo_rate: float
    temp_rate: float
    direct_weight: float
    """Disk time of one scan request relative to one block's."""
    direct_bytes: float
    read_bytes: float
    """Of one buffered read."""
    copies: int
    redo_shares_disks: bool
    load: float
    """As `Basis` has it."""
    think_s: float
    """Think time per unit of work: with `response` it makes up the users (N = x (think + response))."""
    seen: float
    """Part of the others' work an arriving request meets (stations.py)."""
    today: Today
    todays: tuple[Today, ...]
    """Against each tier."""
    disks: tuple[Disks, ...]
    """Of each of today's queues."""
    write_growth: Column
    redo_growth: Column
    stall_gain: Column
    stall_relief: Column
    scan_gain: Column
    flash_bytes_per_s: Column
    """What it reads."""
    flash_read_ratio: Column
    slowest_read_ratio: Column
    """At most so many times the own time of the reads that move."""
    cache_read_ratio: Column | None
    """The same if what makes all reads fast today is a cache; None where they are not, or where tablespaces tell which are."""
    flash_scan_ratio: Column
    direct_write_gain: Column
    further: tuple[Target, ...]
    temp_ratio: dict[str, Column]
    commit: Commit
    commit_at_best: Commit | None
    """Both as redo.py has them."""
    log_stall_ratio: Column
    least_log_stall_ratio: Column | None
    log_write_met: Column | None
    """As redo.py has it; None too where the redo logs wait in the queues of the data's disks."""
    model_error: Column
    load_error: Column
    follows: dict[str, Column]
    """Demands that go as the rest of the work goes, with the part of each that does."""
    servers: Column | None
    cpu_busy: float
    cpu_wait_today: Column = field(init=False)
    worked_s: float | Column = field(init=False)
    """What the demands that follow go by: all the others together."""
    staying_s: float | Column = field(init=False)
    """Waits that the inputs name and that stay as they are whatever storage does: the model's error has no part of them."""
    least_s: Column = field(init=False)
    """What no storage can shorten."""
    _following: dict[str, Column] = field(init=False)
    """Of those that follow: what takes time."""

    def __post_init__(self) -> None:
        self.cpu_wait_today = self.cpu_wait(np.ones(self.draws.count), self.cpu_part(self.seen))
        # Once, of what is named: what `sharing` gives these demands nobody has named, and the model may be wrong of it.
        self.staying_s = sum(self.seconds.get(kind, 0.0) for kind in STAYING)
        self._sum_up()

    def _sum_up(self, gone_s: float | Column = 0.0) -> None:
        """`gone_s`: seconds that were worked today, and are in no demand any more."""
        lead = {kind: seconds for kind, seconds in self.seconds.items() if kind not in self.follows}
        self.worked_s = sum(lead.values()) + gone_s
        self._following = {kind: part for kind, part in self.follows.items() if np.any(self.seconds[kind])}
        untouched = sum(seconds for kind, seconds in lead.items() if kind not in (*STORAGE_DEMANDS, UNNAMED_IO))
        least = untouched + self.seconds["commit"] * (1 - self.commit.written)
        self.least_s = sum(self.followed(least).values(), np.zeros(self.draws.count) + least)

    def followed(self, worked_s: float | Column, x: float | Column = 1.0) -> dict[str, Column]:
        """Seconds of the demands that follow at throughput x, where the others take so many; today's where both are today's.

        Lock waits go as throughput times the square of the time a lock is held: a lock is busy for throughput times that time
        (Little's law), and who finds it busy waits in proportion to that time.
        """
        held = _over(worked_s, self.worked_s)
        locks = x * held * held
        return {
            kind: self.seconds[kind] * self._part_of(part, locks if kind == "locks" else held)
            for kind, part in self._following.items()
        }

    def _part_of(self, part: Column, ratio: float | Column) -> Column:
        """1 where no part follows, however long the rest takes."""
        less = np.asarray(1 - ratio)
        none = np.zeros(np.broadcast_shapes(less.shape, (self.draws.count,)))
        follows: Column = 1 - np.multiply(part, less, out=none, where=part > 0)
        return follows

    def at_best(self) -> Calibration:
        """The same where what the inputs do not tell is as storage would have it: all of a commit is its log write, reads
        that only blocks count are as large as Oracle makes them, and large ones are scans.
        """
        forked = self.fork()
        if self.commit_at_best is not None:
            forked.commit = self.commit_at_best
        if self.least_log_stall_ratio is not None:
            forked.log_stall_ratio = self.least_log_stall_ratio
        if self.profile.reads_counted_by == "blocks":
            forked.buffered_rate = self.buffered_rate * self.profile.block_size_bytes / LARGEST_READ_BYTES
        if self._scans_untold:
            forked.read_bytes = float(self.profile.block_size_bytes)
        forked._sum_up()
        return forked

    @property
    def may_be_slower(self) -> bool:
        """Whether the flash may read slower than today's storage, so that the more moves the worse."""
        return bool(np.any(self.flash_read_ratio > 1))

    def if_cached(self) -> Calibration:
        """The same where a cache makes reads fast today, which the flash outruns (as `Change.perhaps`)."""
        if self.cache_read_ratio is None:
            return self
        forked = self.fork()
        forked.flash_read_ratio = np.minimum(self.flash_read_ratio, self.cache_read_ratio)
        return forked

    def if_following(self) -> Calibration:
        """The same where what has no name and is no storage is waits for locks, or no wait: it follows as far as these do."""
        forked = self.fork()
        forked.seconds = dict(self.seconds)
        for kind, follower, part in followers(self.profile, self.follows):
            gone = self.seconds[kind] * part
            forked.seconds[kind] = forked.seconds[kind] - gone
            forked.seconds[follower] = forked.seconds[follower] + gone
        forked._sum_up()
        return forked

    def if_loaded(self) -> Calibration:
        """The same where nobody counts writes, and today's disks do as many as sessions wait for reads and temp: those that move
        relieve the disks of them.
        """
        if self.profile.data_write_requests_per_s is not None:
            return self
        forked = self.fork()
        forked.write_rate = self.buffered_rate + self.direct_rate + _rates(self.profile)["temp"]
        return forked

    def at_worst(self) -> Calibration:
        """The same where time that no wait holds is CPU, as it may be where the inputs do not give DB CPU: it follows nothing;
        where of reads that waits alone count there are more, and where nobody counts writes there are as many as reads.
        """
        forked = self.fork()
        if self.cpu_untold:
            forked.follows = {**self.follows, "unexplained": np.zeros(self.draws.count)}
        if self.profile.data_write_requests_per_s is None:
            forked.write_rate = self.buffered_rate
        if self.profile.reads_counted_by == "waits":
            forked.buffered_rate = self.buffered_rate * c.MOST_REQUESTS_A_WAIT
            forked.direct_rate = self.direct_rate * c.MOST_REQUESTS_A_WAIT
        forked._sum_up()
        return forked

    @property
    def cpu_untold(self) -> bool:
        """The unexplained time may be CPU."""
        return not self.profile.cpu_per_s and "unexplained" in self.follows and self.profile.unexplained_per_s > 0

    @property
    def load_untold(self) -> bool:
        """There may be reads that no session waited for, or writes."""
        return self.profile.reads_counted_by == "waits" or self.profile.data_write_requests_per_s is None

    @property
    def untold(self) -> bool:
        """There is such a thing."""
        log_write = self.commit_at_best is not None or self.least_log_stall_ratio is not None
        return log_write or self.profile.reads_counted_by == "blocks" or self._scans_untold

    @property
    def _scans_untold(self) -> bool:
        """How many of the bytes read are scans'."""
        return self.profile.direct_read_bytes_per_s is None and self.read_bytes > self.profile.block_size_bytes

    def sharing(self, shares: Mapping[str, float | Column]) -> Calibration:
        """The same with what has no name shared out: parts of it by demand, what is left over gone."""
        forked, nameless = self.fork(), self.seconds[UNNAMED_IO]
        known = {**self.seconds, UNNAMED_IO: 0.0}
        forked.seconds = known | {kind: known.get(kind, 0.0) + nameless * part for kind, part in shares.items()}
        forked._sum_up(nameless * (1 - sum(shares.values())))
        return forked

    def cpu_part(self, seen: float | Column) -> float | Column:
        """Of the others' work, what an arriving request meets in the queue for the CPUs."""
        return 0.0 if self.servers is None else waiting_part(seen, self.servers)

    def cpu_wait(self, x: Column, part: float | Column) -> Column:
        """Mean wait for a CPU in units of the service time; none where the CPUs are not known."""
        if self.servers is None:
            return np.zeros(self.draws.count)
        busy = x * self.cpu_busy / self.servers
        return wait_factor(busy, self.servers, part * busy)

    def fork(self) -> Calibration:
        """The same, for one more change: what that draws is not drawn from the others."""
        forked = copy(self)
        forked.draws = self.draws.fork()
        return forked


def calibrate(basis: Basis) -> Calibration:
    """The calibration of one profile against one tier. Every uncertain input of today's system is drawn here, once."""
    return _calibrated(basis, "drawn", basis.sample)


def calibrate_expected(basis: Basis, count: int) -> Calibration:
    """The same with every input at its expected value, `count` times."""
    return _calibrated(basis, f"expected {count}", lambda: Draws(count, 0, basis.pinned, expected=True))


def _calibrated(basis: Basis, how: str, draws: Callable[[], Draws]) -> Calibration:
    """A fork of what the first who asked had made: what one forecast draws is not drawn from the others."""
    if how not in basis.calibrated:
        basis.calibrated[how] = _calibrate(basis, draws())
    first: Calibration = basis.calibrated[how]
    return first.fork()


def _calibrate(basis: Basis, draws: Draws) -> Calibration:
    profile, tier = basis.profile, basis.tier
    flash = on_flash(tier, draws)
    group = group_holding(basis.storage, "data")
    copies = writes_per_logical_write(group)
    rates = _rates(profile, copies)
    shares_disks = group is not None and "redo" in group.holds and not group.inferred
    present = basis.users.count if basis.users else profile.db_time_per_s
    seen = max(present - 1, 0.0) / present if present > 0 else 0.0
    cpu_busy = profile.cpu_per_s + (profile.background_cpu_per_s or 0.0)
    servers = cpu_servers(profile, cpu_busy, draws)
    idle = servers is None or bool(np.mean(cpu_busy / servers) < c.BUSY_CPU)
    redo = redo_on_flash(profile, flash, idle, draws)
    direct_weight = _direct_weight(profile, rates["direct"])
    waited = rates["buffered"] + rates["direct"] * direct_weight + rates["temp"]
    unwaited = (rates["write"] + (rates["redo"] if shares_disks else 0.0)) * copies
    scan_gain = draws.triangle("scan_gain", c.SCAN_GAIN)
    met = Met(waited, unwaited, seen)
    return Calibration(
        profile=profile,
        tier=tier,
        draws=draws,
        seconds=_seconds(profile, draws),
        buffered_rate=rates["buffered"],
        direct_rate=rates["direct"],
        write_rate=rates["write"],
        redo_rate=rates["redo"],
        temp_rate=rates["temp"],
        direct_weight=direct_weight,
        direct_bytes=profile.direct_read_bytes_per_s or 0.0,
        read_bytes=bytes_per_read(profile),
        copies=copies,
        redo_shares_disks=shares_disks,
        load=basis.load,
        think_s=max(present - profile.db_time_per_s, 0.0),
        seen=seen,
        today=basis.today,
        todays=basis.todays,
        disks=tuple(_disks(profile, one, group, met, draws) for one in basis.today.queues),
        write_growth=draws.triangle("write_growth", c.WRITE_GROWTH),
        redo_growth=redo_growth(profile, draws),
        stall_gain=draws.triangle("stall_gain", c.STALL_GAIN),
        stall_relief=_stall_relief(profile, draws),
        scan_gain=scan_gain,
        flash_bytes_per_s=flash.read_bytes_per_s,
        flash_read_ratio=read_ratio(profile, flash, draws, apart=basis.today.apart),
        slowest_read_ratio=slowest_ratio(profile, flash, draws, apart=basis.today.apart),
        cache_read_ratio=None if basis.today.reads_apart is not c.READS_APART else cache_ratio(profile, tier, draws),
        flash_scan_ratio=scan_ratio(profile, flash, draws),
        direct_write_gain=scan_gain * (1 - device_ratio(profile, "direct-write", flash.write_us, draws)),
        further=tuple(
            target_of(profile, one, today, scan_gain, draws)
            for one, today in zip(basis.further, basis.todays[1:], strict=True)
        ),
        temp_ratio=temp_ratios(profile, flash, draws),
        commit=redo.commit,
        commit_at_best=redo.commit_at_best,
        log_stall_ratio=redo.stall_ratio,
        least_log_stall_ratio=redo.least_stall_ratio,
        log_write_met=None if shares_disks else log_write_met(profile, draws),
        model_error=draws.triangle("model_error", c.MODEL_ERROR),
        load_error=draws.triangle("load_error", c.LOAD_ERROR),
        follows=_follows(profile, draws),
        servers=servers,
        cpu_busy=cpu_busy,
    )


def _disks(profile: Profile, queue: Queue, group: StorageGroup | None, met: Met, draws: Draws) -> Disks:
    utilisation = disk_utilisation(profile, queue, group, met, draws)
    latency_us = station_latency_us(profile, queue) or 0.0
    return Disks(utilisation, seek_reordering(profile, queue, group, draws), latency_us / 1e6 * (1 - utilisation))


def _seconds(profile: Profile, draws: Draws) -> dict[str, float | Column]:
    """Of every demand; waits for CPU time that resource management holds back stay as they are, like all others."""
    stored: dict[str, float] = {kind: profile.demand(kind).time_per_s for kind in STORAGE_DEMANDS}
    other = {
        f"wait:{demand.kind}" if demand.kind == "cpu" else demand.kind: demand.time_per_s
        for demand in profile.demands
        if demand.kind not in stored
    }
    rest = {"cpu": profile.cpu_per_s, UNNAMED_IO: 0.0, "locks": 0.0, **other, "unexplained": profile.unexplained_per_s}
    twice = profile.double_counted_per_s
    if not twice:
        return {**stored, **rest}
    of_storage, of_rest = sum(stored.values()) + rest[UNNAMED_IO], sum(rest.values()) - rest[UNNAMED_IO]
    share, most = of_storage / (of_storage + of_rest), min(of_storage / twice, 1.0)
    part = draws.triangle("counted_twice", c.Spread(share, share, max(share, most), c.COUNTED_TWICE_SOURCE))
    stays = 1 - part * twice / of_storage if of_storage else 1.0
    others = 1 - (1 - part) * twice / of_rest if of_rest else 1.0
    return {
        kind: seconds * (stays if kind in (*STORAGE_DEMANDS, UNNAMED_IO) else others)
        for kind, seconds in (*stored.items(), *rest.items())
    }


def _stall_relief(profile: Profile, draws: Draws) -> Column:
    """Not drawn, and so no assumption, where no stall is there to ease."""
    if not profile.may_take_time("write-stall"):
        return np.zeros(draws.count)
    return draws.triangle("stall_relief", c.STALL_RELIEF)


def _follows(profile: Profile, draws: Draws) -> dict[str, Column]:
    # Where the CPUs are full, what no wait counts is a queue for them, and the work on the CPUs stays.
    rest = profile.unexplained_per_s > 0 or any(one.or_rest for one in (*profile.unnamed, *profile.may_follow))
    parts: dict[str, Column] = {}
    if profile.may_take_time("locks"):
        parts["locks"] = draws.triangle("follow_locks", c.FOLLOW_LOCKS)
    if rest and not profile.cpus_full:
        parts["unexplained"] = draws.uniform("follow_unexplained", c.FOLLOW_UNEXPLAINED)
    return parts


def _over(one: float | Column, other: float | Column) -> float | Column:
    """1 where both are nothing."""
    if not np.any(other):
        return 1.0
    ratio: Column = np.divide(one, other, out=np.ones(np.broadcast(one, other).shape), where=np.asarray(other) > 0)
    return ratio


def _rates(profile: Profile, copies: int = 1) -> dict[str, float]:
    """Requests a second by what they are of; of temp, each write as the `copies` disk writes that it costs."""
    reads = profile.time_per_s("single-block-read", "multi-block-read")
    waits = profile.demand("single-block-read").waits_per_s + profile.demand("multi-block-read").waits_per_s
    buffered = profile.buffered_read_requests_per_s
    return {
        # Without instance statistics the waits are the requests: each buffered read is waited for.
        "buffered": buffered if buffered else (waits if reads else 0.0),
        "direct": profile.direct_read_requests_per_s or profile.demand("direct-read").waits_per_s,
        "write": profile.data_write_requests_per_s or 0.0,
        "redo": profile.redo_writes_per_s or 0.0,
        "temp": (profile.temp_read_requests_per_s or profile.demand("temp-read").waits_per_s)
        + (profile.temp_write_requests_per_s or profile.demand("temp-write").waits_per_s) * copies,
    }


def _direct_weight(profile: Profile, direct_rate: float) -> float:
    size = (profile.direct_read_bytes_per_s or 0.0) / direct_rate if direct_rate else 0.0
    return request_weight(max(size, profile.block_size_bytes), profile.block_size_bytes)
