"""Forecasts against sums done on paper: every uncertain input pinned, so that one figure comes out."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import exp, sqrt

import numpy as np
import pytest

from segtier.forecast import Basis, Change, HitCurve, ceiling, constants, forecast_change, load_curve, same_work, solve
from segtier.forecast.calibration import calibrate
from segtier.forecast.constants import Spread
from segtier.forecast.load_curve import LOADS
from segtier.forecast.network import Network
from segtier.forecast.placed import Placed, flash_load
from segtier.forecast.read_latency import chance_of_fast_reads
from segtier.forecast.solve import users_at_response
from segtier.model.device import StorageGroup, StorageToday, Tier
from segtier.model.profile import CachePoint, Profile
from segtier.model.request import Users
from segtier.model.workload import WaitEvent
from segtier.oracle.devices import tier
from tests.builders import GIB, a_profile, a_wait, a_workload

FLASH = replace(tier(700 * 10**9), read_us=283.616, write_us=100.0)
"""A block is read in 300 µs: 283.616, and 8192 bytes at 500 a µs."""
SMALL = replace(FLASH, read_iops=1_000.0, write_iops=1_000.0)
"""283 µs at 1,000 a second: not one channel busy, so one server, whose response is 1 / (1 - what a request meets)."""
READS = a_wait("db file sequential read", 18_000, 10)
"""5 sessions, 500 reads a second."""
PINS = {
    "flash_read_us": 283.616,
    "flash_write_us": 100.0,
    "disk_utilisation": 0.0,
    "seek_reordering": 0.0,
    "model_error": 0.0,
    "load_error": 0.0,
    "write_growth": 1.0,
    "redo_growth": 1.0,
    "smt_yield": 0.5,
    "redo_writes_per_sync": 1.0,
    "scan_gain": 0.5,
    "stall_gain": 0.5,
    "stall_relief": 0.0,
    "log_write_met": 0.0,
    "fast_limit_us": 1_000.0,
}
"""Disks without a queue, a model without error: each case adds what it is about."""
BY_WEIGHT = {"counted_twice": 5 / 6}
"""Five of six seconds are reads, and so much of what is counted twice."""


@dataclass(frozen=True)
class System:
    """An hour with one session on CPU and these waits; 500 reads and 150 writes a second for 5 sessions in reads."""

    waits: tuple[WaitEvent, ...] = (READS,)
    pins: dict[str, float] = field(default_factory=dict)
    flash: Tier = FLASH
    storage: StorageToday | None = None
    users: Users | None = None
    rest_s: float = 0.0
    cpu_s: float = 3_600.0
    cpus: int = 32
    statistics: dict[str, float] = field(default_factory=dict)
    profiled: dict[str, float | None] = field(default_factory=dict)

    @property
    def profile(self) -> Profile:
        hour = a_workload(
            self.waits,
            rest_s=self.rest_s,
            cpu_s=self.cpu_s,
            cores=self.cpus,
            threads=self.cpus,
            statistics=self.statistics,
        )
        return replace(a_profile(hour), **self.profiled)

    @property
    def basis(self) -> Basis:
        given = {"storage": self.storage, "users": self.users, "pinned": {**PINS, **self.pins}}
        return Basis(profile=self.profile, tier=self.flash, draws=3, seed=1, **given)


HALF, ALL, REDO = Change(buffered_reads=0.5), Change(buffered_reads=1.0), Change(redo=True)
FAST = a_wait("db file sequential read", 900, 0.5)
LOCKS = a_wait("enq: TX - row lock contention", 7_200, 500)
CLIENT = a_wait("SQL*Net more data from client", 7_200, 2)
HELD_BACK = a_wait("resmgr:cpu quantum", 7_200, 20)
STALLS = a_wait("free buffer waits", 3_600, 10)
NO_SIZE = {"redo size": 0.0}
"""Log writes whose transfer takes no time."""
SWITCH = a_wait("log file switch completion", 3_600, 100)
SYNC = a_wait("log file sync", 3_600, 10)
"""One session, 100 commits a second."""
LOG_WRITE = a_wait("log file parallel write", 1_800, 6, foreground=False)
SCANS = a_wait("direct path read", 3_600, 20)
SCAN = (5_000 + 2**20 / 150) / (5_000 + 8_192 / 150)
"""Seek and turn 5 ms, 150 bytes a µs."""
TEMP: dict[str, float | None] = {"temp_read_requests_per_s": 60.0, "temp_write_requests_per_s": 40.0}
RAID5 = StorageToday((StorageGroup("all", ("data", "redo"), "hdd", None, "raid5", inferred=False),))

RELIEVED = 0.5 / (1 - 0.5 * (6 / 7 * 250 + 300) / (6 / 7 * 500 + 300))
"""Response of disks half busy without half of their reads, 7 sessions."""

LESS = (5 / 6 * 250 + 300) / (5 / 6 * 500 + 300)
"""Of today's load, what disks are left without half of their reads; 6 sessions."""

