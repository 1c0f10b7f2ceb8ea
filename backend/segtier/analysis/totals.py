"""Totals that cannot be: refused before a forecast is made of them."""

from __future__ import annotations

from segtier.errors import NotUsable
from segtier.model.workload import Workload
from segtier.units import S_PER_HOUR

MOST_TIMES = 10.0
"""CPU and waits over DB time. CPU pressure counts time twice; ten times over is another unit, or another interval."""
MOST_SESSIONS = 1e6
"""Average active sessions: more than any database has processes."""


def check_totals(workload: Workload, db_time_s: float, cpu_s: float | None) -> None:
    """Raises NotUsable where elapsed time, DB time or DB CPU is negative, or DB time more than any sessions make."""
    elapsed_s = workload.interval.elapsed_s
    for name, value in (("the elapsed time", elapsed_s), ("DB time", db_time_s), ("DB CPU", cpu_s)):
        if value is not None and value < 0:
            raise _impossible(f"{name} is {value:g} seconds")
    if db_time_s > MOST_SESSIONS * (elapsed_s or S_PER_HOUR):
        raise _impossible(f"DB time of {db_time_s:g} seconds in {elapsed_s or S_PER_HOUR:g} seconds of elapsed time")


def check_sum(explained_s: float, db_time_s: float) -> None:
    """Raises NotUsable where CPU and waits are so many times DB time that one of them is in another unit."""
    if explained_s > MOST_TIMES * db_time_s:
        raise _impossible(f"CPU and waits of {explained_s:g} seconds in a DB time of {db_time_s:g} seconds")


def _impossible(what: str) -> NotUsable:
    return NotUsable(
        f"impossible: {what}",
        code="impossible-totals",
        advice="Check the figures and their units: times are in seconds, averages in microseconds.",
    )
