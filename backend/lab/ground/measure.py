"""One run: the load begins, the cache warms, then counters at both ends of the time that counts and samples between."""

from __future__ import annotations

import random
import signal
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import psycopg

from lab.ground.clock import SLOWED
from lab.ground.cluster.cluster import Cluster
from lab.ground.configuration import Configuration
from lab.ground.device.memory import FileCount, PlaceCount
from lab.ground.loads.family import families, statement, thinking
from lab.ground.measured import Measured, SegmentCount, between
from lab.ground.place import RUN
from lab.ground.sql import text

HURRIED_S, WARM_S, MEASURED_S = 4.0, 8.0, 40.0
"""The cache warms on devices ten times as fast, then the queues form, then it counts."""
_HURRY = 10
_OVERHANG_S = 60
"""Clients outlive what is measured: their processor time is read at its end."""
_ENDS_S = 120.0
_EVERY_S = (0.10, 0.14)
_DIGITS = 6
_Link = psycopg.Connection[tuple[Any, ...]]


class _Totals(NamedTuple):
    """Of one moment."""

    at_s: float
    wall_s: float
    hit: float
    active_ms: float
    redo_bytes: float
    gets: dict[str, int]
    cpu_s: dict[int, float]
    queued_s: dict[int, float]
    background: dict[int, float]
    places: dict[str, PlaceCount]
    files: dict[int, FileCount]


def measure(
    cluster: Cluster,
    config: Configuration,
    seconds: float = MEASURED_S,
    hurried_s: float = HURRIED_S,
    warm_s: float = WARM_S,
) -> Measured:
    """The load of the configuration on whatever lies where it does now."""
    with tempfile.TemporaryDirectory(prefix="load-", dir=cluster.folder) as name:
        folder = Path(name)
        with cluster.connect(RUN) as link:
            link.execute("select pg_stat_reset()")
            segments = link.execute(text("segments")).fetchall()
        arguments = _pgbench(config, folder, hurried_s + warm_s + seconds + _OVERHANG_S)
        cluster.memory.on(_HURRY)
        load = cluster.pgbench(arguments, folder)
        try:
            time.sleep(hurried_s)
            cluster.memory.on()
            time.sleep(warm_s)
            first, last, waits, samples = _watch(cluster, seconds)
            if load.poll() is not None:
                raise RuntimeError(f"the load ended early: {load.communicate()[0][-500:]}")
            load.send_signal(signal.SIGALRM)  # what ends it when its time is over: it writes its log
            load.communicate(timeout=_ENDS_S)
        finally:
            cluster.memory.off()
            load.kill()
            load.wait()
        scripts = completed(folder, first.wall_s, last.wall_s)
    files = {inode: between(first.files.get(inode, FileCount()), count) for inode, count in last.files.items()}
    return _measured(config, first, last, waits, samples, scripts, _segments(cluster, segments, first, last, files))


