"""The chapter on waits: time model, operating system, wait classes, events, histograms, services."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from segtier.samples import house
from segtier.samples.activity import Report
from segtier.samples.awr_histograms import histograms
from segtier.samples.awr_machine import busy_pct, io_wait_pct
from segtier.samples.html import Chapter, Section, section, table
from segtier.samples.printed import BLANK, count, day, fixed, wait
from segtier.samples.wait_model import IDLE, Event

_UNITS = "s - second, ms - millisecond, us - microsecond, ns - nanosecond"


def waits_chapter(report: Report) -> Chapter:
    """Chapter 21 of the report."""
    sections = (
        _time_model(report),
        _os_statistics(report),
        _os_detail(report),
        _foreground_classes(report),
        _events(report, True),
        _events(report, False),
        *histograms(report),
        *_services(report),
    )
    return Chapter("21", "Wait Events Statistics", sections)


def _time_model(report: Report) -> Section:
    spent = report.spent
    cpu = spent.db_cpu_s + spent.background_cpu_s
    shares = (
        ("sql execute elapsed time", 0.931),
        ("PL/SQL execution elapsed time", 0.042),
        ("parse time elapsed", 0.006),
        ("connection management call elapsed time", 0.0021),
        ("hard parse elapsed time", 0.0019),
        ("sequence load elapsed time", 0.0004),
        ("repeated bind elapsed time", 0.0001),
    )
    timed = [(name, spent.db_time_s * share, BLANK) for name, share in shares]
    timed.append(("DB CPU", spent.db_cpu_s, fixed(100 * spent.db_cpu_s / cpu, 2)))
    timed.sort(key=lambda row: -row[1])
    rows = [(n, fixed(t, 2), fixed(100 * t / spent.db_time_s, 2), share) for n, t, share in timed]
    rows += [
        ("DB time", fixed(spent.db_time_s, 2), BLANK, BLANK),
        ("background elapsed time", fixed(spent.background_s, 2), BLANK, BLANK),
        ("background cpu time", fixed(spent.background_cpu_s, 2), BLANK, fixed(100 * spent.background_cpu_s / cpu, 2)),
        ("total CPU time", fixed(cpu, 2), BLANK, BLANK),
    ]
    headings = ("Statistic Name", "Time (s)", "% of  DB Time", "% of Total CPU Time")
    summary = (
        "This table displays different time model statistics. For each statistic, time and % of DB time are displayed"
    )
    return section("1500", "Time Model Statistics", table(summary, headings, rows), ["Largest share of DB time first"])


def _os_statistics(report: Report) -> Section:
    hundredths = report.hour.elapsed_s * house.CPUS * 100
    busy = hundredths * busy_pct(report) / 100
    memory = round(house.MEMORY_GB * 2**30)
    values = (
        ("FREE_MEMORY_BYTES", memory * 0.21),
        ("INACTIVE_MEMORY_BYTES", memory * 0.17),
        ("BUSY_TIME", busy),
        ("IDLE_TIME", hundredths - busy),
        ("IOWAIT_TIME", hundredths * io_wait_pct(report) / 100),
        ("SYS_TIME", busy * 0.21),
        ("USER_TIME", busy * 0.79),
        ("LOAD", round(busy_pct(report) / 100 * house.CPUS * 1.6)),
        ("PHYSICAL_MEMORY_BYTES", memory),
        ("NUM_CPUS", house.CPUS),
        ("NUM_CPU_CORES", house.CORES),
        ("NUM_CPU_SOCKETS", house.SOCKETS),
    )
    rows = [(name, count(value), BLANK) for name, value in values]
    summary = "This table displays operating systems statistics. For each statistic, actual value is displayed"
    body = table(summary, ("Statistic", "Value", "End Value"), rows)
    return section(
        "1600", "Operating System Statistics", body, ["*TIME values are hundredths of a second in the interval"]
    )


def _os_detail(report: Report) -> Section:
    busy, hour = busy_pct(report), report.hour
    load = fixed(busy / 100 * house.CPUS * 1.6, 2)
    shares = (busy, busy * 0.79, busy * 0.21, 100 - busy, io_wait_pct(report))
    rows = (
        (f"{day(hour.begin)} {hour.begin:%H:%M:%S}", load, *[BLANK] * 5),
        (f"{day(hour.end)} {hour.end:%H:%M:%S}", load, *(fixed(share, 2) for share in shares)),
    )
    headings = ("Snap Time", "Load", "%busy", "%user", "%sys", "%idle", "%iowait")
    summary = "This table displays some detailed operating systems statistics. load, % busy , % user, % system"
    return section("1610", "Operating System Statistics - Detail", table(summary, headings, rows))


def _foreground_classes(report: Report) -> Section:
    spent = report.spent
    events = [e for e in spent.of(True) if e.wait_class != IDLE]
    rows = []
    for name in sorted({e.wait_class for e in events}):
        waits = sum(e.waits for e in events if e.wait_class == name)
        time_us = sum(e.time_us for e in events if e.wait_class == name)
        cells = (name, count(waits), "0", count(time_us / 1e6), wait(time_us / waits), _of_db_time(report, time_us, 2))
        rows.append((time_us, cells))
    cpu_us = spent.db_cpu_s * 1e6
    rows.append((cpu_us, ("DB CPU", BLANK, BLANK, count(spent.db_cpu_s), BLANK, _of_db_time(report, cpu_us, 2))))
    rows.sort(key=lambda pair: -pair[0])
    waited_s = sum(e.time_us for e in events) / 1e6
    captured = 100 * (waited_s + spent.db_cpu_s) / spent.db_time_s
    notes = (
        _UNITS,
        f"Captured Time accounts for {captured:12.1f}%  of Total DB time {spent.db_time_s:14,.2f} (s)",
        f"Total FG Wait Time: {waited_s:20,.2f} (s)  DB CPU time: {spent.db_cpu_s:14,.2f} (s)",
    )
    headings = ("Wait Class", "Waits", "%Time -outs", "Total Wait Time (s)", "Avg wait", "%DB time")
    body = table("This table displays foreground wait class statistics", headings, [row for _, row in rows])
    return section("210", "Foreground Wait Class", body, notes)


def _of_db_time(report: Report, time_us: float, places: int) -> str:
    return fixed(time_us / 1e4 / report.spent.db_time_s, places)


def _events(report: Report, foreground: bool) -> Section:
    side = "Foreground" if foreground else "Background"
    base_s = report.spent.db_time_s if foreground else report.spent.background_s
    rows = [_event_row(report, e, base_s) for e in report.spent.of(foreground) if e.time_us >= 1_000]
    share = "% DB time" if foreground else "% bg time"
    headings = ("Event", "Waits", "%Time -outs", "Total Wait Time (s)", "Avg wait", "Waits /txn", share)
    summary = (
        "This table displays Foreground Wait Events and their wait statistics"
        if foreground
        else "This table displays background wait events statistics"
    )
    return section(
        "100" if foreground else "300",
        f"{side} Wait Events",
        table(summary, headings, rows),
        [_UNITS, "Idle events come last"],
    )


def _event_row(report: Report, event: Event, base_s: float) -> Sequence[str]:
    timeouts = BLANK if event.timeouts_pct is None else f"{event.timeouts_pct:.0f}"
    share = BLANK if event.wait_class == IDLE else fixed(event.time_us / 1e4 / base_s, 2)
    per_txn = fixed(report.per_txn(event.waits), 2)
    return (event.name, count(event.waits), timeouts, count(event.time_us / 1e6), wait(event.avg_us), per_txn, share)


def _services(report: Report) -> Iterable[Section]:
    spent, s = report.spent, report.statistics
    reads, gets = s["physical reads"] / 1000, s["session logical reads"] / 1000
    rows = (
        (
            house.SERVICE,
            count(spent.db_time_s * 0.97),
            count(spent.db_cpu_s * 0.97),
            count(reads * 0.96),
            count(gets * 0.96),
        ),
        (
            "SYS$USERS",
            count(spent.db_time_s * 0.03),
            count(spent.db_cpu_s * 0.03),
            count(reads * 0.03),
            count(gets * 0.03),
        ),
        ("SYS$BACKGROUND", "0", "0", count(reads * 0.01), count(gets * 0.01)),
    )
    headings = ("Service Name", "DB Time (s)", "DB CPU (s)", "Physical Reads (K)", "Logical Reads (K)")
    summary = "This table displays service statistics. It displays service names and corresponding DB Time, DB CPU"
    yield section("5800", "Service Statistics", table(summary, headings, rows), ["Most DB time first"])
    yield section("5820", "Service Wait Class Stats")
