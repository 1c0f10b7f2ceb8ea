"""Seconds and the shares of DB time printed beside them that cannot both be right: told with both figures.

The seconds count, and where nothing else gives DB time the first row's share says what the whole is. A share that says something
else was put aside without a word.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from segtier.model.evidence import Warn
from segtier.model.workload import Workload
from segtier.oracle.wait_events import is_idle

_ROUNDED_PCT, _ROUNDED_S, _LOOSE = 0.05, 0.5, 0.06
"""Half of what is printed last, and what two views differ by that are not read at one moment."""
_SHOWN = 3


class Told(NamedTuple):
    """A row: its seconds, and per cent of DB time."""

    name: str
    time_s: float
    pct: float

    def of_db_time(self) -> tuple[float, float]:
        """Seconds that DB time may have."""
        least = max(self.time_s - _ROUNDED_S, 0.0) / (self.pct + _ROUNDED_PCT) / (1 + _LOOSE)
        most = (self.time_s + _ROUNDED_S) / max(self.pct - _ROUNDED_PCT, 1e-9) * (1 + _LOOSE)
        return least * 100, most * 100

    def makes(self) -> str:
        return f"{self.name}, {self.time_s:,.0f} s at {self.pct:g} %, makes it {self.time_s / self.pct * 100:,.0f} s"


def contradicting_shares(workload: Workload, others: Sequence[Told] = ()) -> Iterator[Warn]:
    """`others`: rows that are no waits. Reports of a whole cluster print shares of another total."""
    if workload.source.kind.startswith("awr-rac"):
        return
    rows = [
        *(
            Told(row.event, row.time_s, row.db_time_pct)
            for row in workload.wait_events
            if row.foreground and row.time_s and row.db_time_pct and not is_idle(row.event, row.wait_class)
        ),
        *others,
    ]
    section = workload.wait_events[0].evidence[0].section if rows and workload.wait_events[0].evidence else None
    db_time_s = _db_time_s(workload)
    if db_time_s:
        yield from _beside(rows, db_time_s, section)
    elif rows:
        yield from _among(rows, section)


def _db_time_s(workload: Workload) -> float | None:
    told = [row.time_s for row in workload.time_model if row.name.lower() == "db time" and row.time_s]
    return sum(told) if told else workload.interval.db_time_s


def _beside(rows: Sequence[Told], db_time_s: float, section: str | None) -> Iterator[Warn]:
    other = [row for row in rows if not _within(row, db_time_s)]
    if other:
        shown = "; ".join(
            f"{row.name}: {row.time_s:,.0f} s are {row.time_s / db_time_s * 100:.1f} %, printed is {row.pct:g} %"
            for row in other[:_SHOWN]
        )
        message = f"shares of DB time ({db_time_s:,.0f} s) contradict the seconds, which count: {shown}"
        yield Warn("shares-contradict", message, section)


def _within(row: Told, db_time_s: float) -> bool:
    least, most = row.of_db_time()
    return least <= db_time_s <= most


def _among(rows: Sequence[Told], section: str | None) -> Iterator[Warn]:
    least, most = max(rows, key=lambda row: row.of_db_time()[0]), min(rows, key=lambda row: row.of_db_time()[1])
    if least.of_db_time()[0] > most.of_db_time()[1]:
        message = (
            f"what DB time is, is contradictory: {least.makes()}; {most.makes()}. The first row counts, {rows[0].name}"
        )
        yield Warn("shares-contradict", message, section)
