"""What happened in one snapshot of an AWR Miner file, and over several: waits, wait classes, histograms, requests.

A file names the top events of each snapshot only, foreground and background together: what is said of an event is the least
it took. What the foreground waited for each class is in another block, rounded to a hundredth of a session.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from segtier.dataclass import dataclass
from segtier.model.evidence import Evidence
from segtier.model.workload import HistogramBucket, IoFunction, WaitClass, WaitEvent, WaitHistogram
from segtier.reports.sections.mechanism import Row
from segtier.reports.sections.wait_events import DB_CPU
from segtier.units import US_PER_MS, US_PER_S

_BACKGROUND_CLASS = "System I/O"
_MINUTE_S = 60.0
_SESSIONS_SD = 0.01 / 12**0.5
"""Standard deviation of what rounding to hundredths takes off a figure."""


@dataclass(frozen=True, slots=True)
class Span:
    """Some snapshots of the file: their rows of each block, and how long they are together."""

    metrics: tuple[Row, ...]
    sessions: tuple[Row, ...] = ()
    top: tuple[Row, ...] = ()
    waits: tuple[Row, ...] = ()
    functions: tuple[Row, ...] = ()

    @property
    def minutes(self) -> dict[int, float]:
        """Of each snapshot: of its instances the longest."""
        longest: dict[int, float] = {}
        for row in self.metrics:
            longest[row["snap"]] = max(longest.get(row["snap"], 0.0), row["minutes"])
        return dict(sorted(longest.items()))

    @property
    def snaps(self) -> tuple[int, ...]:
        return tuple(self.minutes)

    @property
    def elapsed_s(self) -> float:
        return sum(self.minutes.values()) * _MINUTE_S

    def by_snapshot(self) -> tuple[Span, ...]:
        """Each snapshot alone, in order; rows of snapshots without length are in none."""
        blocks = (self.metrics, self.sessions, self.top, self.waits, self.functions)
        parts: dict[int, tuple[list[Row], ...]] = {snap: tuple([] for _ in blocks) for snap in self.snaps}
        for place, rows in enumerate(blocks):
            for row in rows:
                if row["snap"] in parts:
                    parts[row["snap"]][place].append(row)
        return tuple(Span(*map(tuple, part)) for part in parts.values())


def evidence_of(rows: Sequence[Row], column: str) -> tuple[Evidence, ...]:
    """The rows a figure is summed from, with the column it stands in."""
    return tuple(replace(row.evidence, column=column) for row in rows)


def classes_of(span: Span) -> tuple[WaitClass, ...]:
    """Foreground seconds of each wait class and of DB CPU; none where a snapshot is not in the block.

    A class the block does not name for a snapshot it knows was not waited for.
    """
    minutes = span.minutes
    rows = [row for row in span.sessions if row["snap"] in minutes and None not in (row["wait_class"], row["sessions"])]
    if {row["snap"] for row in rows} != minutes.keys():
        return ()
    found: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        found[row["wait_class"]].append(row)
    return tuple(
        WaitClass(
            name,
            time_s=round(sum(row["sessions"] * minutes[row["snap"]] for row in known) * _MINUTE_S, 6),
            evidence=evidence_of(known, "AVG_SESS"),
        )
        for name, known in found.items()
    )


def class_doubt_s(span: Span) -> float:
    """How far rounding takes the sum of the classes off, in the root mean square."""
    minutes = span.minutes
    seconds = [minutes[row["snap"]] * _MINUTE_S for row in span.sessions if row["snap"] in minutes]
    return float(_SESSIONS_SD * sum(one * one for one in seconds) ** 0.5)


def waits_of(rows: Iterable[Row]) -> dict[str, int]:
    """Waits of each event; one with an unreadable count is left out."""
    totals: dict[str, int] = defaultdict(int)
    broken: set[str] = set()
    for row in rows:
        if row["event"] is not None and row["waits"] is None:
            broken.add(row["event"])
        elif row["event"] is not None:
            totals[row["event"]] += row["waits"]
    return {event: waits for event, waits in totals.items() if event not in broken}


def events_of(span: Span, classes: Sequence[WaitClass], db_time_s: float | None) -> tuple[WaitEvent, ...]:
    """The top events of one snapshot, those of a class together never more than what its foreground waited."""
    waits, known = waits_of(span.waits), {row.wait_class: row.time_s for row in classes}
    events = [
        _event(row, time_s, waits.get(row["event"]))
        for row in span.top
        if row["event"] not in (None, DB_CPU) and (time_s := _time_s(row, db_time_s)) is not None
    ]
    listed_s: dict[str | None, float] = defaultdict(float)
    for event in events:
        listed_s[event.wait_class] += event.time_s or 0.0
    within = (_within(event, listed_s[event.wait_class], known) for event in events)
    return tuple(event for event in within if event is not None)


def _time_s(row: Row, db_time_s: float | None) -> float | None:
    """As printed, else by its printed part of DB time."""
    if row["time_us"] is not None:
        return float(row["time_us"]) / US_PER_S
    share = row.get("db_time_pct")
    return None if share is None or db_time_s is None else float(share) / 100 * db_time_s


def _event(row: Row, time_s: float, waits: int | None) -> WaitEvent:
    column = "PCTDBT" if row["time_us"] is None else "TOTAL_TIME_S"
    return WaitEvent(
        event=row["event"],
        wait_class=row["wait_class"],
        foreground=row["wait_class"] != _BACKGROUND_CLASS,
        waits=waits,
        time_s=time_s,
        avg_wait_us=time_s * US_PER_S / waits if waits else None,
        evidence=evidence_of([row], column),
    )


def _within(event: WaitEvent, listed_s: float, classes: Mapping[str, float | None]) -> WaitEvent | None:
    """The part of an event that its class leaves to the foreground, where the class is known; None where that is nothing."""
    most_s = classes.get(event.wait_class or "") if event.foreground else None
    if most_s is None or event.time_s is None or listed_s <= most_s:
        return event
    if not most_s:
        return None
    part = most_s / listed_s
    waits = None if event.waits is None else round(event.waits * part)
    return replace(event, time_s=event.time_s * part, waits=waits)


def added_events(parts: Iterable[Sequence[WaitEvent]]) -> tuple[WaitEvent, ...]:
    """The events of several snapshots: each the least it took."""
    found: dict[str, list[WaitEvent]] = defaultdict(list)
    for event in (event for part in parts for event in part):
        found[event.event].append(event)
    return tuple(_added(rows) for rows in found.values())


def _added(rows: list[WaitEvent]) -> WaitEvent:
    time_s = sum(row.time_s or 0.0 for row in rows)
    counts = [row.waits for row in rows if row.waits is not None]
    waits = sum(counts) if len(counts) == len(rows) else None
    average_us = time_s * US_PER_S / waits if waits else None
    evidence = tuple(one for row in rows for one in row.evidence)
    return replace(rows[0], waits=waits, time_s=time_s, avg_wait_us=average_us, evidence=evidence)


def histograms_of(rows: Sequence[Row]) -> tuple[WaitHistogram, ...]:
    """Shares of each event's waits; a bucket headed n ms holds waits of n/2 to n ms, the first one all below 1 ms."""
    counts: dict[str, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    evidence: dict[str, list[Evidence]] = defaultdict(list)
    known = waits_of(rows)
    for row in rows:
        if row["event"] in known and row["ms"] is not None:
            counts[row["event"]][row["ms"]] += row["waits"]
            evidence[row["event"]].append(row.evidence)
    return tuple(
        WaitHistogram(event, known[event], _buckets(buckets, known[event]), evidence=tuple(evidence[event]))
        for event, buckets in counts.items()
        if known[event]
    )


def _buckets(counts: dict[int, int], total: int) -> tuple[HistogramBucket, ...]:
    return tuple(
        HistogramBucket(0.0 if ms == 1 else ms / 2 * US_PER_MS, float(ms * US_PER_MS), counts[ms] / total * 100)
        for ms in sorted(counts)
    )


def functions_of(span: Span) -> tuple[IoFunction, ...]:
    """Requests of each function; rates over the span where the block covers all its snapshots."""
    by_function: dict[str, list[Row]] = defaultdict(list)
    for row in span.functions:
        if row["function"] is not None:
            by_function[row["function"]].append(row)
    covered = {row["snap"] for row in span.functions} == set(span.snaps)
    elapsed_s = span.elapsed_s if covered else None
    return tuple(_function(name, found, elapsed_s) for name, found in by_function.items())


def _function(name: str, rows: list[Row], elapsed_s: float | None) -> IoFunction:
    reads, writes = (_requests(rows, way) for way in ("reads", "writes"))
    return IoFunction(
        function=name,
        read_requests=reads,
        read_requests_per_s=reads / elapsed_s if reads is not None and elapsed_s else None,
        write_requests=writes,
        write_requests_per_s=writes / elapsed_s if writes is not None and elapsed_s else None,
        evidence=evidence_of(rows, "SM_R_REQS"),
    )


def _requests(rows: list[Row], way: str) -> float | None:
    values = [row[f"{size}_{way}"] for row in rows for size in ("small", "large")]
    return None if None in values else float(sum(values))
