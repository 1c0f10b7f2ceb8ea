"""Wait classes and wait events: names, waits, seconds, and the average made exact."""

from __future__ import annotations

from segtier.model.workload import WaitClass, WaitEvent
from segtier.reports.numbers import abbreviated, count, milliseconds_us, resolution, seconds, words
from segtier.reports.sections.mechanism import Column, Row, Section, column, key
from segtier.units import US_PER_S

DB_CPU = "DB CPU"
_NO_WAITS = frozenset({None, DB_CPU, "CPU time", "background cpu time"})
"""Rows of the event lists that are no waits; 10.2 says `CPU time`."""
_TELLING_SHARE = 0.1
"""Without a printed average, a time whose last digit stands for more than this share of it tells none."""
_TIME_HEADINGS = ("Total Wait Time (s)", "Total Wait Time (sec)", "Time(s)")
_AVERAGE_HEADINGS = ("Avg wait (ms)", "Avg wait", "Avg Wait(ms)", "Wait Avg(ms)", "Avg Wait Time")


def average_wait_us(row: Row) -> float | None:
    """Microseconds per wait: time / waits, or the printed average where that has more digits.

    A printed `1` ms may be 0.76; on the other hand 3 waits in `0` s tell nothing, and a time printed as `27.9K` is
    rounded more than the average beside it.
    """
    time_s, waits, printed = row["time_s"], row["waits"], row["avg_wait_us"]
    if not waits or time_s is None:
        return printed if isinstance(printed, float) else None
    if printed is not None and _printed_is_finer(row):
        return float(printed)
    if printed is None and (resolution(row.raw("time_s")) or 1.0) > _TELLING_SHARE:
        return None
    return float(time_s) * US_PER_S / int(waits)


def _printed_is_finer(row: Row) -> bool:
    text = row.raw("time_s")
    if abbreviated(text) or abbreviated(row.raw("waits")):
        return True
    of_time, of_average = resolution(text), resolution(row.raw("avg_wait_us"))
    return of_time is None or (of_average is not None and of_average < of_time)


def wait_event(foreground: bool, row: Row) -> WaitEvent | None:
    """One event of any list; None for CPU time, which stands among them."""
    if row["event"] in _NO_WAITS:
        return None
    return WaitEvent(
        event=row["event"],
        wait_class=row.get("wait_class"),
        foreground=foreground,
        waits=row["waits"],
        timeouts_pct=row.get("timeouts_pct"),
        time_s=row["time_s"],
        avg_wait_us=average_wait_us(row),
        db_time_pct=row.get("db_time_pct"),
        evidence=(row.evidence,),
    )


def _foreground(row: Row) -> WaitEvent | None:
    return wait_event(True, row)


def _background(row: Row) -> WaitEvent | None:
    return wait_event(False, row)


_COLUMNS: tuple[Column, ...] = (
    key("event", "Event"),
    column("waits", "Waits", read=count, required=True),
    column("timeouts_pct", "%Time -outs", "%Tim out"),
    column("time_s", *_TIME_HEADINGS, read=seconds, required=True),
    column("avg_wait_us", *_AVERAGE_HEADINGS, read=milliseconds_us),
)
_DB_TIME_PCT = column("db_time_pct", "% DB time", "% Total Call Time", "% Total Ela Time", required=True)

FOREGROUND_EVENTS = Section(
    name="Foreground Wait Events",
    core=True,
    columns=(*_COLUMNS, _DB_TIME_PCT),
    build=_foreground,
)

BACKGROUND_EVENTS = Section(
    name="Background Wait Events",
    columns=_COLUMNS,
    without=("% DB time",),
    build=_background,
)

SYSTEM_EVENTS = Section(
    name="Wait Events",
    columns=_COLUMNS,
    without=("% DB time", "% bg time", "% Total Call Time"),
    build=_foreground,
)
"""Foreground and background waits in one list: AWR 10.2, Statspack 9i and 10.1."""

TOP_EVENTS = Section(
    name="Top Foreground Events",
    headings=("Top * Timed*", "Top * Foreground Events*"),
    columns=(*_COLUMNS, _DB_TIME_PCT, column("wait_class", "Wait Class", read=words)),
    build=_foreground,
)
"""Says the wait class of the top events, and stands in where the full list is missing. How many stand in it can be set."""


def _wait_class(row: Row) -> WaitClass | None:
    if row["wait_class"] in (None, DB_CPU):
        return None
    return WaitClass(
        wait_class=row["wait_class"],
        waits=row["waits"],
        time_s=row["time_s"],
        avg_wait_us=average_wait_us(row),
        db_time_pct=row["db_time_pct"],
        evidence=(row.evidence,),
    )


WAIT_CLASSES = Section(
    name="Foreground Wait Class",
    headings=("Wait Class",),
    columns=(
        key("wait_class", "Wait Class"),
        column("waits", "Waits", read=count, required=True),
        column("time_s", *_TIME_HEADINGS, read=seconds, required=True),
        column("avg_wait_us", *_AVERAGE_HEADINGS, read=milliseconds_us),
        column("db_time_pct", "%DB time"),
    ),
    build=_wait_class,
)
"""DB CPU stands among the classes in the report; it is no wait, and is the interval's `db_cpu_s`."""
