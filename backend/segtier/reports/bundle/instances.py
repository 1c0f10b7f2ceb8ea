"""Which instances a bundle is of: by its lists of them, and by its rows, which say it themselves."""

from __future__ import annotations

from segtier.model.workload import Instance
from segtier.reports.bundle.tables import Tables

_SNAPSHOTS = {"hist": "hist_snapshots", "statspack": "statspack_snapshots"}
_FIGURES = ("time_model", "system_events", "system_statistics")
"""Files with rows of each instance: since start-up, and at snapshots."""


def all_instances(tables: Tables, dbid: int | None) -> tuple[int, ...]:
    """Numbers of all that it names of this database, whether or not it has their figures, or has rows of.

    One that AWR knows as no part of a cluster (PARALLEL) is one only where it has snapshots.
    """
    of_this = "SELECT {} FROM {} WHERE dbid IS NULL OR ?1 IS NULL OR dbid = ?1"
    snapshots = "".join(f" UNION {of_this.format('inst_id', one)}" for one in _SNAPSHOTS.values())
    figures = "".join(f" UNION SELECT inst_id FROM {one} WHERE inst_id IS NOT NULL" for one in _FIGURES)
    figures += "".join(
        f" UNION SELECT inst_id FROM {prefix}_{one} WHERE inst_id IS NOT NULL"
        f" AND snap_id IN ({of_this.format('snap_id', named)})"
        for prefix, named in _SNAPSHOTS.items()
        for one in _FIGURES
    )
    rows = tables.rows(
        "SELECT inst_id FROM instances UNION SELECT inst_id FROM hist_instances WHERE ifnull(upper(parallel), '') <> 'NO'"
        f"{snapshots}{figures} ORDER BY 1",
        dbid,
    )
    return tuple(int(number) for (number,) in rows)


def instance_of(number: int, known: tuple[Instance, ...]) -> Instance:
    """What a list says of it; of one that no list has, its number."""
    return next((one for one in known if one.number == number), Instance(number))
