"""Latency histograms of the events that storage decides, of all reports used together."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import inf, isinf, sqrt
from typing import NamedTuple

from segtier.analysis.events import event_time_s, is_possible
from segtier.model.advice import TopEvent
from segtier.model.demand import DemandName
from segtier.model.evidence import Evidence
from segtier.model.latency import LatencyBucket, LatencyHistogram
from segtier.model.workload import WaitHistogram, Workload
from segtier.oracle.wait_events import event_facts

_DEMANDS: frozenset[DemandName] = frozenset(
    {
        "single-block-read",
        "multi-block-read",
        "direct-read",
        "direct-write",
        "temp-read",
        "temp-write",
        "flash-read",
        "cell-read",
        "commit",
    }
)
_LOG_WRITE = "log file parallel write"
"""Of the log writer: no foreground wait, and what every commit waits for."""


class Span(NamedTuple):
    from_us: float
    to_us: float
    pct: float

    @property
    def middle_us(self) -> float:
        return sqrt(self.from_us * self.to_us) if self.from_us else self.to_us / 2


class _Part(NamedTuple):
    weight: float
    spans: tuple[Span, ...]


def latency_histograms(
    reports: Sequence[Workload], workload: Workload, events: Sequence[TopEvent]
) -> tuple[LatencyHistogram, ...]:
    """Of those of the events, heaviest first, and of the log writer's writes, of which a report prints one.

    `workload`: the reports merged.
    """
    names = [event.event for event in events if event.demand in _DEMANDS]
    found = (_histogram(name, reports, workload) for name in dict.fromkeys((*names, _LOG_WRITE)))
    return tuple(one for one in found if one is not None)


def _histogram(event: str, reports: Sequence[Workload], workload: Workload) -> LatencyHistogram | None:
    rows = [(report, row) for report in reports for row in _rows_of(event, report)]
    if len(rows) > 1:
        rows = [(report, row) for report, row in rows if row.waits]
    if not rows:
        return None
    average_us = _average_us(event, workload)
    parts = [_Part(float(row.waits or 1), spans_of(row)) for _, row in rows]
    waits = [row.waits for _, row in rows if row.waits is not None]
    facts = event_facts(event)
    return LatencyHistogram(
        event=event,
        wait_class=facts.wait_class,
        demand=facts.demand,
        waits=sum(waits) if waits else None,
        avg_wait_us=average_us,
        buckets=with_time(joined(parts), average_us),
        evidence=tuple(dict.fromkeys(e for report, row in rows for e in _named(row, report))),
    )


def _rows_of(event: str, report: Workload) -> list[WaitHistogram]:
    """None where a share is not readable, and where a text cut the names of several events to this one."""
    rows = [row for row in report.wait_histograms if row.event == event]
    readable = all(bucket.pct_of_waits is not None for row in rows for bucket in row.buckets)
    return rows if readable and len({row.instance for row in rows}) == len(rows) else []


def _named(row: WaitHistogram, report: Workload) -> list[Evidence]:
    return [one.of(report.source.sha256) for one in row.evidence]


def _average_us(event: str, workload: Workload) -> float | None:
    """Of foreground and background together, as histograms count."""
    rows = [row for row in workload.wait_events if row.event == event and is_possible(row)]
    timed = [(seconds, row.waits) for row in rows if row.waits and (seconds := event_time_s(row)) is not None]
    return sum(seconds for seconds, _ in timed) / sum(waits for _, waits in timed) * 1e6 if timed else None


def spans_of(row: WaitHistogram) -> tuple[Span, ...]:
    """An open bucket ends nowhere; a share that is not readable counts as none."""
    return tuple(
        Span(bucket.from_us, inf if bucket.to_us is None else bucket.to_us, bucket.pct_of_waits or 0.0)
        for bucket in row.buckets
    )


def joined(parts: Sequence[_Part]) -> list[Span]:
    """As fine as all of them allow: an end that lies inside a bucket of another one is none."""
    spans = [span for part in parts for span in part.spans]
    ends = sorted({end for span in spans for end in (span.from_us, span.to_us)})
    common = [end for end in ends if not any(span.from_us < end < span.to_us for span in spans)]
    weight = sum(part.weight for part in parts)
    return [
        Span(low, high, sum(part.weight * _inside(part, low, high) for part in parts) / weight)
        for low, high in pairwise(common)
    ]


def _inside(part: _Part, low: float, high: float) -> float:
    return sum(span.pct for span in part.spans if span.from_us >= low and span.to_us <= high)


def with_time(spans: Sequence[Span], average_us: float | None) -> tuple[LatencyBucket, ...]:
    """The buckets with an estimate of their shares of the time waited, which add up to 100.

    A bucket's waits are taken to last the geometric middle of its ends; half its end where it begins at 0. The waits of an
    open one last what is left of the event's time, and no less than its beginning. With waits in an open bucket and without
    the event's time no share is known.
    """
    closed = sum(span.pct * span.middle_us for span in spans if not isinf(span.to_us))
    times = [_open_time(span, closed, average_us) if isinf(span.to_us) else span.pct * span.middle_us for span in spans]
    total = sum(time for time in times if time is not None)
    known = total > 0 and None not in times
    return tuple(
        LatencyBucket(
            span.from_us,
            None if isinf(span.to_us) else span.to_us,
            span.pct,
            100 * time / total if known and time is not None else None,
        )
        for span, time in zip(spans, times, strict=True)
    )


def _open_time(span: Span, others: float, average_us: float | None) -> float | None:
    if span.pct <= 0:
        return 0.0
    return None if average_us is None else max(100 * average_us - others, span.pct * span.from_us)