SAVED = [
    # (what, system, change, DB time of one second afterwards)
    ("half of the reads in 0.3 ms instead of 10", System(), HALF, 1 + 2.5 + 2.5 * 0.03),
    ("all of them", System(), ALL, 1 + 5 * 0.03),
    (
        # The rest reads faster: (5/6 of 250 reads + 2 x 75 writes) / (5/6 of 500 + 2 x 150) = half the load on disks
        # that are half busy, (1 - 0.5) / (1 - 0.25) = 2/3.
        "the disks are relieved",
        System(pins={"disk_utilisation": 0.5}),
        Change(buffered_reads=0.5, writes=0.5),
        1 + 2.5 * 2 / 3 + 2.5 * 0.03,
    ),
    (
        # As above, and the load is off by a power: what is left 0.5 ** (1 + 1).
        "less load goes than the shares say",
        System(pins={"disk_utilisation": 0.5, "load_error": 1.0}),
        Change(buffered_reads=0.5, writes=0.5),
        1 + 2.5 * 0.5 / (1 - 0.5 * 0.25) + 2.5 * 0.03,
    ),
    (
        # Log writes share the disks: (5/6 of 250 + 4 x (150 + 50)) / (5/6 of 500 + 4 x (150 + 50)).
        "RAID 5 that also holds the redo logs",
        System(pins={"disk_utilisation": 0.5}, storage=RAID5, statistics={"redo writes": 180_000}),
        HALF,
        1 + 2.5 * 0.5 / (1 - 0.5 * (1250 / 6 + 800) / (2500 / 6 + 800)) + 2.5 * 0.03,
    ),
    (
        # 50 scans a second of 1 MiB, each 2.372 blocks' worth of disk time; half of the wait for one follows the device,
        # which takes 2.38 ms instead of 20.
        "half of the scans",
        System((READS, SCANS), pins={"disk_utilisation": 0.5}, statistics={"physical reads direct": 50 * 128 * 3600.0}),
        Change(direct_reads=0.5),
        1
        + (5 + 0.5) * 0.5 / (1 - 0.5 * (6 / 7 * (500 + 25 * SCAN) + 300) / (6 / 7 * (500 + 50 * SCAN) + 300))
        + 0.5 * (1 - 0.5 * (1 - 2.380768 / 20)),
    ),
    (
        # Both log writes and reads leave them: (5/6 of 250 + 4 x 150) / (5/6 of 500 + 4 x 200).
        "RAID 5, redo moved too",
        System(pins={"disk_utilisation": 0.5}, storage=RAID5, statistics={"redo writes": 180_000}),
        replace(HALF, redo=True),
        1 + 2.5 * 0.5 / (1 - 0.5 * (1250 / 6 + 600) / (2500 / 6 + 800)) + 2.5 * 0.03,
    ),
    (
        # 250 reads a second on a device of 1,000: 5/6 of 0.25 are met.
        "a small device queues",
        System(flash=SMALL),
        HALF,
        1 + 2.5 + 2.5 * 0.03 / (1 - 5 / 6 * 0.25),
    ),
    (
        # 1,000 reads a second, but 500 blocks of 8 KiB: 250 fill half of it, 5/6 of that are met. A read takes 283.616 µs
        # and 2 ms for its bytes.
        "a small device is full by bytes",
        System(flash=replace(SMALL, read_bytes_per_s=500 * 8192.0), pins={"flash_bandwidth": 1.0}),
        HALF,
        1 + 2.5 + 2.5 * 0.2283616 / (1 - 5 / 6 * 0.5),
    ),
    (
        # 0.25 of reads, of which 5/6 are met, and 0.075 of writes nobody waits for.
        "a small device queues, writes too",
        System(flash=SMALL),
        Change(buffered_reads=0.5, writes=0.5),
        1 + 2.5 + 2.5 * 0.03 / (1 - 5 / 6 * 0.25 - 0.075),
    ),
    (
        # N = 7: 6/7 of 0.25 + 0.2; a log write of 2 ms becomes 0.1 ms, and queues.
        "log writes queue behind reads on a small device",
        System(
            (READS, SYNC, a_wait("log file parallel write", 1_440, 2, False)),
            flash=SMALL,
            statistics={"redo writes": 720_000, "redo size": 0.0},
        ),
        Change(buffered_reads=0.5, redo=True),
        1 + 2.5 + 2.5 * 0.03 / (1 - 6 / 7 * 0.45) + 0.8 + 0.01 / (1 - 6 / 7 * 0.45),
    ),
    (
        # Nine tenths of the time with empty queues are the floor, whatever the model's error.
        "no model error beats the floor",
        System(pins={"model_error": -0.6}),
        ALL,
        0.9 * (1 + 5 * 0.03),
    ),
    ("a model error in full", System(pins={"model_error": 0.6}), ALL, (1 + 5 * 0.03) * exp(0.6)),
    (
        "no model error of a named wait that stays",
        System((READS, CLIENT), pins={"model_error": 0.6}),
        ALL,
        2 + (1 + 5 * 0.03) * exp(0.6),
    ),
    (
        "nor is it among the empty queues",
        System((READS, CLIENT), pins={"model_error": -0.6}),
        ALL,
        2 + 0.9 * (1 + 5 * 0.03),
    ),
    (
        # The demands make 8 of 7 seconds.
        "counted twice, what stays counts for less",
        System((READS, CLIENT), pins={"model_error": 0.6, "counted_twice": 5 / 8}, rest_s=-3_600),
        ALL,
        (2 + (1 + 5 * 0.03) * exp(0.6)) * 7 / 8,
    ),
    (
        "a wait for CPU time is as uncertain as CPU",
        System((READS, HELD_BACK), pins={"model_error": 0.6}),
        ALL,
        (1 + 2 + 5 * 0.03) * exp(0.6),
    ),
    ("with nothing but what stays, nothing is wrong", System((CLIENT,), cpu_s=0, pins={"model_error": 0.6}), ALL, 2),
    (
        # Reads and CPU take 1.15 of 6 seconds: half of the 2 seconds in locks goes as their square.
        "locks whose holders wait for storage, by half",
        System((READS, LOCKS), pins={"follow_locks": 0.5}),
        ALL,
        1.15 + 2 * (0.5 + 0.5 * (1.15 / 6) ** 2),
    ),
    ("locks of holders who think", System((READS, LOCKS), pins={"follow_locks": 0.0}), ALL, 1.15 + 2),
    (
        "a rest that follows",
        System(rest_s=7_200, pins={"follow_unexplained": 1.0}),
        ALL,
        1.15 + 2 * 1.15 / 6,
    ),
    (
        # The demands make 6 of 5 seconds: each counts 5/6.
        "counted twice, the floor is as much less",
        System(pins={"model_error": -0.6, **BY_WEIGHT}, rest_s=-3_600),
        ALL,
        0.9 * (1 + 5 * 0.03) * 5 / 6,
    ),
    ("counted twice, so is the rest", System(rest_s=-3_600, pins=BY_WEIGHT), HALF, (1 + 2.5 + 2.5 * 0.03) * 5 / 6),
    (
        # Half of a stall goes with the writes moved.
        "half of the writes",
        System((READS, STALLS)),
        Change(buffered_reads=0.5, writes=0.5),
        1 + 2.5 + 2.5 * 0.03 + 0.75,
    ),
    (
        # No write moves, but the disks that take them answer in 1 - 0.5 over 1 - 0.5 x load: half of a stall goes as that.
        "stalls ease with the disks, by half",
        System((READS, STALLS), pins={"disk_utilisation": 0.5, "stall_relief": 0.5}),
        HALF,
        1 + 2.5 * RELIEVED + 2.5 * 0.03 + 0.5 + 0.5 * RELIEVED,
    ),
    (
        # Disks 95 % busy are why: with half of their load gone nobody queues for a place among 128 writes.
        "half of the writes, disks full of them",
        System((READS, STALLS), pins={"disk_utilisation": 0.95}),
        Change(buffered_reads=0.5, writes=0.5),
        1 + 2.5 * 0.05 / (1 - 0.95 * (6 / 7 * 250 + 150) / (6 / 7 * 500 + 300)) + 2.5 * 0.03,
    ),
    (
        # 1.1 log writes of at most 10 / 1.1 ms; on flash 0.1 ms each.
        "large log writes nobody commits with",
        System(
            (READS, SYNC, a_wait("log file parallel write", 1_800, 20, False)),
            pins={"redo_writes_per_sync": 1.1},
            statistics=NO_SIZE,
        ),
        REDO,
        6 + 0.011,
    ),
    (
        # The log writer is busy for 0.8 of the time: 0.5 / 0.2 of one log write of 2 ms each instead of one.
        "commits queue for the log writer",
        System(
            (READS, SYNC, a_wait("log file parallel write", 2_880, 2, False)),
            pins={"log_writer_writes": 0.8, "long_writes_met": 0.0},
            statistics={"redo writes": 1_440_000, **NO_SIZE},
        ),
        REDO,
        6 + 0.5 + 2.5 * 0.01,
    ),
    (
        # What the queue does not explain was long log writes: 0.8 of the wait are log writes, 4 of 2 ms.
        "commits that met long log writes",
        System(
            (READS, SYNC, a_wait("log file parallel write", 2_880, 2, False)),
            pins={"log_writer_writes": 0.8, "long_writes_met": 1.0},
            statistics={"redo writes": 1_440_000, **NO_SIZE},
        ),
        REDO,
        6 + 0.2 + 4 * 0.01,
    ),
    (
        # Busy for 0.96 of the time, 12.5 log writes of 2 ms would be more than 10 ms: 0.96 of those are log writes.
        "a log writer without time",
        System(
            (READS, SYNC, a_wait("log file parallel write", 3_456, 2, False)),
            pins={"log_writer_writes": 0.96},
            statistics={"redo writes": 1_728_000, **NO_SIZE},
        ),
        REDO,
        6 + 0.04 + 4.8 * 0.01,
    ),
    (
        # The standby takes 2 of the 6 ms as well: 10 - 6 + 2.
        "a standby",
        System((READS, SYNC, LOG_WRITE), profiled={"redo_remote_us": 2_000.0}, statistics=NO_SIZE),
        REDO,
        6 + 0.6,
    ),
    (
        # Posting takes 0.06 ms of 10, the log the rest.
        "log write not reported, CPUs idle",
        System((READS, SYNC), pins={"commit_post_us": 60.0, "log_writes_most_us": 25_000.0}, statistics=NO_SIZE),
        REDO,
        6 + 0.016,
    ),
    (
        "log write not reported, no more than 8 ms of it",
        System((READS, SYNC), pins={"commit_post_us": 60.0, "log_writes_most_us": 8_000.0}, statistics=NO_SIZE),
        REDO,
        6 + 0.21,
    ),
    (
        # 0.6 of 10 ms are the log write.
        "log write not reported, CPUs busy",
        System(
            (READS, SYNC),
            cpus=1,
            cpu_s=2_000,
            pins={"redo_share_of_sync": 0.6, "log_writes_most_us": 25_000.0},
            statistics=NO_SIZE,
        ),
        REDO,
        2_000 / 3_600 + 5 + 0.41,
    ),
    (
        # 0.5 of what the log write is faster: 0.1 instead of 6 ms.
        "waits for a log switch",
        System((READS, LOG_WRITE, SWITCH), statistics=NO_SIZE),
        REDO,
        6 + 1 - 0.5 * (1 - 0.1 / 6),
    ),
    (
        # Nobody knows how long the log write takes today: on flash 0.4 of it, and half of a stall is the log write.
        "waits for a log switch, log write not known",
        System((READS, SWITCH), pins={"unknown_latency": 0.4}),
        REDO,
        7 - 0.5 * 0.6,
    ),
    (
        # Below a millisecond a log write comes from a write cache: 0.95 of it stays.
        "fast log writes",
        System(
            (READS, SYNC, a_wait("log file parallel write", 180, 0.6, False)),
            pins={"already_fast_write": 0.95},
            statistics=NO_SIZE,
        ),
        REDO,
        6 + 1 - 0.06 * 0.05,
    ),
    (
        # 128 KiB in 283.616 + 262.144 µs and 100 + 262.144 µs, instead of 10 and 5 ms.
        "temp",
        System((READS, a_wait("direct path read temp", 3_600, 10), a_wait("direct path write temp", 3_600, 5))),
        Change(temp=True),
        6 + 0.054576 + 0.0724288,
    ),
    (
        # 0.5 of the wait follows the device, which takes 0.1 instead of 2 ms.
        "direct path writes",
        System((READS, a_wait("direct path write", 3_600, 2))),
        Change(writes=1.0),
        6 + 1 - 0.5 * 0.95,
    ),
    (
        # The lists may be off by a quarter: 0.9 x 1.25 is more than there is, so all of them move.
        "scans, no more than all",
        System((READS, SCANS), pins={"segment_share": 1.25}, statistics={"physical reads direct": 50 * 128 * 3600.0}),
        Change(direct_reads=0.9, share_error=0.25),
        6 + 1 - 0.5 * (1 - 2.380768 / 20),
    ),
    (
        "direct path writes, no more than all",
        System((READS, a_wait("direct path write", 3_600, 2)), pins={"segment_share": 1.25}),
        Change(writes=0.9, share_error=0.25),
        6 + 1 - 0.5 * 0.95,
    ),
    (
        "reads below a millisecond: 0.95 of them stay",
        System((FAST,), pins={"already_fast": 0.95}),
        ALL,
        1 + 0.25 * 0.95,
    ),
    ("a bigger cache: 0.7 of the reads", System(), Change(read_factor=Spread(0.7, 0.7, 0.7, "told")), 1 + 3.5),
    (
        "a flash cache that serves half",
        System(),
        Change(flash_cache_bytes=GIB, hit_share=Spread(0.5, 0.5, 0.5, "told")),
        1 + 2.5 + 2.5 * 0.03,
    ),
    (
        # A quarter is moved, of the rest the cache serves half.
        "segments and a flash cache",
        System(),
        Change(buffered_reads=0.25, flash_cache_bytes=GIB, hit_share=Spread(0.5, 0.5, 0.5, "told")),
        1 + 1.875 + 3.125 * 0.03,
    ),
    (
        # 0.2 of the reads are hot, and the cache holds a quarter of what the others read: 0.2 + 0.8 / 4 = 0.4.
        "a flash cache whose hits were measured",
        System(),
        Change(flash_cache_bytes=GIB, hit_curve=HitCurve(np.full(3, 0.2), np.full(3, 4.0 * GIB))),
        1 + 3 + 2 * 0.03,
    ),
    (
        # 6 of 10 ms are the log write, of which 0.1 ms and 0.02 for its 10 KB are left.
        "posting a commit is in the floor too",
        System((READS, SYNC, LOG_WRITE), pins={"model_error": -0.6}),
        Change(buffered_reads=1.0, redo=True),
        0.9 * (1 + 5 * 0.03 + 0.4 + 0.6 * 0.02),
    ),
]


