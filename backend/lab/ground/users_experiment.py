"""Users at a response time: forecast before a move, and found after it by runs with more and fewer users.

The limit is the base's own response time, of two runs: how many users may there be after the move, so that the mean
response is no longer than today?
"""

from __future__ import annotations

import math
import os
from dataclasses import replace
from pathlib import Path

from lab.ground import gates
from lab.ground.cluster.cluster import Cluster
from lab.ground.configuration import Configuration
from lab.ground.experiment import NOTHING, Say, engine, run_of
from lab.ground.foretell import Teller
from lab.ground.measured import TEMP_PLACES, Measured
from lab.ground.moves import move_of
from lab.ground.rows import AtLimit, Thrown
from lab.ground.users import first_users, search

_WARM_S = 20.0
"""More users take longer until their queue is as long as it gets, few until the cache is warm."""


def users_experiment(cluster: Cluster, config: Configuration, written: Path, say: Say = print) -> AtLimit | Thrown:
    """The base twice, the forecast of the seed's smallest move from the first, the move, and runs until the users are found."""
    before, faults = run_of(cluster, config, NOTHING, "base", say, _WARM_S)
    if faults:
        return Thrown(config.seed, tuple(f"base: {one}" for one in faults))
    again, faults = run_of(cluster, config, NOTHING, "base again", say, _WARM_S)
    faults = faults or gates.unrepeatable(before, again)
    if faults:
        return Thrown(config.seed, tuple(f"base again: {one}" for one in faults))
    cpus = os.cpu_count() or 1
    spills = before.count("write", TEMP_PLACES).requests > 0
    move = move_of(config.moves[0], before.segments, spills=spills)
    told, page, sha256 = Teller(config, before, cpus).sealed_users(move, before.response_s)
    (written / f"{config.seed}-users-{sha256[:16]}.json").write_bytes(page)

    def measured(users: int) -> tuple[Measured, tuple[str, ...]]:
        run, faults = run_of(cluster, replace(config, users=users), move, f"{move.kind}, {users} users", say, _WARM_S)
        return run, faults or gates.other_work(before, run)

    limit_s = math.sqrt(before.response_s * again.response_s)
    runs, faults = search(measured, limit_s, first_users(told, before.users))
    if faults:
        return Thrown(config.seed, faults)
    kept = tuple(replace(one, segments=()) for one in runs)
    return AtLimit(
        config.seed, cluster.device, engine(cluster), cpus, config, before, limit_s, move, told, sha256, kept
    )
