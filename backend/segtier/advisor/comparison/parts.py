"""What the difference in DB time per transaction is made of: work, latency and the rest, which add up to it.

A wait takes number x length. What it differs by is the change of its number at its mean length, and the change of its length
at its mean number: the two are all of it, and neither goes first. CPU is logical reads x CPU of each in the same way.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from segtier.advisor.comparison.period import Period
from segtier.advisor.comparison.work import CPU, LOGICAL_READS
from segtier.analysis.db_time import DB_CPU, UNEXPLAINED
from segtier.model.comparison import Cause, ComparedEvent, ComparedPart
from segtier.model.component import demands_of
from segtier.model.profile import Profile

_REQUESTS = demands_of(
    "reads", "scans", "temp-reads", "temp-writes", "direct-writes", "commits", "cells", "flash-cache"
)
"""Each wait of these is a request to the storage, so more of them are more work."""
MOST = 0.5
"""Of all that goes the way of the difference."""


_NO_WAIT = "time unexplained or counted twice"


class _Bit(NamedTuple):
    cause: Cause
    name: str
    event: str | None
    ms: float


class _Waits(NamedTuple):
    """Of one transaction; the number is None where a period does not count them."""

    number: float | None
    ms: float


def compared_parts(before: Period, after: Period, events: Sequence[ComparedEvent]) -> tuple[ComparedPart, ...]:
    """The largest first; none where a period counts no transactions."""
    old, new = before.profile, after.profile
    if not old.txn_per_s or not new.txn_per_s:
        return ()
    bits = [bit for bit in _bits(before, after, events) if bit.ms]
    total = new.db_time_per_s / new.txn_per_s - old.db_time_per_s / old.txn_per_s
    gross = sum(abs(bit.ms) for bit in bits if bit.ms * total > 0)
    groups: dict[tuple[Cause, str], list[_Bit]] = defaultdict(list)
    for bit in bits:
        groups[bit.cause, bit.name].append(bit)
    parts = []
    for (cause, name), of_it in groups.items():
        ms = sum(bit.ms for bit in of_it)
        largest = max(of_it, key=lambda bit: bit.ms if ms > 0 else -bit.ms)
        most = ms * total > 0 and abs(ms) >= MOST * gross
        parts.append(ComparedPart(cause, _named(cause, name, ms), ms, largest.event, most))
    return tuple(sorted(parts, key=lambda part: (-abs(part.ms_per_txn), part.name)))


def leading(parts: Sequence[ComparedPart], ratio: float) -> ComparedPart | None:
    """The one that takes the total furthest its way."""
    way = 1 if ratio > 1 else -1
    best = max(parts, key=lambda part: way * part.ms_per_txn, default=None)
    return best if best is not None and way * best.ms_per_txn > 0 else None


def _named(cause: Cause, name: str, ms: float) -> str:
    more = "more" if ms > 0 else "less"
    if cause == "work":
        return f"{more} work in a transaction"
    if cause == "latency":
        return f"{'longer' if ms > 0 else 'shorter'} waits for storage"
    if cause == "cpu":
        return f"{more} {name}"
    return name


def _bits(before: Period, after: Period, events: Sequence[ComparedEvent]) -> Iterator[_Bit]:
    demands = {row.event: row.demand for row in (*before.profile.events, *after.profile.events)}
    requests: dict[tuple[str, str], list[str]] = defaultdict(list)
    for row in events:
        ms = (row.after_ms_per_txn or 0.0) - (row.before_ms_per_txn or 0.0)
        if row.change == "not-printed":
            yield _Bit("not-printed", "waits that one period does not print", row.event, ms)
        elif row.event == DB_CPU:
            yield from _of_cpu(before, after, ms)
        elif row.event == UNEXPLAINED:
            yield _Bit("unexplained", _NO_WAIT, None, ms)
        elif demands.get(row.event) in _REQUESTS:
            requests[_read_as(row.event, demands[row.event]), row.wait_class].append(row.event)
        else:
            yield _Bit("waits", row.wait_class, row.event, ms)
    for (event, wait_class), names in requests.items():
        yield from _of_requests(event, wait_class, _waits(before.profile, names), _waits(after.profile, names))
    twice = [one.profile.double_counted_per_s / (one.profile.txn_per_s or 1.0) * 1e3 for one in (before, after)]
    yield _Bit("unexplained", _NO_WAIT, None, twice[0] - twice[1])


def _read_as(event: str, demand: str) -> str:
    """A read that Smart Flash Cache serves is the disk's read, answered sooner."""
    if demand != "flash-read":
        return event
    return "db file scattered read" if "multi" in event else "db file sequential read"


def _waits(profile: Profile, names: Sequence[str]) -> _Waits:
    rows = [row for row in profile.events if row.event in names and row.time_per_s]
    rate = profile.txn_per_s or 1.0
    uncounted = any(not row.waits_per_s for row in rows)
    number = None if uncounted else sum(row.waits_per_s or 0.0 for row in rows) / rate
    return _Waits(number, sum(row.time_per_s for row in rows) / rate * 1e3)


def _of_requests(event: str, wait_class: str, before: _Waits, after: _Waits) -> Iterator[_Bit]:
    """A wait that one period alone has is all work."""
    if before.number is None or after.number is None:
        yield _Bit("waits", wait_class, event, after.ms - before.ms)
    elif not before.number or not after.number:
        yield _Bit("work", "", event, after.ms - before.ms)
    else:
        lengths = before.ms / before.number, after.ms / after.number
        yield _Bit("work", "", event, (after.number - before.number) * sum(lengths) / 2)
        yield _Bit("latency", "", event, (lengths[1] - lengths[0]) * (before.number + after.number) / 2)


def _of_cpu(before: Period, after: Period, ms: float) -> Iterator[_Bit]:
    """Logical reads explain no more of it than it differs by, and nothing where they went the other way."""
    (old, new), (cpu, then) = ([work.per_txn(one) for one in (before, after)] for work in (LOGICAL_READS, CPU))
    if not old or not new or cpu is None or then is None:
        yield _Bit("cpu", "CPU", DB_CPU, ms)
        return
    by_reads = (new - old) * (cpu / old + then / new) / 2
    explained = max(min(by_reads, ms), 0.0) if ms > 0 else min(max(by_reads, ms), 0.0)
    yield _Bit("work", "", DB_CPU, explained)
    yield _Bit("cpu", "CPU for a logical read", DB_CPU, ms - explained)
