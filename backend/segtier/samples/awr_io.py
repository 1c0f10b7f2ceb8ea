"""The chapter on I/O: by function, by file type, by tablespace, by file."""

from __future__ import annotations

from collections.abc import Iterable

from segtier.dataclass import dataclass
from segtier.samples import house
from segtier.samples.activity import Report
from segtier.samples.html import Chapter, Section, section, table
from segtier.samples.io_model import Io, summed
from segtier.samples.printed import BLANK, count, data, data_rate, fixed, short_count, wait
from segtier.samples.wait_model import BUFFER_BUSY_US
from segtier.samples.workload_model import Hour, SegmentHour, total

_UNITS = "Data in multiples of 1024 (M, G), other columns of 1000 (K, M)"
_RATES = ("Reqs   per sec", "Data   per sec")


def io_chapter(report: Report) -> Chapter:
    """Chapter 24. File statistics are there because this database flushes them (AWR flush level ALL)."""
    sections = (
        _by_function(report),
        _by_filetype(report),
        section("8780", "IOStat by Function/Filetype summary"),
        _by_tablespace(report),
        _by_file(report),
    )
    return Chapter("24", "IO Stats", sections)


def _amounts(report: Report, io: Io) -> tuple[str, ...]:
    sides = ((io.read_bytes, io.reads), (io.write_bytes, io.writes))
    return tuple(
        text
        for size, requests in sides
        for text in (data(size), f"{report.per_s(requests):.2f}", data_rate(report.per_s(size)))
    )


def _by_function(report: Report) -> Section:
    ios = (*report.functions, summed("TOTAL:", report.functions))
    rows = [
        (io.name, *_amounts(report, io), short_count(io.waits), wait(io.wait_us / io.waits) if io.waits else BLANK)
        for io in ios
    ]
    headings = ("Function Name", "Reads: Data", *_RATES, "Writes: Data", *_RATES, "Waits: Count", "Avg   Time ")
    summary = (
        "This table displays the IO Statistics for different functions. IO stats includes amount of reads and writes, "
        "requests per second, data per second, wait count and average wait time"
    )
    return section("8760", "IOStat by Function summary", table(summary, headings, rows), [_UNITS])


def _by_filetype(report: Report) -> Section:
    every = summed("TOTAL:", report.filetypes)
    rows = [(io.name, *_amounts(report, io), _time(io.small_us), _time(io.large_us)) for io in report.filetypes]
    rows.append((every.name, *_amounts(report, every), BLANK, BLANK))
    headings = ("Filetype Name", "Reads: Data", *_RATES, "Writes: Data", *_RATES, "Small Read", "Large Read")
    summary = (
        "This table displays IO Statistics for different file types, such as data files, control files, log files and "
        "temp files. IO Statistics include amount of reads and writes, requests per second, data "
        "per second, wait count "
        "and average wait time"
    )
    return section("8770", "IOStat by Filetype summary", table(summary, headings, rows), [_UNITS])


def _time(value_us: float | None) -> str:
    return BLANK if value_us is None else wait(value_us)


@dataclass(frozen=True, slots=True)
class FileCounters:
    """What v$filestat counts for one file or tablespace."""

    name: str
    reads: int
    single_reads: int
    blocks: int
    writes: int
    buffer_waits: int
    read_us: float
    single_us: float
    write_us: float


def tablespaces(hour: Hour) -> tuple[FileCounters, ...]:
    """I/O by tablespace, most requests first."""
    held: dict[str, list[SegmentHour]] = {}
    for segment in hour.segments:
        held.setdefault(segment.spec.tablespace, []).append(segment)
    counted = (_tablespace(hour, name, segments) for name, segments in held.items())
    return tuple(sorted(counted, key=lambda t: -(t.reads + t.writes)))


def _tablespace(hour: Hour, name: str, segments: list[SegmentHour]) -> FileCounters:
    singles = total(segments, "single_reads")
    multis, directs = total(segments, "multi_reads"), total(segments, "direct_reads")
    writes = total(segments, "write_requests")
    single_us, multi_us, direct_us, write_us = hour.latencies.of(house.group_of(name))
    reads = singles + multis + directs
    time_us = singles * single_us + multis * multi_us + directs * direct_us
    return FileCounters(
        name,
        reads,
        singles,
        total(segments, "read_blocks"),
        writes,
        total(segments, "buffer_busy"),
        time_us / reads if reads else 0.0,
        single_us if singles else 0.0,
        write_us if writes else 0.0,
    )


_IO_HEADINGS = (
    "Reads",
    "Av    Rds/s",
    "Av   Rd(ms)",
    "Av    Blks/Rd",
    " 1-bk  Rds/s",
    "Av 1-bk Rd(ms)",
    "% Opt Reads",
    "Writes",
    "Writes avg/s",
)
_WAIT_HEADINGS = ("Buffer Waits", "Av Buf Wt(ms)")
_SUMMARY = (
    "IO Statistics include amount of reads and writes, average read/write per second, "
    "average blocks per read, buffer waits"
)


def _by_tablespace(report: Report) -> Section:
    rows = [
        (t.name, *_reads(report, t), fixed(t.write_us / 1000, 2), *_buffer_waits(t)) for t in tablespaces(report.hour)
    ]
    headings = ("Tablespace", *_IO_HEADINGS, "Av  Writes(ms)", *_WAIT_HEADINGS)
    body = table(f"This table displays IO Statistics for different tablespaces. {_SUMMARY}", headings, rows)
    return section("1700", "Tablespace IO Stats", body, ["Most requests first"])


def _reads(report: Report, t: FileCounters) -> tuple[str, ...]:
    blocks_per_read = fixed(t.blocks / t.reads, 2) if t.reads else "0.00"
    return (
        count(t.reads),
        count(report.per_s(t.reads)),
        fixed(t.read_us / 1000, 2),
        blocks_per_read,
        count(report.per_s(t.single_reads)),
        fixed(t.single_us / 1000, 2),
        "0.00",
        count(t.writes),
        count(report.per_s(t.writes)),
    )


def _buffer_waits(t: FileCounters) -> tuple[str, str]:
    return count(t.buffer_waits), fixed(BUFFER_BUSY_US / 1000 if t.buffer_waits else 0.0, 2)


def _by_file(report: Report) -> Section:
    rows = []
    for t in sorted(tablespaces(report.hour), key=lambda t: t.name):
        for name, part in files(t):
            rows.append((t.name, name, *_reads(report, part), *_buffer_waits(part)))
    headings = ("Tablespace", "Filename", *_IO_HEADINGS, *_WAIT_HEADINGS)
    body = table(f"This table displays IO Statistics for different physical files. {_SUMMARY}", headings, rows, (0, 1))
    return section("1800", "File IO Stats", body, ["By tablespace and file"])


def files(t: FileCounters) -> Iterable[tuple[str, FileCounters]]:
    """A tablespace's counters spread over its files; the parts add up to the whole."""
    names = house.files_of(t.name)
    amounts = (t.reads, t.single_reads, t.blocks, t.writes, t.buffer_waits)
    shares = zip(*(_split(amount, len(names)) for amount in amounts), strict=True)
    for name, (reads, single, blocks, writes, waits) in zip(names, shares, strict=True):
        yield name, FileCounters(t.name, reads, single, blocks, writes, waits, t.read_us, t.single_us, t.write_us)


def _split(amount: int, parts: int) -> list[int]:
    weights = [parts + 3 - i for i in range(parts)]
    edges = [amount * sum(weights[: i + 1]) // sum(weights) for i in range(parts)]
    return [high - low for low, high in zip([0, *edges], edges, strict=False)]