@pytest.mark.parametrize(("what", "system", "change", "after_s"), SAVED, ids=[row[0] for row in SAVED])
def test_db_time_saved(what: str, system: System, change: Change, after_s: float) -> None:
    today_s = system.profile.db_time_per_s
    found = forecast_change(system.basis, change)
    assert found.response_ratio.expected == pytest.approx(after_s / today_s, rel=1e-4), what
    assert found.db_time_saved_s_per_hour.expected == pytest.approx((today_s - after_s) * 3600, rel=1e-4), what
    assert same_work(system.basis)(change) == pytest.approx(after_s / today_s, rel=1e-4), what


@pytest.mark.parametrize(("moved", "unit_s"), [(0.5, 1 + 2.5 + 0.075), (0.8, 1 + 1 + 0.12), (1.0, 1.15)])
def test_throughput_by_littles_law(moved: float, unit_s: float) -> None:
    """Six users who never think, and a unit of work that takes so many seconds instead of 6."""
    found = forecast_change(System().basis, Change(buffered_reads=moved))
    assert found.throughput_ratio.expected == pytest.approx(6 / unit_s, rel=1e-4)


@pytest.mark.parametrize(
    ("load", "after_s"),
    [
        (1.0, 1 + 2.5 * 0.5 / (1 - 0.5 * LESS) + 0.075),
        (1.2, 1 + 2.5 * 0.5 / (1 - 0.5 * 1.2 * LESS) + 0.075),
        (0.5, 1 + 2.5 * 0.5 / (1 - 0.5 * 0.5 * LESS) + 0.075),
    ],
)
def test_db_time_at_another_load(load: float, after_s: float) -> None:
    """Disks half busy with all of the reads; the rest of the load comes so many times as often."""
    basis = replace(System(pins={"disk_utilisation": 0.5}).basis, load=load)
    assert forecast_change(basis, HALF).response_ratio.expected == pytest.approx(after_s / 6, rel=1e-4)


