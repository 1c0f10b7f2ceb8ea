"""Wait Event Histogram and its detail tables: how long waits took, in buckets.

Up to 12.1 the main table has millisecond buckets, from 12.2 microseconds; details refine a bucket of the main table,
all as shares of the same total. A blank share is zero: Oracle prints "value of null is truly 0".
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from segtier.model.evidence import Evidence
from segtier.model.workload import HistogramBucket, WaitHistogram
from segtier.reports.numbers import CellFault, count, number, whole_count
from segtier.reports.sections.mechanism import Row, Section, column, key

_BOUND = re.compile(r"(<=?|>=?)\s{0,9}(?:(\d{1,9})/)?([1-9]\d{0,9})(us|ms|s|m|h)")
_FEW = re.compile(r"\(\d+\)$")
"""19c adds the number of waits behind a share that rounds to nothing: `0.0(17)`."""
_COUNTED = re.compile(r"(?:(\d{1,9}) - )?(\d{1,9})(\+?) ms")
"""Statspack 10.1 prints the number of waits in each bucket, under `0 - 1 ms` to `32+ ms`."""
_FEWEST_BUCKETS = 3
_MS_OLD, _MS_NEW = 1000.0, 1024.0
"""Microseconds in Oracle's "ms": from 12.2 its note says 1024."""

Ends = tuple[float | None, float | None]
"""Lower and upper bound of a bucket in us as its heading prints them, None where it prints none."""

Edge = tuple[float, float | None]
"""Lower and upper bound of a bucket in us."""


class HistogramRow(NamedTuple):
    """One event's row of one of the tables."""

    event: str
    waits: int | None
    bounds: tuple[str, ...]
    shares: tuple[float | None, ...]
    evidence: Evidence
    main: bool = True
    """Of the table that counts all waits, not of one that looks closer at some."""


def histogram_row(row: Row, group: str = "") -> HistogramRow | None:
    """One event's shares; `group` is what stands before each bucket's heading where column names carry one."""
    if row["event"] is None:
        return None
    buckets, bounds = _layout(row.columns, group)
    if not buckets:
        return _counted_row(row)
    cells = row.cells
    return HistogramRow(
        event=row["event"],
        waits=row["waits"],
        bounds=bounds,
        shares=tuple([_share(cells[index]) for index in buckets]),
        evidence=row.evidence,
    )


@lru_cache(maxsize=16)
def _layout(columns: tuple[str, ...], group: str) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """(indexes, headings) of a table's buckets."""
    headings = [heading.removeprefix(group) for heading in columns]
    buckets = tuple(index for index, heading in enumerate(headings) if heading[:1] in ("<", ">"))
    return buckets, tuple(headings[index] for index in buckets)


def _counted_row(row: Row) -> HistogramRow:
    """Counts as shares of their sum; all unknown where one of them is."""
    buckets = [(index, match) for index, text in enumerate(row.columns) if (match := _COUNTED.fullmatch(text))]
    waits = [_waits(row.cells[index]) for index, _ in buckets]
    total = sum(known for known in waits if known is not None)
    whole = total > 0 and None not in waits
    return HistogramRow(
        event=row["event"],
        waits=total if whole else None,
        bounds=tuple(f"{'>=' if match[3] else '<'}{match[2]}ms" for _, match in buckets),
        shares=tuple(100 * known / total if whole and known is not None else None for known in waits),
        evidence=row.evidence,
    )


def _waits(text: str) -> int | None:
    try:
        return count(text)
    except CellFault:
        return None


@lru_cache(maxsize=4096)
def _share(text: str) -> float | None:
    if not text:
        return 0.0
    try:
        return number(_FEW.sub("", text) if text[-1] == ")" else text)
    except CellFault:
        return None


