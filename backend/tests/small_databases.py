"""Databases of a few segments, drawn: small enough to try every placement there is."""

from __future__ import annotations

import itertools
from dataclasses import replace
from datetime import datetime, timedelta

import numpy as np

from segtier.advisor.case import Case, build_case
from segtier.advisor.segments.held import Held
from segtier.advisor.segments.movers import Movers
from segtier.advisor.segments.placing import Placer
from segtier.model.inventory import Inventory
from segtier.model.workload import Workload
from segtier.placement.hours.problem import AllHours
from tests.builders import a_request, a_segment, a_wait, a_workload, some_sizes

GB = 10**9


def drawn(seed: int, count: int, draws: int = 400) -> Case:
    """Reads, scans and writes spread unevenly; disks from idle to full; the flash holds a twentieth to two thirds of it."""
    workload, sizes, capacity = _inputs(seed, count)
    return build_case([workload], [sizes], a_request(capacity, draws=draws))


def _inputs(seed: int, count: int) -> tuple[Workload, Inventory, int]:
    chance = np.random.default_rng([seed, count])
    names = [f"T{number}" if number % 3 else f"T{number}_IX" for number in range(count)]
    gib = np.exp(chance.normal(0, 1.3, count)) * 8
    reads = _parts(chance, count) * chance.uniform(0.5, 1.0) * 1.8e6
    writes = _parts(chance, count) * chance.uniform(0.3, 0.95) * 0.5e6
    direct = reads * chance.uniform(0, 1, count) * (chance.random(count) < 0.4)
    segments = tuple(
        a_segment(name, read, write, "INDEX" if name.endswith("_IX") else "TABLE", direct_reads_blocks=scan)
        for name, read, write, scan in zip(
            names, *(np.floor(one).tolist() for one in (reads, writes, direct)), strict=True
        )
    )
    waits = (
        a_wait("db file sequential read", 18_000, chance.uniform(0.7, 20)),
        a_wait("direct path read", chance.uniform(100, 9_000), chance.uniform(3, 20)),
        a_wait("free buffer waits", chance.uniform(0, 8_000), 20),
        a_wait("log file sync", 1_000, 4),
    )
    workload = a_workload(waits, segments=segments, statistics={"physical reads direct": float(direct.sum())})
    capacity = int(gib.sum() * 1.2 * GB * chance.uniform(0.05, 0.6))
    return workload, some_sizes(*zip(names, gib.tolist(), strict=True)), capacity


def _parts(chance: np.random.Generator, count: int) -> np.ndarray:
    weight = np.exp(chance.normal(0, 1.5, count))
    parts: np.ndarray = weight / weight.sum()
    return parts


def most_saved(case: Case, movers: Movers) -> float:
    """Of today's DB time, by looking at every placement that fits."""
    placed = Placer(case, movers, Held()).placed
    every = np.array(list(itertools.product((False, True), repeat=len(movers.keys))))
    fitting = every[every @ movers.size <= case.capacity_bytes]
    return max(placed.saved(np.clip(movers.shares[row].sum(axis=0), 0.0, 1.0)) for row in fitting)


def drawn_hours(seed: int, count: int, hours: int, draws: int = 40) -> Case:
    """Several hours of one database, each with a load of its own; in a third each names its busiest segments only."""
    chance = np.random.default_rng([40, seed, count, hours])
    names = [f"T{number}" if number % 3 else f"T{number}_IX" for number in range(count)]
    gib = np.exp(chance.normal(0, 1.0, count)) * 8
    scanned = chance.random(count) < 0.4
    reports = [_hour(chance, number, names, scanned, listed=4 if seed % 3 == 0 else count) for number in range(hours)]
    capacity = int(gib.sum() * 1.2 * GB * chance.uniform(0.05, 0.6))
    sizes = some_sizes(*zip(names, gib.tolist(), strict=True))
    return build_case(reports, [sizes], a_request(capacity, draws=draws, headroom_pct=0.0))


def _hour(chance: np.random.Generator, number: int, names: list[str], scanned: np.ndarray, listed: int) -> Workload:
    count = len(names)
    reads = _parts(chance, count) * chance.uniform(0.5, 1.0) * 1.8e6
    writes = _parts(chance, count) * chance.uniform(0.3, 0.95) * 0.5e6
    direct = reads * chance.uniform(0, 1, count) * scanned
    rows = zip(names, *(np.floor(one).tolist() for one in (reads, writes, direct)), strict=True)
    busiest = sorted(rows, key=lambda row: -row[1])[:listed]
    segments = tuple(
        a_segment(name, read, write, "INDEX" if name.endswith("_IX") else "TABLE", direct_reads_blocks=scan)
        for name, read, write, scan in busiest
    )
    waits = (
        a_wait("db file sequential read", chance.uniform(6_000, 18_000), chance.uniform(0.7, 20)),
        a_wait("direct path read", chance.uniform(100, 9_000), chance.uniform(3, 20)),
        a_wait("free buffer waits", chance.uniform(0, 8_000), 20),
        a_wait("log file sync", 1_000, 4),
    )
    statistics = {"physical reads direct": float(direct.sum())}
    hour = a_workload(waits, segments=segments, statistics=statistics, snaps=(100 + number, 101 + number))
    begin = datetime.fromisoformat("2026-03-02T00:00") + timedelta(hours=number)
    return replace(
        hour,
        source=replace(hour.source, sha256=f"{number:064x}"),
        interval=replace(hour.interval, begin_time=begin, end_time=begin + timedelta(hours=1)),
    )


def every_choice(problem: AllHours) -> np.ndarray:
    """(choices, units): all that fit, full or not."""
    every = np.array(list(itertools.product((False, True), repeat=problem.units)))
    fitting: np.ndarray = every[np.all(every @ problem.use.T <= problem.limit, axis=1)]
    return fitting