def test_a_load_that_is_not_carried_is_timed_at_the_most_that_is() -> None:
    """Six users make 6 / 3.575 of today's throughput, not twice as much."""
    basis = replace(System(pins={"follow_locks": 0.0}).basis, load=2.0)
    found = forecast_change(basis, HALF)
    assert found.throughput_ratio.expected == pytest.approx(6 / 3.575, rel=1e-4)
    assert found.response_ratio.expected == pytest.approx(3.575 / 6, rel=1e-4)


def test_locks_meet_more_transactions_that_hold_them_for_less() -> None:
    """Eight who never think: x (1.15 + 2 x (1.15 / 6)^2) = 8."""
    found = forecast_change(System((READS, LOCKS), pins={"follow_locks": 1.0}).basis, ALL)
    per_x = 2 * (1.15 / 6) ** 2
    assert found.throughput_ratio.expected == pytest.approx((sqrt(1.15**2 + 32 * per_x) - 1.15) / 2 / per_x, rel=1e-4)


@pytest.mark.parametrize(
    ("x", "met", "busy"), [(1.0, 1.0, 0.2), (2.0, 1.0, 0.4), (2.0, 0.5, 0.4), (9.0, 1.0, 1.0), (0.5, 1.0, 0.1)]
)
def test_more_commits_find_the_log_writer_writing(x: float, met: float, busy: float) -> None:
    """100 log writes a second of 2 ms keep it busy for 0.2 of the time; a fifth of a commit's 10 ms is its own write."""
    log_write = a_wait("log file parallel write", 720, 2, False)
    system = System(
        (READS, SYNC, log_write), pins={"log_write_met": met}, statistics={"redo writes": 360_000, **NO_SIZE}
    )
    found = Network(calibrate(system.basis), ALL).times(np.full(3, x))["commit"]
    assert float(found[0]) == pytest.approx(0.8 + 0.2 * (1 + met * busy) / (1 + met * 0.2))


