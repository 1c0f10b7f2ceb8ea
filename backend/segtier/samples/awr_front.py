"""The first page: who and when, load profile, top events, host, I/O profile, memory and cache sizes."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from segtier.samples import house
from segtier.samples.activity import Report
from segtier.samples.awr_machine import cache_sizes, host_cpu, instance_cpu, memory, shared_pool
from segtier.samples.html import table
from segtier.samples.io_model import Io, summed
from segtier.samples.printed import BLANK, bare, count, day, fixed, top_seconds, wait
from segtier.samples.wait_model import IDLE

_PARAGRAPH = "\n<p />\n"


def front_page(report: Report) -> str:
    """Everything above the list of contents."""
    tables = (*_identity(report), '<h3 class="awr"><a class="awr" name="99999"></a>Report Summary</h3>')
    titled = (
        ("Load Profile", _load_profile(report)),
        ("Instance Efficiency Percentages (Target 100%)", _efficiency(report)),
        ("Top 10 Foreground Events by Total Wait Time", _top_events(report)),
        ("Wait Classes by Total Wait Time", _wait_classes(report)),
        ("Host CPU", host_cpu(report)),
        ("Instance CPU", instance_cpu(report)),
        ("IO Profile", _io_profile(report)),
        ("Memory Statistics", memory()),
        ("Cache Sizes", cache_sizes()),
        ("Shared Pool Statistics", shared_pool()),
    )
    summary = (f"<p />{title}<p />\n{body}" for title, body in titled)
    return '<h1 class="awr">\nWORKLOAD REPOSITORY report for\n\n</h1>\n<p />' + _PARAGRAPH.join((*tables, *summary))


def _stamp(moment: datetime) -> str:
    return f"{day(moment)}-{moment:%y %H:%M:%S}"


def _identity(report: Report) -> Iterable[str]:
    instance = "This table displays database instance information"
    names = ("DB Name", "DB Id", "Unique Name", "Role", "Edition", "Release", "RAC", "CDB")
    values = (house.DB_NAME, str(house.DBID), house.DB_NAME, "PRIMARY", "EE", house.RELEASE, "NO", "NO")
    yield table(instance, names, [values], range(8), 600)
    started = _stamp(house.STARTUP)[:-3]
    yield table(instance, ("Instance", "Inst Num", "Startup Time"), [(house.INSTANCE, "1", started)], (0, 2))
    yield table(
        "This table displays host information",
        ("Host Name", "Platform", "CPUs", "Cores", "Sockets", "Memory (GB)"),
        [(house.HOST, house.PLATFORM, str(house.CPUS), str(house.CORES), str(house.SOCKETS), f"{house.MEMORY_GB}")],
        (0, 1),
        600,
    )
    yield _snapshots(report)


def _snapshots(report: Report) -> str:
    hour = report.hour
    rows = (
        ("Begin Snap:", str(hour.begin_snap), _stamp(hour.begin), _sessions(report, 0), "2.9"),
        ("End Snap:", str(hour.begin_snap + 1), _stamp(hour.end), _sessions(report, 3), "3.0"),
        ("Elapsed:", BLANK, f"{fixed(hour.elapsed_s / 60, 2)} (mins)", BLANK, BLANK),
        ("DB Time:", BLANK, f"{fixed(report.spent.db_time_s / 60, 2)} (mins)", BLANK, BLANK),
    )
    headings = ("", "Snap Id", "Snap Time", "Sessions", "Cursors/Session")
    return table("This table displays snapshot information", headings, rows, width=600)


def _sessions(report: Report, more: int) -> str:
    return str(96 + round(report.per_s(report.hour.transactions) * 0.7) + more)


def _load_profile(report: Report) -> str:
    s = report.statistics
    seconds, megabytes = report.spent, 1 / house.MIB
    executes, calls = s["execute count"], s["user calls"]
    times = (
        ("DB Time(s):", seconds.db_time_s),
        ("DB CPU(s):", seconds.db_cpu_s),
        ("Background CPU(s):", seconds.background_cpu_s),
    )
    amounts = (
        ("Redo size (bytes):", s["redo size"]),
        ("Logical read (blocks):", s["session logical reads"]),
        ("Block changes:", s["db block changes"]),
        ("Physical read (blocks):", s["physical reads"]),
        ("Physical write (blocks):", s["physical writes"]),
        ("Read IO requests:", s["physical read IO requests"]),
        ("Write IO requests:", s["physical write IO requests"]),
        ("Read IO (MB):", s["physical read bytes"] * megabytes),
        ("Write IO (MB):", s["physical write bytes"] * megabytes),
        ("IM scan rows:", 0),
        ("Session Logical Read IM:", 0),
        ("User calls:", calls),
        ("Parses (SQL):", s["parse count (total)"]),
        ("Hard parses (SQL):", s["parse count (hard)"]),
        ("SQL Work Area (MB):", s["sorts (rows)"] * 0.0007),
        ("Logons:", s["logons cumulative"]),
        ("Executes (SQL):", executes),
        ("Rollbacks:", s["user rollbacks"]),
    )
    rows = [(n, *_rates(report, v), fixed(v / executes, 2), fixed(v / calls, 2)) for n, v in times]
    rows += [(n, *_rates(report, v), BLANK, BLANK) for n, v in amounts]
    rows.append(("Transactions:", fixed(report.per_s(report.hour.transactions), 1), BLANK, BLANK, BLANK))
    headings = ("", "Per Second", "Per Transaction", "Per Exec", "Per Call")
    return table("This table displays load profile", headings, rows, width=600)


def _rates(report: Report, value: float) -> tuple[str, str]:
    return fixed(report.per_s(value), 1), fixed(report.per_txn(value), 1)


def _efficiency(report: Report) -> str:
    s = report.statistics
    hit = 100 * (1 - s["physical reads cache"] / s["session logical reads"])
    soft = 100 * (1 - s["parse count (hard)"] / s["parse count (total)"])
    rows = (
        ("Buffer Nowait %:", "99.99", "Redo NoWait %:", "100.00"),
        ("Buffer  Hit   %:", fixed(hit, 2), "In-memory Sort %:", "99.90"),
        ("Library Hit   %:", "99.61", "Soft Parse %:", fixed(soft, 2)),
        (
            "Execute to Parse %:",
            fixed(100 * (1 - s["parse count (total)"] / s["execute count"]), 2),
            "Latch Hit %:",
            "99.97",
        ),
        ("Parse CPU to Parse Elapsd %:", "71.30", "% Non-Parse CPU:", "98.74"),
        ("Flash Cache Hit %:", "0.00"),
    )
    return table("This table displays instance efficiency percentages", (), rows, (0, 2), 600)


def _top_events(report: Report) -> str:
    spent = report.spent
    rows = [
        (
            e.time_us / 1e6,
            (
                e.name,
                count(e.waits),
                top_seconds(e.time_us / 1e6),
                wait(e.avg_us),
                _share(e.time_us, report),
                e.wait_class,
            ),
        )
        for e in spent.of(True)
        if e.wait_class != IDLE
    ]
    cpu = spent.db_cpu_s
    rows.append((cpu, ("DB CPU", BLANK, top_seconds(cpu), BLANK, bare(100 * cpu / spent.db_time_s, 1), BLANK)))
    rows.sort(key=lambda pair: -pair[0])
    headings = ("Event", "Waits", "Total Wait Time (sec)", "Avg Wait", "% DB time", "Wait Class")
    summary = "This table displays top 10 wait events by total wait time"
    return table(summary, headings, [row for _, row in rows[:10]], (0, 5), 600)


def _share(time_us: float, report: Report) -> str:
    return bare(time_us / 1e4 / report.spent.db_time_s, 1)


def _wait_classes(report: Report) -> str:
    spent = report.spent
    sums: dict[str, tuple[int, float]] = {}
    for e in spent.events:
        if e.wait_class != IDLE:
            waits, time_us = sums.get(e.wait_class, (0, 0.0))
            sums[e.wait_class] = (waits + e.waits, time_us + e.time_us)
    rows = [
        (t, (name, count(n), count(t / 1e6), wait(t / n), _share(t, report), fixed(report.per_s(t / 1e6), 1)))
        for name, (n, t) in sums.items()
    ]
    cpu_us = spent.db_cpu_s * 1e6
    rows.append(
        (
            cpu_us,
            (
                "DB CPU",
                BLANK,
                count(spent.db_cpu_s),
                BLANK,
                _share(cpu_us, report),
                fixed(report.per_s(spent.db_cpu_s), 1),
            ),
        )
    )
    rows.sort(key=lambda pair: -pair[0])
    headings = ("Wait Class", "Waits", "Total Wait Time (sec)", "Avg Wait Time", "% DB time", "Avg Active Sessions")
    summary = "This table displays wait class statistics ordered by total wait time"
    return table(summary, headings, [row for _, row in rows], width=600)


def _io_profile(report: Report) -> str:
    s = report.statistics
    every, redo = summed("", report.functions), next(io for io in report.functions if io.name == "LGWR")
    database = Io(
        "",
        s["physical read IO requests"],
        s["physical read bytes"],
        s["physical write IO requests"],
        s["physical write bytes"],
    )
    cached = (s["physical reads cache"], s["physical writes from cache"])
    direct = (s["physical reads direct"], s["physical writes direct"])
    rows = (
        ("Total Requests:", every.reads, every.writes),
        ("Database Requests:", database.reads, database.writes),
        ("Optimized Requests:", 0, 0),
        ("Redo Requests:", 0, redo.writes),
        ("Total (MB):", every.read_bytes / house.MIB, every.write_bytes / house.MIB),
        ("Database (MB):", database.read_bytes / house.MIB, database.write_bytes / house.MIB),
        ("Optimized Total (MB):", 0, 0),
        ("Redo (MB):", 0, redo.write_bytes / house.MIB),
        ("Database (blocks):", s["physical reads"], s["physical writes"]),
        ("Via Buffer Cache (blocks):", *cached),
        ("Direct (blocks):", *direct),
    )
    printed = [(n, *(fixed(report.per_s(v), 1) for v in (r + w, r, w))) for n, r, w in rows]
    headings = ("", "Read+Write Per Second", "Read per Second", "Write Per Second")
    return table("This table displays IO profile", headings, printed, width=600)
