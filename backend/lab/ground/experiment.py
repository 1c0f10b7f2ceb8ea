"""One seed from beginning to end: the base, each move with its forecast before it, the base again."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from lab.ground import gates
from lab.ground.cluster.cluster import Cluster
from lab.ground.configuration import Configuration
from lab.ground.foretell import Teller
from lab.ground.measure import WARM_S, measure
from lab.ground.measured import TEMP_PLACES, Measured
from lab.ground.moves import Move, move_of
from lab.ground.place import place
from lab.ground.rows import Moved, Row, Thrown

TRIES = 2
"""Of each run: a burst of noise costs another half minute, not the seed."""
NOTHING = Move("nothing")
Say = Callable[[str], None]


def experiment(cluster: Cluster, config: Configuration, written: Path, say: Say = print) -> Row | Thrown:
    """`written`: a folder for the forecasts. What does not pass a gate is said, and left out."""
    before, faults = run_of(cluster, config, NOTHING, "base", say)
    if faults:
        return Thrown(config.seed, tuple(f"base: {one}" for one in faults))
    cpus = os.cpu_count() or 1
    teller = Teller(config, before, cpus)
    spills = before.count("write", TEMP_PLACES).requests > 0
    moves, left_out = [], []
    for move in dict.fromkeys(move_of(kind, before.segments, spills=spills) for kind in config.moves):
        told, page, sha256 = teller.sealed(move)
        (written / f"{config.seed}-{move.kind.replace(' ', '-')}-{sha256[:16]}.json").write_bytes(page)
        after, faults = run_of(cluster, config, move, move.kind, say)
        if faults:
            left_out.append(f"{move.kind}: {'; '.join(faults)}")
        else:
            moved = sum(one.size_bytes for one in after.segments if one.name in move.segments)
            moves.append(Moved(move, moved, told, sha256, replace(after, segments=())))
    if not moves:
        return Thrown(config.seed, tuple(left_out))
    again, faults = run_of(cluster, config, NOTHING, "base again", say)
    faults = faults or gates.unrepeatable(before, again)
    if faults:
        return Thrown(config.seed, tuple(f"base again: {one}" for one in faults))
    again = replace(again, segments=())
    return Row(config.seed, cluster.device, engine(cluster), cpus, config, before, again, tuple(moves), tuple(left_out))


def run_of(
    cluster: Cluster, config: Configuration, move: Move, name: str, say: Say, warm_s: float = WARM_S
) -> tuple[Measured, tuple[str, ...]]:
    """One run after its move, and what the gates say against it; tried again once."""
    for attempt in range(TRIES):
        place(cluster, config, move)
        run = measure(cluster, config, warm_s=warm_s)
        faults = gates.faults(run, cluster.memory.lost)
        state = f"thrown away: {'; '.join(faults)}" if faults else "ok"
        say(f"  {name}{' again' * (attempt > 0)}: {summary(run)}; {state}")
        if not faults:
            break
    return run, faults


def summary(run: Measured) -> str:
    """Throughput, response, disk reads, and the gates' figures."""
    disk = f"{run.disk_read_ms:.1f} ms a disk read, " if run.disk_read_ms else ""
    response = f"{run.response_s * 1e3:.0f} ms" if run.transactions else "none ended"
    return (
        f"{run.throughput:.1f}/s, {response}, {disk}run queue {gates.run_queue(run):.1%}, "
        f"Little's law {gates.little(run):.1%}"
    )


def engine(cluster: Cluster) -> str:
    """Its name and release."""
    with cluster.connect("postgres") as link:
        version = link.execute("select version()").fetchone()
    found = re.match(r"PostgreSQL [\d.]+", str(version[0]) if version else "")
    return found.group(0) if found else "PostgreSQL"
