"""The hidden truth behind the sample: what every segment did in an hour, and how the disks coped.

Each hour has a number of transactions, some batch work and a length. A segment's counters follow from its habits
(schema.py) with a few per cent of wobble, so every list, total and average in a report is a view of one set of numbers.
The disks are eight mirrored spindles, each an M/M/1 queue: R = s / (1 - L s), where L counts a read once, a mirrored
write twice and a long transfer one and a half times.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from random import Random

from segtier.dataclass import dataclass
from segtier.samples.house import DISKS, LEDGER, SSD
from segtier.samples.schema import SegmentSpec

SPINDLES = 8
BLOCK_BYTES = 8_192
_SERVICE_US = 6_330.0
_MIRRORED_WRITE = 2.0
_LONG_TRANSFER = 1.5
_MULTI_BLOCKS = 11
_WRITE_BLOCKS = 1.3
_DIRECT_WRITE_BLOCKS = 14
_REDO_BYTES_PER_CHANGE = 175.0
_REDO_WRITES_PER_COMMIT = 0.8
_REDO_SERVICE_US = 3_900.0
_LOST_BY_LOG_SYNC = (1.22, 950.0)
_ROLLBACKS_PER_TRANSACTION = 0.003

Times = tuple[float, float, float, float]
"""Microseconds of a single-block read, a multi-block read, a direct read, a write."""
_FLASH: dict[str, Times] = {LEDGER: (450.0, 840.0, 930.0, 160.0), SSD: (300.0, 620.0, 700.0, 110.0)}
"""Far from busy, so at any load."""


@dataclass(frozen=True, slots=True)
class SegmentHour:
    """One segment's counters over an interval, as v$segment_statistics would count them."""

    spec: SegmentSpec
    single_reads: int
    multi_reads: int
    multi_blocks: int
    direct_reads: int
    direct_blocks: int
    cache_writes: int
    cache_write_blocks: int
    direct_writes: int
    direct_write_blocks: int
    gets: int
    changes: int
    scans: int
    buffer_busy: int
    row_lock: int
    itl: int

    @property
    def read_requests(self) -> int:
        return self.single_reads + self.multi_reads + self.direct_reads

    @property
    def read_blocks(self) -> int:
        return self.single_reads + self.multi_blocks + self.direct_blocks

    @property
    def write_requests(self) -> int:
        return self.cache_writes + self.direct_writes

    @property
    def write_blocks(self) -> int:
        return self.cache_write_blocks + self.direct_write_blocks


@dataclass(frozen=True, slots=True)
class Latencies:
    """Mean response times of the disks in one hour, in microseconds; `utilisation` is that of one data spindle."""

    utilisation: float
    single_us: float
    multi_us: float
    direct_us: float
    write_us: float
    log_write_us: float
    log_sync_us: float

    def of(self, group: str) -> Times:
        """Of a disk group."""
        return _FLASH.get(group) or (self.single_us, self.multi_us, self.direct_us, self.write_us)


@dataclass(frozen=True, slots=True)
class Hour:
    """Everything that happened between two snapshots."""

    begin_snap: int
    begin: datetime
    end: datetime
    transactions: int
    segments: tuple[SegmentHour, ...]
    latencies: Latencies

    @property
    def elapsed_s(self) -> float:
        return (self.end - self.begin).total_seconds()

    @property
    def rollbacks(self) -> int:
        return round(self.transactions * _ROLLBACKS_PER_TRANSACTION)

    @property
    def commits(self) -> int:
        return self.transactions - self.rollbacks

    @property
    def redo_bytes(self) -> int:
        return round(total(self.segments, "changes") * _REDO_BYTES_PER_CHANGE)

    @property
    def redo_writes(self) -> int:
        return round(self.transactions * _REDO_WRITES_PER_COMMIT)


def total(segments: Iterable[SegmentHour], counter: str) -> int:
    """Sum of one counter or property over segments."""
    return sum(getattr(segment, counter) for segment in segments)


def hour(
    specs: tuple[SegmentSpec, ...],
    begin_snap: int,
    begin: datetime,
    end: datetime,
    transactions_per_s: float,
    batch_units: float,
) -> Hour:
    """The truth of one interval; `batch_units` are thousands of units of batch work within it."""
    elapsed_s = (end - begin).total_seconds()
    units = {
        "oltp": transactions_per_s * elapsed_s / 1000,
        "batch": batch_units,
        "flat": elapsed_s / 1000,
    }
    segments = tuple(_segment_hour(spec, units[spec.rhythm], begin_snap) for spec in specs)
    transactions = round(transactions_per_s * elapsed_s)
    return Hour(begin_snap, begin, end, transactions, segments, _latencies(segments, transactions, elapsed_s))


def _segment_hour(spec: SegmentSpec, units: float, snap: int) -> SegmentHour:
    dice = Random(f"{spec.object_id}/{snap}")

    def count(rate: float) -> int:
        return round(rate * units * dice.uniform(0.96, 1.04))

    single, multi, direct, writes, direct_writes = (
        count(rate) for rate in (spec.single, spec.multi, spec.direct, spec.writes, spec.direct_writes)
    )
    buffer_busy, row_lock, itl = (count(rate) for rate in spec.waits)
    return SegmentHour(
        spec,
        single,
        multi,
        multi * _MULTI_BLOCKS,
        direct,
        direct * spec.direct_blocks,
        writes,
        round(writes * _WRITE_BLOCKS),
        direct_writes,
        direct_writes * _DIRECT_WRITE_BLOCKS,
        count(spec.gets * 1000),
        count(spec.changes * 1000),
        count(spec.scans),
        buffer_busy,
        row_lock,
        itl,
    )


def _latencies(segments: tuple[SegmentHour, ...], transactions: int, elapsed_s: float) -> Latencies:
    load = sum(_spindle_work(segment) for segment in segments if segment.spec.group == DISKS)
    utilisation = load / elapsed_s / SPINDLES * _SERVICE_US / 1e6
    single_us = _SERVICE_US / (1 - utilisation)
    log_load = transactions * _REDO_WRITES_PER_COMMIT / elapsed_s * _REDO_SERVICE_US / 1e6
    log_write_us = _REDO_SERVICE_US / (1 - log_load)
    factor, fixed_us = _LOST_BY_LOG_SYNC
    return Latencies(
        utilisation,
        single_us,
        single_us + 4_300.0,
        single_us + 2_600.0,
        single_us * 0.9,
        log_write_us,
        log_write_us * factor + fixed_us,
    )


def _spindle_work(segment: SegmentHour) -> float:
    long_reads = segment.multi_reads + segment.direct_reads
    writes = segment.cache_writes + segment.direct_writes * _LONG_TRANSFER
    return segment.single_reads + long_reads * _LONG_TRANSFER + writes * _MIRRORED_WRITE
