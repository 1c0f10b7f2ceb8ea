"""Where DB time went in a RAC report: time model, wait classes, wait events and their histogram."""

from __future__ import annotations

from dataclasses import replace

from segtier.model.workload import TimeModelRow, WaitClass, WaitEvent
from segtier.reports.numbers import count, milliseconds_us, seconds, words
from segtier.reports.sections.mechanism import Column, Row, Section, column, key
from segtier.reports.sections.rac import INSTANCE, cell, each, instance_number, is_counted
from segtier.reports.sections.wait_events import wait_event
from segtier.reports.sections.wait_histograms import HistogramRow, are_buckets, histogram_row

_TIMES: dict[str, str] = {
    "DB time": "DB time (s)",
    "DB CPU": "DB CPU (s)",
    "sql execute elapsed time": "SQL Exec Ela (s)",
    "parse time elapsed": "Parse Ela (s)",
    "hard parse elapsed time": "Hard Parse Ela (s)",
    "PL/SQL elapsed time": "PL/SQL Ela (s)",
    "Java execution elapsed time": "Java Ela (s)",
    "background elapsed time": "bg time (s)",
    "background cpu time": "bg CPU (s)",
}
"""Names as the instance report prints them; PL/SQL is execution and compilation together here."""


def _time(row: Row, name: str) -> TimeModelRow:
    return TimeModelRow(name, row[name], instance=instance_number(row), evidence=(cell(row, name),))


TIME_MODEL = Section(
    name="Time Model Statistics",
    headings=("Time Model",),
    core=True,
    columns=(
        INSTANCE,
        *(column(name, heading, read=seconds, required=name == "DB time") for name, heading in _TIMES.items()),
    ),
    build=each(_time, _TIMES),
)

_CLASSES: dict[str, str] = {
    "User I/O": "User I/O(s)",
    "System I/O": "Sys I/O(s)",
    "Other": "Other(s)",
    "Application": "Applic (s)",
    "Commit": "Commit (s)",
    "Network": "Network (s)",
    "Concurrency": "Concurcy (s)",
    "Configuration": "Config (s)",
    "Cluster": "Cluster (s)",
    "Administrative": "Admin (s)",
    "Scheduler": "Scheduler (s)",
}


def _class(row: Row, name: str) -> WaitClass:
    return WaitClass(name, time_s=row[name], instance=instance_number(row), evidence=(cell(row, name),))


WAIT_CLASSES = Section(
    name="Foreground Wait Class",
    headings=("Foreground Wait Classes",),
    columns=(
        INSTANCE,
        *(column(name, heading, read=seconds, required=name == "User I/O") for name, heading in _CLASSES.items()),
    ),
    build=each(_class, _CLASSES),
)

_EVENT: tuple[Column, ...] = (
    column("wait_class", "Wait: Class", read=words, required=True),
    key("event", "Wait: Event"),
    column("waits", "Event: Waits", read=count, required=True),
    column("timeouts_pct", "Event: %Timeouts"),
    column("time_s", "Wait Time: Total(s)", read=seconds, required=True),
    column("avg_wait_us", "Wait Time: Avg Wait", "Wait Time: Avg(ms)", read=milliseconds_us),
)
_DB_TIME_PCT = column("db_time_pct", "Wait Time: %DB time", required=True)


def _foreground(row: Row) -> WaitEvent | None:
    return wait_event(True, row)


def _background(row: Row) -> WaitEvent | None:
    return wait_event(False, row)


def _top_foreground(row: Row) -> WaitEvent | None:
    return _of_instance(row, _foreground(row))


def _top_background(row: Row) -> WaitEvent | None:
    """The share printed beside it is of background time, though headed `%DB time`."""
    event = _of_instance(row, _background(row))
    return None if event is None else replace(event, db_time_pct=None)


def _of_instance(row: Row, event: WaitEvent | None) -> WaitEvent | None:
    if event is None or not is_counted(row):
        return None
    return replace(event, instance=instance_number(row))


FOREGROUND_EVENTS = Section(
    name="Foreground Wait Events",
    headings=("Foreground Wait Events (Global)",),
    columns=(*_EVENT, _DB_TIME_PCT),
    build=_foreground,
)
BACKGROUND_EVENTS = Section(
    name="Background Wait Events",
    headings=("Background Wait Events (Global)",),
    columns=_EVENT,
    build=_background,
)
TOP_FOREGROUND = Section(
    name="Top Foreground Events",
    headings=("Top Timed Foreground Events",),
    core=True,
    columns=(INSTANCE, *_EVENT, _DB_TIME_PCT),
    build=_top_foreground,
)
TOP_BACKGROUND = Section(
    name="Top Background Events",
    headings=("Top Timed Background Events",),
    columns=(INSTANCE, *_EVENT),
    build=_top_background,
)
"""The only lists per instance; 11.2 prints no others."""


def _histogram(row: Row) -> HistogramRow | None:
    return histogram_row(row, group="% of Total Waits: ")


WAIT_HISTOGRAMS = Section(
    name="Wait Event Histogram",
    headings=("Wait Event Histogram (Global)",),
    columns=(key("event", "Event"), column("waits", "Waits", read=count)),
    build=_histogram,
    fits=are_buckets,
)
