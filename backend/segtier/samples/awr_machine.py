"""The first page's tables on the machine: CPU, memory, cache sizes; and the CPU figures other chapters repeat."""

from __future__ import annotations

from segtier.samples import house
from segtier.samples.activity import Report
from segtier.samples.html import table
from segtier.samples.printed import bare, fixed


def busy_pct(report: Report) -> float:
    """Share of the host's CPU time in use by anything, in per cent."""
    used_s = (report.spent.db_cpu_s + report.spent.background_cpu_s) * 1.08 + 0.11 * report.hour.elapsed_s
    return 100 * used_s / report.hour.elapsed_s / house.CPUS


def io_wait_pct(report: Report) -> float:
    """Share of CPU time idle with I/O outstanding, in per cent."""
    user_io_us = sum(e.time_us for e in report.spent.events if e.wait_class == "User I/O")
    return min(60.0, 100 * user_io_us / 1e6 / report.hour.elapsed_s / house.CPUS * 0.7)


def host_cpu(report: Report) -> str:
    """CPUs, load and their use."""
    busy = busy_pct(report)
    load = fixed(busy / 100 * house.CPUS * 1.6, 2)
    headings = (
        "CPUs",
        "Cores",
        "Sockets",
        "Load Average Begin",
        "Load Average End",
        "%User",
        "%System",
        "%WIO",
        "%Idle",
    )
    row = (
        house.CPUS,
        house.CORES,
        house.SOCKETS,
        load,
        load,
        bare(busy * 0.79, 1),
        bare(busy * 0.21, 1),
        bare(io_wait_pct(report), 1),
        bare(100 - busy, 1),
    )
    return table("This table displays system load statistics", headings, [[str(v) for v in row]], (), 600)


def instance_cpu(report: Report) -> str:
    """The instance's part of the CPU in use."""
    used_s = report.spent.db_cpu_s + report.spent.background_cpu_s
    share = 100 * used_s / report.hour.elapsed_s / house.CPUS
    headings = ("%Total CPU", "%Busy CPU", "%DB time waiting for CPU (Resource Manager)")
    row = (fixed(share, 1), fixed(100 * share / busy_pct(report), 1), "0.0")
    return table("This table displays CPU usage and wait statistics", headings, [row], (), 600)


def memory() -> str:
    """Host memory, SGA and PGA."""
    host_mb, sga, pga = house.MEMORY_GB * 1024, house.SGA_TARGET_MB, 2_211.4
    rows = (
        ("Host Mem (MB):", *[fixed(host_mb, 1)] * 2),
        ("SGA use (MB):", *[fixed(sga, 1)] * 2),
        ("PGA use (MB):", *[fixed(pga, 1)] * 2),
        ("% Host Mem used for SGA+PGA:", *[fixed(100 * (sga + pga) / host_mb, 2)] * 2),
    )
    return table("This table displays memory statistics", (" ", "Begin", "End"), rows, width=600)


def cache_sizes() -> str:
    """Buffer cache, shared pool, block size."""
    cache, shared = f"{house.BUFFER_CACHE_MB:,}M", f"{house.SHARED_POOL_MB:,}M"
    rows = (
        ("Buffer Cache:", cache, cache, "Std Block Size:", "8K"),
        ("Shared Pool Size:", shared, shared, "Log Buffer:", f"{house.LOG_BUFFER_KB:,}K"),
        ("In-Memory Area:", "0M", "0M"),
    )
    summary = "This table displays cache sizes and other statistics for\n                    different types of cache"
    return table(summary, ("", "Begin", "End", "", ""), rows, (0, 3), 600)


def shared_pool() -> str:
    """How full the shared pool is."""
    rows = (
        ("Memory Usage %:", "82.41", "82.47"),
        ("% SQL with executions>1:", "91.20", "91.34"),
        ("% Memory for SQL w/exec>1:", "88.02", "88.15"),
    )
    return table("This table displays shared pool statistics", ("", "Begin", "End"), rows, width=600)