def test_log_writes_on_the_datas_disks_wait_there_and_nowhere_else() -> None:
    log_write = a_wait("log file parallel write", 720, 2, False)
    given = {"storage": RAID5, "statistics": {"redo writes": 360_000, **NO_SIZE}}
    system = System((READS, SYNC, log_write), pins={"log_write_met": 1.0}, **given)
    assert calibrate(system.basis).log_write_met is None


@pytest.mark.parametrize(
    ("latency_ms", "read_bytes", "least"),
    [
        (20, 8_192, 0.6),
        # 120 KiB more at 150 bytes a µs: 819.2 µs of either time.
        (22.048, 131_072, 0.6),
        (800, 8_192, 0.75),
        (4, 8_192, 0.05),
        (10, 8_192, 0.2),
    ],
    ids=[
        "two and a half times its own time",
        "large reads",
        "a burst, or full bandwidth",
        "no queue seen",
        "a fifth at least",
    ],
)
def test_slow_reads_say_how_busy_disks_are_at_least(latency_ms: float, read_bytes: int, least: float) -> None:
    """A disk takes 8 ms for a block that nobody else waits for."""
    reads = a_wait("db file sequential read", 500 * 3.6 * latency_ms, latency_ms)
    system = System((reads,), pins={"disk_service_us": 8_000.0}, profiled={"data_read_bytes_per_s": 500.0 * read_bytes})
    pins = {name: value for name, value in {**PINS, **system.pins}.items() if name != "disk_utilisation"}
    (disks,) = calibrate(replace(system.basis, pinned=pins, draws=1_000)).disks
    assert float(disks.utilisation.min()) == pytest.approx(least, abs=0.03 if least < 0.1 else 1e-6)


@pytest.mark.parametrize(
    ("change", "moved"),
    [
        (Change(buffered_reads=0.25, reads_extra=0.5), 0.5),
        (Change(buffered_reads=0.25, reads_extra=0.5, writes_extra=0.5), 0.5),
        (Change(buffered_reads=0.5, writes_extra=0.5), 0.5),
        (Change(buffered_reads=0.9, reads_extra=1.0), 1.0),
    ],
)
def test_half_of_what_no_list_names_is_moved_too(change: Change, moved: float) -> None:
    """Of six seconds five are reads of 10 ms, which take 0.3 from flash."""
    found = forecast_change(System(pins={"unseen_share": 0.5}).basis, change)
    after_s = 1 + 5 * (1 - moved) + 0.15 * moved
    assert found.response_ratio.expected == pytest.approx(after_s / 6, rel=1e-4)


@pytest.mark.parametrize(("users", "expected"), [(Users(16, 0.1), 16 / 13.575), (Users(3, 0.0), 6 / 3.575)])
def test_throughput_with_thinking_users(users: Users, expected: float) -> None:
    """Sixteen users think 10 seconds for each 6 of work: x (10 + 3.575) = 16. Three are fewer than six sessions: none thinks."""
    found = forecast_change(System(users=users).basis, HALF)
    assert found.throughput_ratio.expected == pytest.approx(expected, rel=1e-4)


@pytest.mark.parametrize(
    ("what", "system", "change", "limit"),
    [
        # 25 sessions in reads, 4 on 5 CPUs: 7/10 of the reads left make x = 29 / (4 + 17.5 + 0.2) = 1.3 if CPUs were free;
        # they are more than 85 % busy from x = 1.07 on, and reads still the longest part.
        ("CPU", System((a_wait("db file sequential read", 90_000, 10),), cpu_s=14_400, cpus=5), Change(0.3), "cpu"),
        ("reads", System((a_wait("db file sequential read", 90_000, 10),)), Change(0.3), "single-block-read"),
        ("flash", System(flash=replace(SMALL, read_iops=290.0)), Change(0.6), "flash"),
        (
            "SSD that 300 reads a second fill to the last",
            System(flash=replace(SMALL, read_iops=300.0)),
            Change(0.6),
            "flash",
        ),
        (
            "locks",
            System((READS, a_wait("enq: TX - row lock contention", 10_800, 100))),
            ALL,
            "locks",
        ),
        ("disks 86 % busy", System(pins={"disk_utilisation": 0.86}), Change(temp=True), "disks"),
        ("disks 84 % busy", System(pins={"disk_utilisation": 0.84}), Change(temp=True), "single-block-read"),
    ],
)
def test_what_limits_next(what: str, system: System, change: Change, limit: str) -> None:
    found = forecast_change(system.basis, change)
    assert found.limited_by == limit, what
    assert np.isfinite(found.response_ratio.expected)


