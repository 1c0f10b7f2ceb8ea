"""The first page's profiles: load, efficiency, I/O. Each figure is a total of the report over its elapsed time."""

from __future__ import annotations

from segtier.samples import house
from segtier.samples.activity import Report
from segtier.samples.html import table
from segtier.samples.io_model import Io, summed
from segtier.samples.printed import BLANK, fixed


def load_profile(report: Report) -> str:
    """Rates per second, transaction, execution and call."""
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


def efficiency(report: Report) -> str:
    """Hit ratios."""
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


def io_profile(report: Report) -> str:
    """Requests, MB and blocks per second, by what asked for them."""
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
