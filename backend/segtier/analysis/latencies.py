"""Latency histograms of the events that storage decides, of all reports used together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import inf, isinf, sqrt
from typing import NamedTuple

from segtier.analysis.events import event_time_s, is_possible
from segtier.analysis.not_listed import NotListed
from segtier.analysis.storage.found import StorageSeen
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


class _Sum:
    """The histograms of one event."""

    def __init__(self) -> None:
        self.places: dict[Evidence, None] = {}
        self._rows = 0
        self._alone: WaitHistogram | None = None
        self._waits: int | None = None
        self._weight = 0.0
        self._by_ends: dict[tuple[tuple[float, float], ...], list[float]] = {}

    def add(self, row: WaitHistogram) -> None:
        """Of several only those that were waited for count."""
        self._rows += 1
        if row.waits:
            self._count(row)
        elif self._rows == 1:
            self._alone = row

    def _count(self, row: WaitHistogram) -> None:
        weight, spans = float(row.waits or 1), spans_of(row)
        if row.waits is not None:
            self._waits = (self._waits or 0) + row.waits
        self._weight += weight
        shares = self._by_ends.setdefault(tuple((span.from_us, span.to_us) for span in spans), [0.0] * len(spans))
        for at, span in enumerate(spans):
            shares[at] += weight * span.pct

    def histogram(self, event: str, workload: Workload) -> LatencyHistogram | None:
        if self._rows == 1 and self._alone is not None:
            self._count(self._alone)
            self._alone = None  # once, however often it is asked for
        if not self._by_ends:
            return None
        average_us, facts = _average_us(event, workload), event_facts(event)
        return LatencyHistogram(
            event=event,
            wait_class=facts.wait_class,
            demand=facts.demand,
            waits=self._waits,
            avg_wait_us=average_us,
            buckets=with_time(self._joined(), average_us),
            evidence=tuple(self.places),
        )

    def _joined(self) -> list[Span]:
        """As fine as all of them allow: an end that lies inside a bucket of another one is none."""
        parts = [[Span(*ends, share) for ends, share in zip(*one, strict=True)] for one in self._by_ends.items()]
        spans = [span for part in parts for span in part]
        ends = sorted({end for span in spans for end in (span.from_us, span.to_us)})
        common = [end for end in ends if not any(span.from_us < end < span.to_us for span in spans)]
        return [
            Span(low, high, sum(_inside(part, low, high) for part in parts) / self._weight)
            for low, high in pairwise(common)
        ]


class Latencies:
    """What reports say of how long storage takes, added up while they are looked at once."""

    def __init__(self) -> None:
        self._events: dict[str, _Sum] = defaultdict(_Sum)
        self.storage = StorageSeen()
        """By tablespace and file."""
        self.not_listed = NotListed()

    def added(self, report: Workload) -> Workload:
        """The same report."""
        self.storage.add(report)
        self.not_listed.add(report)
        for row in _readable(report):
            self._events[row.event].add(row)
        return report

    def placed(self, report: Workload) -> Workload:
        """Its places alone, of a report whose figures were added."""
        for row in _readable(report):
            self._events[row.event].places |= dict.fromkeys(row.evidence)
        return report

    def with_places(self, report: Workload) -> Workload:
        return self.placed(self.added(report))

    def histogram(self, event: str, workload: Workload) -> LatencyHistogram | None:
        return self._events[event].histogram(event, workload) if event in self._events else None


def latency_histograms(
    latencies: Latencies, workload: Workload, events: Sequence[TopEvent]
) -> tuple[LatencyHistogram, ...]:
    """Of those of the events, heaviest first, and of the log writer's writes, of which a report prints one.

    `workload`: the reports merged.
    """
    names = dict.fromkeys((*(event.event for event in events if event.demand in _DEMANDS), _LOG_WRITE))
    found = (latencies.histogram(name, workload) for name in names)
    return tuple(one for one in found if one is not None)


def _readable(report: Workload) -> Iterator[WaitHistogram]:
    """Of the events that storage decides; none where a share is not readable, or a text cut the names of several to this one."""
    rows: dict[str, list[WaitHistogram]] = defaultdict(list)
    for row in report.wait_histograms:
        if row.event == _LOG_WRITE or event_facts(row.event).demand in _DEMANDS:
            rows[row.event].append(row)
    for some in rows.values():
        readable = all(bucket.pct_of_waits is not None for row in some for bucket in row.buckets)
        if readable and len({row.instance for row in some}) == len(some):
            yield from some


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


def _inside(spans: Sequence[Span], low: float, high: float) -> float:
    return sum(span.pct for span in spans if span.from_us >= low and span.to_us <= high)


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