@pytest.mark.parametrize(
    ("what", "system", "pct", "throughput"),
    [
        ("all reads go", System(), 500 / 6, 6.0),
        ("two CPUs carry no more than twice today's one", System(cpus=2), 500 / 6, 2.0),
        # Background processes use the same CPUs: 2 / (1 + 0.25).
        (
            "two CPUs, a quarter of one in background",
            System(cpus=2, profiled={"background_cpu_per_s": 0.25}),
            500 / 6,
            1.6,
        ),
        # 1.5 log writes of 6 ms in each commit of 10 ms: 9 ms go.
        ("log writes", System((SYNC, LOG_WRITE)), 45.0, 2 / 1.1),
        # 2 of the 6 ms are the standby's: 1.5 x 4 = 6 of 10 ms go.
        ("a standby's part stays", System((SYNC, LOG_WRITE), profiled={"redo_remote_us": 2_000.0}), 30.0, 2 / 1.4),
        # All but 0.9 x 2 ms go where the log write itself is not reported.
        ("a standby, log write unknown", System((SYNC,), profiled={"redo_remote_us": 2_000.0}), 41.0, 2 / 1.18),
        # How often the log writer writes is not reported: as if the log write were not.
        (
            "a standby, log writes not counted",
            System((SYNC, LOG_WRITE), profiled={"redo_remote_us": 2_000.0, "redo_writes_per_s": None}),
            41.0,
            2 / 1.18,
        ),
        (
            "a log write longer than the commit",
            System((SYNC, a_wait("log file parallel write", 1_800, 20, False))),
            50,
            2,
        ),
        # All but the CPU's 1 of 6 seconds goes; of 2 seconds in locks as much, and of what is left as much again. At six times
        # today's throughput locks are as busy as today.
        ("locks that follow", System((READS, LOCKS)), 100 * (1 - (1 + 2 / 36) / 8), 6.0),
        ("unexplained time that follows", System(rest_s=7_200), 100 * (1 - (1 + 2 / 6) / 8), 6.0),
        ("counted twice", System(rest_s=-3_600), 500 / 6, 6.0),
    ],
)
def test_the_ceiling(what: str, system: System, pct: float, throughput: float) -> None:
    most = ceiling(system.basis)
    assert most.db_time_pct == pytest.approx(pct), what
    assert most.throughput_ratio == pytest.approx(throughput), what


@pytest.mark.parametrize("error", [constants.MODEL_ERROR.low, 0.0])
@pytest.mark.parametrize(
    ("waits", "profiled"),
    [
        ((SYNC,), {}),
        ((SYNC,), {"redo_remote_us": 2_000.0}),
        ((SYNC,), {"redo_remote_us": 9_500.0}),
        ((SYNC, LOG_WRITE), {"redo_remote_us": 2_000.0, "redo_writes_per_s": None}),
    ],
)
def test_no_commit_gains_more_than_its_ceiling(
    waits: tuple[WaitEvent, ...], profiled: dict[str, float | None], error: float
) -> None:
    """However much of it is the log write, and however wrong the model: what a standby takes stays."""
    system = System(waits, profiled=profiled, pins={"model_error": error, "redo_writes_per_sync": 0.9})
    found = forecast_change(system.basis, REDO).response_ratio
    gain = 1 - found.low
    assert found.low < found.high
    assert 0 < gain * 100 <= ceiling(system.basis).db_time_pct + 1e-6


@pytest.mark.parametrize(("rest_s", "counted"), [(0.0, 1.0), (-1_800.0, 5.5 / 6)])
def test_reads_served_by_a_flash_cache(rest_s: float, counted: float) -> None:
    """0.8 reads a read today with twice the cache: theta = -ln 0.8 / ln 2; five times the cache leaves 5 ** -theta.

    Where CPU and waits are half a session more than DB time, all of them count for less.
    """
    misses = 5 ** (np.log(0.8) / np.log(2))
    system = System(pins={"miss_curve_trust": 1.0, **BY_WEIGHT}, rest_s=rest_s)
    found = forecast_change(system.basis, Change(flash_cache_bytes=32 * GIB))
    assert found.flash_hit_share is not None
    assert found.flash_read_s_per_hour is not None
    assert found.flash_hit_share.expected == pytest.approx(1 - misses)
    assert found.flash_read_s_per_hour.expected == pytest.approx(18_000 * (1 - misses) * 0.03 * counted, rel=1e-4)


def test_a_flash_cache_beside_moved_segments_serves_what_they_leave() -> None:
    """Of 18,000 seconds a quarter is moved, the cache serves half of the rest, in 0.03 of the time."""
    change = Change(buffered_reads=0.25, flash_cache_bytes=GIB, hit_share=Spread(0.5, 0.5, 0.5, "told"))
    found = forecast_change(System().basis, change).flash_read_s_per_hour
    assert found is not None
    assert found.expected == pytest.approx(18_000 * 0.75 * 0.5 * 0.03, rel=1e-4)


def test_per_transaction() -> None:
    """360,000 commits an hour: 100 transactions share each second; 400 single-block reads and 100 others, 10 ms each."""
    scattered = (a_wait("db file sequential read", 14_400, 10), a_wait("db file scattered read", 3_600, 10))
    found = solve(System(scattered).basis, HALF)
    assert found.response_s is not None
    assert float(found.response_s[0]) == pytest.approx(3.575 / 100, rel=1e-4)
    assert float(found.demand_s["single-block-read"][0]) == pytest.approx(0.8 * 2.575 / 100, rel=1e-4)
    assert float(found.latency_us["single-block-read"][0]) == pytest.approx(10_000 * 0.515, rel=1e-4)
    assert float(found.latency_us["flash-read"][0]) == pytest.approx(300, rel=1e-4)
    assert float(found.latency_us["disk-read"][0]) == pytest.approx(10_000, rel=1e-4)


@pytest.mark.parametrize(("users", "expected"), [(None, 7 * 7 / 6), (Users(16, 0.1), 7 / 6 * 17)])
def test_users_at_a_response_time(users: Users | None, expected: float) -> None:
    """Disks half busy: 1 + 5 (1 - 0.5) / (1 - 0.5 x) = 7 seconds at x = 7/6, and x (think + 7) users make that load."""
    basis = System(pins={"disk_utilisation": 0.5}, users=users).basis
    assert float(users_at_response(basis, Change(), 7 / 100)[0]) == pytest.approx(expected, rel=1e-4)


def test_the_load_curve() -> None:
    """One session on CPU, 5 in reads from disks 35 % busy, of whose load 5/6 x 500 are met; nothing is written.

    Of n users n - 1 are met: none of one. U' = 0.35 x (n - 1) / n / (5 / 6), and a seek
    is as much shorter as 0.08 of what U grows.
    """
    basis = replace(System(statistics={"physical write IO requests": 0.0}).basis, pinned={})
    points = load_curve(basis, Change()).points
    assert [point.users for point in points] == pytest.approx([6 * load for load in LOADS])
    for point in points:
        busy = 0.35 * point.throughput_ratio * max(1 - 1 / point.users, 0) / (5 / 6)
        seek = 1 / (1 + 0.08 * (busy - 0.35))
        response = (1 + 5 * seek * (1 - 0.35) / (1 - busy * seek)) / 6
        assert point.response_ratio == pytest.approx(response, rel=5e-3), point


