"""The chapters on the buffer cache and its advisories."""

from __future__ import annotations

from segtier.samples import house
from segtier.samples.activity import Report
from segtier.samples.html import Chapter, Section, section, table
from segtier.samples.printed import count, fixed

_MISS_EXPONENT = -0.42


def miss_factor(size_factor: float) -> float:
    """Physical reads with a cache of this size, over those with today's: a power law, 1 at the present size."""
    return float(size_factor**_MISS_EXPONENT)


def pool_chapter(report: Report) -> Chapter:
    """Chapter 25: what went through the default pool."""
    s = report.statistics
    stalls = sum(e.waits for e in report.spent.events if e.name == "free buffer waits")
    gets = s["session logical reads"]
    hit = 100 * (1 - s["physical reads cache"] / gets)
    row = (
        "D",
        count(house.BUFFER_CACHE_MB * house.BUFFERS_PER_MB),
        f"{hit:.0f}",
        count(gets),
        count(s["physical reads cache"]),
        count(s["physical writes from cache"]),
        count(stalls),
        "0",
        count(report.total("buffer_busy")),
    )
    headings = (
        "P",
        "Number of Buffers",
        "Pool Hit%",
        "Buffer Gets",
        "Physical Reads",
        "Physical Writes",
        "Free Buff Wait",
        "Writ Comp Wait",
        "Buffer Busy Waits",
    )
    summary = (
        "This table displays buffer pool statistics for different types of buffers, such as "
        "default, keep, and recycle. "
        "Statistics include number of buffers, % Pool hit, buffer gets, physical reads, physical "
        "writes, free buffer wait, etc."
    )
    body = table(summary, headings, [row])
    pools = section("1900", "Buffer Pool Statistics", body, ["Pools: D default, K keep, R recycle"])
    return Chapter("25", "Buffer Pool Statistics", (pools, section("1910", "Checkpoint Activity")))


def advisory_chapter(report: Report) -> Chapter:
    """Chapter 26: what other sizes of cache, PGA and SGA would have done since start-up."""
    sections = (
        section("2000", "Instance Recovery Stats"),
        section("2010", "MTTR Advisory"),
        _buffer_pool(report),
        *_pga(report),
        section("5500", "Shared Pool Advisory"),
        _sga(report),
    )
    return Chapter("26", "Advisory Statistics", sections)


def _buffer_pool(report: Report) -> Section:
    rows = []
    for tenths in range(1, 21):
        factor = tenths / 10
        size_mb = house.BUFFER_CACHE_MB * factor
        reads = report.reads_since_startup * miss_factor(factor)
        time_s = reads * report.hour.latencies.single_us / 1e6
        share = 100 * time_s / report.db_time_since_startup_s
        rows.append(
            (
                "D",
                count(size_mb),
                fixed(factor, 2),
                count(size_mb * house.BUFFERS_PER_MB / 1000),
                fixed(miss_factor(factor), 2),
                count(reads / 1000),
                count(time_s),
                fixed(share, 2),
            )
        )
    headings = (
        "P",
        "Size for Est (M)",
        "Size Factor",
        "Buffers (thousands)",
        "Est Phys Read Factor",
        "Estimated Phys Reads (thousands)",
        "Est Phys Read Time",
        "Est %DBtime for Rds",
    )
    # Oracle really prints the summary of the MTTR advisory here.
    summary = (
        "This table displays MTTR advisory. It displays size for estimate, dirty limit, estimated cache writes, "
        "estimated cache write factor, estimated total write, estimated total IO per second, etc."
    )
    return section("2100", "Buffer Pool Advisory", table(summary, headings, rows), ["Since instance start-up, by size"])


def _pga(report: Report) -> tuple[Section, ...]:
    processed = report.statistics["sorts (rows)"] * 0.0007
    extra = report.statistics["physical writes direct temporary tablespace"] * 8 / 1024 * 2
    hit = 100 * processed / (processed + extra)
    summary = table(
        (
            "This table displays PGA aggregate summary. It includes PGA cache hits, total work area "
            "processed and extra work area read or written"
        ),
        ("PGA Cache Hit %", "W/A MB Processed", "Extra W/A MB Read/Written"),
        [(fixed(hit, 2), count(processed), count(extra))],
        (),
    )
    target = house.PGA_TARGET_MB
    state = [
        (when, count(target), count(target * 0.62), "2,211.40", "310.25", "14.03", "100.00", "0.00", "628,730")
        for when in "BE"
    ]
    headings = (
        "",
        "PGA Aggr Target(M)",
        "Auto PGA Target(M)",
        "PGA Mem  Alloc(M)",
        "W/A PGA  Used(M)",
        "%PGA W/A Mem",
        "%Auto W/A Mem",
        "%Man W/A Mem",
        "Global Mem Bound(K)",
    )
    stats = (
        "This table displays PGA aggregate target statistics for begin and end snapshot. "
        "Statistics include PGA aggregate "
        "target, auto PGA target, PGA memory allocation, etc."
    )
    return (
        section("2400", "PGA Aggr Summary", summary),
        section("2600", "PGA Aggr Target Stats", table(stats, headings, state)),
        _pga_advisory(processed, extra),
    )


def _pga_advisory(processed_mb: float, extra_mb: float) -> Section:
    rows = []
    for factor in (0.13, 0.25, 0.5, 0.75, 1.0, 1.2, 1.4, 1.6, 1.8, 2.0, 3.0, 4.0, 6.0, 8.0):
        spilled = extra_mb * factor**-0.6
        hit = 100 * processed_mb / (processed_mb + spilled)
        over = 37 if factor < 0.2 else 0
        rows.append(
            (
                count(house.PGA_TARGET_MB * factor),
                fixed(factor, 2),
                fixed(processed_mb, 2),
                fixed(spilled, 2),
                fixed(hit, 2),
                count(over),
                count((processed_mb + spilled) * 11),
            )
        )
    headings = (
        "PGA Target Est (MB)",
        "Size Factr",
        "W/A MB Processed",
        "Estd Extra    W/A MB Read/   Written to Disk ",
        "Estd PGA Cache Hit %",
        "Estd PGA Overalloc Count",
        "Estd Time",
    )
    summary = (
        "This table displays PGA memory advisory for different estimated PGA target sizes. It "
        "displays size factor, Workarea "
        "MB processed, estimated PGA cache hit, estimated extra Workarea MB read written to "
        "disk, etc., for each target size."
    )
    return section("2800", "PGA Memory Advisory", table(summary, headings, rows, ()))


def _sga(report: Report) -> Section:
    rows = []
    rest = house.SGA_TARGET_MB - house.BUFFER_CACHE_MB
    read_share = 0.6
    for eighths in range(3, 17):
        factor = eighths / 8
        size_mb = house.SGA_TARGET_MB * factor
        misses = miss_factor((size_mb - rest) / house.BUFFER_CACHE_MB)
        time_s = report.db_time_since_startup_s * (1 - read_share + read_share * misses)
        rows.append((count(size_mb), fixed(factor, 2), count(time_s), count(report.reads_since_startup * misses)))
    headings = ("SGA Target Size (M)", "SGA Size Factor", "Est DB Time (s)", "Est Physical Reads")
    summary = (
        "This table displays SGA target advisory for different SGA target sizes. It displays SGA "
        "size factor, estimated DB time and estimated physical reads for different SGA target "
        "sizes."
    )
    return section("6900", "SGA Target Advisory", table(summary, headings, rows, ()))
