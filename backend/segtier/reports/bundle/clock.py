"""Since when the instances of a bundle count, and in which container its rows belong."""

from __future__ import annotations

from datetime import datetime

from segtier.dataclass import dataclass
from segtier.oracle.names import numbered_container
from segtier.reports.bundle.listing import moment, rows_of
from segtier.reports.bundle.manifest import Manifest
from segtier.reports.bundle.tables import Tables

_SAME_START_SHARE = 0.01
"""Of the up-time: instances started so near each other are taken as started together."""
_ROOT_CONTAINERS = (0, 1)


@dataclass(frozen=True, slots=True)
class Clock:
    """`started` is the start all instances share; None where they differ, or are not known."""

    collected: datetime | None
    starts: dict[int | None, datetime]
    started: datetime | None

    @property
    def elapsed_s(self) -> float | None:
        return _seconds(self.started, self.collected)


def set_clock(tables: Tables, manifest: Manifest) -> Clock:
    """Fill the tables `uptimes`, `shared_uptime` and `pdbs` that lists are joined to."""
    stated = next((one["collected_at"] for one in rows_of(tables, "database")), None)
    collected = moment(stated) or moment(manifest.items.get("ended")) or moment(manifest.items.get("begun"))
    starts = {
        one["inst_id"]: start
        for one in rows_of(tables, "instances")
        if (start := moment(one["startup_time"])) is not None
    }
    clock = Clock(collected, starts, _shared(starts, collected))
    tables.run("CREATE TABLE uptimes (inst_id NUMERIC PRIMARY KEY, up_s REAL, db_time_us NUMERIC)")
    tables.run("CREATE TABLE shared_uptime AS SELECT ? AS up_s", clock.elapsed_s)
    for number, start in starts.items():
        tables.run(
            "INSERT OR REPLACE INTO uptimes SELECT ?1, ?2, (SELECT value_us FROM time_model"
            " WHERE inst_id IS ?1 AND name = 'DB time')",
            number,
            _seconds(start, collected),
        )
    _name_containers(tables)
    return clock


def _shared(starts: dict[int | None, datetime], collected: datetime | None) -> datetime | None:
    if not starts or collected is None:
        return None
    first, last = min(starts.values()), max(starts.values())
    longest_s = _seconds(first, collected) or 0.0
    return first if (last - first).total_seconds() <= _SAME_START_SHARE * longest_s else None


def _seconds(begin: datetime | None, end: datetime | None) -> float | None:
    if begin is None or end is None:
        return None
    seconds = (end - begin).total_seconds()
    return seconds if seconds > 0 else None


def _name_containers(tables: Tables) -> None:
    """PDBs by number; the root, and a database without PDBs, has no name in a document."""
    tables.run("CREATE TABLE pdbs (con_id NUMERIC PRIMARY KEY, pdb TEXT)")
    used = {number for file in ("segments", "segment_statistics", "tablespaces", "parameters", "hist_segments")
            for (number,) in tables.rows(f"SELECT DISTINCT con_id FROM {file}")}  # fmt: skip
    names = {one["con_id"]: one["name"] for one in rows_of(tables, "containers")}
    for number in (used | names.keys()) - {*_ROOT_CONTAINERS, None}:
        tables.run("INSERT INTO pdbs VALUES (?, ?)", number, names.get(number, numbered_container("CON_ID", number)))
