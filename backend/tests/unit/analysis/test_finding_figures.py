"""Each finding word for word, with figures a DBA can check, and the same workload a hair below its threshold."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from segtier.advisor import advise
from segtier.model.advice import Finding
from segtier.model.evidence import Evidence
from segtier.model.workload import (
    HistogramBucket,
    Instance,
    InstanceStatistic,
    IoFunction,
    OsStatistic,
    PgaAdvice,
    Section,
    TimeModelRow,
    WaitHistogram,
    Workload,
)
from tests.builders import GIB, a_request, a_segment, a_wait, a_workload
from tests.sentences import worded

_CAUSES = {"a CPU": worded("analysis/time-waiting-cpu"), "I/O": worded("analysis/i-o-oracle-does")}


def causes(*left: str) -> str:
    words = [_CAUSES.get(one, one) for one in left]
    return f"{', '.join(words[:-1])} or {words[-1]}" if len(words) > 1 else words[0]


def in_nothing(share: str, why: str) -> str:
    told = worded("analysis/db-time-neither-cpu", why, worded("analysis/how-much-would"))
    return worded("analysis/db-time", share, told)


def findings(workload: Workload) -> dict[str, Finding]:
    return {finding.code: finding for finding in advise([workload], [], a_request()).findings}


def time_model(workload: Workload, **seconds: float) -> Workload:
    rows = [TimeModelRow(name.replace("_", " "), took) for name, took in seconds.items()]
    return replace(workload, time_model=(*workload.time_model, *rows))


def of_ten_thousand(event: str, seconds: float, average_ms: float = 10, **changed: Any) -> Workload:
    """DB time of 10,000 s: this event, 4,000 s of CPU on 32 threads, the rest in latches."""
    rest = a_wait("latch: cache buffers chains", 6_000 - seconds, 10)
    return a_workload((a_wait(event, seconds, average_ms), rest), cpu_s=4_000, **changed)


def with_pga(workload: Workload, *left: tuple[float, float]) -> Workload:
    rows = [PgaAdvice(target_bytes=round(f * GIB), size_factor=f, est_extra_bytes=left_bytes) for f, left_bytes in left]
    return replace(workload, pga_advisory=tuple(rows))


def on_server(busy_pct: float, workload: Workload, paged: float | None = None, **statistics: float) -> Workload:
    """With the OS statistics of an hour, and statistics that count what ran in parallel."""
    figures = {"BUSY_TIME": busy_pct * 3_600, "IDLE_TIME": (100 - busy_pct) * 3_600}
    figures |= {} if paged is None else {"VM_IN_BYTES": paged, "VM_OUT_BYTES": 0.0}
    counted = [InstanceStatistic(name.replace("_", " "), total) for name, total in statistics.items()]
    return replace(
        workload,
        os_statistics=tuple(OsStatistic(name, value) for name, value in figures.items()),
        instance_statistics=(*workload.instance_statistics, *counted),
    )


def with_idle_cpus(control_file_ms: float, data_file_ms: float) -> Workload:
    """Log writes of 30 ms on a server that is 89 % idle, beside other writes."""
    return a_workload(
        (
            a_wait("log file sync", 5_000, 40),
            a_wait("log file parallel write", 90, 30, foreground=False),
            a_wait("control file parallel write", 129, control_file_ms, foreground=False),
            a_wait("db file parallel write", 90, data_file_ms, foreground=False),
        ),
        cpu_s=5_000,
        os_statistics=(OsStatistic("BUSY_TIME", 1_120), OsStatistic("IDLE_TIME", 8_880)),
    )


LOCKS = "enq: TX - row lock contention"
UNEXPLAINED = a_workload((a_wait(LOCKS, 1_900, 100),), cpu_s=4_000, rest_s=4_100)
BUCKETS = (HistogramBucket(0.0, 1_000.0, 90.0), HistogramBucket(1_000.0, None, 10.0))
MOSTLY_FAST = WaitHistogram("db file sequential read", 500_000, BUCKETS)
FAST_READS = a_wait("db file sequential read", 1_000, 0.8)
SLOW_SYNC = a_wait("log file sync", 6_000.05, 60.0005)
SERIAL = {"queries_parallelized": 0.0, "DFO_trees_parallelized": 0.0}
SAID: list[tuple[str, Workload, str, str, str]] = [
    # (what, workload, code, severity, text)
    (
        "a tenth in locks",
        of_ten_thousand(LOCKS, 1_000, 250),
        "row-locks",
        "warning",
        f"{worded('analysis/locks-take-db', '10 %', LOCKS, '250 ms')} {worded('analysis/before-anything-else')}",
    ),
    (
        "locks of two kinds",
        a_workload((a_wait("enq: TM - contention", 600, 40), a_wait(LOCKS, 1_500, 250)), cpu_s=7_900),
        "row-locks",
        "warning",
        f"{worded('analysis/locks-take-db', '21 %', LOCKS, '250 ms')} {worded('analysis/before-anything-else')}",
    ),
    (
        "a third of it",
        of_ten_thousand(LOCKS, 3_100, 250),
        "row-locks",
        "critical",
        f"{worded('analysis/locks-take-db', '31 %', LOCKS, '250 ms')} {worded('analysis/before-anything-else')}",
    ),
    (
        "blocks from the other instance",
        of_ten_thousand("gc cr block 2-way", 800, 0.5),
        "cluster-waits",
        "warning",
        worded("analysis/cluster-waits-take", "8 %", "gc cr block 2-way"),
    ),
    (
        "a tenth in parsing, of that half in hard parsing",
        time_model(of_ten_thousand(LOCKS, 10), parse_time_elapsed=1_000, hard_parse_elapsed_time=500),
        "parsing",
        "warning",
        worded("analysis/parsing-takes-db", "10 %", worded("analysis/all-hard-parsing", "5 %")),
    ),
    (
        "a tenth in connecting",
        time_model(of_ten_thousand(LOCKS, 10), connection_management_call_elapsed_time=1_000),
        "logons",
        "warning",
        worded("analysis/connecting-takes-db", "10 %"),
    ),
    (
        "45 % on CPU: 4,500 of 32 x 3,600 s",
        a_workload((a_wait(LOCKS, 5_500, 100),), cpu_s=4_500),
        "cpu-bound",
        "warning",
        worded("analysis/cpu-db-time", "45 %", " and 3.9 % of the machine's 32 CPUs"),
    ),
    (
        "three quarters of the CPUs",
        a_workload((a_wait(LOCKS, 9_000, 100),), cpu_s=0.75 * 4 * 3_600 * 0.5, cores=2, threads=2),
        "cpu-bound",
        "warning",
        worded("analysis/cpu-db-time", "38 %", " and 75 % of the machine's 2 CPUs"),
    ),
    (
        "reads at 0.4 ms, 2 % of DB time",
        of_ten_thousand("db file sequential read", 200, 0.4),
        "reads-already-fast",
        "warning",
        worded("analysis/single-block-reads-take-already", "0.4 ms", ""),
    ),
    (
        "nine reads of ten below 1 ms",
        of_ten_thousand("db file sequential read", 200, 0.4, wait_histograms=(MOSTLY_FAST,)),
        "reads-already-fast",
        "warning",
        worded("analysis/single-block-reads-take-already", "0.4 ms", worded("analysis/below-ms", "90 %")),
    ),
    (
        "200 reads of a second, 2 % of DB time",
        of_ten_thousand("db file sequential read", 200, 1_000),
        "doubtful-reads",
        "warning",
        worded("analysis/no-gain-promised", worded("analysis/only-reads-waited", "200")),
    ),
    (
        "5 % in free buffer waits",
        of_ten_thousand("free buffer waits", 500),
        "write-stalls",
        "warning",
        worded(
            "analysis/write-side-stalls",
            "5 %",
            "free buffer waits (5 %)",
            " " + worded("analysis/look-asynchronous-i-o"),
        ),
    ),
    (
        "most of it for room in the log buffer",
        a_workload(
            (
                a_wait("log buffer space", 900, 10),
                a_wait("free buffer waits", 600, 10),
                a_wait("write complete waits", 300, 10),
                a_wait("latch: cache buffers chains", 4_200, 10),
            ),
            cpu_s=4_000,
        ),
        "write-stalls",
        "warning",
        worded("analysis/write-side-stalls", "18 %", "log buffer space (9 %) and free buffer waits (6 %)", ""),
    ),
    (
        "8 % in direct path reads, 40 MB/s",
        of_ten_thousand("direct path read", 800, 8, statistics={"physical reads direct": 40e6 * 3_600 / 8_192}),
        "scans",
        "warning",
        worded("analysis/direct-path-reads", "8 %", "8 ms", " at 40 MB/s"),
    ),
    (
        "commits, log write not reported",
        of_ten_thousand("log file sync", 500, 8),
        "commits-wait",
        "info",
        worded("analysis/commits-wait-each", "8 ms", "5 %") + " " + worded("analysis/report-does-not"),
    ),
    (
        "commits, 3.2 of 8 ms are the log write",
        a_workload(
            (
                a_wait("log file sync", 5_000, 8),
                a_wait("log file parallel write", 100, 3.2, foreground=False),
                a_wait(LOCKS, 1_000, 10),
            ),
            cpu_s=4_000,
        ),
        "commits-wait",
        "info",
        worded("analysis/commits-wait-each", "8 ms", "50 %")
        + " "
        + worded("analysis/log-write-itself-takes-faster", "3.2 ms"),
    ),
    (
        "commits, 3.1 of 8 ms are the log write",
        a_workload(
            (a_wait("log file sync", 5_000, 8), a_wait("log file parallel write", 100, 3.1, foreground=False)),
            cpu_s=5_000,
        ),
        "commits-wait",
        "info",
        worded("analysis/commits-wait-each", "8 ms", "50 %")
        + " "
        + worded("analysis/log-write-itself-takes-only", "3.1 ms"),
    ),
    (
        "commits, and CPUs 60 % busy",
        a_workload(
            (a_wait("log file sync", 5_000, 8), a_wait("log file parallel write", 100, 3.1, foreground=False)),
            cpu_s=0.6 * 2 * 3_600,
            cores=2,
            threads=2,
        ),
        "commits-wait",
        "info",
        worded("analysis/commits-wait-each", "8 ms", "54 %")
        + " "
        + worded("analysis/log-write-itself-takes-only", "3.1 ms")
        + " "
        + worded("analysis/cpus-busy-commits", "60 %"),
    ),
    (
        "log writes of 30 ms",
        a_workload(
            (a_wait("log file sync", 5_000, 40), a_wait("log file parallel write", 90, 30, foreground=False)),
            cpu_s=5_000,
        ),
        "commits-wait",
        "info",
        worded("analysis/commits-wait-each", "40 ms", "50 %")
        + " "
        + worded("analysis/log-write-itself", "30 ms", worded("analysis/below-redo-logs", "")),
    ),
    (
        "log writes of 30 ms, CPUs idle",
        with_idle_cpus(control_file_ms=1_290, data_file_ms=2),
        "commits-wait",
        "info",
        worded("analysis/commits-wait-each", "40 ms", "50 %")
        + " "
        + worded(
            "analysis/log-write-itself",
            "30 ms",
            worded(
                "analysis/other-writes-slow",
                worded("analysis/servers-cpus-idle", "89 %"),
                "control file parallel write 1,290 ms",
            ),
        ),
    ),
    (
        "log writes of 30 ms, and data files' as long",
        with_idle_cpus(control_file_ms=29, data_file_ms=30),
        "commits-wait",
        "info",
        worded("analysis/commits-wait-each", "40 ms", "50 %")
        + " "
        + worded(
            "analysis/log-write-itself",
            "30 ms",
            worded(
                "analysis/other-writes-slow",
                worded("analysis/servers-cpus-idle", "89 %"),
                "db file parallel write 30 ms",
            ),
        ),
    ),
    (
        "log writes of 30 ms, CPUs busy",
        a_workload(
            (a_wait("log file sync", 5_000, 40), a_wait("log file parallel write", 90, 30, foreground=False)),
            cpu_s=5_000,
            os_statistics=(OsStatistic("BUSY_TIME", 8_000), OsStatistic("IDLE_TIME", 2_000)),
        ),
        "commits-wait",
        "info",
        worded("analysis/commits-wait-each", "40 ms", "50 %")
        + " "
        + worded(
            "analysis/log-write-itself",
            "30 ms",
            worded("analysis/below-redo-logs", " " + worded("analysis/servers-cpus-busy", "80 %")),
        ),
    ),
    (
        "commits queue for the log writer",
        a_workload(
            (a_wait("log file sync", 5_000, 8), a_wait("log file parallel write", 2_880, 3, foreground=False)),
            cpu_s=5_000,
            statistics={"redo writes": 960_000},
        ),
        "commits-wait",
        "info",
        worded("analysis/commits-wait-each", "8 ms", "50 %")
        + " "
        + worded("analysis/log-write-itself-takes", "3 ms", "80 %"),
    ),
    (
        "a full log writer, and CPUs 60 % busy",
        a_workload(
            (a_wait("log file sync", 5_000, 8), a_wait("log file parallel write", 2_880, 3, foreground=False)),
            cpu_s=0.6 * 2 * 3_600,
            cores=2,
            threads=2,
            statistics={"redo writes": 960_000},
        ),
        "commits-wait",
        "info",
        worded("analysis/commits-wait-each", "8 ms", "54 %")
        + " "
        + worded("analysis/log-write-itself-takes-only", "3 ms")
        + " "
        + worded("analysis/cpus-busy-commits", "60 %"),
    ),
    (
        "a cache twice as large: 30 % fewer reads",
        a_workload(cache_factor_at_double=0.7),
        "bigger-cache-helps",
        "warning",
        worded(
            "analysis/buffer-pool-advisory", "30 %", "buffer cache", "16 GiB", "8 GiB", worded("analysis/server-memory")
        ),
    ),
    (
        "temp, the smallest target that leaves 30 %",
        with_pga(of_ten_thousand("direct path read temp", 500, 8), (1, 1e9), (1.5, 5e8), (2, 3e8), (4, 1e8)),
        "temp-spill",
        "warning",
        worded(
            "analysis/pga-advisory-expects",
            worded("analysis/temp-i-o-takes", "5 %", " (reads 8 ms)"),
            "70 %",
            "2 GiB",
            worded("analysis/server-memory"),
        ),
    ),
    (
        "temp, and there is memory",
        replace(
            with_pga(of_ten_thousand("direct path read temp", 500, 8), (1, 1e9), (2, 3e8)),
            instances=(Instance(number=1, name="shop1", memory_bytes=64 * GIB),),
        ),
        "temp-spill",
        "warning",
        worded(
            "analysis/pga-advisory-expects",
            worded("analysis/temp-i-o-takes", "5 %", " (reads 8 ms)"),
            "70 %",
            "2 GiB",
            worded("analysis/server-memory.words"),
        ),
    ),
    (
        "temp writes only, no advice",
        of_ten_thousand("direct path write temp", 500, 8),
        "temp-spill",
        "info",
        worded("analysis/bigger-pga-target", worded("analysis/temp-i-o-takes", "5 %", "")),
    ),
    (
        "15 % in nothing",
        a_workload((a_wait(LOCKS, 4_500, 100),), cpu_s=4_000, rest_s=1_500),
        "unexplained-time",
        "warning",
        in_nothing(
            "15 %",
            worded(
                "analysis/may",
                causes("a CPU", "paging", "a hypervisor", "I/O"),
            ),
        ),
    ),
    (
        "41 % in nothing",
        a_workload((a_wait(LOCKS, 1_900, 100),), cpu_s=4_000, rest_s=4_100),
        "unexplained-time",
        "critical",
        in_nothing(
            "41 %",
            worded(
                "analysis/may",
                causes("a CPU", "paging", "a hypervisor", "I/O"),
            ),
        ),
    ),
    (
        "41 % in nothing, CPUs 90 % busy",
        a_workload((a_wait(LOCKS, 2_670, 100),), cpu_s=0.9 * 3_600, rest_s=4_090, cores=1, threads=1),
        "unexplained-time",
        "critical",
        worded("analysis/db-time", "41 %", worded("analysis/db-time-neither", "90 %")),
    ),
    (
        "28 % in nothing, CPUs 90 % busy",
        a_workload((a_wait(LOCKS, 3_960, 100),), cpu_s=0.9 * 3_600, rest_s=2_800, cores=1, threads=1),
        "unexplained-time",
        "warning",
        worded("analysis/db-time", "28 %", worded("analysis/db-time-neither", "90 %")),
    ),
    (
        "CPU and waits make 103 of 100",
        a_workload((a_wait(LOCKS, 6_300, 100),), cpu_s=4_000, rest_s=-300),
        "double-counted",
        "warning",
        worded(
            "analysis/nobody-knows-ranges",
            worded("analysis/some-time-counted-twice", worded("analysis/cpu-waits-add", "103 %")),
        ),
    ),
    (
        "41 % in nothing, CPUs idle and nothing in parallel",
        on_server(0.4, UNEXPLAINED, **SERIAL),
        "unexplained-time",
        "critical",
        in_nothing(
            "41 %",
            worded(
                "analysis/no-statement-ran",
                worded("analysis/servers-cpus-busy.unexplained_time", "0.4 %"),
                causes("paging", "I/O"),
            ),
        ),
    ),
    (
        "41 % in nothing, CPUs idle, no paging, parallel servers",
        on_server(24.9, UNEXPLAINED, paged=0.0, queries_parallelized=0, DFO_trees_parallelized=2),
        "unexplained-time",
        "critical",
        in_nothing(
            "41 %",
            worded(
                "analysis/no-queue-cpu",
                worded("analysis/servers-cpus-busy.unexplained_time", "25 %"),
                worded("analysis/i-o-oracle-does"),
            ),
        ),
    ),
    (
        "41 % in nothing, CPUs a quarter busy, no paging",
        on_server(25, UNEXPLAINED, paged=359e6, **SERIAL),
        "unexplained-time",
        "critical",
        in_nothing(
            "41 %",
            worded(
                "analysis/may",
                causes("a CPU", "a hypervisor", "I/O"),
            ),
        ),
    ),
    (
        "CPU and waits make 110 of 100, CPUs idle",
        on_server(11, a_workload((a_wait(LOCKS, 7_000, 100),), cpu_s=4_000, rest_s=-1_000)),
        "double-counted",
        "warning",
        worded(
            "analysis/nobody-knows-ranges",
            worded("analysis/some-time-counted", worded("analysis/cpu-waits-add", "110 %"), "11 %"),
        ),
    ),
    (
        "DB CPU makes 110 of 100",
        on_server(80, a_workload((a_wait(LOCKS, 700, 100),), cpu_s=11_000, rest_s=-1_700)),
        "double-counted",
        "warning",
        worded(
            "analysis/nobody-knows-ranges",
            worded("analysis/db-cpu-alone", worded("analysis/cpu-waits-add", "117 %"), "11,000", "10,000"),
        ),
    ),
    (
        "a report of 66 minutes",
        a_workload(elapsed_s=3_960.0),
        "long-window",
        "info",
        worded("analysis/report-covers-hours", "1.1"),
    ),
    (
        "a report of 65 minutes and a second",
        a_workload(elapsed_s=3_901.0),
        "long-window",
        "info",
        worded("analysis/report-covers-hours", "1.1"),
    ),
    (
        "commits half a microsecond longer than the slowest disk's",
        a_workload((SLOW_SYNC, FAST_READS)),
        "throttled",
        "warning",
        worded("analysis/faster-devices-behind", worded("analysis/commit-takes-longer", "60 ms", "0.8 ms")),
    ),
    (
        "storage cells",
        of_ten_thousand("cell single block physical read", 2_000, 0.5),
        "engineered-storage",
        "critical",
        worded("analysis/storage-engineered-cells", "Exadata", "0.5 ms", "20 %"),
    ),
    (
        "60 % of the reads in one of many segments",
        a_workload(segments=(a_segment("ORDERS", 1_000_000), a_segment("LINES", 80_000), a_segment("NOTES", 79_000))),
        "few-segments-dominate",
        "warning",
        worded("analysis/read-requests-look", "SHOP.ORDERS and SHOP.LINES", "make", "60 %", "them"),
    ),
    (
        "59 % of the reads have a name",
        a_workload(segments=tuple(a_segment(f"T{number}", 1_062_000 / 9) for number in range(9))),
        "low-coverage",
        "info",
        worded("analysis/reports-upload-v", worded("analysis/name-only-physical", "59 %")),
    ),
    (
        "the list of segments is there and cannot be read",
        replace(a_workload(), segment_coverage={}, sections=(Section("Segments by Physical Reads", "unreadable"),)),
        "low-coverage",
        "info",
        worded("analysis/reports-could-not", "Segments by Physical Reads", worded("model/upload-report-oracle")),
    ),
]


@pytest.mark.parametrize(
    ("workload", "code", "severity", "text"), [row[1:] for row in SAID], ids=[row[0] for row in SAID]
)
def test_word_for_word(workload: Workload, code: str, severity: str, text: str) -> None:
    found = findings(workload)
    assert code in found, sorted(found)
    assert (found[code].severity, found[code].text) == (severity, text)


SILENT: list[tuple[str, Workload, str]] = [
    ("locks", of_ten_thousand(LOCKS, 990, 250), "row-locks"),
    ("cluster", of_ten_thousand("gc cr block 2-way", 790), "cluster-waits"),
    ("parsing", time_model(of_ten_thousand(LOCKS, 10), parse_time_elapsed=990), "parsing"),
    ("connecting", time_model(of_ten_thousand(LOCKS, 10), connection_management_call_elapsed_time=990), "logons"),
    ("CPU", a_workload((a_wait(LOCKS, 5_600, 100),), cpu_s=4_400), "cpu-bound"),
    ("an idle machine", a_workload((), cpu_s=0.029 * 32 * 3_600), "cpu-bound"),
    ("fast reads that take no time", of_ten_thousand("db file sequential read", 190, 0.4), "reads-already-fast"),
    ("reads of a millisecond", of_ten_thousand("db file sequential read", 900, 1), "reads-already-fast"),
    ("few reads that take no time", of_ten_thousand("db file sequential read", 190, 1_000), "doubtful-reads"),
    ("stalls", of_ten_thousand("free buffer waits", 490), "write-stalls"),
    ("scans", of_ten_thousand("direct path read", 790), "scans"),
    ("commits", of_ten_thousand("log file sync", 490), "commits-wait"),
    ("a cache that saves 29 %", a_workload(cache_factor_at_double=0.71), "bigger-cache-helps"),
    (
        "a cache for reads that take no time",
        of_ten_thousand("db file sequential read", 1_490, cache_factor_at_double=0.5),
        "bigger-cache-helps",
    ),
    ("temp", of_ten_thousand("direct path read temp", 490), "temp-spill"),
    ("a rest", a_workload((a_wait(LOCKS, 4_600, 100),), cpu_s=4_000, rest_s=1_400), "unexplained-time"),
    ("2 % counted twice", a_workload((a_wait(LOCKS, 6_200, 100),), cpu_s=4_000, rest_s=-200), "double-counted"),
    ("a report of 65 minutes", a_workload(elapsed_s=3_900.0), "long-window"),
    (
        "commits as slow as the slowest disk's",
        a_workload((a_wait("log file sync", 6_000, 60), FAST_READS)),
        "throttled",
    ),
    (
        "slow commits that a standby explains",
        a_workload((SLOW_SYNC, FAST_READS, a_wait("SYNC Remote Write", 5_000, 50, foreground=False))),
        "throttled",
    ),
    (
        "999 slow commits",
        a_workload((a_wait("log file sync", 99.9, 100), a_wait("db file sequential read", 400, 0.8)), cpu_s=500),
        "throttled",
    ),
    (
        "slow commits that take no time",
        a_workload((a_wait("log file sync", 490, 100), a_wait("db file sequential read", 1_000, 0.8)), cpu_s=8_510),
        "throttled",
    ),
    ("no storage cells", a_workload(), "engineered-storage"),
    (
        "segments",
        a_workload(segments=(a_segment("ORDERS", 1_000_000), a_segment("LINES", 70_000))),
        "few-segments-dominate",
    ),
    (
        "segments beside direct reads",
        a_workload(
            segments=(a_segment("ORDERS", 1_000_000), a_segment("LINES", 200_000)),
            io_functions=(IoFunction("Direct Reads", read_requests_per_s=100.0),),
        ),
        "few-segments-dominate",
    ),
    ("reads that have names", a_workload(segments=(a_segment("ORDERS", 1_090_000),)), "low-coverage"),
]


@pytest.mark.parametrize(("workload", "code"), [row[1:] for row in SILENT], ids=[row[0] for row in SILENT])
def test_nothing_is_said_below_the_threshold(workload: Workload, code: str) -> None:
    assert code not in findings(workload)


def test_a_finding_cites_its_rows() -> None:
    """The advisory's row of the size it names, one segment's row each, the time model's row."""
    at = [Evidence(section, row=row) for section in "abc" for row in (1, 2)]
    base = a_workload(cache_factor_at_double=0.5, segments=(a_segment("ORDERS", 1_700_000, evidence=tuple(at[:2])),))
    advisory = tuple(replace(row, evidence=(at[2 + place],)) for place, row in enumerate(base.buffer_pool_advisory))
    found = findings(replace(base, buffer_pool_advisory=advisory))
    assert [one.section for one in found["bigger-cache-helps"].evidence] == ["b"]
    assert [one.section for one in found["few-segments-dominate"].evidence] == ["a"]


def test_commits_that_a_limit_makes_slow_are_cited_not_the_reads() -> None:
    rows = [replace(row, evidence=(Evidence(row.event),)) for row in (SLOW_SYNC, FAST_READS)]
    assert [one.section for one in findings(a_workload(tuple(rows)))["throttled"].evidence] == ["log file sync"]