def _pgbench(config: Configuration, folder: Path, seconds: float) -> list[str]:
    """Its arguments; a script for each transaction, which thinks first."""
    think_ms = round(config.think_s * SLOWED * 1e3)
    variables = {**config.knobs, "least": think_ms // 3, "most": think_ms * 5 // 3}
    think = thinking() if think_ms else ""
    scripts = []
    for name, transaction in families()[config.family].transactions.items():
        (folder / f"{name}.sql").write_text(think + statement(config.family, name), "utf-8")
        scripts += ["-f", f"{name}.sql@{transaction.weight}"]
    defined = [part for name, value in variables.items() for part in ("-D", f"{name}={value}")]
    fixed = f"-n -M extended --log -j 1 -c {config.users} -T {round(seconds)} --random-seed={config.seed + 1}".split()
    return [*fixed, *defined, *scripts, RUN]


def _watch(cluster: Cluster, seconds: float) -> tuple[_Totals, _Totals, Counter[str], int]:
    waits: Counter[str] = Counter()
    samples = 0
    every = random.Random(0)  # uneven, so that nothing periodic is sampled at one phase
    with cluster.connect(RUN) as link, cluster.connect("postgres") as beside:
        first = _totals(cluster, link)
        while time.monotonic() < first.at_s + seconds:
            for kind, event, sessions in beside.execute(text("sample")).fetchall():
                waits[f"{kind}:{event}" if kind else "CPU"] += sessions
            samples += 1
            time.sleep(every.uniform(*_EVERY_S))
        return first, _totals(cluster, link), waits, samples


def _totals(cluster: Cluster, link: _Link) -> _Totals:
    with link.transaction():
        totals = link.execute(text("totals"), [RUN]).fetchone() or (0, 0, 0)
        gets: dict[str, int] = dict(link.execute(text("gets")).fetchall())
        processes = link.execute(text("processes")).fetchall()
    at_s, wall_s = time.monotonic(), time.time()
    used = {pid: (*_schedstat(pid), client) for pid, client in processes}
    return _Totals(
        at_s,
        wall_s,
        hit=float(totals[0]),
        active_ms=float(totals[1]),
        redo_bytes=float(totals[2]),
        gets=gets,
        cpu_s={pid: cpu for pid, (cpu, _, client) in used.items() if client},
        queued_s={pid: queued for pid, (_, queued, client) in used.items() if client},
        background={pid: cpu for pid, (cpu, _, client) in used.items() if not client},
        places=cluster.memory.counts(),
        files=cluster.memory.files(),
    )


def _schedstat(pid: int) -> tuple[float, float]:
    """Seconds on a CPU and seconds waiting for one."""
    try:
        cpu, queued, _ = Path(f"/proc/{pid}/schedstat").read_text("ascii").split()
    except OSError:
        return 0.0, 0.0
    return int(cpu) / 1e9, int(queued) / 1e9


def completed(folder: Path, from_s: float, to_s: float) -> Counter[int]:
    """Transactions that ended in this time, by the number of their script: client, number, us, script, second, microsecond."""
    found: Counter[int] = Counter()
    for path in folder.glob("pgbench_log.*"):
        for line in path.read_text("ascii").splitlines():
            part = line.split()
            if len(part) >= 6 and from_s < int(part[4]) + int(part[5]) / 1e6 <= to_s:
                found[int(part[3])] += 1
    return found


def _segments(
    cluster: Cluster, rows: list[tuple[Any, ...]], first: _Totals, last: _Totals, files: dict[int, FileCount]
) -> tuple[SegmentCount, ...]:
    found = []
    for name, kind, tablespace, size, path in rows:
        at = cluster.data / path
        counts = [
            files.get(file.stat().st_ino, FileCount())
            for file in (at, *at.parent.glob(f"{at.name}[._]*"))
            if file.is_file()
        ]
        found.append(
            SegmentCount(
                name,
                kind,
                tablespace,
                size,
                last.gets.get(name, 0) - first.gets.get(name, 0),
                sum(one.blocks for one in counts),
                sum(one.read.requests + one.scan.requests for one in counts),
                _short(sum(one.read.wait_s + one.scan.wait_s for one in counts)),
                sum(one.write.requests for one in counts),
            )
        )
    return tuple(found)


def _measured(
    config: Configuration,
    first: _Totals,
    last: _Totals,
    waits: Counter[str],
    samples: int,
    scripts: Counter[int],
    segments: tuple[SegmentCount, ...],
) -> Measured:
    writing = [transaction.writes for transaction in families()[config.family].transactions.values()]
    return Measured(
        users=config.users,
        think_s=round(config.think_s * SLOWED, 3),
        elapsed_s=_short(last.at_s - first.at_s),
        transactions=scripts.total(),
        commits=sum(count for number, count in scripts.items() if writing[number]),
        db_time_s=_short((last.active_ms - first.active_ms) / 1e3),
        cpu_s=_grown(first.cpu_s, last.cpu_s),
        background_cpu_s=_grown(first.background, last.background),
        run_queue_s=_grown(first.queued_s, last.queued_s),
        blocks_hit=int(last.hit - first.hit),
        redo_bytes=int(last.redo_bytes - first.redo_bytes),
        waits={name: _short(count / samples) for name, count in waits.most_common()},
        samples=samples,
        places=_places(first, last),
        segments=segments,
    )


def _places(first: _Totals, last: _Totals) -> dict[str, PlaceCount]:
    """Of those that had a request."""
    found = {name: between(first.places[name], count) for name, count in last.places.items()}
    return {name: _rounded(count) for name, count in found.items() if any(one.requests for one in count[:4])}


def _grown(first: dict[int, float], last: dict[int, float]) -> float:
    return _short(sum(seconds - first.get(pid, 0.0) for pid, seconds in last.items()))


def _short(value: float) -> float:
    return float(f"{value:.{_DIGITS}g}")


def _rounded(value: Any) -> Any:
    if isinstance(value, tuple):
        return type(value)(*(_rounded(one) for one in value))
    return _short(value) if isinstance(value, float) else value
