"""A synthetic database over weeks, of hours whose segments read as they are told to.

Each hour is a report: reads from disk take 8 ms, reads from SSD 0.4 ms, and the wait event knows only the mean of both. What a
segment reads is its base times a factor of the day, times noise of its own (lognormal), so that weeks differ by chance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

import numpy as np

from segtier.dataclass import dataclass
from segtier.model.inventory import Inventory
from segtier.model.workload import Workload
from tests.builders import a_segment, a_wait, a_workload, some_sizes

MONDAY = datetime.fromisoformat("2026-03-02T00:00")
DISK_MS, SSD_MS = 8.0, 0.4
Factor = Callable[[int], float]
"""Of a day, counted from the first."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A segment, and what it reads."""

    name: str
    gib: float
    reads: float
    factor: Factor = lambda _: 1.0


def steady(_: int) -> float:
    return 1.0


def cools(over_days: int, to: float) -> Factor:
    return lambda day: to ** min(day / over_days, 1.0)


def heats(over_days: int, to: float) -> Factor:
    return cools(over_days, to)


def month_end(to: float) -> Factor:
    """Hot on the last two days of a month."""
    return lambda day: to if ((MONDAY + timedelta(days=day)) + timedelta(days=2)).day <= 2 else 1.0


def weekend(to: float) -> Factor:
    return lambda day: to if day % 7 >= 5 else 1.0


def hours(
    segments: Sequence[Kept],
    on_ssd: frozenset[str],
    days: Sequence[int],
    at: Sequence[int] = (10,),
    noise: float = 0.1,
    seed: int = 0,
    day_factor: Mapping[int, float] | None = None,
) -> Iterator[Workload]:
    """One report for each day and hour; `day_factor`: of whole days, as a holiday has one."""
    chance = np.random.default_rng([40, seed])
    for day in days:
        for hour in at:
            whole = (day_factor or {}).get(day, 1.0)
            each = [
                float(np.floor(one.reads * one.factor(day) * whole * np.exp(chance.normal(0, noise))))
                for one in segments
            ]
            on = sum(reads for one, reads in zip(segments, each, strict=True) if one.name in on_ssd)
            reads = max(sum(each), 1.0)
            mean_ms = (on * SSD_MS + (reads - on) * DISK_MS) / reads
            rows = tuple(a_segment(one.name, number) for one, number in zip(segments, each, strict=True))
            begin = MONDAY + timedelta(days=day, hours=hour)
            number = day * 24 + hour
            report = a_workload(
                (a_wait("db file sequential read", reads * mean_ms / 1_000, mean_ms),),
                segments=rows,
                snaps=(1_000 + number, 1_001 + number),
            )
            yield replace(
                report,
                source=replace(report.source, sha256=f"{number:064x}"),
                interval=replace(report.interval, begin_time=begin, end_time=begin + timedelta(hours=1)),
            )


def sizes(segments: Sequence[Kept]) -> Inventory:
    return some_sizes(*((one.name, one.gib) for one in segments))


SIXTY_ON = frozenset(("ORDERS", "ITEMS", "STOCK"))
SIXTY_HOLIDAY = 39


def sixty_days(seed: int = 0, noise: float = 0.2, still: bool = False) -> tuple[list[Kept], list[Workload]]:
    """60 days from Monday, 2 March 2026, with a report at 10:00 and one at 15:00 of each; ORDERS, ITEMS and STOCK lie on SSD.

    What is put in: STOCK cools to 4 % within four weeks, AUDIT heats sixfold meanwhile; LEDGER is read 30 times as much on the
    last two days of March and April, REPORTS 20 times on weekends; on 10 April nobody works. `still`: nothing of this.
    """
    each: list[tuple[str, float, Factor]] = [
        ("ORDERS", 900_000, steady),
        ("ITEMS", 700_000, steady),
        ("STOCK", 300_000, cools(28, 0.04)),
        ("AUDIT", 100_000, heats(28, 6.0)),
        ("LEDGER", 20_000, month_end(30.0)),
        ("REPORTS", 30_000, weekend(20.0)),
        ("ARCHIVE", 15_000, steady),
        *((f"COLD_{number}", 10_000, steady) for number in range(12)),
    ]
    segments = [Kept(name, 10, reads, steady if still else factor) for name, reads, factor in each]
    holiday = {} if still else {SIXTY_HOLIDAY: 0.05}
    return segments, list(hours(segments, SIXTY_ON, range(60), (10, 15), noise, seed, holiday))
