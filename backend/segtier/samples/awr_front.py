"""The first page: who and when, load profile, top events, host, I/O profile, memory and cache sizes."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from segtier.samples import house
from segtier.samples.activity import Report
from segtier.samples.awr_machine import cache_sizes, host_cpu, instance_cpu, memory, shared_pool
from segtier.samples.awr_profiles import efficiency, io_profile, load_profile
from segtier.samples.html import table
from segtier.samples.printed import BLANK, bare, count, day, fixed, top_seconds, wait
from segtier.samples.wait_model import IDLE

_PARAGRAPH = "\n<p />\n"


def front_page(report: Report) -> str:
    """Everything above the list of contents."""
    tables = (*_identity(report), '<h3 class="awr"><a class="awr" name="99999"></a>Report Summary</h3>')
    titled = (
        ("Load Profile", load_profile(report)),
        ("Instance Efficiency Percentages (Target 100%)", efficiency(report)),
        ("Top 10 Foreground Events by Total Wait Time", _top_events(report)),
        ("Wait Classes by Total Wait Time", _wait_classes(report)),
        ("Host CPU", host_cpu(report)),
        ("Instance CPU", instance_cpu(report)),
        ("IO Profile", io_profile(report)),
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