def are_buckets(columns: tuple[str, ...], places: dict[str, int]) -> bool:
    """The columns behind the known ones are buckets that follow each other up to an open one.

    With one heading damaged the shares would stand for other times than they do.
    """
    ends = [_ends(heading.rpartition(": ")[2].strip()) for heading in columns]
    first = next((at for at, end in enumerate(ends) if end is not None), 0)
    known = [end for end in ends[first:] if end is not None]
    if not first or len(known) < len(ends) - first or len(known) < _FEWEST_BUCKETS or known[-1][1] is not None:
        return False
    if first - 1 not in places.values() and not columns[first - 1].startswith("Waits "):
        return False
    return all(_follows(after, before) for before, after in pairwise(known))


def _follows(after: Ends, before: Ends) -> bool:
    lower, upper = after
    if before[1] is None or lower not in (None, before[1]):
        return False
    return upper is None or upper > before[1]


def _ends(heading: str) -> Ends | None:
    """None where the heading is not one of a bucket."""
    counted = _COUNTED.fullmatch(heading)
    if counted is not None:
        lower, figure = counted[1], float(counted[2])
        return (figure, None) if counted[3] else (float(lower) if lower and lower != "0" else None, figure)
    match = _BOUND.fullmatch(heading)
    if match is None or not _is_power_of_two(int(match[3])):
        return None
    if heading.startswith(">"):
        return bound_us(heading.replace(">=", "<").replace(">", "<"), _MS_OLD), None
    return None, bound_us(heading, _MS_OLD)


def _is_power_of_two(figure: int) -> bool:
    """Every bound Oracle prints is one, or one part of one (`<1/8s`): `<15ms` is a damaged heading."""
    return figure.bit_count() == 1


WAIT_HISTOGRAMS = Section(
    name="Wait Event Histogram",
    headings=("Wait Event Histogram (*", "Wait Event Histogram Detail*"),
    several=True,
    columns=(key("event", "Event"), column("waits", "Total Waits", read=whole_count)),
    build=histogram_row,
    fits=are_buckets,
)


def join_histograms(rows: Sequence[HistogramRow]) -> tuple[WaitHistogram, ...]:
    """One histogram per event from its rows of all tables, each bucket as fine as the report gives it.

    Rows with the same buckets under one name are of several events, whose names a text cut to the same letters.
    """
    ms_us = _MS_NEW if any("us" in bound for row in rows for bound in row.bounds) else _MS_OLD
    by_event: dict[tuple[str, int], list[HistogramRow]] = {}
    seen: Counter[tuple[str, tuple[str, ...]]] = Counter()
    for row in sorted(rows, key=_main_first):
        by_event.setdefault((row.event, seen[row.event, row.bounds]), []).append(row)
        seen[row.event, row.bounds] += 1
    known = _KnownBuckets()
    return tuple(
        WaitHistogram(
            event=event,
            waits=next((row.waits for row in parts if row.waits is not None), None),
            buckets=_refine([[known[pair] for pair in _shares(row, ms_us)] for row in parts]),
            evidence=tuple(row.evidence for row in parts),
        )
        for (event, _), parts in by_event.items()
    )


def _main_first(row: HistogramRow) -> tuple[bool, float]:
    """The main table counts all waits; its details, from the shortest waits on, may stand anywhere."""
    return not row.main, _bounds_us(row.bounds[:1], _MS_OLD)[0] or 0.0


def _shares(row: HistogramRow, ms_us: float) -> Iterable[tuple[Edge, float | None]]:
    return zip(_edges_us(row.bounds, ms_us), row.shares, strict=True)


class _KnownBuckets(dict[tuple[Edge, float | None], HistogramBucket]):
    """Most buckets of a report are alike: empty."""

    def __missing__(self, key: tuple[Edge, float | None]) -> HistogramBucket:
        (lower, upper), share = key
        bucket = self[key] = HistogramBucket(lower, upper, share)
        return bucket


@lru_cache(maxsize=64)
def _edges_us(bounds: tuple[str, ...], ms_us: float) -> tuple[Edge, ...]:
    """Lower and upper bound of each bucket: one begins where the bucket before it ends."""
    edges: list[Edge] = []
    lower = 0.0
    for upper in _bounds_us(bounds, ms_us):
        edges.append((lower, upper))
        lower = upper if upper is not None else lower
    return tuple(edges)


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
