"""The search for the users at a response time: which run is next, and when the users are found."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from lab.ground.clock import SLOWED
from lab.ground.measured import Measured
from lab.ground.rows import AtLimit
from segtier.model.forecast import Range

MOST_USERS = 320
"""Sessions that the engine is set up for, less some for who watches."""
RUNS = 6
NEAR = 0.02
"""Of the limit: a run so near to it has found the users."""
BRACKET = 1.3
"""Users of the run above over those of the run below, at most, to find the users between the two."""
_PAST = 1.15
"""How far a step goes beyond where the limit is expected, so that the limit lies between two runs."""
_MORE = 1.6
"""Times as many users at least where the limit is kept: a light load says nothing of where the queue begins."""


def users_in_words(row: AtLimit) -> str:
    """What was forecast and what was found."""
    told, users = row.forecast, found(row.runs, row.limit_s)
    return (
        f"users at {row.limit_s * 1e3:.0f} ms after {row.move.kind}: {users or math.nan:.0f}; "
        f"forecast {told.expected:.0f} ({told.low:.0f} to {told.high:.0f})"
    )


def first_users(told: Range, base: int) -> int:
    """The forecast's own number, where the engine can have so many sessions."""
    return min(max(round(told.expected), 1), MOST_USERS) if math.isfinite(told.expected) else min(2 * base, MOST_USERS)


def search(
    measured: Callable[[int], tuple[Measured, tuple[str, ...]]], limit_s: float, users: int
) -> tuple[list[Measured], tuple[str, ...]]:
    """Runs until one is near the limit, or two have it between them; or why there are none."""
    runs: list[Measured] = []
    for _ in range(RUNS):
        run, faults = measured(users)
        if faults:
            return runs, tuple(f"{users} users: {one}" for one in faults)
        runs.append(run)
        if found(runs, limit_s) is not None:
            return runs, ()
        users = next_users(runs, limit_s)
        if any(users == one.users for one in runs):
            break
    return runs, (f"users at {limit_s * 1e3:.0f} ms: not found in {len(runs)} runs, up to {users} users",)


def found(runs: Sequence[Measured], limit_s: float) -> float | None:
    """Users at the limit: between the two runs around it on a logarithmic scale, or by Little's law from one near to it."""
    near = min(runs, key=lambda one: abs(math.log(one.response_s / limit_s)))
    if abs(near.response_s / limit_s - 1) <= NEAR:
        return near.throughput * (near.think_s / SLOWED + limit_s)
    below, above = _around(runs, limit_s)
    if below is None or above is None or not below.users < above.users <= BRACKET * below.users:
        return None
    part = math.log(limit_s / below.response_s) / math.log(above.response_s / below.response_s)
    return float(below.users * (above.users / below.users) ** part)


def next_users(runs: Sequence[Measured], limit_s: float) -> int:
    """Between two runs around the limit; else beyond where the last run's throughput would have it."""
    below, above = _around(runs, limit_s)
    last = runs[-1]
    by_throughput = last.throughput * (last.think_s / SLOWED + limit_s)
    if below is not None and above is not None and below.users < above.users:
        middle = round(math.sqrt(below.users * above.users))
        return min(max(middle, below.users + 1), above.users - 1)
    if above is not None and below is None:
        return max(1, min(round(by_throughput / _PAST), last.users - 1))
    return min(MOST_USERS, max(round(by_throughput * _PAST), math.ceil(last.users * _MORE)))


def _around(runs: Sequence[Measured], limit_s: float) -> tuple[Measured | None, Measured | None]:
    """The run with most users that keeps the limit, and the one with fewest that does not."""
    keep = [one for one in runs if one.response_s <= limit_s]
    over = [one for one in runs if one.response_s > limit_s]
    return max(keep, key=lambda one: one.users, default=None), min(over, key=lambda one: one.users, default=None)
