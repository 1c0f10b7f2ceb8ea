"""`python -m lab.ground.run`: measure as many seeds as fit into the time, and append each to the open rows.

Stopped at any moment, it goes on later with the first seeds that no line has. `--lanes N` runs N clusters side by side: each
mostly waits. `--seed N` measures one seed alone and holds it against its stored row, where there is one; it stores nothing.
`--users` finds users at a response time instead of measuring moves, and has rows of its own.
"""

from __future__ import annotations

import argparse
import itertools
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Collection, Iterator
from pathlib import Path

from lab.ground.cluster.cluster import Cluster, running_cluster
from lab.ground.cluster.programs import Machine, look
from lab.ground.configuration import Configuration, configuration
from lab.ground.experiment import experiment
from lab.ground.rows import ROWS, USERS, AtLimit, Row, Thrown, append, read_rows, read_users
from lab.ground.users import users_in_words
from lab.ground.users_experiment import users_experiment
from segtier.errors import SegtierError
from segtier.units import S_PER_HOUR

_STOPS_S = 90.0


def main(arguments: list[str] | None = None) -> int:
    """0: it ended in its time, or was stopped; 1: something is missing, or it failed."""
    asked = _arguments(arguments)
    machine = look(asked.lanes if asked.lane is None else 1)
    if machine.missing:
        print("The proving ground needs:", *(f"  {one}" for one in machine.missing), sep="\n")
        return 1
    signal.signal(signal.SIGTERM, _interrupt)
    try:
        if asked.lane is None and asked.seed is None and asked.lanes > 1:
            return _side_by_side(asked)
        return _alone(asked, machine)
    except KeyboardInterrupt:
        print("Stopped. The next run goes on with the seed that was under way.", flush=True)
        return 0
    except SegtierError as fault:
        print(fault, file=sys.stderr)
        return 1


def _arguments(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m lab.ground.run", description=__doc__)
    parser.add_argument("--hours", type=float, default=1.0, help="begin no seed that would end later (1)")
    parser.add_argument("--lanes", type=int, default=1, help="clusters side by side (1)")
    parser.add_argument("--lane", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--seed", type=int, help="this seed alone; stores nothing")
    parser.add_argument("--users", action="store_true", help="find users at a response time, in rows of their own")
    parser.add_argument("--rows", type=Path, help="the file of rows")
    asked = parser.parse_args(arguments)
    asked.rows = asked.rows or (USERS if asked.users else ROWS)
    return asked


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt


def _side_by_side(asked: argparse.Namespace) -> int:
    """A process for each lane; a signal for us is one for all of them."""
    command = [sys.executable, "-m", "lab.ground.run", "--hours", str(asked.hours), "--rows", str(asked.rows)]
    command += ["--users"] * asked.users
    lanes = [
        subprocess.Popen([*command, "--lanes", str(asked.lanes), "--lane", str(lane)], start_new_session=True)
        for lane in range(asked.lanes)
    ]
    try:
        return max(lane.wait() for lane in lanes)
    except KeyboardInterrupt:
        for lane in lanes:
            lane.terminate()
        for lane in lanes:
            lane.wait(_STOPS_S)
        return 0


def _alone(asked: argparse.Namespace, machine: Machine) -> int:
    with running_cluster(machine) as cluster, tempfile.TemporaryDirectory(prefix="forecasts-") as written:
        print(f"A cluster of PostgreSQL {machine.release} in {cluster.folder}, forecasts in {written}", flush=True)
        if asked.seed is not None:
            return _one(cluster, asked, Path(written))
        return _many(cluster, asked, Path(written))


def _many(cluster: Cluster, asked: argparse.Namespace, written: Path) -> int:
    begun_s, took_s = time.monotonic(), 0.0
    kept = moves = thrown = 0
    done = {one.seed for one in (read_users if asked.users else read_rows)(asked.rows)}
    for seed in seeds_left(done, asked.lane or 0, asked.lanes):
        left_s = asked.hours * S_PER_HOUR - (time.monotonic() - begun_s)
        if left_s < took_s:
            break
        seed_s = time.monotonic()
        found = _measured(cluster, seed, written, asked.users)
        append(found, asked.rows)
        took_s = time.monotonic() - seed_s
        if isinstance(found, Thrown):
            thrown += 1
        else:
            kept, moves = kept + 1, moves + (len(found.moves) if isinstance(found, Row) else 1)
        left_min = max(left_s - took_s, 0) / 60
        print(f"{kept} seeds kept with {moves} moves, {thrown} thrown away; {left_min:.0f} minutes left", flush=True)
    return 0


def seeds_left(done: Collection[int], lane: int, lanes: int) -> Iterator[int]:
    """Seeds of this lane that no line has."""
    return (seed for seed in itertools.count(lane, lanes) if seed not in done)


def _measured(cluster: Cluster, seed: int, written: Path, users: bool) -> Row | AtLimit | Thrown:
    config = configuration(seed)

    def say(text: str) -> None:
        print(f"{seed:4}  {text}", flush=True)

    say(_in_words(config))
    found = (users_experiment if users else experiment)(cluster, config, written, say)
    if isinstance(found, AtLimit):
        say(users_in_words(found))
    else:
        for reason in found.thrown if isinstance(found, Thrown) else found.left_out:
            say(f"thrown away: {reason}")
    return found


def _in_words(config: Configuration) -> str:
    think = f"think {config.think_s} s" if config.think_s else "no think time"
    apart = ", indexes apart" if config.apart else ""
    return (
        f"{config.family}, {config.users} users, {think}, {config.disks} x {config.spindles}{apart}, "
        f"{config.redo} for redo, {config.flash}"
    )


def _one(cluster: Cluster, asked: argparse.Namespace, written: Path) -> int:
    seed = asked.seed
    found = _measured(cluster, seed, written, asked.users)
    if asked.users:
        kept = next((one for one in read_users(asked.rows) if one.seed == seed), None)
        print(f"Stored: {users_in_words(kept)}" if isinstance(kept, AtLimit) else f"Seed {seed} has no stored row.")
        return 0
    stored = next((one for one in read_rows(asked.rows) if one.seed == seed), None)
    if not isinstance(found, Row) or not isinstance(stored, Row):
        print(f"Seed {seed} has no stored row to hold it against." if isinstance(found, Row) else "Nothing to compare.")
        return 0
    before = {one.move.kind: one.after.throughput / stored.before.throughput for one in stored.moves}
    for one in found.moves:
        now = one.after.throughput / found.before.throughput
        was = f"x{before[one.move.kind]:.2f} in the stored row" if one.move.kind in before else "not in the stored row"
        print(f"  {one.move.kind}: throughput x{now:.2f}; {was}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
