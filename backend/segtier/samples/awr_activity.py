"""The chapter on instance activity: statistics by Oracle's names, absolute values, log switches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from segtier.samples.activity import Report
from segtier.samples.html import Chapter, Section, section, table
from segtier.samples.printed import count, fixed

_KEY = (
    "db block changes",
    "execute count",
    "logons cumulative",
    "opened cursors cumulative",
    "parse count (total)",
    "parse time elapsed",
    "physical reads",
    "physical writes",
    "redo size",
    "session cursor cache hits",
    "session logical reads",
    "user calls",
    "user commits",
    "user rollbacks",
    "workarea executions - onepass",
    "workarea executions - optimal",
)


def activity_chapter(report: Report) -> Chapter:
    """Chapter 23: instance statistics, absolute values, log switches."""
    key = {name: value for name, value in report.statistics.items() if name in _KEY}
    rest = {name: value for name, value in report.statistics.items() if name not in _KEY}
    shown = "activity total, activity per second, and activity per transaction are displayed"
    sections = (
        _statistics(
            report,
            "1200",
            "Key Instance Activity Stats",
            f"This table displays Key Instance activity statistics. For each instance, {shown}",
            key,
        ),
        _statistics(
            report,
            "1250",
            "Instance Activity Stats",
            f"This table displays Instance activity statistics. For each instance, {shown}",
            rest,
        ),
        _absolute(report),
        _threads(report),
    )
    return Chapter("23", "Instance Activity Statistics", sections)


def _statistics(report: Report, anchor: str, title: str, summary: str, figures: Mapping[str, int]) -> Section:
    rows = [(n, count(v), fixed(report.per_s(v), 2), fixed(report.per_txn(v), 2)) for n, v in figures.items()]
    body = table(summary, ("Statistic", "Total", "per Second", "per Trans"), rows)
    return section(anchor, title, body, ["In the order of their names"])


def _absolute(report: Report) -> Section:
    sessions = 96 + round(report.per_s(report.hour.transactions) * 0.7)
    values: Iterable[tuple[str, int, int]] = (
        ("logons current", sessions, sessions + 3),
        ("opened cursors current", round(sessions * 2.9), round(sessions * 3.0)),
        ("session cursor cache count", 183_402, 183_977),
    )
    rows = [(name, count(begin), count(end)) for name, begin, end in values]
    summary = (
        "This table displays absolute values of instance-related features. For each instance, "
        "begin and end values are displayed"
    )
    return section(
        "1300",
        "Instance Activity Stats - Absolute Values",
        table(summary, ("Statistic", "Begin Value", "End Value"), rows),
    )


def _threads(report: Report) -> Section:
    switches = max(1, round(report.hour.redo_bytes / 2**30))
    rows = [("log switches (derived)", count(switches), fixed(switches / report.hour.elapsed_s * 3600, 2))]
    summary = (
        "This table displays thread activity stats in the instance. For each activity , total "
        "number of activity and activity per hour are displayed"
    )
    return section(
        "1400", "Instance Activity Stats - Thread Activity", table(summary, ("Statistic", "Total", "per Hour"), rows)
    )
