"""I/O of an hour by function and by file type: two views of the same requests, so that their totals agree."""

from __future__ import annotations

from collections.abc import Iterable

from segtier.dataclass import dataclass
from segtier.samples.wait_model import TimeSpent
from segtier.samples.workload_model import BLOCK_BYTES, Hour, SegmentHour, total

_CONTROL_BLOCK_BYTES = 16_384


@dataclass(frozen=True, slots=True)
class Io:
    """Reads and writes of one function or file type over the hour, with the time the requests took."""

    name: str
    reads: int = 0
    read_bytes: int = 0
    writes: int = 0
    write_bytes: int = 0
    waits: int = 0
    wait_us: float = 0.0
    small_us: float | None = None
    large_us: float | None = None

    @property
    def bytes(self) -> int:
        return self.read_bytes + self.write_bytes


def summed(name: str, parts: Iterable[Io]) -> Io:
    """The total row of a list of I/O rows; average times are weighted by the waits or reads behind them."""
    rows = tuple(parts)
    reads, read_bytes, writes, write_bytes, waits = (
        sum(getattr(r, f) for r in rows) for f in ("reads", "read_bytes", "writes", "write_bytes", "waits")
    )
    return Io(name, reads, read_bytes, writes, write_bytes, waits, sum(r.wait_us for r in rows))


def cache_read_time_us(hour: Hour, segments: Iterable[SegmentHour]) -> float:
    """Time of all buffered reads of these segments."""
    times = ((s, hour.latencies.of(s.spec.group)) for s in segments)
    return sum(s.single_reads * t[0] + s.multi_reads * t[1] for s, t in times)


def _control(spent: TimeSpent) -> Io:
    events = {(e.name, e.foreground): e for e in spent.events}
    reads = [e for (name, _), e in events.items() if name == "control file sequential read"]
    write = events["control file parallel write", False]
    requests = sum(e.waits for e in reads)
    spent_us = sum(e.time_us for e in reads)
    return Io(
        "Control File",
        requests,
        requests * _CONTROL_BLOCK_BYTES,
        write.waits * 2,
        write.waits * 2 * _CONTROL_BLOCK_BYTES,
        requests,
        spent_us,
        spent_us / requests,
    )


def _archived(hour: Hour, spent: TimeSpent) -> Io:
    event = next(e for e in spent.events if e.name == "log file sequential read")
    size = hour.redo_bytes
    return Io("ARCH", event.waits, size, event.waits, size, event.waits, event.time_us)


def by_function(hour: Hour, spent: TimeSpent) -> tuple[Io, ...]:
    """I/O by function, most data first."""
    return tuple(sorted(_functions(hour, spent), key=lambda io: -io.bytes))


def by_filetype(hour: Hour, spent: TimeSpent) -> tuple[Io, ...]:
    """I/O by file type, most data first."""
    return tuple(sorted(_filetypes(hour, spent), key=lambda io: -io.bytes))


def _functions(hour: Hour, spent: TimeSpent) -> Iterable[Io]:
    segments = hour.segments
    cached = total(segments, "single_reads") + total(segments, "multi_reads")
    cached_bytes = (total(segments, "single_reads") + total(segments, "multi_blocks")) * BLOCK_BYTES
    yield Io("Buffer Cache Reads", cached, cached_bytes, 0, 0, cached, cache_read_time_us(hour, segments))
    direct = total(segments, "direct_reads")
    direct_us = sum(s.direct_reads * hour.latencies.of(s.spec.group)[2] for s in segments)
    yield Io("Direct Reads", direct, total(segments, "direct_blocks") * BLOCK_BYTES, 0, 0, direct, direct_us)
    written = total(segments, "cache_writes"), total(segments, "cache_write_blocks") * BLOCK_BYTES
    yield Io("DBWR", 0, 0, *written)
    yield Io("LGWR", 0, 0, hour.redo_writes, hour.redo_bytes)
    direct_writes = total(segments, "direct_writes"), total(segments, "direct_write_blocks") * BLOCK_BYTES
    yield Io("Direct Writes", 0, 0, *direct_writes)
    yield _archived(hour, spent)
    control = _control(spent)
    yield Io(
        "Others", control.reads, control.read_bytes, control.writes, control.write_bytes, control.waits, control.wait_us
    )


def _filetypes(hour: Hour, spent: TimeSpent) -> Iterable[Io]:
    yield _segments_io("Data File", hour, [s for s in hour.segments if s.spec.tablespace != "TEMP"])
    yield _segments_io("Temp File", hour, [s for s in hour.segments if s.spec.tablespace == "TEMP"])
    archived = _archived(hour, spent)
    large_us = archived.wait_us / archived.waits
    yield Io("Log File", archived.reads, archived.read_bytes, hour.redo_writes, hour.redo_bytes, large_us=large_us)
    yield Io("Archive Log", writes=archived.writes, write_bytes=archived.write_bytes)
    yield _control(spent)


def _segments_io(name: str, hour: Hour, segments: list[SegmentHour]) -> Io:
    single = total(segments, "single_reads")
    long_reads = total(segments, "multi_reads") + total(segments, "direct_reads")
    times = [(s, hour.latencies.of(s.spec.group)) for s in segments]
    single_us = sum(s.single_reads * t[0] for s, t in times)
    long_us = sum(s.multi_reads * t[1] + s.direct_reads * t[2] for s, t in times)
    return Io(
        name,
        single + long_reads,
        total(segments, "read_blocks") * BLOCK_BYTES,
        total(segments, "write_requests"),
        total(segments, "write_blocks") * BLOCK_BYTES,
        single + long_reads,
        single_us + long_us,
        single_us / single if single else None,
        long_us / long_reads if long_reads else None,
    )
