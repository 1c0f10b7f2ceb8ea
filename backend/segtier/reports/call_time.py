"""Call time: CPU time and waits that are not idle, as Statspack and AWR before 11g share them out ("% Total Call Time").

It stands in for DB time where a paste has no other. It is not the same: it leaves out the wait for a CPU, and holds what
background processes do. So a share of it is known no better than that, which is said.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from segtier.model.evidence import Warn
from segtier.oracle.wait_events import is_idle
from segtier.reports.numbers import resolution

CPU_TIME = "CPU time"
_MOST_PCT = 100.5
"""Rounded shares of one total; more are of none."""


class Shared(NamedTuple):
    """A row: its seconds, its percentage of call time, and both as printed."""

    event: str
    time_s: float
    pct: float
    printed_s: str
    printed_pct: str

    def bounds(self) -> tuple[float, float] | None:
        """Of the total that this is a part of; None where rounding leaves nothing."""
        off_s = (resolution(self.printed_s) or 0.0) * self.time_s
        off = (resolution(self.printed_pct) or 0.0) * self.pct
        if self.pct <= off or self.time_s <= off_s:
            return None
        return (self.time_s - off_s) / (self.pct + off) * 100, (self.time_s + off_s) / (self.pct - off) * 100


def call_time_s(rows: Iterable[Shared]) -> float | None:
    """Seconds, without idle waits that the list counts in; None where the rows are no shares of one total."""
    rows = [row for row in rows if row.pct > 0]
    bounds = [found for row in rows if (found := row.bounds()) is not None]
    if not bounds or sum(row.pct for row in rows) > _MOST_PCT:
        return None
    least, most = max(low for low, _ in bounds), min(high for _, high in bounds)
    if least > most:
        return None
    idle_s = sum(row.time_s for row in rows if is_idle(row.event))
    total_s = (least + most) / 2 - idle_s
    return total_s if total_s > 0 else None


def stands_in(call_s: float) -> Warn:
    message = (
        f"DB time is not known: CPU time plus waits ({call_s:,.0f} s) stand in for it. They leave out the wait for a CPU"
        " and hold what background processes do: percentages are of that sum"
    )
    return Warn("call-time", message)
