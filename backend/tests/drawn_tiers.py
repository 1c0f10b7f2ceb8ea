"""Databases of a few tablespaces on storage of several speeds, drawn, with tiers to ask for."""

from __future__ import annotations

import random
from dataclasses import replace

from segtier.dataclass import dataclass
from segtier.model.inventory import Inventory
from segtier.model.workload import FileIo, TablespaceIo, Workload
from segtier.question.tiers import AskedTier
from tests.builders import a_segment, a_wait, a_workload, some_sizes


@dataclass(frozen=True, slots=True)
class Drawn:
    workload: Workload
    sizes: Inventory
    tiers: tuple[AskedTier, ...]
    read_us: dict[str, float]
    """By tablespace."""
    gib: dict[str, tuple[float, str]]
    """By segment: its size, and its tablespace."""


_LIMITS = {"read_rate": "500MB/s", "write_rate": "300MB/s", "written_a_day": "20TB"}


def drawn(chance: random.Random) -> Drawn:
    """Some segments nobody reads, some that only the sizes list; tiers new or of today, faster or slower than what is there."""
    spaces = [f"TS{number}" for number in range(chance.randint(2, 4))]
    read_us = {space: chance.choice([100.0, 300.0, 450.0, 800.0, 1500.0, 4000.0, 9000.0, 22000.0]) for space in spaces}
    reads = {space: chance.choice([500.0, 2e3, 2e4, 1e5, 6e5]) for space in spaces}
    writes = {space: chance.choice([0.0, 1e3, 1e5, 5e5]) for space in spaces}
    segments, gib = [], dict[str, tuple[float, str]]()
    for space in spaces:
        parts = [chance.random() for _ in range(chance.randint(1, 4))]
        for number, part in enumerate(parts):
            is_index = chance.random() < 0.5
            name = f"{space}_S{number}{'_IX' * is_index}"
            read = reads[space] * part / sum(parts) * (chance.random() < 0.9)
            row = a_segment(name, read, writes[space] * part / sum(parts), "INDEX" if is_index else "TABLE")
            segments.append(replace(row, tablespace=space))
            gib[name] = (float(chance.choice([1, 3, 8, 20, 40])), space)
        if chance.random() < 0.3:
            gib[f"{space}_UNREAD"] = (float(chance.choice([1, 5, 20])), space)
    waited_s = sum(read_us[space] * reads[space] / 1e6 for space in spaces)
    waits = (
        a_wait("db file sequential read", waited_s, waited_s / sum(reads.values()) * 1e3),
        a_wait("db file scattered read", waited_s * 0.1, 5.0),
    )
    places = {space: chance.choice(["/u01", "/u02", "/u03"]) for space in spaces}
    workload = a_workload(
        waits,
        segments=tuple(segments),
        tablespace_io=tuple(
            TablespaceIo(
                space,
                read_requests=reads[space],
                avg_read_us=read_us[space],
                blocks_per_read=1.0,
                write_requests=writes[space],
            )
            for space in spaces
        ),
        file_io=tuple(
            FileIo(space, f"{places[space]}/{space}.dbf", read_requests=reads[space], write_requests=writes[space])
            for space in spaces
        ),
    )
    sizes = some_sizes(*((name, size) for name, (size, _) in gib.items()))
    rows = tuple(replace(one, tablespace=gib[one.name][1]) for one in sizes.segments)
    return Drawn(workload, replace(sizes, segments=rows), _tiers(chance, spaces, read_us, gib), read_us, gib)


def _tiers(
    chance: random.Random, spaces: list[str], read_us: dict[str, float], gib: dict[str, tuple[float, str]]
) -> tuple[AskedTier, ...]:
    free, tiers = chance.sample(spaces, len(spaces)), []
    for number in range(chance.randint(1, 3)):
        own = (free.pop(),) if free and chance.random() < 0.5 else ()
        lies = sum(size for size, space in gib.values() if space in own)
        size = (
            int(lies * chance.choice([1.0, 1.05, 1.2, 2.0]) + chance.choice([1, 5]))
            if own
            else chance.choice([10, 30, 100])
        )
        own_us = read_us[own[0]] if own and chance.random() < 0.7 else chance.choice([80.0, 400.0, 900.0, 5000.0])
        tier = AskedTier(name=f"T{number}", size=f"{size}GiB", read_us=own_us, tablespaces=own)
        if chance.random() < 0.6:
            rates = chance.choice([200.0, 5e3, 1e5])
            tier = replace(tier, reads_per_s=rates, writes_per_s=rates / 2, **_LIMITS)
        tiers.append(tier)
    return tuple(tiers)
