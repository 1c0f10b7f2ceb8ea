"""What happened over all snapshots of an AWR Miner file: waits, their histograms, requests by function."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from segtier.model.evidence import Evidence, Warn
from segtier.model.workload import HistogramBucket, IoFunction, WaitEvent, WaitHistogram
from segtier.reports.sections.mechanism import Row
from segtier.reports.sections.miner import EVENTS
from segtier.reports.sections.wait_events import DB_CPU
from segtier.units import US_PER_MS, US_PER_S

_BACKGROUND_CLASS = "System I/O"


@dataclass(frozen=True, slots=True)
class Span:
    """The snapshots of the file: how long they are together, and which there are."""

    rows: tuple[Row, ...]
    elapsed_s: float
    snaps: tuple[int, ...]


def evidence_of(rows: Sequence[Row], column: str) -> tuple[Evidence, ...]:
    """The rows a figure is summed from, with the column it stands in."""
    return tuple(replace(row.evidence, column=column) for row in rows)


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


def events_of(rows: Sequence[Row], waits: dict[str, int], span: Span, warnings: list[Warn]) -> tuple[WaitEvent, ...]:
    """Events that every snapshot of the list names, with their total."""
    by_event: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        if row["event"] not in (None, DB_CPU) and row["time_us"] is not None:
            by_event[row["event"]].append(row)
    snaps = {row["snap"] for row in rows}
    whole = {event: found for event, found in by_event.items() if {row["snap"] for row in found} == snaps}
    if rows:
        left_out = len(by_event) - len(whole)
        message = (
            f"only the top events of each snapshot are in the file: {left_out} that are not among them in every snapshot"
            " have no known total and are left out; foreground and background waits are not told apart"
        )
        warnings.append(Warn("top-events-only", message, EVENTS.name))
    if snaps and snaps != set(span.snaps):
        return ()
    return tuple(_event(event, found, waits.get(event)) for event, found in whole.items())


def _event(event: str, rows: list[Row], waits: int | None) -> WaitEvent:
    time_us = sum(row["time_us"] for row in rows)
    return WaitEvent(
        event=event,
        wait_class=rows[0]["wait_class"],
        foreground=rows[0]["wait_class"] != _BACKGROUND_CLASS,
        waits=waits,
        time_s=time_us / US_PER_S,
        avg_wait_us=time_us / waits if waits else None,
        evidence=evidence_of(rows, "TOTAL_TIME_S"),
    )


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


def functions_of(rows: Sequence[Row], span: Span) -> tuple[IoFunction, ...]:
    """Requests of each function; rates over the span where the block covers all its snapshots."""
    by_function: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        if row["function"] is not None:
            by_function[row["function"]].append(row)
    elapsed_s = span.elapsed_s if {row["snap"] for row in rows} == set(span.snaps) else None
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
