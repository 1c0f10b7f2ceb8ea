"""Wait Event Histogram and its detail tables (facts file 3.6): how long waits took, in buckets.

Up to 12.1 the main table has millisecond buckets, from 12.2 microseconds; details refine a bucket of the main table,
all as shares of the same total. A blank share is zero: Oracle prints "value of null is truly 0".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from segtier.model.evidence import Evidence
from segtier.model.workload import HistogramBucket, WaitHistogram
from segtier.reports.numbers import CellFault, count, number, whole_count
from segtier.reports.sections.mechanism import Row, Section, column, key

_BOUND = re.compile(r"(<=?|>=?)\s*(?:(\d+)/)?(\d+)(us|ms|s|m|h)")
_FEW = re.compile(r"\(\d+\)$")
"""19c adds the number of waits behind a share that rounds to nothing: `0.0(17)`."""
_COUNTED = re.compile(r"(?:\d+ - )?(\d+)(\+?) ms")
"""Statspack 10.1 prints the number of waits in each bucket, under `0 - 1 ms` to `32+ ms`."""
_MS_OLD, _MS_NEW = 1000.0, 1024.0
"""Microseconds in Oracle's "ms": from 12.2 its note says 1024."""


@dataclass(frozen=True, slots=True)
class HistogramRow:
    """One event's row of one of the tables."""

    event: str
    waits: int | None
    bounds: tuple[str, ...]
    shares: tuple[float | None, ...]
    evidence: Evidence


def histogram_row(row: Row, group: str = "") -> HistogramRow | None:
    """One event's shares; `group` is what stands before each bucket's heading where column names carry one."""
    if row["event"] is None:
        return None
    headings = [heading.removeprefix(group) for heading in row.columns]
    buckets = [index for index, heading in enumerate(headings) if heading[:1] in ("<", ">")]
    if not buckets:
        return _counted_row(row)
    return HistogramRow(
        event=row["event"],
        waits=row["waits"],
        bounds=tuple(headings[index] for index in buckets),
        shares=tuple(_share(row.cells[index]) for index in buckets),
        evidence=row.evidence,
    )


def _counted_row(row: Row) -> HistogramRow:
    """Counts as shares of their sum; all unknown where one of them is."""
    buckets = [(index, match) for index, text in enumerate(row.columns) if (match := _COUNTED.fullmatch(text))]
    waits = [_waits(row.cells[index]) for index, _ in buckets]
    total = sum(known for known in waits if known is not None)
    whole = total > 0 and None not in waits
    return HistogramRow(
        event=row["event"],
        waits=total if whole else None,
        bounds=tuple(f"{'>=' if match[2] else '<'}{match[1]}ms" for _, match in buckets),
        shares=tuple(100 * known / total if whole and known is not None else None for known in waits),
        evidence=row.evidence,
    )


def _waits(text: str) -> int | None:
    try:
        return count(text)
    except CellFault:
        return None


def _share(text: str) -> float | None:
    if not text:
        return 0.0
    try:
        return number(_FEW.sub("", text))
    except CellFault:
        return None


WAIT_HISTOGRAMS = Section(
    name="Wait Event Histogram",
    headings=("Wait Event Histogram (*", "Wait Event Histogram Detail*"),
    several=True,
    columns=(key("event", "Event"), column("waits", "Total Waits", read=whole_count)),
    build=histogram_row,
)


def join_histograms(rows: Sequence[HistogramRow]) -> tuple[WaitHistogram, ...]:
    """One histogram per event from its rows of all tables, each bucket as fine as the report gives it."""
    ms_us = _MS_NEW if any("us" in bound for row in rows for bound in row.bounds) else _MS_OLD
    by_event: dict[str, list[HistogramRow]] = {}
    for row in rows:
        by_event.setdefault(row.event, []).append(row)
    return tuple(
        WaitHistogram(
            event=event,
            waits=next((row.waits for row in parts if row.waits is not None), None),
            buckets=_refine([_buckets(row, ms_us) for row in parts]),
            evidence=tuple(row.evidence for row in parts),
        )
        for event, parts in by_event.items()
    )


def _buckets(row: HistogramRow, ms_us: float) -> list[HistogramBucket]:
    buckets: list[HistogramBucket] = []
    lower = 0.0
    for upper, share in zip(_bounds_us(row.bounds, ms_us), row.shares, strict=True):
        buckets.append(HistogramBucket(lower, upper, share))
        lower = upper if upper is not None else lower
    return buckets


@lru_cache(maxsize=64)
def _bounds_us(bounds: tuple[str, ...], ms_us: float) -> tuple[float | None, ...]:
    return tuple(bound_us(bound, ms_us) for bound in bounds)


def bound_us(text: str, ms_us: float) -> float | None:
    """Upper bound of a bucket heading in us (`<512us`, `<1/8s`, `<=1s`, `< 1m`); None for the last, open one."""
    match = _BOUND.fullmatch(text.strip())
    if match is None or match[1].startswith(">"):
        return None
    s_us = 1024 * ms_us
    unit_us = {"us": 1.0, "ms": ms_us, "s": s_us, "m": 64 * s_us, "h": 64 * 64 * s_us}[match[4]]
    return (int(match[2]) / int(match[3]) if match[2] else int(match[3])) * unit_us


def _refine(parts: list[list[HistogramBucket]]) -> tuple[HistogramBucket, ...]:
    """Start from the main table; put a detail's buckets in place of every bucket they fill exactly."""
    result = parts[0]
    for detail in parts[1:]:
        result = [finer for bucket in result for finer in _replace(bucket, detail)]
    return tuple(result)


def _replace(bucket: HistogramBucket, detail: list[HistogramBucket]) -> list[HistogramBucket]:
    inside = [fine for fine in detail if fine.from_us >= bucket.from_us and _within(fine, bucket)]
    fills = bool(inside) and inside[0].from_us == bucket.from_us and inside[-1].to_us == bucket.to_us
    return inside if fills and len(inside) > 1 else [bucket]


def _within(fine: HistogramBucket, bucket: HistogramBucket) -> bool:
    return bucket.to_us is None or (fine.to_us is not None and fine.to_us <= bucket.to_us)