@pytest.mark.parametrize(
    ("cores", "threads", "servers"),
    [
        (16, 16, 16),
        (16, None, 16),
        (16, 32, 16 + 16 * 0.5),
        (16, 24, 16 + 8 * 0.5),
        (4, 32, 4 + 4 * 0.5),
        (None, 32, None),
    ],
    ids=[
        "no threads",
        "threads not told",
        "two a core",
        "on half of the cores",
        "eight a core count as two",
        "unknown",
    ],
)
def test_cpus(cores: int | None, threads: int | None, servers: float | None) -> None:
    """A second thread of a core does half of what the core does."""
    found = calibrate(System(profiled={"cores": cores, "threads": threads}).basis).servers
    assert (None if found is None else list(found)) == (None if servers is None else [servers] * 3)


@pytest.mark.parametrize(
    ("system", "x", "reads_s", "after_s"),
    [
        (System(), 1.0, 5, 5),
        (System(), 0.75, 5, 7),
        (System(), 0.5, 5, 11),
        (System(), 0.5, 11, 11),
        (System(), 0.5, 13, 13),
        # (10 + 6) / 0.5 - 10 = 22 seconds, one of them CPU
        (System(users=Users(16, 0.1)), 0.5, 5, 21),
        # 5 / 0.5 = 10 seconds, one of them CPU
        (System(rest_s=-3_600), 0.5, 5, 9),
    ],
    ids=[
        "all of the work",
        "6 / 0.75 seconds a unit",
        "12 seconds",
        "just as long as they take",
        "longer already",
        "users who think",
        "five seconds today, though the parts are six",
    ],
)
def test_queues_where_less_is_carried(system: System, x: float, reads_s: float, after_s: float) -> None:
    """One second of CPU a unit: what Little's law leaves goes to reads, and nothing comes off."""
    times = {"cpu": np.ones(3), "single-block-read": np.full(3, float(reads_s))}
    after = Network(calibrate(system.basis), HALF).queueing(times, np.full(3, x))
    assert list(after["single-block-read"]) == pytest.approx([after_s] * 3)
    assert list(after["cpu"]) == [1.0] * 3


@pytest.mark.parametrize(
    ("wait", "log_writes", "growth"),
    [
        (a_wait("log file parallel write", 1_440, 4, False), 360_000, (0.4, 0.6, 0.8)),
        (a_wait("log file parallel write", 3_240, 4, False), 810_000, (0.0, 0.1, 0.3)),
        (a_wait("log file parallel write", 360, 4, False), 90_000, (0.7, 0.9, 1.0)),
        (a_wait("log file sync", 10_800, 30), 200_000, (0.0, 0.0, 0.2)),
    ],
    ids=["two fifths", "nine tenths", "a tenth", "not told: three sessions in commits"],
)
def test_log_writes_grow_as_the_log_writer_has_time_to_spare(
    wait: WaitEvent, log_writes: float, growth: tuple[float, float, float]
) -> None:
    """100, 225 or 25 log writes a second of 4 ms: as throughput to 1 less its busy part, give or take 0.2, from 0 to 1."""
    busy = System((READS, wait), statistics={"redo writes": log_writes})
    pins = {name: value for name, value in PINS.items() if name != "redo_growth"}
    found = forecast_change(replace(busy.basis, pinned=pins), HALF)
    row = next(one for one in found.assumptions if one.name == "redo_growth")
    assert (row.low, row.value, row.high) == pytest.approx(growth)


def test_a_flash_cache_serves_95_of_100_reads_at_most() -> None:
    system = System(pins={"miss_curve_trust": 1.1})
    steep = replace(system.profile, cache_advice=(CachePoint(8 * GIB, 1.0), CachePoint(16 * GIB, 0.1)))
    found = forecast_change(replace(system.basis, profile=steep), Change(flash_cache_bytes=80 * GIB))
    assert found.flash_hit_share is not None
    assert found.flash_hit_share.expected == pytest.approx(0.95)


@pytest.mark.parametrize("name", sorted(name for name, value in vars(constants).items() if isinstance(value, Spread)))
def test_a_constant_lies_within_its_range(name: str) -> None:
    spread: Spread = getattr(constants, name)
    assert spread.low <= spread.expected <= spread.high
    assert spread.low < spread.high


def test_parts_are_the_mean_slopes_on_the_way_to_the_placement() -> None:
    """The same mean out of fifty steps of equal length; together they are what the placement saves."""
    placed = Placed(System(pins={"disk_utilisation": 0.5}).basis, 0.0, Change())
    shares = np.array([0.6, 0.0, 0.9])
    mean = np.mean([placed.slopes(shares * (step + 0.5) / 50) for step in range(50)], axis=0)
    parts = placed.parts(shares)
    assert parts @ shares == pytest.approx(placed.saved(shares))
    assert parts == pytest.approx(mean * placed.saved(shares) / (mean @ shares), rel=0.02)


