"""Users at a response time: forecast before a move, and found after it by runs with more and fewer users.

The limit is the base's own response time: how many users may there be after the move, so that none waits longer than today?
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from lab.ground.clock import SLOWED
from lab.ground.cluster.cluster import Cluster
from lab.ground.configuration import Configuration
from lab.ground.experiment import NOTHING, Say, engine, run_of
from lab.ground.foretell import Teller
from lab.ground.measured import Measured
from lab.ground.moves import move_of
from lab.ground.rows import AtLimit, Thrown
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


def users_experiment(cluster: Cluster, config: Configuration, written: Path, say: Say = print) -> AtLimit | Thrown:
    """The base, the forecast of the seed's smallest move, the move, and runs until the users are found."""
    before, faults = run_of(cluster, config, NOTHING, "base", say)
    if faults:
        return Thrown(config.seed, tuple(f"base: {one}" for one in faults))
    cpus = os.cpu_count() or 1
    spills = before.count("write", ("temp-disk", "temp-flash")).requests > 0
    move = move_of(config.moves[0], before.segments, spills=spills)
    limit_s = before.response_s
    told, page, sha256 = Teller(config, before, cpus).sealed_users(move, limit_s)
    (written / f"{config.seed}-users-{sha256[:16]}.json").write_bytes(page)

    def measured(users: int) -> tuple[Measured, tuple[str, ...]]:
        return run_of(cluster, replace(config, users=users), move, f"{move.kind}, {users} users", say)

    runs, faults = search(measured, limit_s, first_users(told, before.users))
    if faults:
        return Thrown(config.seed, faults)
    kept = tuple(replace(one, segments=()) for one in runs)
    return AtLimit(
        config.seed, cluster.device, engine(cluster), cpus, config, before, limit_s, move, told, sha256, kept
    )


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
