"""Where the hour's DB time went: waits that follow from the I/O and the transactions, CPU, an unexplained rest."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import exp, factorial

from segtier.dataclass import dataclass
from segtier.samples.house import DISKS
from segtier.samples.workload_model import Hour, SegmentHour, total

IDLE = "Idle"
BUFFER_BUSY_US = 2_100.0
_CPU_US_PER_TRANSACTION = 12_200.0
_CPU_US_PER_BATCH_UNIT = 1_900.0
_UNEXPLAINED_US_PER_TRANSACTION = 1_300.0
_UNEXPLAINED_SHARE = 0.02
_BATCHED_SINGLE_READS = 0.04
_READS_PER_BATCH = 5
_FEW_WAITS = 8


@dataclass(frozen=True, slots=True)
class Part:
    """Waits that share one distribution: Erlang with `shape` stages and this mean."""

    waits: int
    mean_us: float
    shape: int

    def below(self, limit_us: float) -> float:
        """Expected waits shorter than the limit; a handful of waits all take the mean, so that the buckets hold it."""
        if self.waits < _FEW_WAITS:
            return float(self.waits) if self.mean_us < limit_us else 0.0
        x = self.shape * limit_us / self.mean_us
        tail = exp(-x) * sum(x**k / factorial(k) for k in range(self.shape)) if x < 700 else 0.0
        return self.waits * (1 - tail)


@dataclass(frozen=True, slots=True)
class Event:
    """One wait event of one hour; total time is the sum over its parts."""

    name: str
    wait_class: str
    foreground: bool
    parts: tuple[Part, ...]
    timeouts_pct: float | None = None

    @property
    def waits(self) -> int:
        return sum(part.waits for part in self.parts)

    @property
    def time_us(self) -> float:
        return sum(part.waits * part.mean_us for part in self.parts)

    @property
    def avg_us(self) -> float:
        return self.time_us / self.waits


@dataclass(frozen=True, slots=True)
class TimeSpent:
    """DB time of an hour and what it consists of, in seconds."""

    events: tuple[Event, ...]
    db_cpu_s: float
    db_time_s: float
    background_cpu_s: float
    background_s: float

    def of(self, foreground: bool) -> tuple[Event, ...]:
        """Events of one side, idle ones last, by time within."""
        chosen = [e for e in self.events if e.foreground == foreground]
        return tuple(sorted(chosen, key=lambda e: (e.wait_class == IDLE, -e.time_us, -e.waits)))


def time_spent(hour: Hour) -> TimeSpent:
    """All events and times of an hour."""
    events = tuple(e for e in (*_io_events(hour), *_steady_events(hour), *_log_events(hour)) if e.waits)
    batch = total((s for s in hour.segments if s.spec.rhythm == "batch"), "scans")
    cpu_s = (hour.transactions * _CPU_US_PER_TRANSACTION + batch * 29 * _CPU_US_PER_BATCH_UNIT) / 1e6
    waited_s = sum(e.time_us for e in events if e.foreground and e.wait_class != IDLE) / 1e6
    bg_waited_s = sum(e.time_us for e in events if not e.foreground and e.wait_class != IDLE) / 1e6
    bg_cpu_s = 0.016 * hour.elapsed_s + 0.06 * cpu_s
    rest_s = hour.transactions * _UNEXPLAINED_US_PER_TRANSACTION / 1e6 + (cpu_s + waited_s) * _UNEXPLAINED_SHARE
    return TimeSpent(events, cpu_s, cpu_s + waited_s + rest_s, bg_cpu_s, bg_waited_s + bg_cpu_s * 1.07)


def _io_events(hour: Hour) -> Iterable[Event]:
    ours = [s for s in hour.segments if s.spec.rhythm != "flat"]
    theirs = [s for s in hour.segments if s.spec.rhythm == "flat"]
    temp = [s for s in ours if s.spec.tablespace == "TEMP"]
    data = [s for s in ours if s.spec.tablespace != "TEMP"]
    yield Event("db file sequential read", "User I/O", True, _parts(hour, ours, _lone_reads, 0))
    yield Event("db file parallel read", "User I/O", True, _parts(hour, ours, _read_batches, 0, 1.6))
    yield Event("read by other session", "User I/O", True, _parts(hour, ours, lambda s: s.single_reads // 80, 0, 0.7))
    yield Event("db file scattered read", "User I/O", True, _parts(hour, ours, lambda s: s.multi_reads, 1))
    yield Event("direct path read", "User I/O", True, _parts(hour, data, lambda s: s.direct_reads, 2))
    yield Event("direct path read temp", "User I/O", True, _parts(hour, temp, lambda s: s.direct_reads, 2))
    yield Event("direct path write temp", "User I/O", True, _parts(hour, temp, lambda s: s.direct_writes, 3, 0.4))
    yield Event("db file sequential read", "User I/O", False, _parts(hour, theirs, lambda s: s.single_reads, 0))
    yield Event("db file scattered read", "User I/O", False, _parts(hour, theirs, lambda s: s.multi_reads, 1))
    yield Event(
        "db file parallel write",
        "System I/O",
        False,
        _parts(hour, hour.segments, lambda s: s.cache_writes // 6, 3, 1.2),
    )


def _lone_reads(segment: SegmentHour) -> int:
    return segment.single_reads - _READS_PER_BATCH * _read_batches(segment)


def _read_batches(segment: SegmentHour) -> int:
    return round(segment.single_reads * _BATCHED_SINGLE_READS / _READS_PER_BATCH)


def _parts(
    hour: Hour, segments: Iterable[SegmentHour], waits: Callable[[SegmentHour], int], kind: int, factor: float = 1.0
) -> tuple[Part, ...]:
    counted: dict[str, int] = {}
    for segment in segments:
        counted[segment.spec.group] = counted.get(segment.spec.group, 0) + waits(segment)
    return tuple(
        Part(n, hour.latencies.of(group)[kind] * factor, 2 if group == DISKS else 3)
        for group, n in sorted(counted.items())
        if n > 0
    )


# event, class, foreground, waits per 1,000 transactions, waits per second, mean us, timeouts %
_STEADY: tuple[tuple[str, str, bool, float, float, float, float | None], ...] = (
    ("enq: TX - index contention", "Concurrency", True, 1.1, 0, 16_500, None),
    ("latch: cache buffers chains", "Concurrency", True, 5.5, 0, 820, None),
    ("library cache: mutex X", "Concurrency", True, 3.1, 0, 310, None),
    ("cursor: pin S", "Concurrency", True, 1.4, 0, 540, None),
    ("log file switch completion", "Configuration", True, 0.015, 0, 71_000, None),
    ("undo segment extension", "Configuration", True, 0.01, 0, 19_000, 62.0),
    ("SQL*Net message to client", "Network", True, 8_200, 0, 1.4, None),
    ("SQL*Net more data to client", "Network", True, 510, 0, 21, None),
    ("SQL*Net break/reset to client", "Application", True, 2.6, 0, 130, None),
    ("Disk file operations I/O", "User I/O", True, 4.1, 0.2, 52, None),
    ("control file sequential read", "System I/O", True, 0.4, 0.3, 610, None),
    ("PGA memory operation", "Other", True, 92, 0, 6.1, None),
    ("latch free", "Other", True, 0.7, 0, 240, None),
    ("SQL*Net message from client", IDLE, True, 8_200, 0, 118_000, None),
    ("control file sequential read", "System I/O", False, 0, 3.4, 580, None),
    ("control file parallel write", "System I/O", False, 0, 0.41, 5_300, None),
    ("db file async I/O submit", "System I/O", False, 62, 0, 31, None),
    ("os thread creation", "Other", False, 0, 0.03, 1_050, None),
    ("latch free", "Other", False, 0.2, 0.02, 190, None),
    ("ADR block file read", "Other", False, 0, 0.004, 1_900, None),
    ("rdbms ipc message", IDLE, False, 1_050, 12.0, 1_400_000, 71.0),
    ("pmon timer", IDLE, False, 0, 0.333, 3_000_000, 100.0),
    ("smon timer", IDLE, False, 0, 0.0034, 290_000_000, 96.0),
    ("DIAG idle wait", IDLE, False, 0, 2.0, 1_000_000, 100.0),
    ("Space Manager: slave idle wait", IDLE, False, 0, 0.9, 4_400_000, None),
    ("lreg timer", IDLE, False, 0, 0.333, 3_000_000, 100.0),
)


def _steady_events(hour: Hour) -> Iterable[Event]:
    for name, wait_class, foreground, per_thousand, per_s, mean_us, timeouts in _STEADY:
        waits = round(per_thousand * hour.transactions / 1000 + per_s * hour.elapsed_s)
        yield Event(name, wait_class, foreground, (Part(waits, float(mean_us), 1),), timeouts)
    busy = total(hour.segments, "buffer_busy")
    yield Event("buffer busy waits", "Concurrency", True, (Part(busy, BUFFER_BUSY_US, 1),))
    locked = total(hour.segments, "row_lock")
    yield Event("enq: TX - row lock contention", "Application", True, (Part(locked, 139_000.0, 1),))
    full = total(hour.segments, "itl")
    yield Event("enq: TX - allocate ITL entry", "Configuration", True, (Part(full, 24_000.0, 1),))
    squeezed = max(0.0, hour.latencies.utilisation - 0.4) * 6
    stalls = round(hour.transactions / 1000 * squeezed)
    yield Event("free buffer waits", "Configuration", True, (Part(stalls, 31_000.0, 2),))


def _log_events(hour: Hour) -> Iterable[Event]:
    write_us = hour.latencies.log_write_us
    archived = max(1, round(hour.redo_bytes / 1_048_576))
    yield Event("log file sync", "Commit", True, (Part(hour.commits, hour.latencies.log_sync_us, 3),))
    yield Event("log file parallel write", "System I/O", False, (Part(hour.redo_writes, write_us, 3),))
    yield Event("log file sequential read", "System I/O", False, (Part(archived, 2_400.0, 2),))
    yield Event("Log archive I/O", "System I/O", False, (Part(archived, 1_900.0, 2),))
