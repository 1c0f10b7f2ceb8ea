"""The sample: 24 hourly reports of one Tuesday, two exports, and one report after nine segments moved to flash."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Literal

from segtier.dataclass import dataclass
from segtier.samples import schema
from segtier.samples.activity import Report
from segtier.samples.awr_html import render
from segtier.samples.exports import segment_counters_csv, segment_sizes_csv
from segtier.samples.history import since_startup
from segtier.samples.wait_model import time_spent
from segtier.samples.workload_model import Hour, SegmentHour, hour, total

DAY = datetime.fromisoformat("2024-03-12")
_AFTER_DAY = datetime.fromisoformat("2024-03-19")
_AFTER_HOUR = 11
_FIRST_SNAP = 4_105
_DAYS_BEFORE = 34.6
"""Forty calendar days since start-up are worth this many Tuesdays; weekends are quiet."""
_PEAK_TRANSACTIONS_PER_S = 124.0
# Share of the peak by hour of the day: orders come from 10:00 to 16:00.
_RHYTHM = tuple(
    int(share) / 100 for share in "16 12 10 10 11 16 28 48 70 86 96 100 94 93 98 97 84 70 58 50 42 34 26 20".split()
)
_BATCH_UNITS = {1: 410.0, 2: 480.0, 3: 360.0}
_QUIET_BATCH_UNITS = 24.0


@dataclass(frozen=True, slots=True)
class SampleFile:
    """One file of the sample."""

    name: str
    data: bytes
    period: Literal["before", "after"]


def oltp_sample() -> tuple[SampleFile, ...]:
    """All files of the sample, in the order a DBA would collect them; the same bytes each time."""
    reports = before_reports()
    files = [SampleFile(_report_name(r), render(r), "before") for r in reports]
    files.append(SampleFile("segment_statistics.csv", segment_counters_csv(counters_at_end(reports)), "before"))
    files.append(SampleFile("segment_sizes.csv", segment_sizes_csv(schema.before()), "before"))
    after = after_report(reports)
    files.append(SampleFile(_report_name(after), render(after), "after"))
    return tuple(files)


def before_reports() -> tuple[Report, ...]:
    """The truth of the 24 hours before the change."""
    hours = [_hour_of(DAY, h, _FIRST_SNAP, schema.before()) for h in range(24)]
    return tuple(_with_history(hours))


def after_report(before: Sequence[Report]) -> Report:
    """The truth of one busy hour a week later, with the same work and the hot segments on flash."""
    snap = _FIRST_SNAP + 7 * 24
    after = _hour_of(_AFTER_DAY, _AFTER_HOUR, snap, schema.after())
    last = before[-1]
    week = 6.2
    reads = last.reads_since_startup + round(week * sum(_cache_reads(r.hour) for r in before))
    db_time_s = last.db_time_since_startup_s + week * sum(r.spent.db_time_s for r in before)
    spent = time_spent(after)
    return Report(after, spent, reads + _cache_reads(after), db_time_s + spent.db_time_s)


def counters_at_end(reports: Sequence[Report]) -> tuple[SegmentHour, ...]:
    """Every segment's counters since start-up at the end of the day."""
    return since_startup((r.hour for r in reports), _DAYS_BEFORE)


def _hour_of(day: datetime, number: int, first_snap: int, specs: tuple[schema.SegmentSpec, ...]) -> Hour:
    begin, end = _snapshot(day, number), _snapshot(day, number + 1)
    rate = _PEAK_TRANSACTIONS_PER_S * _RHYTHM[number]
    return hour(specs, first_snap + number, begin, end, rate, _BATCH_UNITS.get(number, _QUIET_BATCH_UNITS))


def _snapshot(day: datetime, number: int) -> datetime:
    """Snapshots are taken within seconds of the full hour."""
    return day + timedelta(hours=number, seconds=Random(f"{day:%j}/{number}").randint(3, 24))


def _with_history(hours: Sequence[Hour]) -> Iterable[Report]:
    spent = [time_spent(h) for h in hours]
    reads = round(_DAYS_BEFORE * sum(_cache_reads(h) for h in hours))
    db_time_s = _DAYS_BEFORE * sum(s.db_time_s for s in spent)
    for h, s in zip(hours, spent, strict=True):
        reads += _cache_reads(h)
        db_time_s += s.db_time_s
        yield Report(h, s, reads, db_time_s)


def _cache_reads(h: Hour) -> int:
    return total(h.segments, "single_reads") + total(h.segments, "multi_blocks")


def _report_name(report: Report) -> str:
    snap = report.hour.begin_snap
    return f"awrrpt_1_{snap}_{snap + 1}.html"
