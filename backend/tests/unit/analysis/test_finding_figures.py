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
    TimeModelRow,
    WaitHistogram,
    Workload,
)
from tests.builders import GIB, a_request, a_segment, a_wait, a_workload


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
        f"Locks take 10 % of DB time, most of it {LOCKS} at 250 ms a wait. Find who holds them (v$session.blocking_session, "
        "ASH) before anything else.",
    ),
    (
        "locks of two kinds",
        a_workload((a_wait("enq: TM - contention", 600, 40), a_wait(LOCKS, 1_500, 250)), cpu_s=7_900),
        "row-locks",
        "warning",
        f"Locks take 21 % of DB time, most of it {LOCKS} at 250 ms a wait. Find who holds them (v$session.blocking_session, "
        "ASH) before anything else.",
    ),
    (
        "a third of it",
        of_ten_thousand(LOCKS, 3_100, 250),
        "row-locks",
        "critical",
        f"Locks take 31 % of DB time, most of it {LOCKS} at 250 ms a wait. Find who holds them (v$session.blocking_session, "
        "ASH) before anything else.",
    ),
    (
        "blocks from the other instance",
        of_ten_thousand("gc cr block 2-way", 800, 0.5),
        "cluster-waits",
        "warning",
        "Cluster waits take 8 % of DB time, most of it gc cr block 2-way. Faster storage does not shorten them.",
    ),
    (
        "a tenth in parsing, of that half in hard parsing",
        time_model(of_ten_thousand(LOCKS, 10), parse_time_elapsed=1_000, hard_parse_elapsed_time=500),
        "parsing",
        "warning",
        "Parsing takes 10 % of DB time, 5 % of it all in hard parsing. Look for statements with literals instead of bind "
        "variables, a shared pool that is too small, and invalidations.",
    ),
    (
        "a tenth in connecting",
        time_model(of_ten_thousand(LOCKS, 10), connection_management_call_elapsed_time=1_000),
        "logons",
        "warning",
        "Connecting takes 10 % of DB time. Keep sessions open (a connection pool); no storage shortens it.",
    ),
    (
        "45 % on CPU: 4,500 of 32 x 3,600 s",
        a_workload((a_wait(LOCKS, 5_500, 100),), cpu_s=4_500),
        "cpu-bound",
        "warning",
        "CPU is 45 % of DB time and 3.9 % of the machine's 32 CPUs. SSD cannot shorten it; tune the statements that burn it.",
    ),
    (
        "three quarters of the CPUs",
        a_workload((a_wait(LOCKS, 9_000, 100),), cpu_s=0.75 * 4 * 3_600 * 0.5, cores=2, threads=2),
        "cpu-bound",
        "warning",
        "CPU is 38 % of DB time and 75 % of the machine's 2 CPUs. SSD cannot shorten it; tune the statements that burn it.",
    ),
    (
        "reads at 0.4 ms, 2 % of DB time",
        of_ten_thousand("db file sequential read", 200, 0.4),
        "reads-already-fast",
        "warning",
        "Single-block reads take 0.4 ms already: they come from SSD or an array cache. By its data sheet no "
        "other SSD promises anything for them.",
    ),
    (
        "nine reads of ten below 1 ms",
        of_ten_thousand("db file sequential read", 200, 0.4, wait_histograms=(MOSTLY_FAST,)),
        "reads-already-fast",
        "warning",
        "Single-block reads take 0.4 ms already; 90 % of them are below 1 ms: they come from SSD or an array cache. By its "
        "data sheet no other SSD promises anything for them.",
    ),
    (
        "200 reads of a second, 2 % of DB time",
        of_ten_thousand("db file sequential read", 200, 1_000),
        "doubtful-reads",
        "warning",
        "Only 200 reads were waited for: too few for an average. No gain is promised for them.",
    ),
    (
        "5 % in free buffer waits",
        of_ten_thousand("free buffer waits", 500),
        "write-stalls",
        "warning",
        "The write side stalls sessions for 5 % of DB time: free buffer waits (5 %). Look at asynchronous I/O and the number "
        "of DBWR processes first. A Smart Flash Cache makes this worse, because DBWR also has to fill it.",
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
        "The write side stalls sessions for 18 % of DB time: log buffer space (9 %) and free buffer waits (6 %). A Smart Flash "
        "Cache makes this worse, because DBWR also has to fill it.",
    ),
    (
        "8 % in direct path reads, 40 MB/s",
        of_ten_thousand("direct path read", 800, 8, statistics={"physical reads direct": 40e6 * 3_600 / 8_192}),
        "scans",
        "warning",
        "Direct path reads take 8 % of DB time (8 ms a wait at 40 MB/s). They bypass the buffer cache and any Smart Flash "
        "Cache; bandwidth decides, and the statements behind them.",
    ),
    (
        "commits, log write not in the report",
        of_ten_thousand("log file sync", 500, 8),
        "commits-wait",
        "info",
        "Commits wait 8 ms each (log file sync), 5 % of DB time. The report does not show the log write itself, so how much "
        "of it is the disk is not known.",
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
        "Commits wait 8 ms each (log file sync), 50 % of DB time. The log write itself takes 3.2 ms: faster redo storage "
        "shortens it.",
    ),
    (
        "commits, 3.1 of 8 ms are the log write",
        a_workload(
            (a_wait("log file sync", 5_000, 8), a_wait("log file parallel write", 100, 3.1, foreground=False)),
            cpu_s=5_000,
        ),
        "commits-wait",
        "info",
        "Commits wait 8 ms each (log file sync), 50 % of DB time. The log write itself takes only 3.1 ms: the rest is LGWR's "
        "CPU and group commit.",
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
        "Commits wait 8 ms each (log file sync), 54 % of DB time. The log write itself takes only 3.1 ms: the rest is LGWR's "
        "CPU and group commit. The CPUs are 60 % busy, so commits wait for a CPU; faster redo storage does not help that.",
    ),
    (
        "log writes of 30 ms",
        a_workload(
            (a_wait("log file sync", 5_000, 40), a_wait("log file parallel write", 90, 30, foreground=False)),
            cpu_s=5_000,
        ),
        "commits-wait",
        "info",
        "Commits wait 40 ms each (log file sync), 50 % of DB time. The log write itself takes 30 ms, far longer than an idle "
        "disk needs: what is below the redo logs is overloaded, or LGWR waits for a CPU. Find out which first.",
    ),
    (
        "log writes of 30 ms, CPUs idle",
        with_idle_cpus(control_file_ms=1_290, data_file_ms=2),
        "commits-wait",
        "info",
        "Commits wait 40 ms each (log file sync), 50 % of DB time. The log write itself takes 30 ms, far longer than an idle "
        "disk needs: the server's CPUs are 89 % idle, so it is the storage below the redo logs that is overloaded. Other writes "
        "are slow too: control file parallel write 1,290 ms.",
    ),
    (
        "log writes of 30 ms, and data files' as long",
        with_idle_cpus(control_file_ms=29, data_file_ms=30),
        "commits-wait",
        "info",
        "Commits wait 40 ms each (log file sync), 50 % of DB time. The log write itself takes 30 ms, far longer than an idle "
        "disk needs: the server's CPUs are 89 % idle, so it is the storage below the redo logs that is overloaded. Other writes "
        "are slow too: db file parallel write 30 ms.",
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
        "Commits wait 40 ms each (log file sync), 50 % of DB time. The log write itself takes 30 ms, far longer than an idle "
        "disk needs: what is below the redo logs is overloaded, or LGWR waits for a CPU (the server's CPUs are 80 % busy). Find "
        "out which first.",
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
        "Commits wait 8 ms each (log file sync), 50 % of DB time. The log write itself takes 3 ms, and LGWR is in log writes 80 "
        "% of the time: commits queue for it, and faster redo storage shortens that.",
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
        "Commits wait 8 ms each (log file sync), 54 % of DB time. The log write itself takes only 3 ms: the rest is LGWR's "
        "CPU and group commit. The CPUs are 60 % busy, so commits wait for a CPU; faster redo storage does not help that.",
    ),
    (
        "a cache twice as large: 30 % fewer reads",
        a_workload(cache_factor_at_double=0.7),
        "bigger-cache-helps",
        "warning",
        "The buffer pool advisory expects 30 % fewer physical reads with a buffer cache of 16 GiB instead of 8 GiB. If the "
        "server has the memory, weigh it against SSD.",
    ),
    (
        "temp, the smallest target that leaves 30 %",
        with_pga(of_ten_thousand("direct path read temp", 500, 8), (1, 1e9), (1.5, 5e8), (2, 3e8), (4, 1e8)),
        "temp-spill",
        "warning",
        "Temp I/O takes 5 % of DB time (reads 8 ms). The PGA advisory expects 70 % less of it with a target of 2 GiB. If the "
        "server has the memory, that comes before SSD for temp.",
    ),
    (
        "temp, and the server has the memory",
        replace(
            with_pga(of_ten_thousand("direct path read temp", 500, 8), (1, 1e9), (2, 3e8)),
            instances=(Instance(number=1, name="shop1", memory_bytes=64 * GIB),),
        ),
        "temp-spill",
        "warning",
        "Temp I/O takes 5 % of DB time (reads 8 ms). The PGA advisory expects 70 % less of it with a target of 2 GiB. The "
        "server has the memory: that comes before SSD for temp.",
    ),
    (
        "temp writes only, no advice",
        of_ten_thousand("direct path write temp", 500, 8),
        "temp-spill",
        "info",
        "Temp I/O takes 5 % of DB time. A bigger PGA target may avoid it altogether; see the PGA advisory first.",
    ),
    (
        "15 % in nothing",
        a_workload((a_wait(LOCKS, 4_500, 100),), cpu_s=4_000, rest_s=1_500),
        "unexplained-time",
        "warning",
        "15 % of DB time is in neither CPU nor a recorded wait. It may be time waiting for a CPU, paging, a hypervisor, or I/O "
        "that Oracle does not count (asynchronous direct reads). No option is credited with it.",
    ),
    (
        "41 % in nothing",
        a_workload((a_wait(LOCKS, 1_900, 100),), cpu_s=4_000, rest_s=4_100),
        "unexplained-time",
        "critical",
        "41 % of DB time is in neither CPU nor a recorded wait. It may be time waiting for a CPU, paging, a hypervisor, or I/O "
        "that Oracle does not count (asynchronous direct reads). No option is credited with it.",
    ),
    (
        "41 % in nothing, CPUs 90 % busy",
        a_workload((a_wait(LOCKS, 2_670, 100),), cpu_s=0.9 * 3_600, rest_s=4_090, cores=1, threads=1),
        "unexplained-time",
        "critical",
        "41 % of DB time is in neither CPU nor a recorded wait. This database keeps the CPUs 90 % busy, so most of it is likely "
        "time waiting for a CPU. No option is credited with it.",
    ),
    (
        "28 % in nothing, CPUs 90 % busy",
        a_workload((a_wait(LOCKS, 3_960, 100),), cpu_s=0.9 * 3_600, rest_s=2_800, cores=1, threads=1),
        "unexplained-time",
        "warning",
        "28 % of DB time is in neither CPU nor a recorded wait. This database keeps the CPUs 90 % busy, so most of it is likely "
        "time waiting for a CPU. No option is credited with it.",
    ),
    (
        "CPU and waits make 103 of 100",
        a_workload((a_wait(LOCKS, 6_300, 100),), cpu_s=4_000, rest_s=-300),
        "double-counted",
        "warning",
        "CPU and waits add up to 103 % of DB time: some time is counted twice, which happens when sessions wait for a CPU "
        "inside a wait. The forecast scales all parts down.",
    ),
    (
        "41 % in nothing, CPUs idle and nothing in parallel",
        on_server(0.4, UNEXPLAINED, **SERIAL),
        "unexplained-time",
        "critical",
        "41 % of DB time is in neither CPU nor a recorded wait. The servers' CPUs are 0.4 % busy and no statement ran in "
        "parallel, so it is neither a queue for a CPU nor a parallel server. What is left is I/O that Oracle does not count "
        "(asynchronous direct reads), or paging. No option is credited with it.",
    ),
    (
        "41 % in nothing, CPUs idle, no paging, parallel servers",
        on_server(24.9, UNEXPLAINED, paged=0.0, queries_parallelized=0, DFO_trees_parallelized=2),
        "unexplained-time",
        "critical",
        "41 % of DB time is in neither CPU nor a recorded wait. The servers' CPUs are 25 % busy, so it is no queue for a CPU. "
        "It may be I/O that Oracle does not count (asynchronous direct reads). No option is credited with it.",
    ),
    (
        "41 % in nothing, CPUs a quarter busy, no paging",
        on_server(25, UNEXPLAINED, paged=359e6, **SERIAL),
        "unexplained-time",
        "critical",
        "41 % of DB time is in neither CPU nor a recorded wait. It may be time waiting for a CPU, a hypervisor, or I/O that "
        "Oracle does not count (asynchronous direct reads). No option is credited with it.",
    ),
    (
        "CPU and waits make 110 of 100, CPUs idle",
        on_server(11, a_workload((a_wait(LOCKS, 7_000, 100),), cpu_s=4_000, rest_s=-1_000)),
        "double-counted",
        "warning",
        "CPU and waits add up to 110 % of DB time: some time is counted twice, and not for want of CPUs, which are 11 % busy. "
        "The forecast scales all parts down.",
    ),
    (
        "DB CPU makes 110 of 100",
        on_server(80, a_workload((a_wait(LOCKS, 700, 100),), cpu_s=11_000, rest_s=-1_700)),
        "double-counted",
        "warning",
        "CPU and waits add up to 117 % of DB time: DB CPU alone is more than DB time (11,000 s of 10,000 s), so one of the two "
        "is counted wrong. The forecast scales all parts down.",
    ),
    (
        "a report of 66 minutes",
        a_workload(elapsed_s=3_960.0),
        "long-window",
        "info",
        "A report covers 1.1 hours. Averages over more than an hour hide the peak; give one report per hour of a busy day.",
    ),
    (
        "a report of 65 minutes and a second",
        a_workload(elapsed_s=3_901.0),
        "long-window",
        "info",
        "A report covers 1.1 hours. Averages over more than an hour hide the peak; give one report per hour of a busy day.",
    ),
    (
        "commits half a microsecond longer than the slowest disk's",
        a_workload((SLOW_SYNC, FAST_READS)),
        "throttled",
        "warning",
        "A commit takes 60 ms, longer than a log write takes on any disk, while a read takes 0.8 ms: a limit in bytes that "
        "data, redo and archiver share explains both. Faster devices behind it gain nothing.",
    ),
    (
        "storage cells",
        of_ten_thousand("cell single block physical read", 2_000, 0.5),
        "engineered-storage",
        "critical",
        "The storage is engineered (cell events): its cells hold SSD of their own (cell reads 0.5 ms, 20 % of DB time). "
        "Server SSD and Smart Flash Cache are not for this machine.",
    ),
    (
        "60 % of the reads in one of many segments",
        a_workload(segments=(a_segment("ORDERS", 1_000_000), a_segment("LINES", 80_000), a_segment("NOTES", 79_000))),
        "few-segments-dominate",
        "warning",
        "SHOP.ORDERS and SHOP.LINES make 60 % of the read requests. Look at the statements that read them first: an index or a "
        "rewrite may save more than SSD.",
    ),
    (
        "59 % of the reads have a name",
        a_workload(segments=tuple(a_segment(f"T{number}", 1_062_000 / 9) for number in range(9))),
        "low-coverage",
        "info",
        "The reports name only 59 % of the physical reads. Upload a v$segment_statistics export (no licence needed) and "
        "dba_segments sizes to have the rest ranked and placed.",
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