@pytest.mark.parametrize(
    ("profiled", "busy"),
    [
        ({}, (500 / 100_000, 0.0, 150 / 10_000)),
        ({"data_read_bytes_per_s": 500 * 131_072.0}, (500 * 131_072 / 0.9e9, 0.0, 150 / 10_000)),
        (
            {"direct_read_requests_per_s": 4_000.0, "direct_read_bytes_per_s": 9e6},
            (500 / 100_000, 4_000 / 100_000, 150 / 10_000),
        ),
        (
            {"direct_read_requests_per_s": 90.0, "direct_read_bytes_per_s": 90e6},
            (500 / 100_000, 90e6 / 0.9e9, 150 / 10_000),
        ),
        (
            {
                "data_read_bytes_per_s": 500 * 131_072.0 + 90e6,
                "direct_read_requests_per_s": 90.0,
                "direct_read_bytes_per_s": 90e6,
            },
            (500 * 131_072 / 0.9e9, 90e6 / 0.9e9, 150 / 10_000),
        ),
        ({"data_read_bytes_per_s": 500 * 4.0 * 2**20}, (500 * 2**20 / 0.9e9, 0.0, 150 / 10_000)),
    ],
    ids=[
        "by requests",
        "large reads by bytes",
        "scans by requests",
        "scans by bytes",
        "large reads beside scans",
        "no read is larger than 1 MiB",
    ],
)
def test_how_busy_the_flash_would_be(profiled: dict[str, float | None], busy: tuple[float, ...]) -> None:
    """A device of 100,000 reads or 10,000 writes a second, and 900 MB."""
    device = replace(FLASH, read_iops=100_000.0, write_iops=10_000.0, read_bytes_per_s=0.9e9)
    rates, most = flash_load(System(flash=device, profiled=profiled).basis)
    assert rates == pytest.approx(busy)
    assert most == 0.9


@pytest.mark.parametrize(("holds", "writes"), [(("data", "redo"), 800), (("data",), 600)])
def test_how_busy_the_disks_are(holds: tuple[str, ...], writes: int) -> None:
    """500 reads, of which 5/6 are met, and 4 x (150 + 50) writes a second on 24 disks, 10 ms each: U / (1 - U) = 0.507.

    Without the redo logs 4 x 150.
    """
    disks = StorageToday((StorageGroup("all", holds, "hdd", 24, "raid5", inferred=False),))
    system = System(storage=disks, statistics={"redo writes": 180_000})
    pins = {name: value for name, value in PINS.items() if name != "disk_utilisation"}
    found = forecast_change(replace(system.basis, pinned=pins), HALF)
    row = next(one for one in found.assumptions if one.name == "disk_utilisation")
    met = (2_500 / 6 + writes) / 24 * 0.01
    assert (row.low, row.value, row.high) == pytest.approx((met / (1 + met),) * 3)
    assert row.source == f"24 spindles at {500 + writes} requests/s, 10.0 ms"


@pytest.mark.parametrize(
    ("raid", "temp", "waited", "written"),
    [
        ("raid0", {}, 500, 150),
        ("raid1", {}, 500, 300),
        ("raid10", {}, 500, 300),
        ("raid6", {}, 500, 900),
        (None, {}, 500, 300),
        ("raid0", TEMP, 600, 150),
        ("raid10", TEMP, 640, 300),
        ("raid5", TEMP, 720, 600),
    ],
)
def test_what_the_disks_do_for_writes_and_temp(
    raid: str | None, temp: dict[str, float | None], waited: int, written: int
) -> None:
    """500 reads and 150 writes a second, temp waited for as reads are, a write of either as many as the RAID level makes of it;
    5/6 of what is waited for is met.
    """
    disks = StorageToday((StorageGroup("all", ("data",), "hdd", 24, raid, inferred=False),))  # type: ignore[arg-type]
    pins = {name: value for name, value in PINS.items() if name != "disk_utilisation"}
    found = forecast_change(replace(System(storage=disks, profiled=temp).basis, pinned=pins), HALF)
    row = next(one for one in found.assumptions if one.name == "disk_utilisation")
    met = (waited * 5 / 6 + written) / 24 * 0.01
    assert row.value == pytest.approx(met / (1 + met))
    assert row.source == f"24 spindles at {waited + written} requests/s, 10.0 ms"


@pytest.mark.parametrize(
    ("change", "reordering", "x", "busy", "writes"),
    [
        (Change(), 0.0, 1.96, 0.98, 150),
        # Load (5/6 x 500 + 150) / (5/6 x 500 + 300) = 34/43 of today's, and half of the writes
        (Change(writes=0.5), 0.0, 1.96 * 43 / 34, 0.98, 75),
        # 1.05 of the time, of which a longer queue saves 0.2 x (1.05 - 0.5)
        (Change(), 0.2, 2.1, 1.05 / 1.11, 150),
    ],
)
def test_writes_wait_where_the_load_fills_the_disks(
    change: Change, reordering: float, x: float, busy: float, writes: int
) -> None:
    """Disks half busy today, full at that load; writes of 5 ms wait in a queue of 128 places (Sakasegawa)."""
    basis = System(pins={"disk_utilisation": 0.5, "seek_reordering": reordering}).basis
    found = Network(calibrate(basis), change).times(np.full(3, x))["write-stall"]
    queue = busy ** (np.sqrt(2 * 129) - 1) / (128 * (1 - busy))
    today = 0.5 ** (np.sqrt(2 * 129) - 1) / (128 * 0.5)
    assert float(found[0]) == pytest.approx(writes * 0.005 * (queue - today), rel=1e-4)


@pytest.mark.parametrize(("latency_ms", "chance"), [(0.5, 1.0), (1.0, 1.0), (1.2, 0.36), (1.5, 0.0), (10, 0.0)])
def test_how_often_reads_a_little_above_a_millisecond_are_fast(latency_ms: float, chance: float) -> None:
    system = System((a_wait("db file sequential read", 900, latency_ms),))
    assert chance_of_fast_reads(system.profile) == pytest.approx(chance)


def test_no_stall_stays_where_every_write_moved_however_full_the_disks_are() -> None:
    basis = System((READS, STALLS), pins={"disk_utilisation": 0.5, "stall_gain": 1.0}).basis
    found = Network(calibrate(basis), Change(writes=1.0)).times(np.full(3, 4.0))
    assert not np.isfinite(found["single-block-read"]).any()
    assert found["write-stall"].tolist() == [0.0, 0.0, 0.0]
